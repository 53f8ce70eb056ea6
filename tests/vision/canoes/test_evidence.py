"""What is measured of a hull, 80 pixels long and 30 in the beam, of which a share was painted over."""

import dataclasses
import math

import numpy as np
import pytest

from vision.canoes.evidence import CanoeEvidenceParameters, measure, overlap, unclaimed
from vision.canoes.hull_shapes import Hull, HullShape
from vision.imaging.colour_models import ColourModel, Palette, to_lab

SHAPE = HullShape(80.0, 30.0)
SIZE = (140, 160)
HULL = Hull(1, (80.0, 70.0), math.radians(20), 0.9, 0.1)
RED_BGR, WATER_BGR = (45, 40, 200), (150, 110, 60)
RED_LAB = to_lab(np.array([RED_BGR], np.uint8))[0]
PALETTE = Palette.of({"red": ColourModel(RED_LAB, np.eye(3) * 100.0)})
WHOLE = SHAPE.fill(SIZE, HULL)
MEASURED_AREA = 0.9**2 * SHAPE.area_px - math.pi * (0.28 * 40) ** 2
"""The outline at nine tenths of its size, without the disc for a gem: in pixels."""


def measured(own, *, others=None, bgr=RED_BGR, empty_bgr=WATER_BGR):
    """The evidence with its own label where ``own`` is true, and another's where ``others`` is."""
    labels = np.where(own, 1, 0).astype(np.uint8)
    if others is not None:
        labels[others] = 2
    picture, empty = np.full((*SIZE, 3), bgr, np.uint8), np.full((*SIZE, 3), empty_bgr, np.uint8)
    return measure(HULL, SHAPE, picture, empty, labels, PALETTE)


def test_a_hull_all_of_its_colour_is_pure():
    assert measured(WHOLE).purity == 1.0


def test_a_pixel_of_another_canoes_colour_counts_half():
    below = WHOLE.copy()
    below[:70] = False
    assert measured(WHOLE, others=below).purity == pytest.approx(0.75, abs=0.02)
    assert measured(WHOLE & ~below).purity == pytest.approx(0.5, abs=0.03)


def test_the_edge_of_a_hull_does_not_count():
    assert measured(SHAPE.fill(SIZE, HULL, 0.92)).purity == 1.0


def test_all_of_a_hull_but_its_edge_counts():
    purity = measured(SHAPE.fill(SIZE, HULL, 0.8)).purity
    assert purity == pytest.approx(1 - (0.9**2 - 0.8**2) * SHAPE.area_px / MEASURED_AREA, abs=0.03)


def test_a_gem_in_the_middle_does_not_count():
    assert measured(WHOLE & ~SHAPE.middle(SIZE, HULL, 0.27)).purity == 1.0


def test_what_lies_beside_a_gem_counts():
    """A hole of a third of the hull's length; the gem's disc was left out of it already, and the beam cuts it off."""
    hole = WHOLE & SHAPE.middle(SIZE, HULL, 0.34) & ~SHAPE.middle(SIZE, HULL, 0.28)
    inside = SHAPE.fill(SIZE, HULL, 0.9)
    expected = 1 - np.count_nonzero(hole & inside) / MEASURED_AREA
    assert 0.8 < expected < 0.93
    assert measured(WHOLE & ~hole).purity == pytest.approx(expected, abs=0.02)


def test_shade_dims_all_channels_alike():
    shade = tuple(part // 2 for part in WATER_BGR)
    evidence = measured(WHOLE, bgr=shade)
    assert evidence.brightest_ratio == pytest.approx(0.5, abs=0.01)
    assert evidence.unevenness == pytest.approx(0.0, abs=0.02)


def test_a_canoe_changes_them_unlike():
    evidence = measured(WHOLE)
    assert evidence.brightest_ratio == pytest.approx(201 / 61)
    assert evidence.unevenness == pytest.approx(1 - (46 / 151) / (201 / 61))


def test_how_far_its_colour_is_from_a_canoes_is_told_in_standard_deviations():
    assert measured(WHOLE).distances == pytest.approx({"red": 0.0})
    darker = np.array([[45, 40, 170]], np.uint8)
    expected = np.linalg.norm(to_lab(darker)[0] - RED_LAB) / 10
    assert measured(WHOLE, bgr=(45, 40, 170)).distances == pytest.approx({"red": expected})


def test_cover_is_what_the_search_found():
    assert measured(WHOLE).cover == HULL.cover


def test_overlap_is_the_share_of_a_hull_that_canoes_of_its_colour_cover():
    taken = np.zeros(SIZE, np.uint8)
    taken[:70][WHOLE[:70]] = 3
    assert overlap(HULL, SHAPE, taken, 3) == pytest.approx(0.5, abs=0.03)
    assert overlap(HULL, SHAPE, taken, 2) == 0.0


def test_unclaimed_is_what_of_its_colour_no_canoe_explains_in_hull_areas():
    labels = np.zeros(SIZE, np.uint8)
    labels[60:80, 60:80] = 2
    claimed = np.zeros(SIZE, bool)
    claimed[60:80, 60:70] = True
    assert unclaimed(HULL, SHAPE, labels, claimed, 2) == pytest.approx(200 / SHAPE.area_px)
    assert unclaimed(HULL, SHAPE, labels, claimed, 1) == 0.0


TESTED = {
    "inner": (test_the_edge_of_a_hull_does_not_count, test_all_of_a_hull_but_its_edge_counts),
    "gem_disc": (test_a_gem_in_the_middle_does_not_count, test_what_lies_beside_a_gem_counts),
}


def test_every_parameter_is_tested():
    assert set(TESTED) == {field.name for field in dataclasses.fields(CanoeEvidenceParameters)}
