"""Rings, drawn where they should not be and found there."""

import numpy as np
import pytest

from vision.calibrating.printed_places import middles_of_rings
from vision.geometry import Canvas

CANVAS = Canvas((150.0, 110.0))
WIDTH_PX, HEIGHT_PX = CANVAS.size_px
X, Y = np.meshgrid(np.arange(WIDTH_PX), np.arange(HEIGHT_PX))
X_MM, Y_MM = (grid / CANVAS.px_per_mm - CANVAS.margin_mm for grid in (X, Y))
PLACE = (70.0, 55.0)
RADIUS_MM = 15.0


def away_mm(place):
    return np.hypot(X_MM - place[0], Y_MM - place[1])


def disc(place, level=12.0, radius_mm=RADIUS_MM):
    """A grey picture of a disc, its edge one pixel of half scale soft."""
    return np.asarray(100 + level / (1 + np.exp(4 * (away_mm(place) - radius_mm))), np.float32)


def ring_near(grey, place=PLACE):
    return middles_of_rings({"M1": place}, RADIUS_MM, grey, CANVAS)["M1"]


@pytest.mark.parametrize(("right_mm", "found"), [(0.0, True), (7.4, True), (10.5, False)])
def test_a_rings_middle_is_looked_for_within_eight_millimetres(right_mm, found):
    place = PLACE[0] + right_mm, PLACE[1] - 3.0
    there = ring_near(disc(place))
    assert (there == pytest.approx(place, abs=0.5)) is found
    assert abs(there[0] - PLACE[0]) < 8.5


@pytest.mark.parametrize(("level", "found"), [(1.95, False), (2.5, True)])
def test_a_ring_has_half_a_grey_level_of_votes_or_is_none(level, found):
    # An edge 1.2 wide under a ring 1.3 wide gives level / √(2π(1.2² + 1.3²)) = 0.225 of its height: 0.44 and 0.56.
    place = PLACE[0] + 4.0, PLACE[1]
    assert (ring_near(disc(place, level)) == pytest.approx(place, abs=0.5)) is found


def test_where_there_is_no_ring_a_place_stays():
    assert ring_near(np.full((HEIGHT_PX, WIDTH_PX), 90.0, np.float32)) == PLACE
