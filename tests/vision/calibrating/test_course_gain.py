"""What speaks for discs in a picture of set-up, from waves, patches and ramps whose figures are known."""

import math

import cv2
import numpy as np
import pytest

from vision.calibrating.course_gain import combined, mean_kernel, rim_map, rim_scores, water_share
from vision.geometry import Canvas

SIDE = 128
GREY = np.full((SIDE, SIDE, 3), 100, np.uint8)
MIDDLE = (slice(40, 88), slice(40, 88))
DIAMETER_MM = 54.5


def waves(length_px, height):
    rows = height * np.sin(2 * math.pi * np.arange(SIDE) / length_px)
    return np.repeat(np.tile(np.rint(100 + rows), (SIDE, 1))[..., None], 3, axis=2).astype(np.uint8)


@pytest.mark.parametrize(
    ("length_px", "height", "left"),
    [
        # Fine waves: the Gaussian against noise leaves exp(-(2π/8)² / 2) of them.
        (8.0, 25.0, 0.735),
        # Wide ones: the surroundings hold exp(-(2π · 6/40)² / 2) = 0.64 of them, and that is taken off.
        (40.0, 50.0, 0.36 * 0.99),
    ],
)
def test_fine_structure_shows_and_neither_grain_nor_shades(length_px, height, left):
    rims = rim_map(waves(length_px, height), GREY)
    assert rims[MIDDLE].max() == pytest.approx(left * height, rel=0.08)


def test_it_does_not_matter_whether_structure_appeared_or_vanished():
    appeared, vanished = rim_map(waves(12.0, 20.0), GREY), rim_map(GREY, waves(12.0, 20.0))
    assert appeared == pytest.approx(vanished, abs=1e-3)


@pytest.mark.parametrize(("height", "counted"), [(26.0, 26.0 * 0.87), (90.0, 25.0)])
def test_a_rim_counts_no_more_than_twenty_five_grey_levels(height, counted):
    assert rim_map(waves(12.0, height), GREY)[MIDDLE].max() == pytest.approx(counted, rel=0.05)


CANVAS = Canvas((190.0, 110.0))
WIDTH_PX, HEIGHT_PX = CANVAS.size_px
X, Y = np.meshgrid(np.arange(WIDTH_PX), np.arange(HEIGHT_PX))
SPACES = ((60.0, 55.0), (130.0, 55.0))


def painted(chroma):
    """A picture whose colours differ from grey by so many steps of Lab's b (height, width)."""
    lab = np.full((HEIGHT_PX, WIDTH_PX, 3), 128, np.uint8)
    lab[..., 2] = 128 + np.asarray(chroma)
    return cv2.cvtColor(lab, cv2.COLOR_LAB2BGR)


def at(place, shares):
    x, y = (round(value) for value in CANVAS.at(place))
    return float(shares[y, x])


def shares(chroma):
    return water_share(painted(chroma), SPACES, DIAMETER_MM, CANVAS)


@pytest.mark.parametrize(("chroma", "share"), [(13, 1.0), (19, 0.0)])
def test_what_differs_from_the_water_by_less_than_sixteen_in_chroma_is_water(chroma, share):
    # Three spaces lie on the water, the one asked about on another colour that reaches wide around it.
    other = np.where(X > WIDTH_PX - 130, chroma, 0)
    water = water_share(painted(other), ((40.0, 55.0), (60.0, 55.0), (70.0, 55.0)), DIAMETER_MM, CANVAS)
    assert at((159.0, 55.0), water) == pytest.approx(share, abs=0.02)


@pytest.mark.parametrize(("width_px", "closed"), [(18, True), (21, False)])
def test_a_bar_of_land_that_smoothing_leaves_narrower_than_fifteen_pixels_is_closed(width_px, closed):
    # Of a step of 20 a Gaussian of 3 leaves more than 16 except for the outer 0.84 · 3 = 2.5 pixels on either side:
    # 13 of 18 pixels are left, which the square closes, and 16 of 21, which it does not.
    x, _ = (round(value) for value in CANVAS.at((95.0, 55.0)))
    bar = np.where((x - width_px / 2 < X) & (x + width_px / 2 > X), 20, 0)
    radius_px = (DIAMETER_MM / 2 - 2) * 2
    open_share = 1 - 2 * radius_px * (width_px - 5) / (math.pi * radius_px**2)
    assert at((95.0, 55.0), shares(bar)) == pytest.approx(1.0 if closed else open_share, abs=0.03)


