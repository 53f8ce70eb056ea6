"""Exact binomial bounds against values in print, and against each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.bench.binomial import binomial_tail, upper_bound


@pytest.mark.parametrize(
    ("hits", "of", "confidence", "bound"),
    # The rule of three, exactly: 1 - 0.05 ** (1 / n) without a hit. Two-sided 95 % limits are one-sided 97.5 % ones.
    [
        (0, 10, 0.95, 0.2589),
        (0, 300, 0.95, 0.00994),
        (1, 10, 0.975, 0.4450),
        (5, 100, 0.975, 0.1128),
        (2, 1000, 0.95, 0.00628),
        (10, 10, 0.95, 1.0),
        (0, 0, 0.95, 1.0),
    ],
)
def test_the_bound_is_clopper_and_pearsons(hits, of, confidence, bound):
    assert upper_bound(hits, of, confidence) == pytest.approx(bound, abs=6e-5)


def test_the_tail_is_that_of_the_binomial_distribution():
    assert binomial_tail(1, 3, 0.5) == pytest.approx(0.5)
    assert binomial_tail(0, 4, 0.25) == pytest.approx(0.75**4)
    assert binomial_tail(3, 3, 0.9) == 1.0
    assert binomial_tail(0, 3, 1.0) == 0.0
    assert binomial_tail(0, 3, 0.0) == 1.0


@given(st.integers(1, 120), st.floats(0, 1), st.floats(0.5, 0.999))
def test_at_the_bound_so_few_hits_have_just_the_chance_that_is_left(of, share, confidence):
    hits = min(int(share * of), of - 1)
    bound = upper_bound(hits, of, confidence)
    assert hits / of < bound <= 1
    assert binomial_tail(hits, of, bound) == pytest.approx(1 - confidence, abs=1e-6)


@given(st.integers(1, 120), st.data())
def test_more_hits_prove_less_and_more_trials_prove_more(of, data):
    hits = data.draw(st.integers(0, of - 1))
    assert upper_bound(hits, of) < upper_bound(hits + 1, of)
    assert upper_bound(hits, of + 1) < upper_bound(hits, of)
