"""At set-up seven gems teach how gems and background look on this deposit."""

from dataclasses import fields

import numpy as np
import pytest

from vision.gems import learning
from vision.gems.appearance import Appearance, covariance
from vision.gems.evidence import gem_evidence
from vision.gems.learning import (
    LEARNING,
    LearningParameters,
    learn_appearances,
    learn_clear_background,
    most_unlike,
    plain_pixels,
    shaded_background,
)
from vision.gems.packing import pack_discs

GEM = (-0.4, 0.3, -0.8)
SHADE = (-0.1, 0.0, 0.02)
SEVEN_MM = [(0.0, 0.0), *((13.0 * np.cos(turn), 13.0 * np.sin(turn)) for turn in np.arange(6) * np.pi / 3)]
GEM_MM = 5.0


@pytest.fixture(scope="module")
def at_set_up(drawn):
    """Seven gems on shaded ground, all of one colour each."""
    return drawn.contrast(*((x, y, GEM_MM, GEM) for x, y in SEVEN_MM), ground=SHADE)


@pytest.fixture(scope="module")
def learnt(drawn, at_set_up):
    return learn_appearances(drawn.background, at_set_up, GEM_MM)


def test_gems_and_the_shaded_ground_between_them_are_learnt(learnt):
    own, bare = learnt
    assert own.mean == pytest.approx(GEM, abs=1e-3)
    assert bare.mean == pytest.approx(SHADE, abs=1e-3)


def test_what_was_seen_in_one_colour_is_expected_a_little_beside_it(learnt):
    own, bare = learnt
    assert np.sqrt(np.diag(own.covariance)) == pytest.approx([0.05, 0.03, 0.03], rel=0.05)
    assert np.sqrt(np.diag(bare.covariance)) == pytest.approx([0.05, 0.02, 0.02], rel=0.05)


@pytest.mark.parametrize(("rim_from_mm", "learnt_too"), [(22.05, False), (21.6, True)])
def test_the_outermost_millimetre_of_a_deposit_teaches_nothing(drawn, rim_from_mm, learnt_too):
    contrast = drawn.contrast((0, 0, rim_from_mm, SHADE), ground=(-1.0, 0.0, 0.0))
    bare = learn_clear_background(drawn.background, contrast)
    assert (bare.mean[0] < SHADE[0] - 0.01) == learnt_too


def test_gems_are_looked_for_a_millimetre_and_a_half_beyond_the_edge_three_times(
    drawn, at_set_up, monkeypatch
):
    regions, packed = [], []
    monkeypatch.setattr(
        learning, "gem_evidence", lambda *asked: (regions.append(asked[1]), gem_evidence(*asked))[1]
    )
    monkeypatch.setattr(
        learning, "pack_discs", lambda *asked: (packed.append(asked[2]), pack_discs(*asked))[1]
    )
    learn_appearances(drawn.background, at_set_up, GEM_MM)
    assert packed == [7, 7, 7]
    for region in regions:
        assert drawn.background.distance_mm.ravel()[region].max() == pytest.approx(23 + 1.5, abs=0.15)


SIDE = 60
ALL = np.ones((SIDE, SIDE), bool)


@pytest.mark.parametrize(("darker", "chosen"), [(0.37, True), (0.30, False)])
def test_a_change_of_lightness_counts_three_tenths_of_one_of_colour(darker, chosen):
    contrast = np.zeros((SIDE, SIDE, 3), np.float32)
    contrast[:20, :, 1] = 0.1
    contrast[40:, :, 0] = -darker
    unlike = most_unlike(
        contrast, ALL, 4.0
    )  # a share of 7 discs of 50 pixels: there is room for one kind only
    assert unlike[40:].all() == chosen
    assert unlike[:20].all() != chosen


def test_at_first_two_thirds_of_the_area_of_seven_gems_are_gem():
    contrast = np.random.default_rng(2).normal(0, 0.1, (SIDE, SIDE, 3)).astype(np.float32)
    inside = np.tri(SIDE, dtype=bool)
    unlike = most_unlike(contrast, inside, 6.0)
    assert np.count_nonzero(unlike) == pytest.approx(0.65 * 7 * np.pi * 36, rel=0.03)
    assert not (unlike & ~inside).any()


