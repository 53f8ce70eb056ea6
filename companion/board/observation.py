"""One look of the camera in game words, as the eyes hand it to the referee."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.board.picture import BoardPicture, RiverSeen
    from companion.engine.message import Message


class Watching(StrEnum):
    """What the camera is doing."""

    OFF = "off"
    """No camera: everything is entered by hand."""
    WATCHING = "watching"
    """Still, and reading."""
    HANDS = "hands"
    """Hands or movement in view: waiting."""
    UNREADABLE = "unreadable"
    """The picture cannot be used (too dark, board lost)."""
    RESTING = "resting"
    """Told to leave the board alone until it agrees again."""
    AWAY = "away"
    """The camera went away; it is being looked for."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One look of the camera in game words: what it is doing, and the board if it could be read."""

    watching: Watching
    text: Message
    picture: BoardPicture | None = None
    lens: bytes | None = None
    """The annotated picture as JPEG, when there is a new one."""
    river: RiverSeen | None = None
    """What the river has done since the last picture: so far, or - beside a picture - altogether; if anything."""
    look: int | None = None
    """The number of the camera's look that ``picture`` was read from, where somebody keeps count."""
