"""What the core asks of the outside: eyes and announcer. Adapters fulfil these; tests have doubles by hand."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.board.labelled import LabelledLook
    from companion.board.picture import BoardPicture
    from companion.engine.message import Message
    from companion.referee.facts import Fact
    from companion.referee.situation import Situation


class Shot(StrEnum):
    """The two pictures that calibration learns from."""

    EMPTY = "empty"
    """The river empty: no discs, canoes or gems."""
    SET_UP = "set-up"
    """The board set up for a game."""


@dataclass(frozen=True, slots=True)
class EquipmentPart:
    """One part of the table's equipment: whether it is there, and a sentence about it."""

    name: str
    found: bool
    text: Message


class PlaceShape(StrEnum):
    """How a place of the board is drawn."""

    CIRCLE = "circle"
    RECTANGLE = "rectangle"
    LINE = "line"
    """Across the river: only how far downstream it lies counts."""


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """A place of the board, in millimetres: x downstream, y from the left bank to the right bank."""

    name: str
    shape: PlaceShape
    centre_mm: tuple[float, float]
    size_mm: tuple[float, float]
    """Along x and along y; a circle's diameter twice."""
    row: str | None
    """The row it is printed in, whose places are moved together; ``None`` for a place by itself."""
    any_size: bool
    """Whether its size can be shown too."""
    sure: bool
    """Whether it is read; else it waits for somebody to put it right or confirm it."""


@dataclass(frozen=True, slots=True)
class PlacesView:
    """All places of the calibrated board, over its picture from above."""

    version: str
    """Changes whenever a place does: what somebody shows is meant for this one."""
    size_mm: tuple[float, float]
    margin_mm: float
    """So much of the table around the board is in the picture."""
    places: tuple[DrawnPlace, ...]
    """Those first of which the camera is not sure."""


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """Where somebody says that a place is, and how large where that can be said."""

    centre_mm: tuple[float, float]
    size_mm: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class LitLamps:
    """The panel as it is lit now: ``seats`` maps colour to brightness 0..1, ``status_rgb`` and ``river`` 0..1."""

    seats: Mapping[str, float]
    status_rgb: tuple[float, float, float]
    river: tuple[float, ...]
    tone: str | None


class Equipment(Protocol):
    """What the first evening needs of camera and panel; every call may come from any thread and may raise `Refused`."""

    def parts(self) -> tuple[EquipmentPart, ...]:
        """What is attached, and what to do about what is not."""
        ...

    def marker_sheet(self) -> bytes:
        """The sheet of stickers to print, as PDF."""
        ...

    def shoot(self, shot: Shot) -> None:
        """Keep the newest picture as one of the two that calibration needs."""
        ...

    def shots(self) -> frozenset[Shot]:
        """Which pictures have been taken."""
        ...

    def calibrate(
        self, players: Sequence[str], corners: Sequence[tuple[float, float]] | None, *, joe: bool
    ) -> tuple[Message, ...]:
        """Learn this table; returns what is poor about it. ``corners`` are shares 0..1 of the picture."""
        ...

    def recalibrate(self, expected: BoardPicture) -> None:
        """Find the board anew in mid-game, where it lies as ``expected``; nothing needs to be cleared."""
        ...

    @property
    def calibrated(self) -> bool:
        """Whether there is a calibration."""
        ...

    def places(self) -> PlacesView | None:
        """Where everything lies on the calibrated board; ``None`` before the first calibration."""
        ...

    def board_jpeg(self, shot: Shot) -> bytes:
        """The calibrated board straight from above: empty, or set up."""
        ...

    def show_places(self, shown: Mapping[str, ShownPlace], version: str) -> tuple[Message, ...]:
        """Have these places where somebody has shown them, and read there; returns what is still poor."""
        ...

    def sounds(self) -> tuple[str, ...]:
        """What can be tried: the panel's signals, and ``speech`` where there is a voice."""
        ...

    def sound(self, name: str) -> None:
        """Play one of them."""
        ...

    def levels(self) -> tuple[str, ...]:
        """How much can be heard, the most first; nothing without panel and voice."""
        ...

    @property
    def level(self) -> str:
        """How much is heard now."""
        ...

    def set_level(self, level: str) -> None:
        """Have so much heard from now on, after a restart too."""
        ...


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """One picture that was kept with what truly lay there."""

    name: str
    """What it is asked for by: the table's name and its own, with a stroke between."""
    size_bytes: int
    kept_s: float
    """When it was kept, in seconds since 1970."""
    by: str
    """How the players agreed: a `SettledBy`."""
    doubtful: tuple[str, ...]
    """Facts that the camera told otherwise and nobody was asked about."""


class KeptPictures(Protocol):
    """Pictures of the board with their truth, kept on this machine while the host allows it; safe from any thread."""

    @property
    def keeping(self) -> bool:
        """Whether the host allows it."""
        ...

    @property
    def possible(self) -> bool:
        """Whether the calibration's own pictures are there, without which the others are worth little."""
        ...

    @property
    def most_bytes(self) -> int:
        """What all of them may take; the oldest make room."""
        ...

    def allow(self, *, keeping: bool) -> None:
        """Keep pictures from now on, after a restart too, or keep none any more."""
        ...

    def keep(self, labelled: LabelledLook) -> None:
        """Keep the picture of this look, if it is allowed and still at hand; returns at once and raises nothing."""
        ...

    def pictures(self) -> tuple[KeptPicture, ...]:
        """All of them, the newest first."""
        ...

    def jpeg(self, name: str) -> bytes | None:
        """One of them; ``None`` when there is none of this name."""
        ...

    def delete(self, name: str) -> bool:
        """Delete one of them; whether there was one of this name."""
        ...

    def delete_all(self) -> None:
        """Delete all of them."""
        ...

    def zip_parts(self) -> Iterator[bytes]:
        """All of them with their truth as one zip file, piece by piece."""
        ...


class FactAnnouncer(Protocol):
    """Lamps and sounds: told of every fact and how things stand after it."""

    def announce(self, facts: Sequence[Fact], situation: Situation) -> None:
        """Show and sound what happened; must not block."""
        ...

    def lamps(self) -> LitLamps:
        """The panel as it is lit now."""
        ...

    def close(self) -> None:
        """Everything off."""
        ...
