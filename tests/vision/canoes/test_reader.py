"""Where canoes are, and how many there should be."""

import dataclasses
import math

import numpy as np
import pytest

from vision.canoes.fleet import owned_canoes
from vision.canoes.reader import CanoeHeight, places_below, thick_px


@pytest.mark.parametrize("off_mm", [(200.0, 0.0), (-120.0, 100.0)])
def test_a_canoe_far_from_below_the_camera_is_placed_where_it_stands(plain, off_mm):
    """Its outline is seen half-way up its 15 mm, or a little higher; the camera hangs 700 mm above the board."""
    middle = plain.layout.size[0] / 2, plain.layout.size[1] / 2
    place = middle[0] + off_mm[0], middle[1] + off_mm[1]
    for height_mm in (7.5, 10.0):
        seen = plain.pose.to_mm(plain.pose.to_px([place], height_mm))[0]
        assert math.dist(seen, place) > 1.0
        (told,) = places_below([plain.canvas.at(tuple(seen))], plain.canvas, plain.pose)
        assert told == pytest.approx(place, abs=0.6)


def test_every_parameter_is_tested():
    assert [field.name for field in dataclasses.fields(CanoeHeight)] == ["outline_mm"]


def test_what_lies_around_a_place_is_counted_without_lines_and_what_lies_far_off(plain):
    place = plain.layout.spaces["M3"]
    x, y = (round(value) for value in plain.canvas.at(place))
    mask = np.zeros(plain.empty_bgr.shape[:2], bool)
    mask[y : y + 16, x - 10 : x + 20] = True
    mask[y + 30 : y + 32, x - 40 : x + 40] = True
    mask[y : y + 16, x + 80 : x + 110] = True
    assert thick_px(mask, place, 28.0, plain.canvas) == 16 * 30


def test_no_hulls_are_at_no_places(plain):
    assert places_below([], plain.canvas, plain.pose) == []


def test_each_player_has_two_canoes_and_joe_one(plain):
    table = dataclasses.replace(plain, players=("red", "blue"), joe=True)
    assert owned_canoes(table) == {"red": 2, "blue": 2, "wood": 1}
    assert owned_canoes(plain) == {"red": 2}
