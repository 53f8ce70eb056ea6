"""What players do, one record each; the words are those of the game record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.engine.board import Arm


@dataclass(frozen=True, slots=True)
class Retrieve:
    """A lost canoe comes back to the beach, for a delivered gem or free (B3)."""

    player: str
    canoe: str
    pay: str | None = None


@dataclass(frozen=True, slots=True)
class Choose:
    """A card is laid face down (B2)."""

    player: str
    card: str


@dataclass(frozen=True, slots=True)
class Move:
    """One canoe's part of a turn: ``before`` and ``after`` hold ``unload`` and ``load:COLOUR``; ``to`` is a place.

    ``steal`` names the robbed canoe; ``joe`` and ``moose`` belong to the expansions.
    """

    canoe: str
    to: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    steal: tuple[str, ...] = ()
    joe: str | None = None
    moose: bool = False


@dataclass(frozen=True, slots=True)
class Paddle:
    """A number card is played: the canoes' moves in the order played; empty without a canoe (B4)."""

    player: str
    moves: tuple[Move, ...] = ()
    value: int | None = None


@dataclass(frozen=True, slots=True)
class ChangeWeather:
    """A cloud card is played: the marker goes one step (B11)."""

    player: str
    to: int


@dataclass(frozen=True, slots=True)
class Lasso:
    """The lasso of the expansion moors canoes."""

    player: str
    canoes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class River:
    """The river moves: the arm each disc from M5 entered, in order; empty for a still river (B13, B14)."""

    arms: tuple[Arm, ...] = ()


Action = Retrieve | Choose | Paddle | ChangeWeather | Lasso | River

LOAD = "load:"
UNLOAD = "unload"


def load(gem: str) -> str:
    """The operation that loads a gem of this colour."""
    return f"{LOAD}{gem}"


def unload(gem: str) -> str:
    """The operation that unloads a gem of this colour from a double canoe (N6)."""
    return f"{UNLOAD}:{gem}"
