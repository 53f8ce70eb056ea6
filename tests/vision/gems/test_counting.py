"""A count of gems is as sure as the chances of its candidates leave it: in doubt it is not told."""

from dataclasses import fields

import pytest

from vision.gems.counting import CountingThresholds, decide_told, likeliest_count, logistic


@pytest.mark.parametrize("gems", range(5))
def test_what_is_plainly_a_gem_counts_and_what_plainly_is_none_does_not(gems):
    count, sure = likeliest_count([0.999] * gems + [0.001] * (4 - gems))
    assert count == gems
    assert sure > 0.99


def test_nothing_found_is_none_for_sure():
    assert likeliest_count([]) == (0, 1.0)


def test_one_doubtful_gem_makes_the_count_as_doubtful():
    _, sure = likeliest_count([0.999, 0.999, 0.6])
    assert sure == pytest.approx(0.6, abs=0.01)


def test_several_doubtful_gems_make_it_more_doubtful_still():
    _, one = likeliest_count([0.999, 0.7, 0.01])
    _, two = likeliest_count([0.999, 0.7, 0.3])
    assert two < one


def test_more_gems_than_there_are_is_no_count():
    possible = [True, True, True, False]
    count, sure = likeliest_count([0.99, 0.99, 0.9], possible)
    assert count == 2
    assert sure > 0.8


def test_of_candidates_as_likely_as_not_only_the_surest_so_many_are_considered():
    # Three counts of equal likelihood; a Poisson-binomial distribution would have 1/4, 1/2, 1/4.
    assert likeliest_count([0.5, 0.5]) == (0, pytest.approx(1 / 3))


@pytest.mark.parametrize(("probability", "told"), [(0.82, {"blue": 2}), (0.78, None)])
def test_a_count_is_told_from_eight_in_ten_on(probability, told):
    assert decide_told({"blue": 2, "clear": 0}, probability).gems == told


def test_no_candidate_is_surer_than_one_in_a_thousand_million_leaves_open():
    _, sure = likeliest_count([1.0])
    assert 1 - sure == pytest.approx(1e-9, rel=0.2)
    _, sure = likeliest_count([0.0])
    assert 1 - sure == pytest.approx(1e-9, rel=0.2)


def test_even_odds_are_a_half_and_odds_of_nineteen_nineteen_in_twenty():
    assert logistic(0.0) == 0.5
    assert logistic(2.944) == pytest.approx(0.95, abs=0.001)


def test_odds_beyond_all_measure_are_neither_certain_nor_too_large_for_the_exponential():
    assert 0 < logistic(-5000.0) < 1e-12
    assert 0 < 1 - logistic(5000.0) < 1e-12


def test_every_threshold_of_counting_has_a_test_of_its_sides():
    tests = {
        "told_from": test_a_count_is_told_from_eight_in_ten_on,
        "least_doubt": test_no_candidate_is_surer_than_one_in_a_thousand_million_leaves_open,
    }
    assert set(tests) == {field.name for field in fields(CountingThresholds)}
