"""On a deposit of coloured gems each candidate is weighed by what shows of it, what is its own, and its outline."""

from dataclasses import fields

import numpy as np
import pytest

from vision.gems import coloured
from vision.gems.appearance import Appearance, covariance
from vision.gems.clear_mixture import MixtureSpot
from vision.gems.coloured import ColouredDeposit, ColouredThresholds, choose_gems, count_clear_spots
from vision.gems.finder import Appearances, GemCandidate
from vision.typical_colours import CLEAR_GEM

OWN = "yellow"
PLACE = (30, 30)


def candidate(gain=1.0, own_area=1.0, gem=OWN):
    return GemCandidate(gem, 1.0, PLACE, gain, own_area)


WEIGHED = [
    # Just on this side and just on that side of even odds.
    ("gain_weight", candidate(gain=0.96, own_area=0.0), 0.0, True),
    ("gain_weight", candidate(gain=0.89, own_area=0.0), 0.0, False),
    ("area_weight", candidate(gain=0.3, own_area=0.86), 0.0, True),
    ("area_weight", candidate(gain=0.3, own_area=0.76), 0.0, False),
    ("outline_weight", candidate(gain=0.5, own_area=0.7), -0.55, True),
    ("outline_weight", candidate(gain=0.5, own_area=0.7), -0.75, False),
    ("bias", candidate(gain=0.55, own_area=0.55), 0.0, True),
    ("bias", candidate(gain=0.5, own_area=0.5), 0.0, False),
    ("foreign_bias", candidate(gain=1.0, own_area=0.32, gem="blue"), 0.0, True),
    ("foreign_bias", candidate(gain=1.0, own_area=0.24, gem="blue"), 0.0, False),
]


@pytest.mark.parametrize(("field", "seen", "closure", "is_gem"), WEIGHED)
def test_a_candidate_is_a_gem_when_all_that_speaks_for_it_outweighs_the_bias(field, seen, closure, is_gem):
    lying, _ = choose_gems([seen], [closure], OWN, 7)
    assert bool(lying) == is_gem, field


SPOTS = [
    ("alpha_weight", 0.27, 1),
    ("alpha_weight", 0.25, 0),
    ("clear_bias", 0.29, 1),
    ("clear_bias", 0.23, 0),
]


@pytest.mark.parametrize(("field", "alpha", "clear"), SPOTS)
def test_a_spot_with_a_quarter_of_a_clear_gems_tint_is_as_likely_one_as_not(field, alpha, clear):
    assert count_clear_spots([alpha])[0] == clear, field


def test_a_plain_gem_is_a_gem_for_sure_and_a_plain_shade_is_none():
    assert choose_gems([candidate()], [0.0], OWN, 7)[1] > 0.99
    assert choose_gems([candidate(0.25, 0.4)], [-2.5], OWN, 7) == ([], pytest.approx(1.0, abs=0.01))


def test_the_surest_are_gems_whichever_order_they_were_laid_in():
    plain, doubtful = candidate(), candidate(0.4, 0.4)
    lying, _ = choose_gems([doubtful, plain], [-1.0, 0.0], OWN, 7)
    assert lying == [plain]


def test_there_are_no_more_gems_of_the_own_colour_than_exist_but_others_beside_them():
    blue = candidate(gem="blue")
    lying, _ = choose_gems([candidate()] * 8 + [blue], [0.0] * 8 + [2.0], OWN, 7)
    assert lying == [blue, *[candidate()] * 7]


class Mixture:
    """Finds as many plain clear gems as it is asked for."""

    def find(self, contrast, most):
        return [MixtureSpot(PLACE, 0.5)] * most


class Finder:
    """Finds seven own gems and then foreign ones, as many as it is asked for."""

    def __init__(self, *_):
        pass

    def find(self, contrast, most, taken=()):
        assert taken == () or len(taken) == 2
        return [candidate()] * min(most, 7) + [candidate(gem="blue")] * (most - 7)


def test_beside_all_own_gems_two_foreign_and_two_clear_ones_are_looked_for(drawn, monkeypatch):
    monkeypatch.setattr(coloured, "GemFinder", Finder)
    look = Appearance.of(np.zeros(3), covariance(0.1, 0.1))
    appearances = Appearances(look, (OWN, look), {})
    deposit = ColouredDeposit(drawn.background, drawn.contrast(), OWN, appearances, Mixture(), 5.0, 7)
    monkeypatch.setattr(deposit._outlines, "closure", lambda _, centres: [0.0] * len(centres))
    told = deposit.count(drawn.picture())
    assert told.gems == {OWN: 7, "blue": 2, CLEAR_GEM: 2}
    assert told.confidence > 0.95


def test_every_threshold_of_coloured_deposits_has_a_test_of_its_sides(on_both_sides):
    tests = {"most_foreign": test_beside_all_own_gems_two_foreign_and_two_clear_ones_are_looked_for}
    assert {*tests, *on_both_sides(WEIGHED), *on_both_sides(SPOTS)} == {
        field.name for field in fields(ColouredThresholds)
    }
