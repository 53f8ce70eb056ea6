"""Boards of their own layout, as a trial draws them."""

import itertools
import math
from random import Random

import pytest

from companion.rehearsal.own_board import own_board
from vision.layout import default_layout, layout_problem

BOARDS = [own_board(Random(seed)) for seed in range(40)]
KNOWN = default_layout()


def test_each_is_a_board_on_which_a_game_can_be_laid():
    for board in BOARDS:
        assert layout_problem(board) is None
        for deposit, place in itertools.product(board.deposits.values(), board.spaces.values()):
            assert math.dist(deposit.centre, place) > deposit.radius + board.disc.diameter / 2


def test_no_two_are_alike_and_the_same_seed_makes_the_same():
    assert own_board(Random(3)) == BOARDS[3]
    assert len({repr(board) for board in BOARDS}) == len(BOARDS)


@pytest.mark.parametrize(
    ("least_mm", "places"),
    [
        (10.0, lambda board: board.spaces.values()),
        (8.0, lambda board: [deposit.centre for deposit in board.deposits.values()]),
        (30.0, lambda board: board.weather.centres),
        (15.0, lambda board: board.buoy.centres),
        (3.0, lambda board: [(beach.x_min, beach.y_min) for beach in board.beaches.values()]),
    ],
    ids=["spaces", "deposits", "weather", "buoy", "beaches"],
)
def test_places_lie_clearly_elsewhere_on_some_of_them(least_mm, places):
    farthest = max(
        math.dist(here, there)
        for board in BOARDS
        for here, there in zip(places(board), places(KNOWN), strict=True)
    )
    assert farthest > least_mm


def test_the_rows_are_straight_and_even_and_end_before_the_stickers():
    for board in BOARDS:
        for row in (board.weather.centres, board.buoy.centres):
            steps = {round(b[0] - a[0], 6) for a, b in itertools.pairwise(row)}
            assert len(steps) == 1
        sticker = board.markers.centres[1][0] - board.markers.size / 2
        assert board.buoy.centres[-1][0] + board.buoy.diameter / 2 < sticker
