"""How a disc lies, for evidence just on this side and just on that side of every threshold.

Rims are told in shares of set-up's votes, which are 2 grey levels a pixel where nothing else is said.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass, replace

import pytest

from vision.discs.decide import DISC_THRESHOLDS, DiscThresholds, decide, decide_insertion, rim_proves_seated
from vision.discs.evidence import DiscEvidence, RimCandidate, WaterEvidence
from vision.sighting import DiscState

SEATED, DISPLACED, MISSING, UNSEEN = (
    DiscState.SEATED,
    DiscState.DISPLACED,
    DiscState.MISSING,
    DiscState.UNSEEN,
)
KNOWN = 2.0
SEAT_MM, ELSEWHERE_MM, NEARBY_MM = (100.0, 50.0), (130.0, 50.0), (112.0, 50.0)


def seat(votes, free=1.0):
    return RimCandidate(votes, votes, free, SEAT_MM, 0.5)


def elsewhere(votes, free=1.0):
    return RimCandidate(votes, votes, free, ELSEWHERE_MM, 30.0)


def rims(share, known=KNOWN, *, free=1.0, lead=None, slipped=(), water=None):
    """Evidence of a seat with such a share of set-up's votes, and a rim elsewhere that beats it by ``lead`` votes."""
    votes = share * known
    away = elsewhere(-math.inf if lead is None else votes + lead)
    return DiscEvidence(known, seat(votes, free), away, slipped, water)


def slip(share, known=KNOWN, *, votes, gained=None, free=1.0, new_free=1.0, water=None):
    """Evidence of a seat with such a share, and of a rim near it; all in shares of set-up's votes."""
    gained = votes if gained is None else gained
    new = RimCandidate(votes * known, gained * known, new_free, NEARBY_MM, 12.0)
    return rims(share, known, free=free, slipped=(new,), water=water)


def water(correlation, strength, at_set_up=0.5):
    return WaterEvidence(correlation, strength, at_set_up)


BARE = water(0.98, 0.98)
SHADED = water(0.7, 0.7, at_set_up=0.9)
"""Less like the empty board than bare water, and more like a disc."""


@dataclass(frozen=True)
class Sides:
    """A threshold, its rule, and what is decided of evidence just short of it and just beyond."""

    field: str
    rule: str
    short: DiscEvidence
    told_short: DiscState
    beyond: DiscEvidence
    told_beyond: DiscState


def rivalled(behind, free=0.4):
    """Evidence of a rim elsewhere, and of one near a crowded seat that has so many votes less."""
    rival = RimCandidate(1.5 - behind, 0.0, 0.4, NEARBY_MM, 12.0)
    return rims(0.25, free=free, lead=1.0, slipped=(rival,))


