"""A count of gems is as sure as the chances of its candidates leave it: in doubt it is not told."""

import pytest

from vision.gems.counting import likeliest_count


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
