"""Rings, deposits, weather squares and buoys, drawn where they should not be and found there."""

import cv2
import numpy as np
import pytest

from vision.calibrating.printed_places import (
    middle_of_gems,
    middles_of_rings,
    shift_of_buoy,
    shift_of_weather,
    square_contrast,
)
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


GEM_RADIUS_MM = 6.0
"""Of the circle that holds what appeared; blobs of that size are drawn too."""


def blobs(*places_and_levels):
    difference = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    for place, level in places_and_levels:
        difference[away_mm(place) < GEM_RADIUS_MM] = level
    return difference


def gems_at(*offsets_and_levels):
    """How far down the river the middle of these blobs is, which lie so far down."""
    picture = blobs(*(((PLACE[0] + right, PLACE[1]), level) for right, level in offsets_and_levels))
    x_mm, y_mm = middle_of_gems(picture, PLACE, GEM_RADIUS_MM, CANVAS)
    assert y_mm == pytest.approx(PLACE[1], abs=0.6)
    return x_mm - PLACE[0]


@pytest.mark.parametrize("right_mm", [0.0, 4.0, 8.5])
def test_gems_are_where_a_circle_holds_most_of_what_appeared(right_mm):
    assert gems_at((right_mm, 50)) == pytest.approx(right_mm, abs=0.5)


def test_gems_are_looked_for_within_ten_millimetres():
    assert gems_at((13.0, 50)) == pytest.approx(9.5, abs=0.7)


@pytest.mark.parametrize(
    ("levels", "right_mm"),
    [
        # Beyond 60 no more counts: both hold as much, and the middle is between them.
        ((62, 250), 0.0),
        # Up to there the stronger one is the deposit.
        ((40, 60), 8.0),
    ],
)
def test_a_dark_gem_weighs_no_more_than_sixty_grey_levels(levels, right_mm):
    assert gems_at((-8.0, levels[0]), (8.0, levels[1])) == pytest.approx(right_mm, abs=0.6)


def test_what_holds_nearly_as_much_as_the_most_counts_a_little():
    # Weighed by what exceeds 0.92 of the most: 60 - 55.2 = 4.8 here, and 58.5 - 55.2 = 3.3 there, over less of a peak.
    assert 1.5 < gems_at((-8.0, 58.5), (8.0, 60)) < 6.0


def square(picture, place, half_mm, level):
    inside = (abs(place[0] - X_MM) < half_mm) & (abs(place[1] - Y_MM) < half_mm)
    picture[inside] = np.clip(np.int16(picture[inside]) + level, 0, 255)


def grey():
    return np.full((HEIGHT_PX, WIDTH_PX, 3), 100, np.uint8)


ROW = ((40.0, 55.0), (72.0, 55.0), (104.0, 55.0))


@pytest.mark.parametrize(("right", "down"), [(0.0, 0.0), (5.0, -9.0), (-6.0, 22.0), (3.0, -22.0)])
def test_a_row_of_weather_squares_is_found_up_to_twenty_four_millimetres_off(right, down):
    picture = grey()
    for x, y in ROW:
        square(picture, (x + right, y + down), 14.0, 30)
    assert shift_of_weather(picture, ROW, CANVAS) == pytest.approx((right, down), abs=1.3)


def test_and_not_farther():
    picture = grey()
    for x, y in ROW:
        square(picture, (x, y + 30.0), 14.0, 30)
    _, down = shift_of_weather(picture, ROW, CANVAS)
    assert down <= 24.0


def test_the_contrast_of_a_square_is_its_mean_less_that_of_a_larger_one():
    # A square of 20.5 mm in one of 26.5 and in one of 32.5, each half a millimetre wider for its middle pixel.
    picture = grey()
    square(picture, PLACE, 10.25, 50)
    x, y = (round(value) for value in CANVAS.at(PLACE))
    contrast = square_contrast(picture, CANVAS)[y, x]
    assert contrast == pytest.approx(3 * 50 * (20.5**2 / 26.5**2 - 20.5**2 / 32.5**2), rel=0.05)


@pytest.mark.parametrize(
    ("alone", "three", "down"),
    [
        # One square of 75 counts 60, less than three of 24 together.
        (88, 28, 10.0),
        # One of 58 counts in full, more than three of 15.
        (68, 18, -20.0),
    ],
)
def test_one_square_counts_no_more_than_sixty_grey_levels_of_contrast(alone, three, down):
    # The contrast of a square so much lighter is 3 · (1 - 27.5² / 32.5²) = 0.85 of that.
    picture = grey()
    for x, y in ROW:
        square(picture, (x, y + 10.0), 14.0, three)
    square(picture, (ROW[1][0], ROW[1][1] - 20.0), 14.0, alone)
    assert shift_of_weather(picture, ROW, CANVAS) == pytest.approx((0.0, down), abs=1.5)


def buoy(right_mm, level=80, haze=0, radius_mm=3.0):
    """How far down the river a buoy is found that lies there, beside a haze over all that is left of its space."""
    difference = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    difference[PLACE[0] - 4.0 > X_MM] = haze
    difference[away_mm((PLACE[0] + right_mm, PLACE[1])) < radius_mm] = level
    right, down = shift_of_buoy(difference, PLACE, CANVAS)
    assert down == pytest.approx(0.0, abs=0.4)
    return right


@pytest.mark.parametrize(("right_mm", "found"), [(0.0, True), (4.0, True), (8.5, True), (15.5, False)])
def test_the_buoy_is_looked_for_within_twelve_millimetres(right_mm, found):
    assert buoy(right_mm) == pytest.approx(right_mm if found else 0.0, abs=0.4)


def test_a_haze_of_less_than_twenty_five_grey_levels_does_not_pull_the_buoy_over():
    assert buoy(4.0, haze=22) == pytest.approx(4.0, abs=0.4)


def test_what_differs_by_more_is_the_buoy():
    assert buoy(4.0, level=29) == pytest.approx(4.0, abs=0.4)


def test_without_a_buoy_its_place_stays():
    assert buoy(4.0, level=0) == 0.0


def test_pictures_of_places_near_the_edge_are_cut_off_there():
    corner = (1.0, 2.0)
    assert ring_near(disc((10.0, 10.0), radius_mm=RADIUS_MM), corner) == pytest.approx(corner, abs=13.0)
    difference = cv2.GaussianBlur(blobs(((3.0, 3.0), 60)), (0, 0), 1.0)
    assert shift_of_buoy(difference, corner, CANVAS) == pytest.approx((2.0, 1.0), abs=0.8)
