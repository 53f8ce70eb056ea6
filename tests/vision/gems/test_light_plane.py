"""The light on a deposit is fitted to its background, whatever lies on it."""

from dataclasses import fields, replace

import numpy as np
import pytest

from vision.gems.light_plane import LIGHT_PLANE, LightPlaneParameters, fit_light_plane

SIDE = 20
OFF = 0.0
"""A tolerance that no pixel is within: the fit ends before it."""
ONLY_FIRST_GUESS = replace(LIGHT_PLANE, first_tolerance_log=OFF)


def grid(side=SIDE):
    """One, and the way across and down (-1..1), of side x side pixels: (3, n)."""
    axis = np.linspace(-1, 1, side)
    across, down = np.meshgrid(axis, axis)
    return np.stack([np.ones_like(across), across, down]).reshape(3, -1).astype(np.float32)


def grey(*populations):
    """Log contrasts (3, n) of untinted pixels: (how many, lightness) of each population."""
    lightness = np.concatenate([np.full(count, level) for count, level in populations])
    return np.repeat(lightness[None], 3, axis=0).astype(np.float32)


def mixed(*populations):
    """The same with each population spread over all the place, and their basis."""
    contrast = grey(*populations)
    order = np.random.default_rng(5).permutation(contrast.shape[1])
    assert len(order) == SIDE * SIDE
    return contrast[:, order], grid()


def level(contrast, basis, parameters=LIGHT_PLANE):
    """The fitted light in the middle."""
    return float(fit_light_plane(contrast, basis, parameters)[:, 0].mean())


@pytest.mark.parametrize("slope", [(0.05, 0.0), (-0.03, 0.06)])
def test_light_that_falls_off_to_a_side_is_found_in_each_colour(slope):
    basis = grid()
    contrast = np.stack([share * (slope @ basis[1:]) - 0.2 for share in (0.5, 1.0, 1.5)]).astype(np.float32)
    light = fit_light_plane(contrast, basis)
    assert light[:, 0] == pytest.approx(-0.2, abs=0.003)
    assert light[1, 1:] == pytest.approx(slope, abs=0.003)
    assert light[2, 1:] == pytest.approx(np.multiply(slope, 1.5), abs=0.003)


ROUNDS = {
    "first_tolerance_log": replace(LIGHT_PLANE, second_tolerance_log=OFF),
    "second_tolerance_log": replace(LIGHT_PLANE, first_tolerance_log=0.01, last_tolerance_log=OFF),
    "last_tolerance_log": replace(LIGHT_PLANE, first_tolerance_log=0.01, second_tolerance_log=0.01),
}


@pytest.mark.parametrize(
    ("tolerance", "darker", "sentence"),
    [
        ("first_tolerance_log", 0.15, "what is 15 % darker is background at first"),
        ("first_tolerance_log", -0.17, "what is 17 % darker is not"),
        ("second_tolerance_log", 0.093, "what is 9 % darker is background in the second fit"),
        ("second_tolerance_log", -0.107, "what is 11 % darker is not"),
        ("last_tolerance_log", 0.065, "what is 6.5 % darker is background in the last fit"),
        ("last_tolerance_log", -0.076, "what is 7.5 % darker is not"),
    ],
)
def test_each_fit_takes_in_what_is_near_and_nothing_else(tolerance, darker, sentence):
    # A negative number stands for the same darkness, which is to be left out.
    seen = level(*mixed((300, 0.0), (100, -abs(darker))), ROUNDS[tolerance])
    expected = -0.25 * darker if darker > 0 else 0.0
    assert seen == pytest.approx(expected, abs=0.005), sentence


@pytest.mark.parametrize(("bare", "followed"), [(17, True), (13, False)])
def test_light_is_followed_from_fifteen_bare_pixels_on(bare, followed):
    basis = grid()
    contrast = grey((SIDE * SIDE, -0.6))
    contrast[0] += 0.5  # All is covered with something blue,
    shown = np.linspace(0, SIDE * SIDE - 1, bare).astype(int)
    contrast[:, shown] = 0.05 * basis[2, shown]  # but for a few pixels in light that falls off downwards.
    slope = fit_light_plane(contrast, basis)[1, 2]
    assert (slope > 0.02) == followed


