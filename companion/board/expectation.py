"""What the board should look like in a position of the game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.board.picture import WOOD, BoardPicture, DiscSeen, Piece
from companion.engine import BEACH, FALLS, JOE, SPACES

if TYPE_CHECKING:
    from companion.engine import State


def canoe_colour(canoe: str) -> str:
    """The colour a canoe shows to the camera: ``red`` for ``red-1``, ``wood`` for Joe's."""
    return WOOD if canoe == JOE else canoe.rsplit("-", 1)[0]


def expected_picture(state: State) -> BoardPicture:
    """The board as it must lie in ``state``, with nothing unseen."""
    pieces: dict[str, list[Piece]] = {space: [] for space in SPACES}
    ashore: dict[str, Counter[str]] = {BEACH: Counter(), FALLS: Counter()}
    for name, canoe in state.canoes.items():
        colour = canoe_colour(name)
        if canoe.at in ashore:
            ashore[canoe.at][colour] += 1
        else:
            pieces[canoe.at].append(Piece(colour, tuple(sorted(map(str, canoe.cargo)))))
    return BoardPicture(
        canoes={space: tuple(sorted(here)) for space, here in pieces.items()},
        beach=dict(ashore[BEACH]),
        falls=dict(ashore[FALLS]),
        weather=state.weather,
        buoy=list(state.players).index(state.first),
        deposits={
            str(deposit): {str(gem): count for gem, count in gems.items() if count}
            for deposit, gems in state.deposits.items()
        },
        discs=dict.fromkeys(SPACES, DiscSeen.SEATED),
    )
