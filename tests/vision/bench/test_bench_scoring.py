from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from vision.bench.score import Fact, FactKind, Verdict, score
from vision.bench.targets import TARGETS, WRONG_AS_CERTAIN
from vision.bench.truth import Truth
from vision.sighting import UNKNOWN, Board, DiscState, SeenCanoe, SeenSpace, Sighting, Unreadable

RIGHT, ABSTAINED, WRONG = Verdict.RIGHT, Verdict.ABSTAINED, Verdict.WRONG
RED, LOADED = SeenCanoe("red"), SeenCanoe("red", "violet", cargo_confidence=0.65)
TARGET = {target.name: target for target in TARGETS}


@pytest.fixture
def truth():
    """A little table: red lies on M1 with a gem, M2 has no canoe, nothing is amiss."""
    return Truth(
        picture=Path("table/frames/00.jpg"),
        tags=("clean",),
        discs={"M1": DiscState.SEATED, "M2": DiscState.SEATED},
        canoes={"M1": (LOADED,), "M2": ()},
        beach=Counter(red=1),
        falls=Counter(),
        insertion=DiscState.MISSING,
        weather=0,
        buoy=1,
        deposits={"amethyst": {"violet": 6}},
        corners_px=((0.0, 0.0), (500.0, 0.0), (500.0, 300.0), (0.0, 300.0)),
    )


@pytest.fixture
def seen():
    """The same table, read without a mistake."""
    return Sighting(
        board=Board.FOUND,
        board_by="markers",
        readable=True,
        why=None,
        hand=False,
        reprojection_px=0.3,
        spaces={"M1": SeenSpace(DiscState.SEATED, (LOADED,)), "M2": SeenSpace(DiscState.SEATED, ())},
        insertion=DiscState.MISSING,
        beach={"red": 1},
        falls={},
        weather=0,
        buoy=1,
        deposits={"amethyst": {"violet": 6}},
        confidence={"M1/canoes": 0.9, "M2/disc": 0.8, "weather": 0.7, "buoy": 0.6, "amethyst": 0.5},
    )


def with_space(seen, name, space):
    return replace(seen, spaces={**seen.spaces, name: space})


def verdicts(facts, kind):
    return [fact.verdict for fact in facts if fact.kind is kind]


def unlike_right(facts):
    return {(fact.kind, fact.verdict, fact.where) for fact in facts if fact.verdict is not RIGHT}


def test_a_table_read_rightly_is_right_in_every_fact(truth, seen):
    facts = score(truth, seen)
    assert unlike_right(facts) == set()
    assert {fact.kind for fact in facts} == set(FactKind) - {FactKind.FAULT, FactKind.HAND}


def test_each_answer_brings_the_confidence_of_its_place(truth, seen):
    by_kind = {(fact.kind, fact.where): fact.confidence for fact in score(truth, seen)}
    assert by_kind[FactKind.DISC, "M2"] == 0.8
    assert by_kind[FactKind.CANOE, "M1"] == 0.9
    assert by_kind[FactKind.CARGO, "M1"] == 0.65
    assert by_kind[FactKind.WEATHER, "weather"] == 0.7
    assert by_kind[FactKind.BUOY, "buoy"] == 0.6
    assert by_kind[FactKind.DEPOSIT, "amethyst"] == 0.5
    assert by_kind[FactKind.BEACH, "beach"] is None


def test_a_disc_told_otherwise_than_it_lies_is_wrong_and_the_picture_with_it(truth, seen):
    facts = score(truth, with_space(seen, "M2", SeenSpace(DiscState.MISSING, ())))
    assert unlike_right(facts) == {
        (FactKind.DISC, WRONG, "M2"), (FactKind.FALSE_FAULT, WRONG, "M2"), (FactKind.PICTURE, WRONG, ""),
    }  # fmt: skip


def test_an_unseen_disc_is_not_told_and_not_wrong(truth, seen):
    facts = score(truth, with_space(seen, "M2", SeenSpace(DiscState.UNSEEN, ())))
    assert unlike_right(facts) == {(FactKind.DISC, ABSTAINED, "M2"), (FactKind.PICTURE, ABSTAINED, "")}