def test_before_anything_is_learnt_ground_is_a_little_darker_than_bare_and_hardly_coloured():
    ground = shaded_background()

    def fits(*contrast):
        colours = np.float32([contrast, (-0.05, 0.0, 0.0)]).T
        here, best = ground.log_likelihood(colours)
        return best - here

    # Half of a squared deviation: 0.15 of lightness and 0.05 of tint to either side of -0.05.
    for contrast in ((-0.2, 0, 0), (0.1, 0, 0), (-0.05, 0.05, 0), (-0.05, 0, -0.05)):
        assert fits(*contrast) == pytest.approx(0.5, abs=0.1)


MIDDLE = (30, 30)
RADIUS_PX = 20.0


def pixels(evidence):
    """Which pixels of even evidence are plainly a gem's and plainly background, and how far they are from the gem."""
    rows, columns = np.indices((SIDE, SIDE))
    away = np.hypot(columns - MIDDLE[0], rows - MIDDLE[1]) / RADIUS_PX
    core, beside = plain_pixels(np.full((SIDE, SIDE), evidence, np.float32), ALL, [MIDDLE], RADIUS_PX)
    return away[core], away[beside]


def test_a_gem_is_learnt_well_inside_its_edge_and_background_outside_of_its_shade():
    core, beside = pixels(0.0)
    assert core.max() == pytest.approx(0.85, abs=0.03)
    assert beside.min() == pytest.approx(1.1, abs=0.03)


@pytest.mark.parametrize(
    ("field", "evidence", "gem", "background"),
    [
        ("core_evidence", -0.45, True, True),
        ("core_evidence", -0.55, False, True),
        ("background_evidence", 0.75, True, True),
        ("background_evidence", 0.85, True, False),
    ],
)
def test_what_plainly_looks_otherwise_is_not_learnt(field, evidence, gem, background):
    core, beside = pixels(evidence)
    assert (bool(len(core)), bool(len(beside))) == (gem, background), field


@pytest.mark.parametrize(("count", "learnt_anew"), [(44, True), (36, False)])
def test_from_forty_pixels_or_fewer_nothing_is_learnt(count, learnt_anew):
    known = Appearance.of(np.zeros(3), covariance(0.1, 0.1))
    colours = np.tile(np.float32(GEM), (count, 1))
    look = learning._learnt_anew(known, colours, covariance(0.05, 0.05), LEARNING)
    assert (look is not known) == learnt_anew


def test_every_parameter_of_learning_has_a_test_of_its_sides():
    slack = test_what_was_seen_in_one_colour_is_expected_a_little_beside_it
    before = test_before_anything_is_learnt_ground_is_a_little_darker_than_bare_and_hardly_coloured
    looked_for = test_gems_are_looked_for_a_millimetre_and_a_half_beyond_the_edge_three_times
    where = test_a_gem_is_learnt_well_inside_its_edge_and_background_outside_of_its_shade
    otherwise = test_what_plainly_looks_otherwise_is_not_learnt
    tests = {
        "inset_mm": test_the_outermost_millimetre_of_a_deposit_teaches_nothing,
        **dict.fromkeys(("outset_mm", "rounds"), looked_for),
        "lightness_share": test_a_change_of_lightness_counts_three_tenths_of_one_of_colour,
        "first_area_share": test_at_first_two_thirds_of_the_area_of_seven_gems_are_gem,
        **dict.fromkeys(("core_radii", "beside_radii"), where),
        **dict.fromkeys(("core_evidence", "background_evidence"), otherwise),
        "fewest_px": test_from_forty_pixels_or_fewer_nothing_is_learnt,
        **dict.fromkeys(("gem_slack_lightness_log", "gem_slack_tint_log"), slack),
        **dict.fromkeys(("background_slack_lightness_log", "background_slack_tint_log"), slack),
        **dict.fromkeys(("shade_log", "shade_spread_lightness_log", "shade_spread_tint_log"), before),
    }
    assert set(tests) == {field.name for field in fields(LearningParameters)}