def squares(half_px, chroma):
    """Squares of another colour around the spaces."""
    inside = np.zeros((HEIGHT_PX, WIDTH_PX), bool)
    for place in SPACES:
        x, y = (round(value) for value in CANVAS.at(place))
        inside |= (abs(x - X) <= half_px) & (abs(y - Y) <= half_px)
    return np.where(inside, chroma, 0)


@pytest.mark.parametrize(("half_px", "chroma", "share"), [(9, 33, 0.0), (7, 33, 1.0)])
def test_waters_colour_is_the_mean_of_twenty_five_pixels_around_each_space(half_px, chroma, share):
    # The squares make up (19/25)² = 0.58 of them, and the colour is 19 off what is around; or 0.36, and 12 off.
    assert at((95.0, 55.0), shares(squares(half_px, chroma))) == pytest.approx(share, abs=0.1)


@pytest.mark.parametrize(("from_mm", "whole"), [(24.0, False), (24.6, True)])
def test_all_of_a_disc_but_its_outer_two_millimetres_must_lie_on_water(from_mm, whole):
    # The disc reaches 25.25 mm, and smoothing makes a pixel or two of the bank water.
    bank = np.where(CANVAS.at((130.0, 0.0))[0] <= X, 32, 0)
    share = at((130.0 - from_mm, 55.0), shares(bank))
    assert (share > 0.9995) is whole
    assert share > 0.98


def test_rims_score_where_a_ring_of_a_discs_size_lies_around():
    x, y = (round(value) for value in CANVAS.at((95.0, 55.0)))
    ring = cv2.circle(np.zeros((HEIGHT_PX, WIDTH_PX), np.float32), (x, y), round(DIAMETER_MM), 10.0, 3)
    scores = rim_scores(ring, DIAMETER_MM, CANVAS)
    row, column = np.unravel_index(int(scores.argmax()), scores.shape)
    assert (column, row) == pytest.approx((x, y), abs=1)


RAMP = np.arange(1001, dtype=np.float32).reshape(7, 143)
"""Scores of which 99.5 percent are below 995."""
DRY = np.zeros_like(RAMP)


def gain_of(score, scores, water=0.0):
    gain = combined(scores, np.full_like(scores, water))
    return float(gain[scores == score][0])


def test_one_rim_is_a_score_that_one_pixel_in_two_hundred_reaches():
    assert gain_of(500, RAMP) == pytest.approx(500 / 995, rel=0.01)


def test_a_place_gains_no_more_than_one_and_a_half_rims():
    bright = RAMP.copy()
    bright[0, 0] = 9000
    assert gain_of(1000, bright) == pytest.approx(1000 / 995, rel=0.01)
    assert gain_of(9000, bright) == pytest.approx(1.5)


@pytest.mark.parametrize(("strongest", "gain"), [(0.3, 0.3 / 0.5), (0.7, 1.0)])
def test_scores_below_half_a_grey_level_are_not_a_whole_rim(strongest, gain):
    scores = np.full((4, 5), strongest, np.float32)
    assert gain_of(scores[0, 0], scores) == pytest.approx(gain, rel=0.01)


@pytest.mark.parametrize(("water", "gain"), [(0.0, 0.0), (0.5, 3.0), (0.9, 5.4), (1.0, 5.88)])
def test_water_is_worth_six_rims_up_to_nearly_all_of_a_disc(water, gain):
    assert gain_of(0, RAMP, water) == pytest.approx(gain, rel=0.01)


def test_a_mean_kernel_is_as_wide_as_it_says_and_sums_to_one():
    kernel = mean_kernel(10.0, cv2.MORPH_RECT, CANVAS)
    assert kernel.shape == (41, 41)
    assert kernel.sum() == pytest.approx(1.0)