def test_slopes_are_held_level_as_by_two_more_pixels_at_the_edge():
    # Twenty pixels half way out: the sum of squares of their distance is 5, to which two are added.
    basis = np.stack([np.ones(20), np.tile([-0.5, 0.5], 10), np.zeros(20)]).astype(np.float32)
    contrast = np.repeat(0.04 * basis[1:2], 3, axis=0)
    assert fit_light_plane(contrast, basis)[:, 1] == pytest.approx(0.04 * 5 / 7, rel=0.05)


@pytest.mark.parametrize(("tint", "counts"), [(0.14, True), (0.16, False)])
def test_what_changed_its_colour_by_more_than_fifteen_percent_is_no_background(tint, counts):
    contrast, basis = mixed((200, 0.0), (200, -0.4))
    contrast[0, contrast[0] == 0.0] = tint
    assert (level(contrast, basis) > -0.1) == counts


def test_of_several_common_lightnesses_the_brightest_is_the_grounds():
    assert level(*mixed((200, -0.4), (120, -0.1), (80, -0.7))) == pytest.approx(-0.1, abs=0.01)


@pytest.mark.parametrize(("pixels", "counts"), [(110, False), (165, True)])
def test_a_lightness_is_common_from_half_of_the_commonests_pixels_on(pixels, counts):
    # 110 are 45 % of 245 (a mirror image), 165 are 70 % of 235.
    bare = 245 if pixels == 110 else 235
    seen = level(*mixed((bare, -0.4), (pixels, 0.0), (SIDE * SIDE - bare - pixels, -1.2)))
    assert seen == pytest.approx(0.0 if counts else -0.4, abs=0.01)


@pytest.mark.parametrize(
    ("ground", "gems", "found"),
    [
        (-1.4, -2.0, True),  # a quarter of the light is left
        (-1.65, -2.2, False),  # a fifth
        (0.8, 0.3, True),  # more than twice the light
        (1.0, 0.5, False),  # nearly three times
    ],
)
def test_ground_is_known_from_a_quarter_to_twice_the_light_of_calibration(ground, gems, found):
    seen = level(*mixed((240, ground), (160, gems)))
    assert (seen == pytest.approx(ground, abs=0.02)) == found


@pytest.mark.parametrize(("darker", "together"), [(0.0255, True), (0.0315, False)])
def test_lightnesses_within_a_bin_and_a_little_are_one(darker, together):
    # Ground is in the bin from 0 to 0.025. Five bins are counted together, so that the brightest as common is two bins
    # higher, in the middle of its bin: 0.0625. What is nearer to that than three bins, 0.075, is of one lightness:
    # all above -0.0125.
    ground = 0.0155
    seen = level(*mixed((320, ground), (80, ground - darker)), ONLY_FIRST_GUESS)
    assert seen == pytest.approx(ground - 0.2 * darker if together else ground, abs=0.001)


def test_every_parameter_of_the_light_plane_has_a_test_of_its_sides():
    tests = {
        **dict.fromkeys(ROUNDS, test_each_fit_takes_in_what_is_near_and_nothing_else),
        "fewest_px": test_light_is_followed_from_fifteen_bare_pixels_on,
        "flatness_px": test_slopes_are_held_level_as_by_two_more_pixels_at_the_edge,
        "neutral_log": test_what_changed_its_colour_by_more_than_fifteen_percent_is_no_background,
        "lowest_log": test_ground_is_known_from_a_quarter_to_twice_the_light_of_calibration,
        "highest_log": test_ground_is_known_from_a_quarter_to_twice_the_light_of_calibration,
        "bin_log": test_lightnesses_within_a_bin_and_a_little_are_one,
        "mode_bins": test_lightnesses_within_a_bin_and_a_little_are_one,
        "mode_share": test_a_lightness_is_common_from_half_of_the_commonests_pixels_on,
    }
    assert set(tests) == {field.name for field in fields(LightPlaneParameters)}
