"""What lies on the virtual table: pieces and their places in the layout's millimetres. No rules, no game."""

from __future__ import annotations

from dataclasses import dataclass

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DiscPiece:
    """One transparent river disc, by its centre."""

    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class CanoePiece:
    """One wooden canoe, by its middle; ``angle_rad`` turns its bow from +x towards +y."""

    colour: str
    """A player's colour, or ``wood`` for Joe."""
    x_mm: float
    y_mm: float
    angle_rad: float = 0.0
    cargo: tuple[str, ...] = ()
    """Colours of the gems in it, bow first."""
    name: str = ""
    """What whoever moves the pieces calls it; two canoes of a colour look alike, so it is never drawn."""


@dataclass(frozen=True, slots=True)
class GemPiece:
    """One gem lying on the board (gems in canoes are their cargo)."""

    colour: str
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class HandPiece:
    """A hand over the board, by the middle of its palm; the fingers point along ``angle_rad``."""

    x_mm: float
    y_mm: float
    angle_rad: float
    height_mm: float = 45.0
    skin_bgr: tuple[float, float, float] = (128.0, 160.0, 208.0)


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the table at one moment. ``cloud`` and ``buoy`` are ``None`` when not laid out."""

    discs: tuple[DiscPiece, ...] = ()
    canoes: tuple[CanoePiece, ...] = ()
    gems: tuple[GemPiece, ...] = ()
    cloud: Place | None = None
    buoy: Place | None = None
    hand: HandPiece | None = None

    def index_of(self, name: str) -> int:
        """Where in ``canoes`` the canoe of this name is; `LookupError` when it is not on the table."""
        for index, canoe in enumerate(self.canoes):
            if canoe.name == name:
                return index
        raise LookupError(f"no canoe named {name!r} lies on the table")
