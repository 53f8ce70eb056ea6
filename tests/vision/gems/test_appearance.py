"""How gems look is a Gaussian distribution of log contrast; away from home they look a little like what lies below."""

from dataclasses import fields

import numpy as np
import pytest

from vision.gems.appearance import (
    Appearance,
    ForeignParameters,
    NearestAppearance,
    covariance,
    foreign_mean,
    foreign_spread,
)
from vision.gems.log_colour import FROM_OPPONENT, TO_OPPONENT

PLAIN = covariance(1.0, 1.0)


def column(*contrast):
    return np.array([contrast], np.float32).T


def log_likelihood(appearance, *contrast):
    return float(appearance.log_likelihood(column(*contrast))[0])


def test_a_standard_deviation_takes_half_off_the_logarithm_of_the_likelihood_two_take_two():
    appearance = Appearance.of(np.array([0.1, 0.0, -0.2]), covariance(0.2, 0.1))
    at_mean = log_likelihood(appearance, 0.1, 0.0, -0.2)
    assert at_mean - log_likelihood(appearance, 0.3, 0.0, -0.2) == pytest.approx(0.5, abs=1e-4)
    assert at_mean - log_likelihood(appearance, 0.1, 0.2, -0.2) == pytest.approx(2.0, abs=1e-4)


def test_a_wider_distribution_is_less_likely_at_its_mean_by_the_logarithm_of_its_widths():
    narrow, wide = (Appearance.of(np.zeros(3), covariance(width, width)) for width in (0.1, 0.2))
    difference = log_likelihood(narrow, 0, 0, 0) - log_likelihood(wide, 0, 0, 0)
    assert difference == pytest.approx(3 * np.log(2), abs=1e-4)


def test_an_appearance_is_learnt_with_mean_covariance_and_slack():
    rng = np.random.default_rng(3)
    contrast = rng.normal((-0.5, 0.2, 0.0), (0.1, 0.05, 0.02), (20000, 3)).astype(np.float32)
    learnt = Appearance.learnt(contrast, covariance(0.1, 0.05))
    assert learnt.mean == pytest.approx([-0.5, 0.2, 0.0], abs=0.005)
    assert np.diag(learnt.covariance) == pytest.approx(
        [0.1**2 + 0.1**2, 0.05**2 + 0.05**2, 0.02**2 + 0.05**2], rel=0.05
    )
    assert np.diag(learnt.widened(PLAIN).covariance) == pytest.approx(
        np.diag(learnt.covariance) + 1.0, rel=1e-6
    )


def test_of_several_looks_the_nearest_counts():
    means = [np.array([-0.5, 0.0, 0.0]), np.array([0.0, 0.4, 0.0])]
    shared = Appearance.of(np.zeros(3), covariance(0.2, 0.1))
    nearest = NearestAppearance.of(shared, means)
    for contrast in ((-0.4, 0.1, 0.0), (0.0, 0.3, 0.1), (0.2, -0.2, 0.3)):
        each = [log_likelihood(shared.moved(mean), *contrast) for mean in means]
        assert log_likelihood(nearest, *contrast) == pytest.approx(max(each), abs=1e-3)


@pytest.mark.parametrize("deviation", [(0.25, 0, 0), (0, 0.15, 0), (0, 0, -0.15)])
def test_gems_away_from_home_stray_by_a_quarter_in_lightness_and_less_in_tint(deviation):
    spread = foreign_spread()
    lost = log_likelihood(spread, 0, 0, 0) - log_likelihood(spread, *deviation)
    assert lost == pytest.approx(0.5, abs=0.1)


def test_a_tenth_of_the_light_below_shines_through_a_gem_away_from_home(draw_deposit):
    # A gem of 44 grey levels on ground of 44, and on ground of 194: with the 6 of the logarithm's offset 50 and 200.
    home, here = (draw_deposit((grey, grey, grey)).background for grey in (44, 194))
    own = Appearance.of(np.zeros(3), PLAIN)
    assert np.exp(own.mean @ FROM_OPPONENT + home.median_log_bgr) == pytest.approx(50, rel=0.01)
    expected = np.full(3, np.log((50 + 0.1 * 150) / 200)) @ TO_OPPONENT
    assert foreign_mean(home, own, here) == pytest.approx(expected, abs=0.05)


def test_every_parameter_of_foreign_gems_has_a_test():
    spread = test_gems_away_from_home_stray_by_a_quarter_in_lightness_and_less_in_tint
    tests = {
        "spread_lightness_log": spread,
        "spread_tint_log": spread,
        "translucency": test_a_tenth_of_the_light_below_shines_through_a_gem_away_from_home,
    }
    assert set(tests) == {field.name for field in fields(ForeignParameters)}
