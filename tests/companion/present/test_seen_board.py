"""The camera's picture as a view."""

from dataclasses import replace

from builders import PLAYERS, placed, seen, start

from companion.board.expectation import expected_picture
from companion.present.seen_board import seen_view


def test_what_was_seen_stands_where_it_was_seen():
    view = seen_view(expected_picture(placed(start(), red_1="M3+violet", blue_1="falls")), PLAYERS)
    assert [(canoe.colour, canoe.cargo) for canoe in view.places["M3"]] == [("red", ("violet",))]
    assert len(view.places["beach"]) == 4
    assert [canoe.colour for canoe in view.places["falls"]] == ["blue"]
    assert view.first == "red"
    assert view.unseen == ()


def test_a_hidden_place_is_named_and_holds_nothing():
    picture = seen(start(), buoy=None, weather=None, beach=None)
    picture = replace(picture, canoes={**picture.canoes, "M2": None})
    view = seen_view(picture, PLAYERS)
    assert view.unseen == ("M2",)
    assert "M2" not in view.places
    assert (view.first, view.weather) == (None, None)


def test_every_canoe_of_the_view_has_a_name_of_its_own():
    view = seen_view(expected_picture(start()), PLAYERS)
    names = [canoe.id for canoes in view.places.values() for canoe in canoes]
    assert len(set(names)) == len(names)
