"""Hulls are found by their shape in a picture of colour names."""

import dataclasses
import math

import numpy as np
import pytest

from vision.canoes.hull_finder import HullFinder, HullFinderThresholds
from vision.canoes.hull_shapes import Hull, HullShape

RED, BLUE = 1, 2
SHAPE = HullShape(80.0, 30.0)
FINDER = HullFinder(SHAPE)


def picture(*hulls, size=(240, 300)):
    """Labels with lenses drawn in: (label, x, y, degrees)."""
    labels = np.zeros(size, np.uint8)
    for label, x, y, degrees in hulls:
        labels[SHAPE.fill(size, Hull(label, (x, y), math.radians(degrees), 1.0, 0.0))] = label
    return labels


def found(labels):
    return [
        (hull.label, hull.middle_px, math.degrees(hull.angle_rad) % 180) for hull in FINDER.find(labels, 2)
    ]


@pytest.mark.parametrize("degrees", [0, 25, 90, 130])
def test_a_hull_alone_is_found_with_its_middle_and_direction(degrees):
    ((label, middle, angle),) = found(picture((RED, 120, 100, degrees)))
    assert label == RED
    assert middle == pytest.approx((120, 100), abs=1.0)
    assert (angle - degrees + 90) % 180 - 90 == pytest.approx(0, abs=3.0)


@pytest.mark.parametrize(("right", "down"), [(0, 30), (6, 27), (40, 22)])
def test_two_hulls_of_a_colour_that_touch_are_two(right, down):
    hulls = found(picture((RED, 100, 80, 0), (RED, 100 + right, 80 + down, 0)))
    assert [label for label, _, _ in hulls] == [RED, RED]
    upper, lower = sorted((middle for _, middle, _ in hulls), key=lambda middle: middle[1])
    assert upper == pytest.approx((100, 80), abs=5.0)
    assert lower == pytest.approx((100 + right, 80 + down), abs=5.0)


def test_hulls_side_by_side_in_two_colours_keep_their_colours():
    hulls = found(picture((RED, 100, 80, 0), (BLUE, 100, 111, 0)))
    assert {(label, round(middle[1] / 10)) for label, middle, _ in hulls} == {(RED, 8), (BLUE, 11)}


def test_a_gem_in_the_middle_does_not_cut_a_hull_in_two():
    labels = picture((RED, 120, 100, 0))
    rows, columns = np.ogrid[: labels.shape[0], : labels.shape[1]]
    labels[np.hypot(columns - 120, rows - 100) < 10] = BLUE
    ((label, middle, _),) = found(labels)
    assert label == RED
    assert middle == pytest.approx((120, 100), abs=1.5)


def test_a_sliver_of_shade_fills_little_of_a_hull():
    labels = picture((RED, 120, 100, 0))
    labels[SHAPE.fill(labels.shape, Hull(RED, (120, 107), 0.0, 1.0, 0.0))] = 0
    assert all(hull.cover < 0.45 for hull in FINDER.find(labels, 2))
    (whole,) = FINDER.find(picture((RED, 120, 100, 0)), 2)
    assert whole.cover > 0.95


def test_speckles_are_no_hulls():
    labels = (np.random.default_rng(5).random((240, 300)) < 0.15).astype(np.uint8)
    assert found(labels) == []


def slab(half_px, gap=()):
    """The middle of a hull, so many pixels fore and aft, without the columns of a gap."""
    labels = picture((RED, 120, 100, 0))
    labels[:, : 120 - half_px] = 0
    labels[:, 120 + half_px :] = 0
    labels[:, list(gap)] = 0
    return labels


@pytest.mark.parametrize(("half_px", "hulls"), [(6, 0), (8, 1)])
def test_a_quarter_of_a_hull_is_one_and_less_is_none(half_px, hulls):
    assert len(found(slab(half_px))) == hulls


@pytest.mark.parametrize(("gap", "hulls"), [((121,), 1), ((121, 122), 0)])
def test_a_gap_of_one_pixel_does_not_part_a_hull_and_one_of_two_does(gap, hulls):
    """Neither part is a quarter of a hull."""
    assert len(found(slab(10, gap))) == hulls


def test_of_a_heap_of_one_colour_six_hulls_are_looked_for():
    labels = np.zeros((240, 300), np.uint8)
    labels[60:180, 40:260] = RED
    assert len(found(labels)) == 6


def test_a_hull_found_takes_little_from_one_that_touches_it():
    hulls = FINDER.find(picture((RED, 100, 80, 0), (BLUE, 100, 111, 0)), 2)
    assert len(hulls) == 2
    assert all(hull.cover > 0.9 for hull in hulls)


def test_planks_of_four_pixels_are_seen():
    labels = np.zeros((240, 300), np.uint8)
    labels[90:104, 80:160] = RED
    labels[94:100, 84:156] = 0
    assert [label for label, _, _ in found(labels)] == [RED]


def test_hairlines_are_no_hull():
    labels = picture((RED, 120, 100, 0))
    labels[1::2] = 0
    assert np.count_nonzero(labels) > 0.45 * SHAPE.area_px
    assert found(labels) == []


TESTED = {
    "least_cover": test_a_quarter_of_a_hull_is_one_and_less_is_none,
    "most_searched": test_of_a_heap_of_one_colour_six_hulls_are_looked_for,
    "claim": test_a_hull_found_takes_little_from_one_that_touches_it,
    "speckle_px": test_planks_of_four_pixels_are_seen,
    "component_stride": test_a_gap_of_one_pixel_does_not_part_a_hull_and_one_of_two_does,
}


def test_every_threshold_is_tested():
    assert set(TESTED) == {field.name for field in dataclasses.fields(HullFinderThresholds)}
