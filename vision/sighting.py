"""What the camera saw, in the words of the board: the result of reading one picture or several.

A sighting never guesses: what is hidden or cannot be told apart is ``None``, ``UNSEEN`` or ``"unknown"``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

UNKNOWN = "unknown"
"""A canoe carries something, or may, and its colour cannot be told."""


def cargo_of(space: str) -> str:
    """Under which name `Sighting.confidence` has the gems in the canoes of a space."""
    return f"{space}/cargo"


def disc_of(space: str) -> str:
    """Under which name `Sighting.confidence` has the disc of a space."""
    return f"{space}/disc"


def canoes_of(space: str) -> str:
    """Under which name `Sighting.confidence` has the canoes of a space, or that none lies there."""
    return f"{space}/canoes"


SEATED_WITHIN_MM = 8.0
"""A disc lies in its place when its middle is no farther from the space's than this, in millimetres."""


class DiscState(StrEnum):
    """How the river disc of one space lies."""

    SEATED = "seated"
    """Within `SEATED_WITHIN_MM` of its place."""
    DISPLACED = "displaced"
    """There, but farther from its place."""
    MISSING = "missing"
    """The river bed shows."""
    UNSEEN = "unseen"
    """Hidden, or not told apart with confidence."""

    @classmethod
    def lying(cls, offset_mm: float) -> DiscState:
        """Seated or displaced: how a disc lies whose middle is so many millimetres from its place."""
        return cls.SEATED if offset_mm <= SEATED_WITHIN_MM else cls.DISPLACED


class Board(StrEnum):
    """Whether the board was recognised in the picture."""

    FOUND = "found"
    MOVED = "moved"
    """Found again after a bump: not where the calibration had it."""
    LOST = "lost"


class Unreadable(StrEnum):
    """Why a picture must not be used."""

    HAND = "hand"
    BLUR = "blur"
    DARK = "dark"
    BOARD_LOST = "board-lost"


@dataclass(frozen=True, slots=True)
class SeenCanoe:
    """One canoe: ``colour`` of the player (or ``wood`` for Joe); ``cargo`` a gem colour, ``None`` or ``UNKNOWN``."""

    colour: str
    cargo: str | None = None
    confidence: float | None = field(default=None, compare=False, repr=False)
    """How sure its colour and place are, 0..1; ``None`` where it was not graded."""
    cargo_confidence: float | None = field(default=None, compare=False, repr=False)
    """The same of its cargo."""


@dataclass(frozen=True, slots=True)
class SeenSpace:
    """One river space. ``canoes`` is ``None`` when the space is hidden; ``offset_mm`` when no disc was measured."""

    disc: DiscState
    canoes: tuple[SeenCanoe, ...] | None
    offset_mm: float | None = None


@dataclass(frozen=True, slots=True)
class Sighting:
    """The whole table as seen; see *Sighting* in the format's description for each field's meaning.

    Counts that cannot be known are ``None``. ``confidence`` maps each place that was judged to the probability, 0..1,
    that what is told of it is right: a space to the least of its disc and its canoes, `disc_of`, `canoes_of` and
    `cargo_of` it to each of them alone.
    """

    board: Board
    board_by: str | None
    """``"markers"`` or ``"features"``; ``None`` when lost."""
    readable: bool
    why: Unreadable | None
    hand: bool
    reprojection_px: float | None
    spaces: Mapping[str, SeenSpace]
    insertion: DiscState
    beach: Mapping[str, int] | None
    falls: Mapping[str, int] | None
    weather: int | None
    buoy: int | None
    deposits: Mapping[str, Mapping[str, int] | None]
    confidence: Mapping[str, float]
    asks_more: StrEnum | None = None
    """Why less is told than at calibration would be: in what the picture is unlike those of calibration."""

    def to_json(self) -> dict[str, Any]:
        """The sighting as the JSON document of the format (without ``image``)."""
        document: dict[str, Any] = {
            "board": str(self.board),
            "board_by": self.board_by,
            "readable": self.readable,
            "hand": self.hand,
            "reprojection_px": None if self.reprojection_px is None else round(self.reprojection_px, 2),
            "spaces": {name: _space_json(space) for name, space in self.spaces.items()},
            "insertion": {"disc": str(self.insertion)},
            "beach": None if self.beach is None else dict(self.beach),
            "falls": None if self.falls is None else dict(self.falls),
            "weather": self.weather,
            "buoy": self.buoy,
            "deposits": {name: None if gems is None else dict(gems) for name, gems in self.deposits.items()},
            "confidence": {place: round(value, 3) for place, value in self.confidence.items()},
        }
        if self.asks_more is not None:
            document["asks_more"] = str(self.asks_more)
        if self.why is not None:
            document["why"] = str(self.why)
        return document


def _space_json(space: SeenSpace) -> dict[str, Any]:
    document: dict[str, Any] = {"disc": str(space.disc)}
    if space.offset_mm is not None:
        document["offset_mm"] = round(space.offset_mm, 1)
    document["canoes"] = (
        None
        if space.canoes is None
        else [{"colour": canoe.colour, "cargo": canoe.cargo} for canoe in space.canoes]
    )
    return document
