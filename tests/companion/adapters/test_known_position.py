"""Recalibrating in the middle of a game: what the game expects, as the vision wants to hear it."""

from companion.adapters.sighting_to_board import known_position
from companion.board.picture import BoardPicture, Piece


def test_canoes_are_told_by_colour_and_place():
    expected = BoardPicture(
        canoes={"M1": (Piece("red", ("violet",)), Piece("wood")), "M2": ()},
        beach={"blue": 2},
        falls={"red": 1},
        weather=0,
        buoy=0,
        deposits={},
    )
    position = known_position(expected)
    assert position.spaces == {"M1": ("red", "wood"), "M2": ()}
    assert position.beach == {"blue": 2}
