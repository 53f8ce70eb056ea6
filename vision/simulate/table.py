"""The virtual table: one scene at a time, moved by some threads while a camera looks on from another."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .scene import Scene


class VirtualTable:
    """Holds the scene as it lies now. Scenes are immutable, so whoever reads one keeps it whole."""

    def __init__(self, scene: Scene) -> None:
        self._lock = Lock()
        self._scene = scene

    @property
    def scene(self) -> Scene:
        """What lies on the table at this moment."""
        with self._lock:
            return self._scene

    def set(self, scene: Scene) -> None:
        """Hands have moved something: this lies there now."""
        with self._lock:
            self._scene = scene
