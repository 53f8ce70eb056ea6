"""What the rim adds all around is fitted and taken off; a gem on one side of it stays."""

from dataclasses import fields

import numpy as np
import pytest

from vision.gems.rim_rings import RimRingParameters, RimRings

PX_PER_MM, RADIUS_MM = 1.4, 23.0
AXIS_MM = (np.arange(73) - 36) / PX_PER_MM
RIGHT_MM, BELOW_MM = np.meshgrid(AXIS_MM, AXIS_MM)
DISTANCE_MM = np.hypot(RIGHT_MM, BELOW_MM)
TURN = np.arctan2(BELOW_MM, RIGHT_MM)
BASIS = np.stack([np.ones_like(DISTANCE_MM), RIGHT_MM / RADIUS_MM, BELOW_MM / RADIUS_MM], axis=-1)
RIM = (DISTANCE_MM > 17.2) & (DISTANCE_MM < 22.9)


@pytest.fixture(scope="module")
def rings():
    return RimRings.of(DISTANCE_MM, BASIS, RADIUS_MM, PX_PER_MM)


def test_rings_of_light_and_a_rim_shifted_to_a_side_leave_nothing(rings):
    ring = np.zeros(DISTANCE_MM.shape)
    ring.ravel()[rings.pixels] = np.sin(rings.ring)
    lightness = RIM * ring * (0.3 + 0.1 * np.cos(TURN) - 0.2 * np.sin(TURN))
    inside = RIM & (DISTANCE_MM > 18) & (DISTANCE_MM < 22)
    assert np.abs(rings.removed_from(lightness.astype(np.float32))[inside]).max() < 1e-3


@pytest.mark.parametrize(
    ("from_mm", "to_mm", "left"), [(17.2, 17.8, 0.0), (15.8, 16.7, 0.2), (23.1, 24.0, 0.2)]
)
def test_the_rims_rings_are_the_outermost_six_millimetres_of_a_deposit(rings, from_mm, to_mm, left):
    ring = (from_mm < DISTANCE_MM) & (to_mm > DISTANCE_MM)
    whole = (from_mm - 0.7 < DISTANCE_MM) & (to_mm + 0.7 > DISTANCE_MM)
    lightness = np.where(whole, 0.2, 0.0).astype(np.float32)
    assert rings.removed_from(lightness)[ring].mean() == pytest.approx(left, abs=0.02)


@pytest.mark.parametrize("towards", [0.0, 0.5 * np.pi, -0.7 * np.pi])
def test_a_gem_on_a_fifth_of_the_rim_stays_as_dark_as_it_is_on_whichever_side(rings, towards):
    gem = RIM & (np.cos(TURN - towards) > np.cos(0.2 * np.pi))
    rim = 0.1 + 0.04 * np.cos(TURN) - 0.06 * np.sin(TURN)
    left = rings.removed_from((rim - 0.3 * gem).astype(np.float32))
    assert left[gem].mean() == pytest.approx(-0.3, abs=0.01)
    assert np.abs(left[RIM & ~gem]).max() < 0.01


def reweighted(values, basis):
    """Four fits of one ring by weighted least squares: each weight a Cauchy one at the mean stray and 0.004 more."""
    weights, fitted = np.ones(len(values)), np.median(values) * np.ones(len(values))
    for _ in range(4):
        stray = np.abs(values - fitted)
        weights = 1 / (1 + (stray / (np.average(stray, weights=weights) + 0.004)) ** 2)
        root = np.sqrt(weights)
        solution, *_ = np.linalg.lstsq(basis * root[:, None], values * root, rcond=None)
        fitted = basis @ solution
    return fitted


def test_a_faint_shade_on_three_tenths_of_the_rim_is_left_in_part_after_four_fits(rings):
    """Nearly half the ring off by little more than noise: each fit follows it more, and more noise follows it all."""
    shade = np.abs(TURN) < 0.3 * np.pi
    lightness = np.where(shade, -0.02, 0.0).astype(np.float32)
    on_ring = rings.pixels[rings.ring == 4]
    values, turn = lightness.ravel()[on_ring].astype(np.float64), TURN.ravel()[on_ring]
    expected = values - reweighted(values, np.stack([np.ones_like(turn), np.cos(turn), np.sin(turn)], axis=1))
    left = rings.removed_from(lightness).ravel()[on_ring]
    assert -0.012 < expected[values < 0].mean() < -0.003
    assert left == pytest.approx(expected, abs=0.0004)


def test_every_parameter_of_the_rim_has_a_test():
    faint = test_a_faint_shade_on_three_tenths_of_the_rim_is_left_in_part_after_four_fits
    tests = {
        "width_mm": test_the_rims_rings_are_the_outermost_six_millimetres_of_a_deposit,
        "rounds": faint,
        "noise_log": faint,
    }
    assert set(tests) == {field.name for field in fields(RimRingParameters)}
