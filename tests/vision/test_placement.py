"""Where canoes lie, in millimetres: on a disc, on a beach, or nowhere."""

from collections import Counter
from dataclasses import fields

import pytest
from field_cases import on_each_side

from vision.canoes.fleet import FoundCanoe
from vision.layout import default_layout
from vision.placement import CanoePlacer, PlacementThresholds

LAYOUT = default_layout()
OWNED = Counter(red=2, blue=2, green=2)
DISCS_SEATED = dict(LAYOUT.spaces)
SAND = LAYOUT.beaches["left"]
ON_SAND = ((SAND.x_min + SAND.x_max) / 2, (SAND.y_min + SAND.y_max) / 2)
ON_LAND = (250.0, 20.0)
REACH_MM = (LAYOUT.disc.diameter + LAYOUT.pieces.canoe_length) / 2
"""A canoe whose middle is this far from a disc's can just touch it with its bow."""


def canoe(colour, place):
    return FoundCanoe(colour, place, None, 1.0, 1.0)


def placed(*canoes, doubtful=(), discs=DISCS_SEATED, owned=OWNED):
    return CanoePlacer(LAYOUT, owned).place([canoe(*one) for one in canoes], doubtful, discs)


def beside(space, dx_mm=0.0, dy_mm=0.0):
    x, y = LAYOUT.spaces[space]
    return x + dx_mm, y + dy_mm


def colours(canoes):
    return [canoe.colour for canoe in canoes]


def crowd(space, number):
    """So many canoes of one player's on a space; two of his canoes are nowhere."""
    return placed(*[("red", beside(space))] * number, owned=Counter(red=number + 2))


CASES = {
    "most_abreast": [
        ("four canoes side by side hide nothing", lambda: crowd("M3", 4).hidden, frozenset()),
        ("below five there may be the ones that are nowhere", lambda: crowd("M3", 5).hidden, {"M3"}),
    ],
}


@on_each_side(CASES)
def test_on_each_side_of_a_threshold(found, expected):
    assert found() == expected


def test_every_threshold_has_its_cases():
    assert CASES.keys() == {field.name for field in fields(PlacementThresholds)}


def test_a_crowd_hides_nothing_when_every_canoe_is_seen():
    crowded = placed(*[("red", beside("M3"))] * 6, owned=Counter(red=6))
    assert crowded.hidden == frozenset()
    assert crowded.falls == {}


def test_a_canoe_lies_on_the_disc_it_is_nearest_to():
    aboard = placed(
        ("red", beside("M2", 5.0, 5.0)), ("blue", beside("M2", 26.0)), ("green", beside("M2", 30.0))
    ).aboard
    assert (colours(aboard["M2"]), colours(aboard["M3"])) == (["red", "blue"], ["green"])


def test_a_canoe_off_every_disc_is_on_no_space():
    assert placed(("red", beside("R2", 0.0, 29.0))).aboard["R2"]
    assert not placed(("red", beside("R2", 0.0, 33.0))).aboard["R2"]


def test_a_displaced_disc_takes_its_canoes_with_it_and_may_still_leave_some_behind():
    away = beside("L2", 30.0)
    discs = DISCS_SEATED | {"L2": away}
    there = placed(("red", (away[0] + 20.0, away[1])), ("blue", beside("L2", -20.0)), discs=discs)
    assert colours(there.aboard["L2"]) == ["red", "blue"]
    assert not placed(("red", (away[0] + 20.0, away[1]))).aboard["L2"]


def test_a_disc_that_was_not_seen_counts_as_lying_in_its_place():
    there = placed(("red", beside("M4")), discs=DISCS_SEATED | {"M4": None})
    assert colours(there.aboard["M4"]) == ["red"]


def test_what_is_drawn_up_on_the_sand_is_counted_by_its_colour():
    assert placed(("red", ON_SAND), ("red", ON_SAND), ("blue", ON_SAND)).beach == {"red": 2, "blue": 1}


@pytest.mark.parametrize(("off_mm", "ashore"), [(17.0, True), (19.5, False)])
def test_beside_the_sand_a_canoe_is_on_the_beach_up_to_the_margin(off_mm, ashore):
    beach = placed(("red", (SAND.x_min + 10, SAND.y_min - off_mm))).beach
    assert beach == ({"red": 1} if ashore else {})


def test_beside_the_sand_a_canoe_that_can_still_touch_a_disc_is_not_on_the_beach():
    x, y = LAYOUT.spaces["M1"]
    off_sand = SAND.y_max + 10.0
    apart_mm = y - off_sand
    touching = x - ((REACH_MM - 1) ** 2 - apart_mm**2) ** 0.5
    clear = x - ((REACH_MM + 1) ** 2 - apart_mm**2) ** 0.5
    assert placed(("red", (touching, off_sand))).beach == {}
    assert placed(("red", (clear, off_sand))).beach == {"red": 1}


def test_canoes_that_are_nowhere_went_over_the_falls():
    assert placed(("red", beside("M1")), ("blue", ON_SAND), ("blue", ON_LAND)).falls == {"red": 1, "green": 2}


def test_a_doubt_on_a_space_hides_its_canoes_and_who_fell():
    doubted = placed(("red", beside("M1")), doubtful=[beside("M1", 4.0)])
    assert (doubted.hidden, doubted.falls, doubted.beach) == ({"M1"}, None, {})


def test_a_doubt_on_the_sand_hides_the_beach_and_who_fell():
    doubted = placed(("red", beside("M1")), doubtful=[ON_SAND])
    assert (doubted.hidden, doubted.falls, doubted.beach) == (frozenset(), None, None)
