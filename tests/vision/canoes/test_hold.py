"""Where in a canoe colours are measured; four pixels a millimetre."""

import dataclasses
import math

import cv2
import numpy as np
import pytest

from vision.canoes.hold import Hold, HoldParameters, look_into
from vision.canoes.hull_shapes import Hull
from vision.imaging.colour_models import to_lab

PX_PER_MM = 4.0
GROUND, GEM, FLOOR, SPARKLE = (60, 60, 60), (30, 40, 200), (180, 60, 30), (250, 250, 250)


def lab(bgr):
    return to_lab(np.array([bgr], np.uint8))[0]


def drawn(*spots, degrees=0.0):
    """A hull's middle with discs on it: (colour, millimetres forward of the middle, radius in millimetres)."""
    picture = np.full((160, 200, 3), GROUND, np.uint8)
    for colour, forward_mm, radius_mm in spots:
        along = forward_mm * PX_PER_MM
        x, y = 100 + along * math.cos(math.radians(degrees)), 80 + along * math.sin(math.radians(degrees))
        cv2.circle(picture, (round(x), round(y)), round(radius_mm * PX_PER_MM), colour, cv2.FILLED)
    return look_into(picture, Hull(1, (100.0, 80.0), math.radians(degrees), 1.0, 0.0), PX_PER_MM)


def test_a_gem_of_five_millimetres_fills_most_of_the_patch_in_the_middle():
    assert drawn((GEM, 0.0, 2.5)).middle == pytest.approx(lab(GEM))


def test_a_sparkle_of_three_millimetres_on_a_gem_does_not():
    assert drawn((GEM, 0.0, 4.0), (SPARKLE, 0.0, 1.7)).middle == pytest.approx(lab(GEM))


@pytest.mark.parametrize("degrees", [0.0, 60.0, 90.0])
def test_the_floor_is_looked_at_eleven_millimetres_fore_and_aft(degrees):
    hold = drawn((FLOOR, 11.0, 2.2), (GEM, -11.0, 2.2), degrees=degrees)
    assert hold.fore == pytest.approx(lab(FLOOR))
    assert hold.aft == pytest.approx(lab(GEM))
    assert hold.middle == pytest.approx(lab(GROUND))


def test_a_spot_of_three_millimetres_on_the_floor_is_no_floor():
    assert drawn((FLOOR, 11.0, 4.0), (SPARKLE, 11.0, 1.5)).fore == pytest.approx(lab(FLOOR))


def test_the_floor_is_taken_from_its_brighter_end():
    dark, light = np.array([40.0, 128.0, 128.0]), np.array([90.0, 130.0, 125.0])
    assert Hold(dark, dark, light).floor is light
    assert Hold(dark, light, dark).floor is light


def test_at_the_pictures_edge_the_part_of_a_patch_that_is_in_it_counts():
    picture = np.full((40, 60, 3), GROUND, np.uint8)
    hold = look_into(picture, Hull(1, (2.0, 38.0), 0.3, 1.0, 0.0), PX_PER_MM)
    assert hold.middle == pytest.approx(lab(GROUND))
    assert hold.aft == pytest.approx(lab(GROUND))


TESTED = {
    "middle_radius_mm": test_a_gem_of_five_millimetres_fills_most_of_the_patch_in_the_middle,
    "floor_away_mm": test_the_floor_is_looked_at_eleven_millimetres_fore_and_aft,
    "floor_radius_mm": test_a_spot_of_three_millimetres_on_the_floor_is_no_floor,
}


def test_every_parameter_is_tested():
    assert set(TESTED) == {field.name for field in dataclasses.fields(HoldParameters)}