def test_a_fault_is_found_when_something_is_told_to_be_amiss(truth, seen):
    faulty = replace(truth, discs={"M1": DiscState.SEATED, "M2": DiscState.MISSING})
    for told, found in (
        (DiscState.MISSING, RIGHT),
        (DiscState.DISPLACED, RIGHT),
        (DiscState.SEATED, WRONG),
        (DiscState.UNSEEN, ABSTAINED),
    ):
        facts = score(faulty, with_space(seen, "M2", SeenSpace(told, ())))
        assert verdicts(facts, FactKind.FAULT) == [found]
    displaced = score(faulty, with_space(seen, "M2", SeenSpace(DiscState.DISPLACED, ())))
    assert (FactKind.DISC, WRONG, "M2") in unlike_right(displaced), "found, but not rightly named"


def test_a_disc_above_the_rope_is_a_fault_too(truth, seen):
    extra = replace(truth, insertion=DiscState.SEATED)
    assert verdicts(score(extra, seen), FactKind.FAULT) == [WRONG]
    lying = score(extra, replace(seen, insertion=DiscState.DISPLACED))
    assert verdicts(lying, FactKind.FAULT) == verdicts(lying, FactKind.INSERTION) == [RIGHT]


def test_canoes_of_a_space_not_told_are_not_told_nor_is_their_cargo(truth, seen):
    facts = score(truth, with_space(seen, "M1", SeenSpace(DiscState.SEATED, None)))
    assert unlike_right(facts) == {
        (FactKind.CANOE, ABSTAINED, "M1"), (FactKind.CARGO, ABSTAINED, "M1"), (FactKind.PICTURE, ABSTAINED, ""),
    }  # fmt: skip


def test_a_canoe_missed_and_one_that_is_not_there_are_both_wrong(truth, seen):
    facts = score(truth, with_space(seen, "M1", SeenSpace(DiscState.SEATED, (SeenCanoe("blue", "violet"),))))
    wrong = [(fact.true, fact.told) for fact in facts if fact.kind is FactKind.CANOE]
    assert wrong == [("red", "nothing"), ("nothing", "blue")]
    assert verdicts(facts, FactKind.CARGO) == []


@pytest.mark.parametrize(
    ("told", "verdict"), [("violet", RIGHT), (UNKNOWN, ABSTAINED), ("blue", WRONG), (None, WRONG)]
)
def test_cargo_is_right_open_or_wrong(truth, seen, told, verdict):
    facts = score(truth, with_space(seen, "M1", SeenSpace(DiscState.SEATED, (SeenCanoe("red", told),))))
    assert verdicts(facts, FactKind.CARGO) == [verdict]
    assert verdicts(facts, FactKind.PICTURE) == [RIGHT], "cargo is not part of a picture's exactness"


def test_cargo_of_two_canoes_of_a_colour_is_compared_in_whatever_order_they_lie(truth, seen):
    both = replace(truth, canoes={"M1": (RED, LOADED), "M2": ()})
    facts = score(both, with_space(seen, "M1", SeenSpace(DiscState.SEATED, (LOADED, RED))))
    assert verdicts(facts, FactKind.CARGO) == [RIGHT, RIGHT]


@pytest.mark.parametrize("kind", [FactKind.BEACH, FactKind.FALLS, FactKind.WEATHER, FactKind.BUOY])
def test_what_is_none_is_not_told(truth, seen, kind):
    facts = score(truth, replace(seen, **{str(kind): None}))
    assert verdicts(facts, kind) == [ABSTAINED]


def test_a_deposit_is_right_only_when_every_count_is(truth, seen):
    for heap, verdict in (
        ({"violet": 6}, RIGHT),
        ({"violet": 5}, WRONG),
        ({"violet": 6, "blue": 1}, WRONG),
        (None, ABSTAINED),
    ):
        assert verdicts(score(truth, replace(seen, deposits={"amethyst": heap})), FactKind.DEPOSIT) == [
            verdict
        ]


def refused(seen, why):
    return replace(seen, readable=False, why=why)