SIDES = [
    Sides(
        "rival_votes",
        "where a disc went among canoes is told only when one rim clearly is the strongest",
        rivalled(behind=0.22),
        DISPLACED,
        rivalled(behind=0.18),
        UNSEEN,
    ),
    Sides(
        "measured_votes",
        "a rim too faint at set-up is not compared: canoes that crowd it are no objection to its disc",
        rims(0.35, 0.45, free=0.5),
        SEATED,
        rims(0.35, 0.55, free=0.5),
        UNSEEN,
    ),
    Sides(
        "seated_share",
        "six tenths of a rim prove a disc, whatever the water looks like",
        rims(0.55, water=BARE),
        MISSING,
        rims(0.65, water=BARE),
        SEATED,
    ),
    Sides(
        "left_share",
        "a seat with less than half its rim gives way to a rim elsewhere that is little stronger",
        rims(0.43, lead=0.5),
        DISPLACED,
        rims(0.48, lead=0.5),
        SEATED,
    ),
    Sides(
        "moved_share",
        "a faint seat gives way to little more only when that is half a rim itself",
        rims(0.2, lead=0.5),
        SEATED,
        rims(0.3, lead=0.5),
        DISPLACED,
    ),
    Sides(
        "not_elsewhere_votes",
        "half-way between surely not elsewhere and surely elsewhere a disc is called displaced",
        rims(0.55, lead=0.7),
        SEATED,
        rims(0.55, lead=0.8),
        DISPLACED,
    ),
    Sides(
        "elsewhere_votes",
        "over bare water a rim elsewhere must be surely there to be believed",
        rims(0.55, lead=0.95, water=BARE),
        MISSING,
        rims(0.55, lead=1.05, water=BARE),
        DISPLACED,
    ),
    Sides(
        "not_left_votes",
        "half-way between the limits for a rim that left its seat a disc is called displaced",
        rims(0.4, lead=0.34),
        SEATED,
        rims(0.4, lead=0.36),
        DISPLACED,
    ),
    Sides(
        "left_votes",
        "a rim that left its seat is believed elsewhere before one that did not",
        rims(0.4, lead=0.33),
        SEATED,
        rims(0.4, lead=0.38),
        DISPLACED,
    ),
    Sides(
        "seat_free_share",
        "a disc is not told to be elsewhere while canoes hide most of its seat",
        rims(0.4, lead=2.0, free=0.19),
        UNSEEN,
        rims(0.4, lead=2.0, free=0.25),
        DISPLACED,
    ),
    Sides(
        "slip_votes",
        "a rim faint at set-up does not tell where its disc slipped to",
        slip(0.5, 0.9, votes=0.8),
        SEATED,
        slip(0.5, 1.1, votes=0.8),
        DISPLACED,
    ),
    Sides(
        "slip_lost_share",
        "a seat that lost hardly any votes has its disc, whatever appeared beside it",
        slip(0.87, votes=1.1),
        SEATED,
        slip(0.83, votes=1.1),
        DISPLACED,
    ),
    Sides(
        "slip_gained_share",
        "a disc slipped only to where much of a rim is new",
        slip(0.5, votes=0.8, gained=0.36),
        SEATED,
        slip(0.5, votes=0.8, gained=0.44),
        DISPLACED,
    ),
    Sides(
        "slip_gained_share",
        "a disc slipped only to where there is much of a rim",
        slip(0.2, votes=0.36, gained=0.3),
        SEATED,
        slip(0.2, votes=0.44, gained=0.3),
        DISPLACED,
    ),
    Sides(
        "slip_gained_share_bare_seat",
        "less of the rim need be new where the seat has none, for the disc is somewhere",
        slip(0.2, votes=0.6, gained=0.22),
        SEATED,
        slip(0.2, votes=0.6, gained=0.28),
        DISPLACED,
    ),
    Sides(
        "slip_stronger_share",
        "a disc slipped to a rim that is the stronger one by a tenth",
        slip(0.5, votes=0.58, gained=0.45),
        SEATED,
        slip(0.5, votes=0.62, gained=0.45),
        DISPLACED,
    ),
    Sides(
        "swing_share",
        "a disc slipped where the votes lost here and gained there make a whole rim together",
        slip(0.5, votes=0.55, gained=0.5),
        SEATED,
        slip(0.5, votes=0.55, gained=0.55),
        DISPLACED,
    ),
    Sides(
        "swing_lost_share",
        "many votes gained beside a seat that lost few are other light",
        slip(0.59, votes=0.64),
        SEATED,
        slip(0.53, votes=0.6),
        DISPLACED,
    ),
    Sides(
        "swing_lost_per_gained",
        "votes lost count only as far as others were gained for them: canoes may hide the seat",
        slip(0.35, votes=0.445, gained=0.43),
        SEATED,
        slip(0.35, votes=0.445, gained=0.445),
        DISPLACED,
    ),
    Sides(
        "swing_free_share",
        "it takes more votes where less of a rim can be seen",
        slip(0.5, votes=0.55, new_free=0.36),
        SEATED,
        slip(0.5, votes=0.55, new_free=0.44),
        DISPLACED,
    ),
    Sides(
        "swing_least_free_share",
        "it never takes more than six times the votes, be nothing of a rim seen",
        slip(0.5, votes=0.55, gained=5.8, new_free=0.0),
        SEATED,
        slip(0.5, votes=0.55, gained=6.1, new_free=0.0),
        DISPLACED,
    ),
    Sides(
        "slip_free_share",
        "a slip is not told while canoes hide most of both rims",
        slip(0.5, votes=0.9, free=0.42, new_free=0.42),
        UNSEEN,
        slip(0.5, votes=0.9, free=0.48, new_free=0.48),
        DISPLACED,
    ),
    Sides(
        "gone_share",
        "shaded water counts as bare only where the rim is gone",
        rims(0.32, water=SHADED),
        SEATED,
        rims(0.28, water=SHADED),
        MISSING,
    ),
    Sides(
        "gone_free_share",
        "a rim is gone only where enough of it could be seen",
        rims(0.2, free=0.27, water=SHADED),
        UNSEEN,
        rims(0.2, free=0.33, water=SHADED),
        MISSING,
    ),
    Sides(
        "bare_correlation",
        "water is bare when its waves are like the empty board's",
        rims(0.5, water=water(0.83, 1.0)),
        SEATED,
        rims(0.5, water=water(0.87, 1.0)),
        MISSING,
    ),
    Sides(
        "bare_strength",
        "water is bare when its waves are as strong as the empty board's",
        rims(0.5, water=water(1.0, 0.82)),
        SEATED,
        rims(0.5, water=water(1.0, 0.86)),
        MISSING,
    ),
    Sides(
        "shaded_correlation",
        "shaded water is bare when its waves are somewhat like the empty board's",
        rims(0.2, water=water(0.55, 1.0)),
        SEATED,
        rims(0.2, water=water(0.65, 1.0)),
        MISSING,
    ),
    Sides(
        "shaded_strength",
        "shaded water is bare when its waves are over half as strong as the empty board's",
        rims(0.2, water=water(1.0, 0.55)),
        SEATED,
        rims(0.2, water=water(1.0, 0.65)),
        MISSING,
    ),
    Sides(
        "unsure_share",
        "a disc with little of its rim left is not told among canoes",
        rims(0.39, free=0.5),
        UNSEEN,
        rims(0.45, free=0.5),
        SEATED,
    ),
    Sides(
        "crowded_free_share",
        "a disc with little of its rim left is told when canoes leave most of the rim free",
        rims(0.35, free=0.55),
        UNSEEN,
        rims(0.35, free=0.65),
        SEATED,
    ),
]
INSERTION = [
    (
        "not_extra_votes",
        "nearly half-way between surely no disc above the rope and surely one is none",
        1.35,
        MISSING,
    ),
    ("extra_votes", "beyond half-way there is one", 1.45, SEATED),
]
CONFIDENT = ("surest", "water_limit_confidence", "water_reach", "hidden_confidence")
"""Fields that say how sure a decision is, and no other; they have tests of their own."""


