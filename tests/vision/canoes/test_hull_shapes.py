"""The outline of a hull: a lens of two parabolic arcs, 80 pixels long and 30 in the beam."""

import math

import numpy as np
import pytest

from vision.canoes.hull_shapes import Hull, HullShape

SHAPE = HullShape(80.0, 30.0)
PICTURE = (200, 240)


def hull(x=120.0, y=100.0, degrees=0.0):
    return Hull(1, (x, y), math.radians(degrees), 1.0, 0.0)


@pytest.mark.parametrize("degrees", [0, 30, 90, 135])
def test_a_hull_fills_two_thirds_of_the_box_around_it_in_any_direction(degrees):
    assert SHAPE.area_px == pytest.approx(1600)
    # Pixels that the outline cuts count too: half a pixel all around its 170 pixels.
    assert np.count_nonzero(SHAPE.fill(PICTURE, hull(degrees=degrees))) == pytest.approx(1600 + 85, rel=0.02)


def test_the_outline_follows_its_arc_to_a_quarter_of_a_pixel_with_few_points():
    points = SHAPE.outline(hull(x=0.0, y=0.0)).reshape(-1, 2) / 16
    upper = points[points[:, 1] >= 0]
    upper = upper[np.argsort(upper[:, 0])]
    middles = (upper[1:] + upper[:-1]) / 2
    arc = 15 * (1 - (middles[:, 0] / 40) ** 2)
    assert np.abs(arc - middles[:, 1]).max() < 0.25
    assert len(points) < 32


def test_an_outline_is_drawn_where_the_hull_lies_and_turns_with_it():
    lying = SHAPE.fill(PICTURE, hull(degrees=0))
    assert lying[100, 84]
    assert lying[100, 156]
    assert not lying[100, 76]
    assert not lying[120, 120]
    standing = SHAPE.fill(PICTURE, hull(degrees=90))
    assert standing[64, 120]
    assert not standing[100, 140]


def test_an_outline_grown_is_larger_in_length_and_beam():
    grown = SHAPE.fill(PICTURE, hull(), 1.5)
    assert grown[100, 64]
    assert grown[120, 120]
    assert not grown[124, 120]


def test_a_hulls_window_reaches_two_pixels_beyond_its_bow_and_stern():
    (rows, columns), here = SHAPE.window(PICTURE, hull())
    assert (columns.start, columns.stop) == (120 - 42, 120 + 43)
    assert (rows.start, rows.stop) == (100 - 42, 100 + 43)
    assert here == hull(42.0, 42.0)


def test_a_hull_at_the_edge_has_the_part_of_its_window_that_is_in_the_picture():
    (rows, columns), here = SHAPE.window(PICTURE, hull(x=10.0, y=195.0))
    assert (columns.start, rows.stop) == (0, 200)
    assert here.middle_px == (10.0, 195.0 - rows.start)


def test_the_middle_of_a_hull_is_a_disc_of_a_share_of_its_length():
    middle = SHAPE.middle(PICTURE, hull(), 0.5)
    assert np.count_nonzero(middle) == pytest.approx(math.pi * 20**2, rel=0.07)
    assert middle[100, 120]


def test_a_hull_moved_is_the_same_hull_elsewhere():
    assert Hull(2, (10.0, 20.0), 0.5, 0.9, 0.1).moved(5.0, -4.0) == Hull(2, (15.0, 16.0), 0.5, 0.9, 0.1)
