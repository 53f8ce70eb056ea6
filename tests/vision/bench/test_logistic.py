"""Logistic regression with priors and bounds."""

import numpy as np
import pytest

from vision.bench.logistic import Prior, fit_logistic

WIDE = Prior(np.zeros(2), np.full(2, 100.0), np.full(2, -np.inf))


def drawn(weights, count, seed=0):
    rng = np.random.default_rng(seed)
    features = np.column_stack([np.ones(count), rng.normal(0, 2, count)])
    return features, rng.random(count) < 1 / (1 + np.exp(-features @ weights))


def test_the_weights_that_made_the_data_are_found():
    features, right = drawn(np.array([0.5, 1.5]), 20_000)
    assert fit_logistic(features, right, WIDE) == pytest.approx([0.5, 1.5], abs=0.1)


def test_without_data_the_prior_is_kept_and_few_data_move_it_little():
    prior = Prior(np.array([1.0, 2.0]), np.array([0.1, 0.1]), np.full(2, -np.inf))
    assert fit_logistic(np.zeros((0, 2)), np.zeros(0, bool), prior) == pytest.approx([1.0, 2.0])
    features, right = drawn(np.array([-3.0, 0.0]), 4)
    assert np.abs(fit_logistic(features, right, prior) - [1.0, 2.0]).max() < 0.5


def test_a_weight_stays_at_its_bound_when_the_data_would_have_it_below():
    features, right = drawn(np.array([0.5, -1.5]), 2000)
    bounded = Prior(np.zeros(2), np.full(2, 100.0), np.array([-np.inf, 0.0]))
    offset, slope = fit_logistic(features, right, bounded)
    assert slope == 0.0
    share = right.mean()
    assert offset == pytest.approx(np.log(share / (1 - share)), abs=0.01)


def test_answers_that_are_all_right_give_a_finite_weight():
    weights = fit_logistic(
        np.ones((500, 1)), np.ones(500, bool), Prior(np.zeros(1), np.ones(1) * 2, -np.ones(1))
    )
    assert 3 < weights[0] < 20


def test_a_sample_that_counts_as_three_is_as_good_as_three():
    features, right = drawn(np.array([0.5, 1.5]), 50)
    thrice = fit_logistic(np.repeat(features, 3, axis=0), np.repeat(right, 3), WIDE)
    assert fit_logistic(features, right, WIDE, np.full(50, 3.0)) == pytest.approx(thrice)
