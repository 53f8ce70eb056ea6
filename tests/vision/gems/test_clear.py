"""On the deposit of clear gems discs are packed on what looks like glass, beside the coloured ones."""

from dataclasses import fields

import numpy as np
import pytest

from vision.gems import clear
from vision.gems.appearance import Appearance, covariance
from vision.gems.clear import (
    ClearDeposit,
    ClearThresholds,
    GlassCandidate,
    count_clear,
    count_coloured,
    glass_evidence,
)
from vision.gems.evidence import NO_GEM
from vision.gems.finder import Appearances, GemCandidate
from vision.gems.packing import DiscPacking

SIDE = 40


def coloured(gain=1.0, own_area=1.0, centre=(30, 30)):
    return GemCandidate("blue", 1.0, centre, gain, own_area)


COLOURED = [
    # Just on this side and just on that side of even odds.
    ("coloured_gain_weight", coloured(gain=0.80, own_area=0.0), True),
    ("coloured_gain_weight", coloured(gain=0.75, own_area=0.0), False),
    ("coloured_area_weight", coloured(gain=0.7, own_area=0.7), True),
    ("coloured_area_weight", coloured(gain=0.7, own_area=0.6), False),
    ("coloured_bias", coloured(gain=0.7, own_area=0.75), True),
    ("coloured_bias", coloured(gain=0.68, own_area=0.75), False),
]


@pytest.mark.parametrize(("field", "seen", "is_gem"), COLOURED)
def test_a_coloured_candidate_is_a_gem_when_what_shows_of_it_outweighs_the_bias(field, seen, is_gem):
    assert count_coloured([seen])[0] == is_gem, field


GLASS = [
    ("gain_weight", GlassCandidate(0.8, 0.5, 0.0), True),
    ("gain_weight", GlassCandidate(0.68, 0.5, 0.0), False),
    ("area_weight", GlassCandidate(0.5, 0.68, 0.0), True),
    ("area_weight", GlassCandidate(0.5, 0.60, 0.0), False),
    ("outline_weight", GlassCandidate(0.6, 0.65, -0.33), True),
    ("outline_weight", GlassCandidate(0.6, 0.65, -0.45), False),
    ("bias", GlassCandidate(0.62, 0.62, 0.0), True),
    ("bias", GlassCandidate(0.56, 0.56, 0.0), False),
]


@pytest.mark.parametrize(("field", "seen", "is_gem"), GLASS)
def test_a_clear_candidate_is_a_gem_when_all_that_speaks_for_it_outweighs_the_bias(field, seen, is_gem):
    assert count_clear([seen], 7)[0] == is_gem, field


def test_no_more_clear_gems_are_told_than_exist_and_the_surest_are_them():
    plain, doubtful = GlassCandidate(1.0, 1.0, 0.0), GlassCandidate(0.5, 0.5, -1.0)
    assert count_clear([doubtful, *[plain] * 8], 7)[0] == 7
    assert count_clear([doubtful, plain, plain], 7)[0] == 2


def flat(lightness):
    return np.full((SIDE, SIDE), lightness, np.float32)


ALL = np.ones((SIDE, SIDE), bool)
MIDDLE = SIDE // 2
CAPPED = 0.04
"""A rise of log lightness a pixel that counts as a strongest edge, and no more than one."""


def ramp():
    """Lightness that rises everywhere as steeply as the strongest edge, and is 0 in the middle."""
    return np.tile(CAPPED * (np.arange(SIDE, dtype=np.float32) - MIDDLE), (SIDE, 1))


def evidence_in_the_middle(lightness, region=ALL):
    return float(glass_evidence(lightness, region)[MIDDLE, MIDDLE])


@pytest.mark.parametrize(("darker", "glass"), [(0.08, True), (0.06, False)])
def test_calm_ground_is_glass_when_it_is_seven_percent_darker(darker, glass):
    # Edges: 5 * (0 - 0.47); darkness: 33 * 0.071.
    assert (evidence_in_the_middle(flat(-darker)) > 0) == glass


@pytest.mark.parametrize(("strength", "glass"), [(0.52, True), (0.42, False)])
def test_ground_no_darker_is_glass_when_half_of_it_is_edges(strength, glass):
    assert (evidence_in_the_middle(ramp() * strength * 0.036 / CAPPED) > 0) == glass


def test_a_place_full_of_edges_and_six_percent_lighter_than_glass_may_be_is_doubtful():
    # tanh(5 * (1 - 0.47) - 33 * 0.05): lightness counts up to 0.05, beyond is a mirror image.
    evidence = glass_evidence(ramp(), ALL)
    assert evidence[MIDDLE, MIDDLE + 5] == pytest.approx(np.tanh(1.0), abs=0.06)
    assert evidence[MIDDLE, MIDDLE] == pytest.approx(np.tanh(2.65), abs=0.02)


def test_what_is_much_darker_than_a_tenth_is_no_more_glass_than_that():
    # tanh(33 * 0.1 - 5 * 0.47): what is darker is a coloured gem.
    assert evidence_in_the_middle(flat(-0.3)) == pytest.approx(np.tanh(0.95), abs=0.06)


