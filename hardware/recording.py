"""A panel that remembers what it was told, for tests of those who tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.panel import Lamp, Lights, PanelPicture
from hardware.pins import PinLayout
from hardware.signals import Level

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.signals import Signal


class RecordingPanel:
    """Keeps every call; `press` and `hold` are a finger on its button."""

    def __init__(self) -> None:
        self.shown: list[Lights] = []
        self.played: list[tuple[Signal, int]] = []
        self.closed = False
        self.level = Level.ALL
        self.press: Callable[[], None] = lambda: None
        self.hold: Callable[[], None] = lambda: None

    def show(self, lights: Lights) -> None:
        """Remember the lights."""
        self.shown.append(lights)

    def play(self, signal: Signal, *, count: int = 0) -> None:
        """Remember the signal."""
        self.played.append((signal, count))

    def lit(self) -> PanelPicture:
        """Seats and status as last shown; nothing plays here, and nothing is lit once closed."""
        if self.closed or not self.shown:
            return PanelPicture()
        lights = self.shown[-1]
        return PanelPicture(
            tuple(float(lamp is not Lamp.OFF) for lamp in lights.seats),
            lights.status.value,
            tuple(float(lamp in lights.river) for lamp in range(len(PinLayout().river))),
        )

    def on_button(self, pressed: Callable[[], None], held: Callable[[], None]) -> None:
        """Remember what the button does."""
        self.press, self.hold = pressed, held

    def close(self) -> None:
        """Remember that it was closed."""
        self.closed = True