@pytest.mark.parametrize("sides", SIDES, ids=lambda sides: f"{sides.field}: {sides.rule}")
def test_a_disc_is_told_on_both_sides_of_every_threshold(sides):
    told = decide(sides.short).disc, decide(sides.beyond).disc
    assert told == (sides.told_short, sides.told_beyond)


@pytest.mark.parametrize(("field", "rule", "votes", "told"), INSERTION)
def test_a_disc_above_the_rope_is_told_on_both_sides(field, rule, votes, told):
    assert decide_insertion(seat(votes), elsewhere(0.0)).disc is told


def test_every_threshold_has_its_sides():
    covered = {sides.field for sides in SIDES} | {field for field, *_ in INSERTION} | set(CONFIDENT)
    assert covered == {field.name for field in dataclasses.fields(DiscThresholds)}


@pytest.mark.parametrize("factor", [0.5, 1.5])
@pytest.mark.parametrize("sides", SIDES, ids=lambda sides: sides.field)
def test_the_sides_stand_so_near_that_a_threshold_moved_by_half_leaves_one_of_them(sides, factor):
    moved = replace(DISC_THRESHOLDS, **{sides.field: factor * getattr(DISC_THRESHOLDS, sides.field)})
    try:
        told = decide(sides.short, moved).disc, decide(sides.beyond, moved).disc
    except ZeroDivisionError:  # both limits of a confidence became one
        told = UNSEEN, UNSEEN
    assert told != (sides.told_short, sides.told_beyond)


