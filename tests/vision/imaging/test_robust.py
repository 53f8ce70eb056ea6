"""The weights of robust fits."""

import numpy as np
import pytest

from vision.imaging.robust import cauchy_weight, geman_mcclure_weight


def test_a_cauchy_weight_is_one_on_the_fit_a_half_at_the_scale_and_a_tenth_at_three_times_it():
    assert cauchy_weight(np.array([0.0, 5.0, -5.0, 15.0]), 5.0) == pytest.approx([1.0, 0.5, 0.5, 0.1])


def test_a_geman_mcclure_weight_is_a_quarter_at_the_scale_and_a_hundredth_at_three_times_it():
    weights = geman_mcclure_weight(np.array([0.0, 5.0, -5.0, 15.0]), 5.0)
    assert weights == pytest.approx([1.0, 0.25, 0.25, 0.01])


@pytest.mark.parametrize("weigh", [cauchy_weight, geman_mcclure_weight])
def test_what_a_value_is_worth_before_the_fit_multiplies_its_weight(weigh):
    residual, prior = np.array([1.0, 4.0, 9.0]), np.array([0.0, 0.5, 2.0])
    assert weigh(residual, 3.0, prior) == pytest.approx(prior * weigh(residual, 3.0))


@pytest.mark.parametrize("weigh", [cauchy_weight, geman_mcclure_weight])
def test_each_value_may_have_a_scale_of_its_own(weigh):
    assert weigh(np.array([2.0, 20.0]), np.array([2.0, 20.0])) == pytest.approx([float(weigh(1.0, 1.0))] * 2)


@pytest.mark.parametrize("weigh", [cauchy_weight, geman_mcclure_weight])
def test_single_precision_stays_single_precision(weigh):
    residual = np.ones(3, np.float32)
    assert weigh(residual, 2.0).dtype == np.float32
    assert weigh(residual, 2.0, residual).dtype == np.float32


@pytest.mark.parametrize("weigh", [cauchy_weight, geman_mcclure_weight])
def test_reweighted_least_squares_find_the_line_among_outliers_that_pull_plain_least_squares_away(weigh):
    x = np.linspace(0.0, 10.0, 41)
    y = 3.0 + 0.5 * x
    y[::4] += 40.0
    terms = np.stack((np.ones_like(x), x))
    weights = np.ones_like(x)
    fits = []
    for _ in range(60):
        fits.append(np.linalg.solve((terms * weights) @ terms.T, (terms * weights) @ y))
        weights = weigh(y - terms.T @ fits[-1], 1.0)
    assert fits[0][0] > 10.0, "plain least squares lift the line towards the outliers"
    assert fits[-1] == pytest.approx([3.0, 0.5], abs=0.1)
