"""The printed waves of a space: drawn sines on a canvas of two pixels a millimetre."""

import math

import cv2
import numpy as np
import pytest

from vision.discs.water_texture import WaterTexture
from vision.geometry import Canvas

CANVAS = Canvas((64.0, 64.0))
PLACE = (32.0, 32.0)
WIDTH_PX, HEIGHT_PX = CANVAS.size_px
X, Y = np.meshgrid(np.arange(WIDTH_PX, dtype=np.float32), np.arange(HEIGHT_PX, dtype=np.float32))
AWAY_MM = np.hypot(*(grid - at for grid, at in zip((X, Y), CANVAS.at(PLACE), strict=True))) / CANVAS.px_per_mm
NOTHING = np.zeros((HEIGHT_PX, WIDTH_PX), bool)


def waves(length_px=12.0, height=10.0, across=X):
    return np.asarray(100 + height * np.sin(2 * math.pi * across / length_px), np.float32)


EMPTY, SET_UP = waves(), waves(across=Y)


@pytest.fixture(scope="module")
def water():
    return WaterTexture.of(PLACE, EMPTY, SET_UP, CANVAS)


def measured(empty, now, covered=NOTHING):
    return WaterTexture.of(PLACE, empty, empty, CANVAS).measure(now, covered)


def test_bare_water_is_like_the_empty_boards_and_as_strong(water):
    seen = water.measure(EMPTY, NOTHING)
    assert (seen.correlation, seen.strength) == pytest.approx((1.0, 1.0), abs=1e-3)
    assert seen.correlation_at_set_up == pytest.approx(0.0, abs=0.05)


def test_water_under_a_disc_is_like_set_ups(water):
    seen = water.measure(SET_UP, NOTHING)
    assert seen.correlation_at_set_up == pytest.approx(1.0, abs=1e-3)
    assert seen.strength == pytest.approx(0.0, abs=0.05)


def test_faded_waves_are_as_like_and_less_strong(water):
    seen = water.measure(waves(height=4.0), NOTHING)
    assert seen.correlation == pytest.approx(1.0, abs=1e-2)
    assert seen.strength == pytest.approx(0.4, abs=0.01)


def test_light_that_changes_slowly_does_not_matter(water):
    seen = water.measure(EMPTY + 0.3 * X, NOTHING)
    assert (seen.correlation, seen.strength) == pytest.approx((1.0, 1.0), abs=0.03)


@pytest.mark.parametrize(("from_mm", "counts"), [(27.0, False), (22.0, True)])
def test_waves_are_compared_within_twenty_six_millimetres(water, from_mm, counts):
    # Around that circle the other waves lie: not seen, or on (26² - 22²) / 26² = 28 % of what is.
    seen = water.measure(np.where(from_mm < AWAY_MM, SET_UP, EMPTY), NOTHING)
    assert seen.correlation == pytest.approx(0.72 if counts else 1.0, abs=0.05)


def test_the_circle_has_the_pixels_of_its_radius(water):
    assert np.count_nonzero(water.inside) == pytest.approx(math.pi * (26 * 2) ** 2, rel=0.03)


def test_fine_waves_are_taken_for_noise():
    # A Gaussian of 1.2 pixels leaves exp(-(2π · 1.2 / length)² / 2) of waves: 0.86 of coarse ones, 0.44 of fine ones.
    # Both lengths fit the 41 pixels whose mean is taken off, so that nothing else changes them.
    coarse, fine = waves(length_px=41 / 3), waves(length_px=41 / 7, across=Y) - 100
    noise = 0.44 / 0.86
    assert measured(coarse, coarse + fine).correlation == pytest.approx(1 / math.hypot(1, noise), abs=0.015)


def test_waves_as_long_as_the_window_of_the_mean_stay_and_twice_as_long_ones_fade():
    # A mean over 41 pixels is 0 of waves 41 pixels long, and 2/π = 0.64 of those of 82: it leaves 1 and 0.36 of them.
    seen = measured(waves(length_px=41.0), waves(length_px=41.0) + waves(length_px=82.0, across=Y) - 100)
    assert seen.correlation == pytest.approx(1 / math.hypot(1, 0.36), abs=0.015)


@pytest.mark.parametrize(("height", "strength"), [(28.0, 1.4), (60.0, 1.5)])
def test_waves_count_no_higher_than_thirty_grey_levels(height, strength):
    # Long waves, so that neither noise nor mean take anything off: squares are 20 high, and then `height`.
    squares = np.sign(np.sin(2 * math.pi * X / 40.0)).astype(np.float32)
    seen = measured(100 + 20 * squares, 100 + height * squares)
    assert seen.strength == pytest.approx(strength, rel=0.03)


@pytest.mark.parametrize(("level", "hidden"), [(190.0, False), (210.0, True)])
def test_water_lighter_than_two_hundred_is_glare(water, level, hidden):
    assert (water.measure(np.full_like(EMPTY, level), NOTHING) is None) is hidden


@pytest.mark.parametrize(("share", "hidden"), [(0.2, False), (0.24, True)])
def test_glare_over_more_than_a_fifth_hides_the_water(water, share, hidden):
    lamp = np.where(26 * math.sqrt(share) > AWAY_MM, 250.0, EMPTY).astype(np.float32)
    assert (water.measure(lamp, NOTHING) is None) is hidden


@pytest.mark.parametrize(("share", "hidden"), [(0.17, True), (0.23, False)])
def test_canoes_that_leave_less_than_a_fifth_free_hide_the_water(water, share, hidden):
    canoes = 26 * math.sqrt(share) < AWAY_MM
    assert (water.measure(EMPTY, canoes) is None) is hidden


def test_what_canoes_cover_is_not_compared(water):
    canoes = cv2.dilate((X < WIDTH_PX / 2).astype(np.uint8), np.ones((9, 9), np.uint8)).astype(bool)
    seen = water.measure(np.where(X < WIDTH_PX / 2, SET_UP, EMPTY), canoes)
    assert seen.correlation > 0.97