EXACT = DiscThresholds(
    **{
        field.name: round(64 * getattr(DISC_THRESHOLDS, field.name)) / 64
        for field in dataclasses.fields(DiscThresholds)
    }
)
"""Thresholds in whole sixty-fourths, in which evidence can lie exactly on them."""
AT_LIMITS = {
    "votes at set-up too few by nothing": (rims(22 / 64, EXACT.measured_votes, free=0.5), SEATED),
    "a lead that is just not enough": (rims(35 / 64, lead=0.75), SEATED),
    "water just not bare, so that less of a lead is enough": (
        rims(35 / 64, lead=0.9, water=water(EXACT.bare_correlation, EXACT.bare_strength)),
        DISPLACED,
    ),
    "a seat just not free enough": (rims(0.4, lead=2.0, free=EXACT.seat_free_share), UNSEEN),
    "a rim elsewhere just not half of set-up's": (rims(13 / 64, lead=2 * (32 - 13) / 64), SEATED),
    "a seat just not left": (rims(EXACT.left_share, lead=0.5), SEATED),
    "a rim just strong enough for a slip": (slip(0.5, EXACT.slip_votes, votes=0.8), DISPLACED),
    "just enough lost for a slip": (slip(1 - EXACT.slip_lost_share, votes=1.1), DISPLACED),
    "a new rim stronger by just enough": (
        slip(0.5, votes=0.5 + EXACT.slip_stronger_share, gained=0.45),
        DISPLACED,
    ),
    "rims just free enough for a slip": (
        slip(0.5, votes=0.9, free=EXACT.slip_free_share, new_free=EXACT.slip_free_share),
        DISPLACED,
    ),
    "a seat just free enough for a slip": (slip(0.5, votes=0.9, free=EXACT.seat_free_share), DISPLACED),
    "a seat that just has a rim, so that more must be gained": (
        slip(EXACT.gone_share, votes=0.6, gained=0.28),
        SEATED,
    ),
    "just not enough gained": (slip(0.5, votes=0.8, gained=EXACT.slip_gained_share), SEATED),
    "just enough votes where it slipped": (
        slip(13 / 64, votes=EXACT.slip_gained_share, gained=0.3),
        DISPLACED,
    ),
    "just enough lost to count what was gained": (
        slip(1 - EXACT.swing_lost_share, votes=41 / 64),
        DISPLACED,
    ),
    "a rim just not gone under shaded water": (rims(EXACT.gone_share, water=SHADED), SEATED),
    "a seat just not free enough to be empty": (
        rims(13 / 64, free=EXACT.gone_free_share, water=SHADED),
        UNSEEN,
    ),
    "just enough of a rim among canoes": (rims(EXACT.unsure_share, free=0.5), SEATED),
    "just few enough canoes around a faint rim": (rims(22 / 64, free=EXACT.crowded_free_share), SEATED),
    "water at its limit is not bare": (rims(0.5, water=water(EXACT.bare_correlation, 1.0)), SEATED),
    "water as like the empty board as set-up": (rims(0.5, water=water(0.9, 0.9, at_set_up=0.9)), SEATED),
}


@pytest.mark.parametrize(("evidence", "told"), AT_LIMITS.values(), ids=AT_LIMITS.keys())
def test_evidence_exactly_at_a_limit_is_told_one_way(evidence, told):
    assert decide(evidence, EXACT).disc is told


def test_at_their_limits_votes_above_the_rope_are_no_disc():
    half_way = (EXACT.not_extra_votes + EXACT.extra_votes) / 2
    assert decide_insertion(seat(half_way), elsewhere(0.0), EXACT).disc is MISSING
    assert decide_insertion(seat(2.0), elsewhere(2.0), EXACT).disc is MISSING


def test_at_its_limits_a_rim_proves_nothing():
    assert not rim_proves_seated(EXACT.measured_votes, seat(1.0), EXACT)
    assert not rim_proves_seated(KNOWN, seat(EXACT.seated_share * KNOWN), EXACT)


def test_a_disc_is_told_where_its_rim_is():
    seated, displaced, slipped = (
        decide(evidence) for evidence in (rims(1.0), rims(0.4, lead=2.0), slip(0.5, votes=0.9))
    )
    assert (seated.place_mm, seated.offset_mm) == (SEAT_MM, 0.5)
    assert (displaced.place_mm, displaced.offset_mm) == (ELSEWHERE_MM, 30.0)
    assert (slipped.place_mm, slipped.offset_mm) == (NEARBY_MM, 12.0)


