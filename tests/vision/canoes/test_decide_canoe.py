"""What a hull is, for evidence just on this side and just on that side of every threshold."""

import dataclasses
from dataclasses import dataclass, replace

import pytest

from vision.canoes.decide import (
    CanoeEvidence,
    CanoeFinding,
    CanoeThresholds,
    CanoeVerdict,
    best_colour,
    decide,
    hides_another,
    is_suppressed,
    may_be_overlooked,
)

CANOE, DOUBTFUL, NOTHING = CanoeVerdict.CANOE, CanoeVerdict.DOUBTFUL, CanoeVerdict.NOTHING
SURPLUS, PERHAPS_SURPLUS = CanoeVerdict.SURPLUS, CanoeVerdict.PERHAPS_SURPLUS
EVERYTHING = ("red", "blue")
PERFECT = CanoeEvidence(
    cover=1.0, purity=1.0, brightest_ratio=1.5, unevenness=0.5, distances={"red": 0.5, "blue": 9.0}
)
SHADED = replace(PERFECT, brightest_ratio=0.6, cover=0.85)


def with_purity(purity):
    return replace(PERFECT, purity=purity)


def with_distances(red, blue=9.0):
    return replace(PERFECT, distances={"red": red, "blue": blue})


def with_grade(grade, cover=1.0):
    """Evidence that is as sure as this (0..1), by the separation of red from blue."""
    return replace(with_distances(1.0, 1.0 + 0.8 * grade), cover=cover)


def confidence(evidence):
    return decide(evidence, EVERYTHING).confidence


def verdict(evidence):
    return decide(evidence, EVERYTHING).verdict


def verdict_with_no_canoe_left(evidence):
    return decide(evidence, ()).verdict


@dataclass(frozen=True)
class Sides:
    """A threshold, its rule, and what is told of evidence just short of it and just beyond."""

    field: str
    rule: str
    ask: object
    short: object
    told_short: object
    beyond: object
    told_beyond: object


SURE = 0.985
"""Confidence, of 0.99 at most, that only full grades reach."""


def is_sure(evidence):
    return confidence(evidence) > SURE


def says_something(evidence):
    return confidence(evidence) > 0.5


def light_says_nothing_against_it(evidence):
    return confidence(evidence) == confidence(replace(evidence, unevenness=1.0))


def only_thinness_speaks_against_it(evidence):
    return confidence(evidence) == pytest.approx(0.5 + 0.49 * (1 - 0.4 * (1 - evidence.cover)))


SIDES = [
    Sides(
        "no_purity",
        "a hull that is half of its colour is no canoe",
        says_something,
        with_purity(0.48),
        False,
        with_purity(0.52),
        True,
    ),
    Sides(
        "sure_purity",
        "a hull that is three quarters of its colour is surely a canoe",
        is_sure,
        with_purity(0.69),
        False,
        with_purity(0.73),
        True,
    ),
    Sides(
        "no_distance",
        "a hull four deviations from every colour is another thing",
        says_something,
        with_distances(4.1),
        False,
        with_distances(3.9),
        True,
    ),
    Sides(
        "sure_distance",
        "a hull within two and a half deviations of its colour surely has it",
        is_sure,
        with_distances(2.8),
        False,
        with_distances(2.6),
        True,
    ),
    Sides(
        "sure_separation",
        "a colour is sure when the next is most of a deviation farther off",
        is_sure,
        with_distances(1.0, 1.75),
        False,
        with_distances(1.0, 1.85),
        True,
    ),
    Sides(
        "no_unevenness",
        "what is darker than the board and dims all channels alike is shade",
        says_something,
        replace(SHADED, unevenness=0.075),
        False,
        replace(SHADED, unevenness=0.085),
        True,
    ),
    Sides(
        "sure_unevenness",
        "what is darker than the board and dims its channels differently is surely no shade",
        light_says_nothing_against_it,
        replace(SHADED, unevenness=0.17),
        False,
        replace(SHADED, unevenness=0.185),
        True,
    ),
    Sides(
        "most_shade",
        "what is nearly as bright as the board is no shade, however even",
        light_says_nothing_against_it,
        replace(SHADED, brightest_ratio=0.93, unevenness=0.0),
        False,
        replace(SHADED, brightest_ratio=0.97, unevenness=0.0),
        True,
    ),
    Sides(
        "shaped",
        "what has all of a hull's shape is no shade, however dark and even",
        says_something,
        replace(SHADED, unevenness=0.0, cover=0.88),
        False,
        replace(SHADED, unevenness=0.0, cover=0.92),
        True,
    ),
    Sides(
        "no_cover",
        "a hull of which less than two fifths show may be a sliver of shadow",
        says_something,
        replace(PERFECT, cover=0.38),
        False,
        replace(PERFECT, cover=0.42),
        True,
    ),
    Sides(
        "sure_cover",
        "a hull of which seven tenths show is no sliver",
        only_thinness_speaks_against_it,
        replace(PERFECT, cover=0.68),
        False,
        replace(PERFECT, cover=0.72),
        True,
    ),
    Sides(
        "certain",
        "a canoe of which it is not so sure that it is one makes its place doubtful",
        verdict,
        with_grade(0.18),
        DOUBTFUL,
        with_grade(0.22),
        CANOE,
    ),
    Sides(
        "confidence_range",
        "half a grade is three quarters sure",
        lambda evidence: confidence(evidence) > 0.75,
        with_grade(0.48),
        False,
        with_grade(0.54),
        True,
    ),
    Sides(
        "thin_cost",
        "a canoe of which three quarters of the outline show loses a tenth of what speaks for it",
        lambda evidence: confidence(evidence) > 0.94,
        replace(PERFECT, cover=0.73),
        False,
        replace(PERFECT, cover=0.78),
        True,
    ),
    Sides(
        "evident",
        "a canoe too many is surplus only when it is evident",
        verdict_with_no_canoe_left,
        with_grade(0.84, cover=0.84),
        NOTHING,
        with_grade(0.91, cover=0.98),
        SURPLUS,
    ),
    Sides(
        "whole_hull",
        "a certain canoe too many, though not evident, leaves its place unseen when its outline is full",
        verdict_with_no_canoe_left,
        with_grade(0.5, cover=0.83),
        NOTHING,
        with_grade(0.5, cover=0.87),
        PERHAPS_SURPLUS,
    ),
    Sides(
        "most_overlap",
        "a hull of which less than half lies in a canoe of its colour is another canoe",
        is_suppressed,
        0.38,
        False,
        0.42,
        True,
    ),
    Sides(
        "most_unclaimed",
        "a fifth of a hull left over of a missing canoe's colour is that canoe",
        hides_another,
        0.18,
        False,
        0.22,
        True,
    ),
    Sides(
        "most_unexplained",
        "a third of a hull in canoes' colours on an empty space may be a canoe overlooked",
        may_be_overlooked,
        0.3,
        False,
        0.4,
        True,
    ),
]


