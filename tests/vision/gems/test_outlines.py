"""A gem's outline closes around it; what has none there is no gem."""

import cv2
import numpy as np
import pytest

from vision.gems.outlines import OUTLINES, GemOutlines

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