def test_of_a_picture_refused_without_a_hand_no_fact_is_told_and_none_is_wrong(truth, seen):
    facts = score(truth, refused(seen, Unreadable.BLUR))
    told = [fact.kind for fact in score(truth, seen) if fact.kind is not FactKind.PICTURE]
    assert Counter(told) == Counter(fact.kind for fact in facts)
    assert {fact.verdict for fact in facts} == {ABSTAINED}


def test_a_table_that_could_not_be_calibrated_counts_as_not_told(truth):
    facts = score(truth, None)
    assert {fact.verdict for fact in facts} == {ABSTAINED}
    assert FactKind.USED in {fact.kind for fact in facts}
    handy = score(replace(truth, tags=("hand",)), None)
    assert [(fact.kind, fact.verdict) for fact in handy] == [(FactKind.HAND, ABSTAINED)]


def test_a_picture_with_a_hand_is_right_when_it_is_not_used(truth, seen):
    facts = score(replace(truth, tags=("hand",)), refused(seen, Unreadable.HAND))
    assert [(fact.kind, fact.verdict) for fact in facts] == [(FactKind.HAND, RIGHT)]


def test_what_is_told_past_a_hand_must_be_right_and_what_it_hides_is_no_fact(truth, seen):
    handy = replace(truth, tags=("hand",))
    careful = score(handy, with_space(seen, "M1", SeenSpace(DiscState.UNSEEN, None)))
    assert ABSTAINED not in {fact.verdict for fact in careful}
    assert verdicts(careful, FactKind.HAND) == [RIGHT]
    careless = score(handy, with_space(seen, "M1", SeenSpace(DiscState.SEATED, ())))
    assert verdicts(careless, FactKind.HAND) == [WRONG]


def test_wrong_as_certain_counts_single_facts_among_the_answers_given():
    facts = [
        Fact(FactKind.DISC, RIGHT, "M1", "", ""), Fact(FactKind.DISC, WRONG, "M2", "", ""),
        Fact(FactKind.DISC, ABSTAINED, "M3", "", ""), Fact(FactKind.FALSE_FAULT, WRONG, "M2", "", ""),
        Fact(FactKind.PICTURE, WRONG, "", "", ""),
    ]  # fmt: skip
    rate = WRONG_AS_CERTAIN.rate(facts)
    assert (rate.hits, rate.of) == (1, 2)
    assert WRONG_AS_CERTAIN.reached(rate) is False


def test_a_floor_is_reached_from_above_a_ceiling_from_below_and_neither_without_facts():
    right = [Fact(FactKind.DISC, RIGHT, "M1", "", "")]
    assert TARGET["discs"].reached(TARGET["discs"].rate(right)) is True
    assert TARGET["false faults"].reached(TARGET["false faults"].rate(right)) is None
    fine = [Fact(FactKind.FALSE_FAULT, RIGHT, "M1", "", "")]
    assert TARGET["false faults"].reached(TARGET["false faults"].rate(fine)) is True


def test_what_was_not_told_counts_against_a_floor():
    half = [Fact(FactKind.CANOE, RIGHT, "M1", "", ""), Fact(FactKind.CANOE, ABSTAINED, "M2", "", "")]
    assert TARGET["canoes"].rate(half).share == 0.5


def test_what_nobody_vouches_for_is_not_held_against_the_reader(truth, seen):
    misread = replace(
        with_space(seen, "M1", SeenSpace(DiscState.SEATED, (SeenCanoe("red", "blue"),))),
        buoy=3,
        deposits={"amethyst": {"violet": 2}},
    )
    doubted = replace(truth, doubtful=frozenset({"M1/cargo", "buoy", "amethyst"}))
    kinds = (FactKind.CARGO, FactKind.BUOY, FactKind.DEPOSIT)
    assert [verdicts(score(truth, misread), kind) for kind in kinds] == [[WRONG]] * 3
    assert [verdicts(score(doubted, misread), kind) for kind in kinds] == [[]] * 3
    assert verdicts(score(doubted, misread), FactKind.CANOE) == [RIGHT]
    assert len(score(doubted, None)) == len(score(truth, None)) - 3