def test_of_several_places_a_disc_slipped_to_the_one_with_the_most_votes():
    weak, strong = (RimCandidate(votes, votes, 1.0, (votes, 0.0), 12.0) for votes in (1.6, 1.9))
    assert decide(rims(0.5, slipped=(weak, strong))).place_mm == strong.place_mm
    assert decide(rims(0.5, slipped=(strong, weak))).place_mm == strong.place_mm


def test_a_rim_that_proves_its_disc_makes_the_water_not_worth_looking_at():
    assert rim_proves_seated(KNOWN, seat(0.65 * KNOWN))
    assert not rim_proves_seated(KNOWN, seat(0.55 * KNOWN))
    assert not rim_proves_seated(0.45, seat(1.0))


def test_bare_water_is_a_disc_gone_only_when_it_is_more_like_the_empty_board_than_like_set_up():
    assert decide(rims(0.5, water=water(0.9, 0.9, at_set_up=0.88))).disc is MISSING
    assert decide(rims(0.5, water=water(0.9, 0.9, at_set_up=0.92))).disc is SEATED


def test_over_bare_water_votes_exchanged_are_no_slip():
    assert decide(slip(0.5, votes=0.55)).disc is DISPLACED
    assert decide(slip(0.5, votes=0.55, water=BARE)).disc is MISSING


def test_a_disc_above_the_rope_needs_more_votes_there_than_around():
    assert decide_insertion(seat(2.0), elsewhere(1.9)).disc is SEATED
    assert decide_insertion(seat(2.0), elsewhere(2.1)).disc is MISSING


def test_a_decision_far_from_its_limits_is_nearly_certain_and_never_quite():
    for finding in (
        decide(rims(1.0)),
        decide(rims(0.4, lead=3.0)),
        decide_insertion(seat(0.0), elsewhere(0.0)),
    ):
        assert 0.95 < finding.confidence < 1.0


@pytest.mark.parametrize(
    ("lead", "sureness"), [(0.5, 1.0), (0.55, 0.8), (0.7, 0.2), (0.75, 0.0), (0.9, 0.6), (1.0, 1.0)]
)
def test_confidence_grows_evenly_from_one_half_at_the_middle_of_two_limits(lead, sureness):
    surest = decide(rims(1.0)).confidence
    # A confidence by votes alone: what hides the water caps it.
    finding = decide(rims(0.55, lead=lead, water=water(-1.0, 0.0)))
    assert finding.confidence == pytest.approx(0.5 + (surest - 0.5) * sureness)


@pytest.mark.parametrize(
    ("lead", "sureness"), [(0.1, 1.0), (0.15, 0.8), (0.35, 0.0), (0.55, 0.8), (0.6, 1.0)]
)
def test_the_same_between_the_limits_of_a_rim_that_left_its_seat(lead, sureness):
    surest = decide(rims(1.0)).confidence
    finding = decide(rims(0.44, 1.6, lead=lead, water=water(-1.0, 0.0)))
    assert finding.confidence == pytest.approx(0.5 + (surest - 0.5) * sureness)


def test_water_just_at_its_limit_makes_a_decision_three_quarters_sure():
    for finding in (decide(rims(0.5, water=water(0.851, 1.0))), decide(rims(0.5, water=water(0.849, 1.0)))):
        assert 0.7 < finding.confidence < 0.8


def test_water_is_surely_bare_or_surely_not_a_little_off_its_limit():
    surest = decide(rims(1.0)).confidence
    for sign in (-1, 1):
        near, far = (decide(rims(0.5, water=water(0.85 + sign * off, 1.0))) for off in (0.052, 0.068))
        assert near.confidence < surest - 0.01
        assert far.confidence == pytest.approx(surest)


def test_a_disc_whose_water_canoes_hide_is_told_with_some_reserve():
    assert 0.8 < decide(rims(0.55)).confidence < 0.95


def test_beside_a_free_seat_the_strongest_rim_is_believed():
    assert decide(rivalled(behind=0.1, free=0.5)).disc is DISPLACED


def test_a_rim_is_no_rival_of_itself():
    evidence = rims(0.25, free=0.4, lead=1.0)
    assert decide(replace(evidence, slipped=(evidence.elsewhere,))).disc is DISPLACED
