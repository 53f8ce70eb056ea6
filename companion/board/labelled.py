"""A look of the camera and what truly lay there: by the word of the game, once the players had agreed with it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.board.comparison import differences
from companion.board.discrepancy import Kind

if TYPE_CHECKING:
    from companion.board.picture import BoardPicture


class SettledBy(StrEnum):
    """How the players came to agree with the game."""

    AGREEMENT = "agreement"
    """Board and game showed the same, and nobody objected."""
    ANSWER = "answer"
    """Somebody answered a question of the camera."""
    CORRECTION = "correction"
    """Somebody declared the board right, or laid the position by hand."""


@dataclass(frozen=True, slots=True)
class LabelledLook:
    """What lay on the board in the look number ``look``."""

    look: int
    board: BoardPicture
    """As the game has it, without gaps. No cards: none of them lies on the board."""
    doubtful: frozenset[str]
    """Facts of which the camera told something else and nobody was asked: the camera may have misread, or somebody
    may have been untidy. Deposits by name, ``buoy``, and ``M3/cargo`` for the gems in the canoes of a space."""
    by: SettledBy


def doubtful_facts(expected: BoardPicture, seen: BoardPicture) -> frozenset[str]:
    """The facts that were seen otherwise than the game has them; what was not seen is not doubted."""
    return frozenset(
        f"{item.where}/cargo" if item.kind is Kind.CARGO_WRONG else item.where
        for item in differences(expected, seen)
    )
