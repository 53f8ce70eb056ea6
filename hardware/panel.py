"""What a panel offers, whatever it is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from hardware.signals import Lamp, Level, Signal, StatusColour

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["HOLD_S", "Lamp", "Lights", "Panel", "PanelPicture", "StatusColour"]

HOLD_S = 1.5
"""How long the button is held down to say more than a press does."""


@dataclass(frozen=True, slots=True)
class Lights:
    """What stays lit between signals: a lamp for each seat, the status lamp, river lamps by index from upstream."""

    seats: tuple[Lamp, ...] = ()
    status: StatusColour = StatusColour.OFF
    river: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class PanelPicture:
    """What is lit at this moment, 0..1 each, and the tone that sounds."""

    seats: tuple[float, ...] = ()
    status_rgb: tuple[float, float, float] = (0.0, 0.0, 0.0)
    river: tuple[float, ...] = ()
    tone: str | None = None


class Panel(Protocol):
    """Lamps, buzzer and button; no call waits for a lamp or a tone."""

    level: Level
    """How much is heard, and how bright it is; may be set at any time."""

    def show(self, lights: Lights) -> None:
        """Light this from now on, between signals."""
        ...

    def play(self, signal: Signal, *, count: int = 0) -> None:
        """Play a signal when those before it are over; urgent ones first."""
        ...

    def lit(self) -> PanelPicture:
        """What is lit now."""
        ...

    def on_button(self, pressed: Callable[[], None], held: Callable[[], None]) -> None:
        """Have these called when the button was pressed, and when it is held down for `HOLD_S`."""
        ...

    def close(self) -> None:
        """Everything off, and the parts given back; closing twice is harmless."""
        ...
