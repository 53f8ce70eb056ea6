"""Every difference between two pictures at once, each by its name, place and remedy."""

from dataclasses import replace

import pytest
from builders import placed, seen, start

from companion.board.comparison import differences, fits
from companion.board.discrepancy import Kind
from companion.board.expectation import expected_picture
from companion.board.picture import DiscSeen, Piece, without_cargo
from companion.words import say


def found(expected, seen_so):
    """Kind and place of every difference."""
    return [(item.kind, item.where) for item in differences(expected_picture(expected), seen_so)]


def with_pieces(state, **spaces):
    return seen(state, canoes=expected_picture(state).canoes | spaces)


def test_a_picture_of_the_position_differs_in_nothing():
    assert found(start(), seen(start())) == []


def test_a_canoe_elsewhere_is_one_difference_that_names_where_it_belongs():
    (item,) = differences(expected_picture(start()), seen(placed(start(), red_1="M2")))
    assert (item.kind, item.where, item.home, item.colour) == (Kind.CANOE_MISPLACED, "M2", "beach", "red")


def test_another_colour_in_a_canoes_place_is_an_exchange():
    lies = placed(start(), red_1="M3")
    picture = replace(with_pieces(lies, M3=(Piece("green"),)), beach=None)
    (item,) = differences(expected_picture(lies), picture)
    assert (item.kind, item.where, item.home, item.colour) == (Kind.CANOE_WRONG_COLOUR, "M3", "M3", "green")


def test_a_canoe_seen_nowhere_is_missing_where_it_should_be():
    lies = placed(start(), red_1="M3")
    assert found(lies, with_pieces(lies, M3=())) == [(Kind.CANOE_MISSING, "M3")]


def test_a_canoe_that_should_be_nowhere_is_unexpected_where_it_lies():
    lost = placed(start(), red_1="falls")
    picture = seen(placed(start(), red_1="R2"), falls=None)
    assert found(lost, picture) == [(Kind.CANOE_UNEXPECTED, "R2")]


def test_moves_are_told_before_exchanges_and_exchanges_before_what_is_missing():
    lies = placed(start(), red_1="M1", blue_1="M3", green_1="M5", green_2="L1")
    picture = with_pieces(lies, M1=(), M2=(Piece("red"),), M3=(Piece("yellow"),), M5=(), L1=())
    assert found(lies, picture) == [
        (Kind.CANOE_MISPLACED, "M2"),
        (Kind.CANOE_WRONG_COLOUR, "M3"),
        (Kind.CANOE_MISSING, "M5"),
        (Kind.CANOE_MISSING, "L1"),
    ]


def test_unseen_places_contradict_nothing():
    lies = placed(start(), weather=1, red_1="M3+violet")
    blind = replace(
        expected_picture(start()),
        canoes=dict.fromkeys(expected_picture(start()).canoes),
        beach=None,
        falls=None,
        weather=None,
        buoy=None,
        deposits={},
        discs={},
    )
    assert found(lies, blind) == []
    assert fits(expected_picture(lies), blind)


@pytest.mark.parametrize(
    ("disc", "kind"),
    [
        (DiscSeen.MISSING, Kind.DISC_MISSING),
        (DiscSeen.DISPLACED, Kind.DISC_DISPLACED),
        (DiscSeen.OVERHANGING, Kind.DISC_OVERHANGING),
    ],
)
def test_a_disc_that_does_not_lie_in_its_seat_is_told(disc, kind):
    picture = seen(start(), discs=expected_picture(start()).discs | {"L2": disc})
    assert found(start(), picture) == [(kind, "L2")]


@pytest.mark.parametrize("disc", [DiscSeen.SEATED, DiscSeen.UNSEEN])
def test_a_disc_in_its_seat_or_out_of_sight_is_not(disc):
    picture = seen(start(), discs=expected_picture(start()).discs | {"L2": disc})
    assert found(start(), picture) == []


def test_a_disc_above_the_rope_is_one_too_many():
    assert found(start(), seen(start(), extra_disc=True)) == [(Kind.DISC_EXTRA, "insertion")]


def test_gems_are_compared_where_the_canoes_are_as_they_should_be():
    lies = placed(start(), red_1="M3+violet")
    assert found(lies, with_pieces(lies, M3=(Piece("red", ("blue",)),))) == [(Kind.CARGO_WRONG, "M3")]
    assert found(lies, with_pieces(lies, M3=(Piece("red", None),))) == []


def test_alike_canoes_are_not_told_apart_by_their_gems():
    lies = placed(start(), red_1="M3+violet", red_2="M3")
    assert found(lies, with_pieces(lies, M3=(Piece("red", ()), Piece("red", ("violet",))))) == []
    assert fits(expected_picture(lies), with_pieces(lies, M3=(Piece("red", ("violet",)), Piece("red", None))))


def test_weather_buoy_and_deposits_are_compared_one_by_one():
    deposits = expected_picture(start()).deposits | {"ruby": {"pink": 6}}
    picture = seen(start(), weather=1, buoy=2, deposits=deposits)
    assert found(start(), picture) == [
        (Kind.WEATHER_WRONG, "weather"),
        (Kind.BUOY_WRONG, "buoy"),
        (Kind.DEPOSIT_WRONG, "ruby"),
    ]


def test_every_difference_says_what_is_wrong_and_what_puts_it_right():
    picture = seen(placed(start(), red_1="M2"), weather=1, buoy=2, extra_disc=True)
    for item in differences(expected_picture(start()), picture):
        assert say(item.message)
        assert say(item.remedy)


def test_a_picture_fits_when_canoes_cargo_and_weather_do():
    lies = placed(start(), red_1="M3+violet")
    assert fits(expected_picture(lies), seen(lies, buoy=2, deposits={}))
    assert not fits(expected_picture(lies), seen(lies, weather=1))
    assert not fits(expected_picture(lies), seen(placed(start(), red_1="M3")))
    assert fits(expected_picture(lies), without_cargo(seen(placed(start(), red_1="M3"))))
    assert not fits(expected_picture(lies), seen(placed(start(), red_1="M4+violet")))
