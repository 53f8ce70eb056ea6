"""The board as a picture in game words: the one type for what is expected and for what is observed.

``None`` always means *unseen*, never *empty*: a hand over the river is not a lost canoe.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.engine import BEACH, FALLS

if TYPE_CHECKING:
    from collections.abc import Mapping

WOOD = "wood"
"""The colour of Joe's canoe, where players' canoes have the player's."""

INSERTION, WEATHER, BUOY, RIVER = "insertion", "weather", "buoy", "river"
"""Where else on the board something can differ than at a space, a deposit, on the beach or below the falls.

Above the rope, where the next disc is put in; on the weather track; before the seats; the river as a whole.
"""


class DiscSeen(StrEnum):
    """How the river disc of a space lies."""

    SEATED = "seated"
    DISPLACED = "displaced"
    OVERHANGING = "overhanging"
    """The last disc of an arm hangs over the falls."""
    MISSING = "missing"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """A canoe as it looks: its colour and its gems (sorted), ``None`` when the gems cannot be told."""

    colour: str
    cargo: tuple[str, ...] | None = ()


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """Places and what is in them.

    ``canoes`` maps each river space to its pieces (sorted), or ``None`` when the space is unseen; ``beach`` and
    ``falls`` count canoes by colour; ``buoy`` is the seat (0..) before which the buoy lies.
    """

    canoes: Mapping[str, tuple[Piece, ...] | None]
    beach: Mapping[str, int] | None
    falls: Mapping[str, int] | None
    weather: int | None
    buoy: int | None
    deposits: Mapping[str, Mapping[str, int] | None]
    discs: Mapping[str, DiscSeen] = field(default_factory=dict)
    extra_disc: bool = False
    """A disc lies above the rope, in the stretch where the next one is put in."""
    sure: Mapping[str, float] = field(default_factory=dict, compare=False, repr=False)
    """The probability (0..1) that a reading is right: of the canoes of a space, ``beach``, ``falls`` and
    ``weather``. A reading without one is not doubted."""

    @property
    def whole(self) -> bool:
        """Every space, the beach and the weather were seen."""
        return (
            self.beach is not None
            and self.weather is not None
            and all(pieces is not None for pieces in self.canoes.values())
            and DiscSeen.UNSEEN not in self.discs.values()
        )

    def colours(self, place: str) -> Counter[str] | None:
        """The colours of the canoes in one place - a space, ``beach`` or ``falls`` - or ``None`` when unseen."""
        if place == BEACH:
            return None if self.beach is None else Counter(self.beach)
        if place == FALLS:
            return None if self.falls is None else Counter(self.falls)
        pieces = self.canoes[place]
        return None if pieces is None else Counter(piece.colour for piece in pieces)


@dataclass(frozen=True, slots=True)
class RiverSeen:
    """What the river was seen doing: the arm each disc took that was pushed in, in order."""

    arms: tuple[str | None, ...] | None = ()
    """``None`` for an arm that was not seen, or altogether when discs may have been missed."""

    def followed_by(self, later: RiverSeen) -> RiverSeen:
        """Both, one after the other."""
        if self.arms is None or later.arms is None:
            return RiverSeen(None)
        return RiverSeen(self.arms + later.arms)


STILL = RiverSeen()
"""Nothing was pushed."""


def without_cargo(seen: BoardPicture) -> BoardPicture:
    """The same picture with every cargo unknown: what can be said of the canoes alone."""
    canoes = {
        space: None if pieces is None else tuple(Piece(piece.colour, None) for piece in pieces)
        for space, pieces in seen.canoes.items()
    }
    return replace(seen, canoes=canoes)
