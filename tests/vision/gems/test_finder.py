"""Coloured gems are found where they show, whole or in part, and named by the look they are nearest to."""

from dataclasses import fields

import numpy as np
import pytest

from vision.gems.appearance import Appearance, covariance, foreign_spread
from vision.gems.finder import (
    Appearances,
    FinderThresholds,
    GemCandidate,
    GemFinder,
    all_named,
    name_colours,
)

YELLOW = np.array([-0.3, 0.1, -1.2])
BLUE = np.array([-1.0, -0.4, 0.8])
BARE = Appearance.of(np.zeros(3), covariance(0.05, 0.03))


@pytest.fixture(scope="module")
def finder(drawn):
    own = Appearance.of(YELLOW, covariance(0.08, 0.05))
    return GemFinder(drawn.background, Appearances(BARE, ("yellow", own), {"blue": BLUE}), 5.0)


def plain(candidates):
    return [candidate for candidate in candidates if candidate.gain > 0.5]


def test_gems_of_both_colours_are_found_where_they_lie_and_named(drawn, finder):
    gems = {"yellow": (-8.0, 3.0), "blue": (7.0, -6.0)}
    contrast = drawn.contrast((-8.0, 3.0, 5.0, YELLOW), (7.0, -6.0, 5.0, BLUE))
    found = plain(finder.find(contrast, 5))
    assert {candidate.gem for candidate in found} == set(gems)
    for candidate in found:
        assert candidate.centre_px == pytest.approx(drawn.pixel(*gems[candidate.gem]), abs=1)
        assert candidate.gain == pytest.approx(1.0, abs=0.06)
        assert candidate.own_area == pytest.approx(1.0, abs=0.01)
        assert candidate.name_probability > 0.99


def test_gems_in_a_light_that_changes_all_of_them_alike_are_found(drawn, finder):
    other_light = YELLOW + np.array([0.2, 0.1, 0.05])
    contrast = drawn.contrast((-8.0, 3.0, 5.0, other_light), (8.0, 3.0, 5.0, other_light))
    assert [candidate.gem for candidate in plain(finder.find(contrast, 5))] == ["yellow", "yellow"]


def test_where_something_else_lies_no_gem_is_found(drawn, finder):
    contrast = drawn.contrast((-8.0, 3.0, 5.0, YELLOW))
    assert plain(finder.find(contrast, 5, [drawn.pixel(-8.0, 3.0)])) == []


def test_bare_ground_has_no_candidates_and_nothing_is_named(drawn, finder):
    assert finder.find(drawn.contrast(), 5) == []


@pytest.mark.parametrize(("half_squares", "looked_at"), [(0.77, True), (0.63, False)])
def test_what_is_a_little_more_than_a_deviation_from_bare_ground_is_looked_at(
    drawn, finder, half_squares, looked_at
):
    off = 0.05 * np.sqrt(2 * half_squares)
    region, _, _ = finder._not_background(drawn.contrast(ground=(off, 0.0, 0.0)))
    assert bool(len(region)) == looked_at


def test_gems_are_looked_for_a_millimetre_and_a_half_beyond_the_edge(drawn, finder):
    region, _, _ = finder._not_background(drawn.contrast(ground=YELLOW))
    assert drawn.background.distance_mm.ravel()[region].max() == pytest.approx(23 + 1.5, abs=0.15)


@pytest.mark.parametrize("turn", np.arange(4) * 1.6)
def test_no_gem_has_its_middle_nearer_to_the_edge_than_three_and_a_half_millimetres(drawn, finder, turn):
    contrast = drawn.contrast((22.5 * np.cos(turn), 22.5 * np.sin(turn), 5.0, YELLOW))
    (candidate, *_) = finder.find(contrast, 1)
    column, row = candidate.centre_px
    assert drawn.background.distance_mm[row, column] == pytest.approx(23 - 3.5, abs=0.8)


@pytest.mark.parametrize(("core_mm", "named"), [(3.1, "blue"), (2.0, "yellow")])
def test_a_gem_is_named_by_most_of_what_shows_in_a_square_of_six_tenths_of_its_width(
    drawn, finder, core_mm, named
):
    # 9 x 9 pixels: a blue core of 3.1 mm has 60 of the 81, one of 2 mm has 25.
    contrast = drawn.contrast((0.0, 0.0, 5.0, YELLOW), (0.0, 0.0, core_mm, BLUE))
    (candidate, *_) = finder.find(contrast, 1)
    assert candidate.gem == named


def test_glare_on_a_gem_does_not_change_its_name(drawn, finder):
    contrast = drawn.contrast((0.0, 0.0, 5.0, YELLOW), (1.5, 1.0, 2.5, (0.6, 0.0, 0.0)))
    (candidate, *_) = plain(finder.find(contrast, 1))
    assert candidate.gem == "yellow"


@pytest.mark.parametrize(("half_squares", "sure"), [(23.5, True), (26.5, False)])
def test_a_colour_too_far_from_every_look_is_rather_none_of_them(half_squares, sure):
    off = 0.25 * np.sqrt(2 * half_squares)
    ((name, probability),) = name_colours([np.array([off, 0.0, 0.0], np.float32)], {"blue": foreign_spread()})
    assert name == "blue"
    assert (probability > 0.5) == sure


def test_a_colour_between_two_looks_has_either_name_with_half_the_probability():
    looks = {"blue": foreign_spread(), "pink": foreign_spread().moved(np.array([0.0, 0.3, 0.0]))}
    ((_, probability),) = name_colours([np.array([0.0, 0.15, 0.0], np.float32)], looks)
    assert probability == pytest.approx(0.5, abs=0.01)


def test_all_names_are_right_with_the_product_of_their_probabilities():
    gems = [GemCandidate("blue", probability, (0, 0), 1.0, 1.0) for probability in (0.9, 0.8)]
    assert all_named(gems) == pytest.approx(0.72)
    assert all_named([]) == 1.0


def test_every_threshold_of_the_finder_has_a_test_of_its_sides():
    tests = {
        "background_half_squares": (
            test_what_is_a_little_more_than_a_deviation_from_bare_ground_is_looked_at
        ),
        "outset_mm": test_gems_are_looked_for_a_millimetre_and_a_half_beyond_the_edge,
        "inset_mm": test_no_gem_has_its_middle_nearer_to_the_edge_than_three_and_a_half_millimetres,
        "named_within_radii": (
            test_a_gem_is_named_by_most_of_what_shows_in_a_square_of_six_tenths_of_its_width
        ),
        "unknown_half_squares": test_a_colour_too_far_from_every_look_is_rather_none_of_them,
    }
    assert set(tests) == {field.name for field in fields(FinderThresholds)}