@pytest.mark.parametrize("sides", SIDES, ids=lambda sides: sides.rule)
def test_on_each_side_of_a_threshold(sides):
    assert sides.ask(sides.short) == sides.told_short
    assert sides.ask(sides.beyond) == sides.told_beyond


def test_every_threshold_has_its_two_sides():
    assert {sides.field for sides in SIDES} == {field.name for field in dataclasses.fields(CanoeThresholds)}


def test_a_perfect_hull_is_nearly_sure():
    assert decide(PERFECT, EVERYTHING) == CanoeFinding(CANOE, "red", pytest.approx(0.99))


def test_a_canoe_is_as_sure_as_the_weakest_of_what_speaks_for_it():
    assert confidence(replace(with_purity(0.6), unevenness=0.0)) == confidence(with_purity(0.6))


def test_when_all_of_its_colour_are_there_it_is_one_of_the_next_likely():
    near_both = with_distances(1.0, 1.3)
    assert decide(near_both, EVERYTHING).colour == "red"
    assert decide(near_both, ("blue",)) == CanoeFinding(CANOE, "blue", pytest.approx(0.99))


def test_with_no_canoe_left_of_any_colour_an_evident_hull_is_surplus():
    assert decide(PERFECT, ()) == CanoeFinding(SURPLUS, "red", pytest.approx(0.99))
    assert best_colour(PERFECT, ()) == (0.0, "")


def test_a_canoe_too_many_of_which_it_is_not_certain_is_nothing():
    assert verdict_with_no_canoe_left(with_grade(0.1)) is NOTHING


def test_a_colour_alone_on_the_table_is_sure_without_another_to_compare():
    assert is_sure(replace(PERFECT, distances={"red": 1.0}))


def test_exactly_at_a_threshold_the_careful_side_is_taken():
    assert not is_suppressed(0.4)
    assert not hides_another(0.2)
    assert not may_be_overlooked(0.35)
    assert not says_something(replace(SHADED, brightest_ratio=0.95, unevenness=0.0))
    assert verdict_with_no_canoe_left(with_grade(0.5, cover=0.85)) is NOTHING


def test_a_canoe_as_sure_as_is_asked_for_is_certain_but_not_evident():
    """Certainty is reached at its threshold; what leaves a place unseen must be beyond its own."""
    full = confidence(PERFECT)
    exactly = CanoeThresholds(certain=full, evident=1.0)
    assert decide(PERFECT, EVERYTHING, exactly).verdict is CANOE
    assert decide(with_distances(1.0, 1.3), ("blue",), exactly).verdict is CANOE
    assert decide(PERFECT, (), exactly).verdict is NOTHING
    assert decide(PERFECT, (), CanoeThresholds(evident=full)).verdict is PERHAPS_SURPLUS