def test_edges_are_averaged_within_two_pixels():
    # At the border of a region full of edges nine of thirteen pixels lie in it.
    region = np.zeros((SIDE, SIDE), bool)
    region[:, MIDDLE:] = True
    expected = np.tanh(5 * (9 / 13 - 0.47))
    assert evidence_in_the_middle(ramp(), region) == pytest.approx(expected, abs=0.06)


def test_outside_of_the_region_nothing_is_glass():
    evidence = glass_evidence(flat(-0.1), ~ALL)
    assert (evidence == NO_GEM).all()


class Packed:
    """Stands for `pack_discs` and keeps what it was asked."""

    def __init__(self):
        self.asked = []

    def __call__(self, evidence, radius_px, most, centres):
        self.asked.append((evidence, radius_px, most, centres))
        return DiscPacking((1.0,) * most, (1.0,) * most, (((36, 36),) * most,))


@pytest.fixture
def packed(monkeypatch):
    spy = Packed()
    monkeypatch.setattr(clear, "pack_discs", spy)
    return spy


@pytest.fixture
def deposit(drawn):
    look = Appearance.of(np.zeros(3), covariance(0.1, 0.1))
    appearances = Appearances(look, None, {"blue": np.array([-1.0, 0.0, 0.5])})
    seven = [(11.5 * np.cos(turn), 11.5 * np.sin(turn), 5.9, (-0.15, 0, 0)) for turn in np.arange(6)]
    return ClearDeposit(drawn.background, drawn.contrast(*seven), appearances, 5.0, 7)


def test_a_clear_gem_with_its_edges_is_one_disc_a_sixth_wider_than_the_gem(deposit, drawn):
    lightness = drawn.contrast((0.0, 0.0, 5.9, (-0.12, 0, 0)))[..., 0]
    (first, *others) = deposit._glass(lightness, [])
    assert first.gain > 0.6
    assert first.own_area == 1.0
    assert all(other.gain < 0.3 for other in others)


@pytest.mark.parametrize("gem_mm", [(0.0, 0.0), (5.0, -3.0)])
def test_around_a_coloured_gem_no_glass_is_looked_for(deposit, drawn, packed, gem_mm):
    centre = drawn.pixel(*gem_mm)
    deposit._glass(drawn.contrast(ground=(-0.1, 0, 0))[..., 0], [coloured(centre=centre)])
    ((evidence, _, _, centres),) = packed.asked
    rows, columns = np.indices(evidence.shape)
    away_mm = np.hypot(columns - centre[0], rows - centre[1]) / drawn.background.px_per_mm
    assert away_mm[evidence > NO_GEM].min() == pytest.approx(1.45 * 5.0, abs=0.25)
    assert away_mm[centres].min() == pytest.approx(1.5 * 5.0, abs=0.25)


def test_glass_reaches_nearly_to_the_edge_and_its_middles_stay_two_millimetres_away(deposit, drawn, packed):
    deposit._glass(drawn.contrast(ground=(-0.1, 0, 0))[..., 0], [])
    ((evidence, _, _, centres),) = packed.asked
    distance_mm = drawn.background.distance_mm
    assert distance_mm[evidence > NO_GEM].max() == pytest.approx(23.0 - 0.5, abs=0.1)
    assert distance_mm[centres].max() == pytest.approx(23.0 - 2.0, abs=0.1)


def test_two_coloured_gems_and_two_clear_ones_more_than_exist_are_looked_for(
    deposit, drawn, packed, monkeypatch
):
    monkeypatch.setattr(deposit._finder, "find", lambda _, most: [coloured()] * most)
    assert deposit.count(drawn.picture()).gems == {"blue": 2, "clear": 7}
    assert [most for _, _, most, _ in packed.asked] == [7 + 2]


def test_every_threshold_of_the_clear_deposit_has_a_test_of_its_sides(on_both_sides):
    around = test_around_a_coloured_gem_no_glass_is_looked_for
    edge = test_glass_reaches_nearly_to_the_edge_and_its_middles_stay_two_millimetres_away
    busy = test_ground_no_darker_is_glass_when_half_of_it_is_edges
    calm = test_calm_ground_is_glass_when_it_is_seven_percent_darker
    tests = {
        "most_extra": test_two_coloured_gems_and_two_clear_ones_more_than_exist_are_looked_for,
        "seen_radii": test_a_clear_gem_with_its_edges_is_one_disc_a_sixth_wider_than_the_gem,
        "smoothing_px": test_edges_are_averaged_within_two_pixels,
        "busy_from": busy,
        "busy_weight": calm,
        "dark_weight": calm,
        "darkest_log": test_what_is_much_darker_than_a_tenth_is_no_more_glass_than_that,
        "lightest_log": test_a_place_full_of_edges_and_six_percent_lighter_than_glass_may_be_is_doubtful,
        "shade_radii": around,
        "apart_radii": around,
        "inset_mm": edge,
        "centre_inset_mm": edge,
    }
    assert {*tests, *on_both_sides(COLOURED), *on_both_sides(GLASS)} == {
        field.name for field in fields(ClearThresholds)
    }
