"""Who does something to a game: a player, the host, whoever presses the panel's button, or the camera."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class Role(StrEnum):
    """In what capacity somebody acts; the values are the words that the log keeps."""

    PLAYER = "player"
    """Somebody at a seat, on a page."""
    HOST = "host"
    """Whoever holds the host's address: may act for every player."""
    BUTTON = "button"
    """Anybody at the panel's button."""
    CAMERA = "camera"
    """The companion itself, by what it read from the board."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who did it: a role and, for a player, the colour of the seat."""

    role: Role
    colour: str | None = None

    @classmethod
    def at_seat(cls, colour: str) -> Self:
        """The player of this colour."""
        return cls(Role.PLAYER, colour)

    @property
    def word(self) -> str:
        """How the log and the words call the actor: a player's colour, else the role."""
        return str(self.role) if self.colour is None else self.colour

    def may_act_for(self, player: str | None) -> bool:
        """Whether an action of ``player`` (``None``: of nobody, the river's) is this actor's to give or take back."""
        return self.role is Role.HOST or (player is not None and self.colour == player)


HOST = Actor(Role.HOST)
BUTTON = Actor(Role.BUTTON)
CAMERA = Actor(Role.CAMERA)
