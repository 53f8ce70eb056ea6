"""The look of a deposit's own gems is moved to the light of the picture: all of them look otherwise alike."""

from dataclasses import fields, replace

import numpy as np
import pytest

from vision.gems.adaptation import ADAPTATION, AdaptationParameters, LightAdaptation
from vision.gems.appearance import Appearance, covariance

NEVER = -1000.0
"""The logarithm of a likelihood that nothing has."""
ONE_ROUND = replace(ADAPTATION, rounds=1)


def own(deviation=0.02):
    return Appearance.of(np.zeros(3), covariance(deviation, deviation))


def adapted(colours, parameters=ADAPTATION, *, background=NEVER, foreign=NEVER, deviation=0.02):
    """The mean that is found from colours (n, 3), each as likely background and foreign as said."""
    count = len(colours)
    others = (np.full(count, value, np.float32) for value in (background, foreign))
    return LightAdaptation(own(deviation), parameters).mean(np.float32(colours).T, *others)


def alike(count, *contrast):
    return np.tile(contrast, (count, 1))


def test_gems_as_at_set_up_leave_the_look_as_it_was():
    assert adapted(alike(200, 0, 0, 0)) == pytest.approx([0, 0, 0])


def test_where_no_gem_is_the_look_stays_as_it_was():
    assert adapted(alike(200, 0.2, 0.1, 0.0), background=30.0) == pytest.approx([0, 0, 0], abs=1e-6)


def test_the_look_at_set_up_is_worth_seven_of_the_pixels_sampled():
    # Of 28 pixels each second one is looked at: 14 against 7.
    assert adapted(alike(28, 0.2, 0.0, 0.1)) == pytest.approx([0.2 * 14 / 21, 0, 0.1 * 14 / 21], rel=0.03)


def test_each_second_pixel_is_looked_at():
    colours = alike(400, 0.2, 0.0, 0.0)
    colours[1::2, 0] = -0.2
    assert adapted(colours)[0] == pytest.approx(0.2 * 200 / 207, rel=0.03)


@pytest.mark.parametrize(
    ("contrast", "axis", "limit"),
    [((0.9, 0.0, 0.0), 0, 2 * 0.25), ((0.0, 0.45, 0.0), 1, 2 * 0.12), ((0.0, 0.0, -0.45), 2, 2 * 0.12)],
)
def test_no_light_moves_the_look_by_more_than_two_deviations(contrast, axis, limit):
    beyond = adapted(alike(4000, *contrast))
    assert abs(beyond[axis]) == pytest.approx(limit, rel=0.03)
    within = adapted(alike(4000, *(0.8 * limit * np.sign(contrast))))
    assert abs(within[axis]) == pytest.approx(0.8 * limit, rel=0.03)


def wide_log_likelihood(contrast):
    """What the first round takes for the logarithm of a gem's likelihood."""
    widened = own().widened(covariance(ADAPTATION.spread_lightness_log, ADAPTATION.spread_tint_log))
    return float(widened.log_likelihood(np.float32([contrast]).T)[0])


def test_a_colour_as_likely_background_as_gem_is_gem_with_little_more_than_a_quarter():
    # Before the colour is looked at the odds are exp(-1): 0.269. Of 104 pixels 52 are looked at, so 14 are gem.
    even = wide_log_likelihood((0.2, 0, 0))
    moved = adapted(alike(104, 0.2, 0, 0), ONE_ROUND, background=even)
    assert moved[0] == pytest.approx(0.2 * 14 / 21, rel=0.04)


def test_a_colour_as_likely_a_foreign_gems_as_an_own_gems_is_an_own_gems_with_a_half():
    # Foreign gems are rare too, by the same odds. Of 56 pixels 28 are looked at, so 14 are own gems'.
    even = wide_log_likelihood((0.2, 0, 0))
    moved = adapted(alike(56, 0.2, 0, 0), ONE_ROUND, foreign=even)
    assert moved[0] == pytest.approx(0.2 * 14 / 21, rel=0.04)


def test_three_rounds_are_made_and_after_the_first_a_quarter_of_the_variance_is_left():
    """A few pixels, far off, in doubt: step by step they are given up again, as the wide look becomes a narrow one."""
    shift, deviation, doubt, pixels = 0.7, 0.1, 1.0, 7
    mean = 0.0
    for share in (1.0, 0.25, 0.25):
        lightness, tint = deviation**2 + share * 0.25**2, deviation**2 + share * 0.12**2
        log_likelihood = -0.5 * (shift - mean) ** 2 / lightness - 0.5 * np.log(lightness * tint**2)
        weight = 1 / (1 + np.exp(1 + doubt - log_likelihood))
        mean = shift * pixels * weight / (pixels * weight + 7)
    seen = adapted(
        alike(2 * pixels, shift, 0, 0),
        replace(ADAPTATION, farthest=99.0),
        background=doubt,
        deviation=deviation,
    )
    assert seen[0] == pytest.approx(mean, rel=0.03)


def test_every_parameter_of_the_adaptation_has_a_test():
    far = test_no_light_moves_the_look_by_more_than_two_deviations
    rounds = test_three_rounds_are_made_and_after_the_first_a_quarter_of_the_variance_is_left
    tests = {
        "spread_lightness_log": far,
        "spread_tint_log": far,
        "farthest": far,
        "later_spread": rounds,
        "rounds": rounds,
        "prior_px": test_the_look_at_set_up_is_worth_seven_of_the_pixels_sampled,
        "gem_log_odds": test_a_colour_as_likely_background_as_gem_is_gem_with_little_more_than_a_quarter,
        "foreign_log_odds": test_a_colour_as_likely_a_foreign_gems_as_an_own_gems_is_an_own_gems_with_a_half,
        "sample_step": test_each_second_pixel_is_looked_at,
    }
    assert set(tests) == {field.name for field in fields(AdaptationParameters)}
