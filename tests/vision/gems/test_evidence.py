"""Odds of gem against background become evidence between -1 and 1; glare is no evidence against a gem."""

from dataclasses import fields

import numpy as np
import pytest

from vision.gems.evidence import NO_GEM, EvidenceParameters, colours_of, discs_mask, gem_evidence

SIDE = 9
ALL = np.arange(SIDE * SIDE)
DARK = np.zeros((SIDE, SIDE, 3), np.float32)
MIDDLE = SIDE // 2


def odds(value):
    return np.full(len(ALL), value, np.float32)


def test_plain_gem_is_one_plain_background_minus_one_and_doubt_nothing():
    for value, evidence in ((60.0, 1.0), (-60.0, NO_GEM), (0.0, 0.0)):
        assert gem_evidence(DARK, ALL, odds(value)) == pytest.approx(evidence)


def test_outside_of_the_region_there_is_as_little_as_on_plain_background():
    evidence = gem_evidence(DARK, ALL[:SIDE], odds(60.0)[:SIDE])
    assert evidence[0] == pytest.approx(1.0)
    assert evidence[1:] == pytest.approx(-1.0)


def test_odds_of_seven_to_one_count_three_quarters():
    # exp(2) = 7.4; tanh(1) = 0.76.
    assert gem_evidence(DARK, ALL, odds(2.0)) == pytest.approx(0.76, abs=0.04)


@pytest.mark.parametrize(("lightness", "evidence"), [(0.28, 0.0), (0.22, -1.0)])
def test_what_is_a_quarter_lighter_than_the_background_is_glare_and_says_nothing(lightness, evidence):
    contrast = DARK.copy()
    contrast[MIDDLE, MIDDLE, 0] = lightness
    assert gem_evidence(contrast, ALL, odds(-60.0))[MIDDLE, MIDDLE] == pytest.approx(evidence)


def test_glare_reaches_to_the_pixels_beside_it_and_no_farther():
    contrast = DARK.copy()
    contrast[MIDDLE, MIDDLE, 0] = 1.0
    evidence = gem_evidence(contrast, ALL, odds(-60.0))
    assert evidence[MIDDLE, MIDDLE - 2 : MIDDLE + 3] == pytest.approx([-1, 0, 0, 0, -1])


def test_glare_that_looks_like_gem_counts_for_one():
    contrast = DARK.copy()
    contrast[..., 0] = 1.0
    assert gem_evidence(contrast, ALL, odds(60.0)) == pytest.approx(1.0)


def test_the_colours_of_a_region_are_listed_in_its_order():
    contrast = np.arange(SIDE * SIDE * 3, dtype=np.float32).reshape(SIDE, SIDE, 3)
    assert pytest.approx(contrast[:2, 0]) == colours_of(contrast, np.array([0, SIDE])).T


def test_discs_are_the_pixels_within_a_radius_of_any_centre():
    mask = discs_mask((SIDE, SIDE), [(0, 0), (8, 4)], 2.0)
    assert np.argwhere(mask[:3, :3]).tolist() == [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [2, 0]]
    assert mask[4, 6:].all()
    assert not mask[4, 5]


def test_every_parameter_of_evidence_has_a_test_of_its_sides():
    tests = {
        "certain_log_odds": test_odds_of_seven_to_one_count_three_quarters,
        "glare_log": test_what_is_a_quarter_lighter_than_the_background_is_glare_and_says_nothing,
        "glare_reach_px": test_glare_reaches_to_the_pixels_beside_it_and_no_farther,
    }
    assert set(tests) == {field.name for field in fields(EvidenceParameters)}
