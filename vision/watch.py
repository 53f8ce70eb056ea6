"""Watching a stream: the gate decides when to look, the reader says what is there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from vision.settle import Motion

if TYPE_CHECKING:
    from vision.frame import Frame
    from vision.reader import Reader
    from vision.settle import Settler
    from vision.sighting import Sighting


class Kind(Enum):
    """What one frame gave."""

    MOVING = "moving"
    HAND = "hand"
    """Still, but a hand is parked over the board."""
    SETTLED = "settled"
    """Read; while nothing changes the same sighting is given again."""


@dataclass(frozen=True, slots=True)
class Look:
    """One frame's outcome; ``sighting`` is there unless something moves."""

    kind: Kind
    sighting: Sighting | None = None


class Watch:
    """One camera's watch over one table."""

    def __init__(self, reader: Reader, settler: Settler) -> None:
        self.reader = reader
        self._settler = settler
        self._last: Sighting | None = None

    def look(self, frame: Frame) -> Look:
        """Take one frame."""
        motion = self._settler.see(frame.gate)
        if motion is Motion.MOVING:
            return Look(Kind.MOVING)
        if motion is Motion.SETTLED or self._last is None:
            self._last = self.reader.read(frame.bgr)
        return Look(Kind.HAND if self._last.hand else Kind.SETTLED, self._last)
