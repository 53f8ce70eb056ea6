import math

import pytest

from vision.bench.score import Fact, FactKind, Verdict
from vision.bench.statistics import (
    Outcome,
    Rate,
    choose_threshold,
    leave_one_out,
    outcome_at,
    reliability,
)

RIGHT, ABSTAINED, WRONG = Verdict.RIGHT, Verdict.ABSTAINED, Verdict.WRONG


def told(verdict, confidence):
    return Fact(FactKind.DISC, verdict, "M1", "seated", "seated", confidence)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    # Worked examples of the score interval: 10 of 10 leaves room for failure, 0 of 20 for success.
    [(10, 10, 0.7225, 1.0), (0, 20, 0.0, 0.1611), (81, 263, 0.2553, 0.3662), (1, 2, 0.0945, 0.9055)],
)
def test_the_interval_is_wilsons(hits, of, low, high):
    assert Rate(hits, of).interval == pytest.approx((low, high), abs=5e-5)


def test_without_a_trial_nothing_is_known():
    assert Rate(0, 0).share is None
    assert Rate(0, 0).interval == (0.0, 1.0)


def test_the_interval_narrows_with_trials():
    few, many = Rate(9, 10).interval, Rate(900, 1000).interval
    assert few[0] < many[0] < 0.9 < many[1] < few[1]


def test_answers_below_the_threshold_are_withheld_right_and_wrong_alike():
    facts = [told(RIGHT, 0.9), told(RIGHT, 0.6), told(WRONG, 0.5), told(ABSTAINED, 0.99)]
    assert outcome_at(facts, 0.0) == Outcome(right=2, abstained=1, wrong=1)
    assert outcome_at(facts, 0.6) == Outcome(right=2, abstained=2, wrong=0)
    assert outcome_at(facts, 0.7) == Outcome(right=1, abstained=3, wrong=0)


def test_an_answer_without_confidence_is_never_withheld():
    assert outcome_at([told(WRONG, None)], 0.99) == Outcome(wrong=1)


def test_the_lowest_threshold_that_keeps_wrong_answers_rare_is_chosen():
    facts = [told(RIGHT, 0.9), told(RIGHT, 0.7), told(WRONG, 0.6), told(RIGHT, 0.5)]
    assert choose_threshold(facts, most_wrong=0.0) == 0.7
    assert choose_threshold(facts, most_wrong=0.25) == 0.0


def test_where_the_surest_answer_is_wrong_all_are_withheld():
    facts = [told(RIGHT, 0.5), told(WRONG, 0.9)]
    assert choose_threshold(facts, most_wrong=0.0) == math.inf
    assert outcome_at(facts, math.inf) == Outcome(abstained=2)


def test_a_session_is_judged_by_the_threshold_of_the_others():
    sessions = {
        "a": [told(RIGHT, 0.9), told(WRONG, 0.6)],  # asks for 0.9
        "b": [told(RIGHT, 0.7), told(WRONG, 0.8)],  # by itself it could tell nothing
    }
    # "a" is judged with what "b" asks for (nothing passes), "b" with 0.9 (nothing passes).
    assert leave_one_out(sessions, most_wrong=0.0) == Outcome(abstained=4)
    sessions["b"] = [told(RIGHT, 0.7), told(WRONG, 0.5)]  # asks for 0.7
    assert leave_one_out(sessions, most_wrong=0.0) == Outcome(right=1, abstained=3)


def test_a_wrong_answer_of_the_session_left_out_is_not_tuned_away():
    sessions = {"easy": [told(RIGHT, 0.6)], "hard": [told(WRONG, 0.7), told(RIGHT, 0.8)]}
    assert leave_one_out(sessions, most_wrong=0.0) == Outcome(right=1, abstained=1, wrong=1)


def test_reliability_says_how_often_answers_of_a_confidence_are_right():
    facts = [
        told(RIGHT, 0.99),
        told(RIGHT, 0.55),
        told(WRONG, 0.59),
        told(ABSTAINED, 0.55),
        told(RIGHT, None),
    ]
    assert reliability(facts) == ((0.5, Rate(1, 2)), (0.98, Rate(1, 1)))
