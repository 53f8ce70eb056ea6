"""The board as a picture: unseen is not empty."""

from collections import Counter

import pytest
from builders import placed, seen, start

from companion.board.expectation import expected_picture
from companion.board.picture import DiscSeen, Piece, RiverSeen, without_cargo


def test_the_colours_of_a_place_are_counted():
    picture = expected_picture(placed(start(), red_1="M3", red_2="M3", blue_1="falls"))
    assert picture.colours("M3") == Counter(red=2)
    assert picture.colours("beach") == Counter(blue=1, green=2)
    assert picture.colours("falls") == Counter(blue=1)
    assert picture.colours("M4") == Counter()


def test_the_colours_of_an_unseen_place_are_unknown():
    lies = expected_picture(start())
    picture = seen(start(), canoes=lies.canoes | {"M3": None}, beach=None, falls=None)
    assert [picture.colours(place) for place in ("M3", "beach", "falls")] == [None, None, None]


@pytest.mark.parametrize(
    "hidden",
    [
        {"beach": None},
        {"weather": None},
        {"canoes": {"M1": None}},
        {"discs": {"M1": DiscSeen.UNSEEN}},
    ],
)
def test_a_picture_with_something_unseen_is_not_whole(hidden):
    assert seen(start()).whole
    assert not seen(start(), **hidden).whole


def test_a_picture_is_whole_without_falls_buoy_and_deposits():
    assert seen(start(), falls=None, buoy=None, deposits={}).whole


def test_without_cargo_every_gem_is_unknown_and_every_canoe_where_it_was():
    picture = without_cargo(expected_picture(placed(start(), red_1="M3+violet")))
    assert picture.canoes["M3"] == (Piece("red", None),)
    assert picture.beach == {"red": 1, "blue": 2, "green": 2}


def test_of_two_motions_of_the_river_one_untold_leaves_both_untold():
    assert RiverSeen(("left",)).followed_by(RiverSeen(("right", None))).arms == ("left", "right", None)
    assert RiverSeen(None).followed_by(RiverSeen(("left",))).arms is None
