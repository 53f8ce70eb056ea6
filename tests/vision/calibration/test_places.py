"""The places of a board as a list that can be shown, moved and given back."""

from dataclasses import replace

import pytest

from vision.calibration.places import (
    CONFIRMED,
    SURE_FROM,
    PlaceKind,
    is_sure,
    kind_or_name,
    layout_with,
    places_of,
    unsure_names,
)
from vision.layout import Beach, default_layout

LAYOUT = default_layout()


def place(name, layout=LAYOUT):
    return next(place for place in places_of(layout, {}) if place.name == name)


def moved(name, x, y):
    return layout_with(LAYOUT, [replace(place(name), centre_mm=(x, y))])


def test_every_place_of_the_board_is_listed_once():
    names = [place.name for place in places_of(LAYOUT, {})]
    assert len(names) == len(set(names)) == 9 + 3 + 5 + 2 + 4 + 6
    assert {
        "M1",
        "R2",
        "insertion",
        "rope",
        "falls",
        "amethyst",
        "beach/left",
        "weather/-1",
        "buoy/5",
    } <= set(names)


@pytest.mark.parametrize(
    ("name", "kind", "centre_mm", "size_mm", "is_round"),
    [
        ("M1", PlaceKind.SPACE, (150.0, 150.0), (54.5, 54.5), True),
        ("insertion", PlaceKind.INSERTION, (92.0, 150.0), (54.5, 54.5), True),
        ("rope", PlaceKind.ROPE, (121.0, 150.0), (0.0, 84.0), False),
        ("falls", PlaceKind.FALLS, (497.0, 150.0), (0.0, 300.0), False),
        ("sapphire", PlaceKind.DEPOSIT, (420.0, 150.0), (34.0, 34.0), True),
        ("beach/right", PlaceKind.BEACH, (73.0, 226.0), (78.0, 68.0), False),
        ("weather/2", PlaceKind.WEATHER, (246.0, 280.0), (28.0, 28.0), False),
        ("buoy/1", PlaceKind.BUOY, (210.0, 20.0), (22.0, 22.0), True),
    ],
)
def test_each_kind_has_its_shape_around_its_middle(name, kind, centre_mm, size_mm, is_round):
    listed = place(name)
    assert (listed.kind, listed.centre_mm, listed.size_mm, listed.is_round) == (
        kind, centre_mm, size_mm, is_round,
    )  # fmt: skip


def test_places_that_are_given_back_as_they_are_change_nothing():
    assert layout_with(LAYOUT, places_of(LAYOUT, {})) == LAYOUT


def test_a_place_that_was_moved_lies_where_it_was_moved_and_no_other_moves():
    layout = moved("weather/0", 190.0, 275.0)
    assert layout.weather.centres == ((150.0, 280.0), (190.0, 275.0), (214.0, 280.0), (246.0, 280.0))
    assert replace(layout, weather=LAYOUT.weather) == LAYOUT
    assert moved("M3", 260.0, 155.0).spaces["M3"] == (260.0, 155.0)
    assert moved("insertion", 90.0, 151.0).river.insertion == (90.0, 151.0)
    assert moved("buoy/5", 440.0, 22.0).buoy.centres[5] == (440.0, 22.0)
    assert moved("beach/left", 80.0, 80.0).beaches["left"] == Beach(41.0, 46.0, 119.0, 114.0)


def test_of_a_line_across_the_river_only_its_distance_downstream_counts():
    assert moved("rope", 118.0, 10.0).river == replace(LAYOUT.river, rope_x=118.0)
    assert moved("falls", 490.0, 10.0).river == replace(LAYOUT.river, falls_x=490.0)


def test_a_deposit_and_a_beach_take_their_size_too():
    wider = replace(place("ruby"), size_mm=(50.0, 50.0))
    longer = replace(place("beach/left"), size_mm=(80.0, 60.0))
    layout = layout_with(LAYOUT, [wider, longer])
    assert layout.deposits["ruby"].radius == 25.0
    assert layout.beaches["left"] == Beach(33.0, 44.0, 113.0, 104.0)


@pytest.mark.parametrize("change", [{"name": "M9"}, {"kind": PlaceKind.DEPOSIT}])
def test_what_is_no_place_of_this_board_is_refused(change):
    with pytest.raises(KeyError):
        layout_with(LAYOUT, [replace(place("M3"), **change)])


@pytest.mark.parametrize(("certainty", "sure"), [(0.85, False), (0.95, True), (CONFIRMED, True)])
def test_a_place_is_read_from_nine_tenths_of_certainty_on(certainty, sure):
    assert is_sure(certainty) is sure
    assert 0.85 < SURE_FROM < 0.95
    listed = {place.name: place for place in places_of(LAYOUT, {"M3": certainty})}
    assert (listed["M3"].certainty, listed["M3"].is_sure) == (certainty, sure)
    assert unsure_names({"M3": certainty}) == (() if sure else ("M3",))


def test_a_place_of_which_no_certainty_is_known_was_confirmed():
    assert place("M3").certainty == CONFIRMED


def test_the_places_of_a_row_and_the_beaches_are_called_together():
    assert [kind_or_name(name) for name in ("weather/-1", "buoy/0", "beach/left", "M3", "ruby")] == [
        "weather", "buoy", "beach", "M3", "ruby",
    ]  # fmt: skip
