"""A gem's outline closes around it; what has none there is no gem."""

from dataclasses import fields

import cv2
import numpy as np
import pytest

from vision.gems.outlines import OUTLINES, GemOutlines, OutlineParameters

SIZE = 90
RADIUS_MM = 5.0
PX_PER_MM = 1.4
ALL = np.ones((SIZE, SIZE), bool)
LEFT, RIGHT = (25, 45), (65, 45)


def gems(*places, depth=-0.08):
    """Lightness with a gem that is so much darker than the ground at each place."""
    lightness = np.zeros((SIZE, SIZE), np.float32)
    for place in places:
        cv2.circle(lightness, place, round(0.9 * RADIUS_MM * PX_PER_MM), depth, cv2.FILLED)
    return cv2.GaussianBlur(lightness, (0, 0), 0.6)


@pytest.fixture(scope="module")
def outlines():
    return GemOutlines(RADIUS_MM * PX_PER_MM, PX_PER_MM, ALL, (gems(LEFT, RIGHT), [LEFT, RIGHT]))


def test_a_gem_closes_as_those_at_set_up(outlines):
    (closed,) = outlines.closure(gems((40, 40)), [(40, 40)])
    assert closed == pytest.approx(0.0, abs=0.15)


def test_a_gem_laid_a_little_astray_closes_all_the_same(outlines):
    (closed,) = outlines.closure(gems((40, 40)), [(42, 38)])
    assert closed == pytest.approx(0.0, abs=0.15)


def test_a_shade_without_an_outline_closes_no_more_than_nothing(outlines):
    shade = cv2.GaussianBlur(gems((40, 40)), (0, 0), 8.0)
    beside, below = outlines.closure(shade, [(70, 70), (40, 40)])
    assert beside == pytest.approx(np.log(OUTLINES.least_share))
    assert below < -1.0


def test_half_an_outline_closes_half_as_well(outlines):
    half = gems((40, 40))
    half[:, :40] = -0.08
    (closed,) = outlines.closure(half, [(40, 40)])
    assert closed < -0.5


def test_edges_outside_a_part_of_the_region_do_not_count(outlines):
    (closed,) = outlines.closure(gems((40, 40)), [(40, 40)], np.zeros_like(ALL))
    assert closed == pytest.approx(np.log(OUTLINES.least_share))


def test_where_nothing_is_laid_nothing_closes(outlines):
    assert outlines.closure(gems(LEFT), []) == []


def outlined(radius_px, depth=-0.08):
    """Lightness with a disc of this radius at (40, 40), its edge one pixel wide."""
    rows, columns = np.ogrid[:SIZE, :SIZE]
    away = np.hypot(columns - 40, rows - 40)
    return (depth * np.clip(radius_px + 0.5 - away, 0, 1)).astype(np.float32)


SEEN_PX = 0.9 * RADIUS_MM * PX_PER_MM
"""A gem of 5 mm radius is seen with one of 4.5 mm: 6.3 pixels."""


@pytest.fixture(scope="module")
def sharp():
    """Outlines learnt from one gem as it is seen."""
    return GemOutlines(RADIUS_MM * PX_PER_MM, PX_PER_MM, ALL, (outlined(SEEN_PX), [(40, 40)]))


@pytest.mark.parametrize("off_px", [-3.0, 3.0])
def test_the_outline_of_a_gem_is_seen_a_tenth_inside_of_it(sharp, off_px):
    assert sharp.closure(outlined(SEEN_PX), [(40, 40)]) == [pytest.approx(0.0, abs=0.01)]
    (closed,) = sharp.closure(outlined(SEEN_PX + off_px), [(40, 40)])
    assert closed < -0.5


def test_an_outline_that_strays_two_pixels_keeps_a_little_more_than_half_of_its_votes(sharp):
    # 1.4 mm, or 1.7 standard deviations of 0.85 mm: exp(-1.7**2 / 2) = 0.25 of the votes, twice that as the edge is
    # itself two pixels wide, and a little more for the best of the pixels around.
    (closed,) = sharp.closure(outlined(SEEN_PX + 2), [(40, 40)])
    assert np.exp(closed) == pytest.approx(0.56, abs=0.07)


def test_an_edge_half_as_strong_has_half_the_votes_and_one_twice_as_strong_not_twice_as_many(sharp):
    # 0.08 over two pixels is 0.04 a pixel where it is steepest: edges count in full up to 0.036.
    (half,) = sharp.closure(outlined(SEEN_PX, -0.04), [(40, 40)])
    (twice,) = sharp.closure(outlined(SEEN_PX, -0.16), [(40, 40)])
    assert np.exp(half) == pytest.approx(0.5, abs=0.02)
    assert np.exp(twice) == pytest.approx(1.44, abs=0.08)


@pytest.mark.parametrize(("off_px", "lost"), [(2, False), (3, True)])
def test_an_outline_is_looked_for_two_pixels_around(sharp, off_px, lost):
    (closed,) = sharp.closure(outlined(SEEN_PX), [(40 + off_px, 40)])
    assert (closed < -0.08) == lost


def test_no_outline_at_all_counts_as_a_twelfth_of_one(sharp):
    assert sharp.closure(np.zeros((SIZE, SIZE), np.float32), [(40, 40)]) == [pytest.approx(-2.53, abs=0.1)]


def test_every_parameter_of_outlines_has_a_test():
    tests = {
        "radius_share": test_the_outline_of_a_gem_is_seen_a_tenth_inside_of_it,
        "width_mm": test_an_outline_that_strays_two_pixels_keeps_a_little_more_than_half_of_its_votes,
        "strongest_log": (
            test_an_edge_half_as_strong_has_half_the_votes_and_one_twice_as_strong_not_twice_as_many
        ),
        "least_share": test_no_outline_at_all_counts_as_a_twelfth_of_one,
        "search_px": test_an_outline_is_looked_for_two_pixels_around,
    }
    assert set(tests) == {field.name for field in fields(OutlineParameters)}
