"""How long a finding must hold before it is announced."""

import pytest
from thresholds import beside, uncovered

from companion.interpret.judgement import (
    Agrees,
    Amended,
    Disagrees,
    Explained,
    Housekeeping,
    Unclear,
)
from companion.referee.debounce import Debounce, Patience, Urgency, is_stable, urgency_of

AT_ONCE, SOON, UNFINISHED, REMINDER = Urgency.AT_ONCE, Urgency.SOON, Urgency.UNFINISHED, Urgency.REMINDER
LONG_S = 100.0
MANY = 1000

# field, sentence, looks in a row, seconds held, urgency, whether it is announced
STABLE = [
    ("looks", "one look alone proves nothing, however long ago", 1, LONG_S, AT_ONCE, False),
    ("looks", "a move is taken when two looks agree", 2, 0.0, AT_ONCE, True),
    ("soon_s", "a mistake that flickers for a fifth of a second is not told", MANY, 0.22, SOON, False),
    ("soon_s", "a mistake no move could mend is told within a third of a second", MANY, 0.28, SOON, True),
    ("wrong_after_s", "half a turn is waited for as long as hands may rest", MANY, 2.7, UNFINISHED, False),
    ("wrong_after_s", "half a turn that nobody goes on with is told", MANY, 3.3, UNFINISHED, True),
    ("remind_after_s", "gems may lie wrongly while they are being sorted", MANY, 5.4, REMINDER, False),
    ("remind_after_s", "gems that stay wrong are reminded of", MANY, 6.6, REMINDER, True),
]
ELSEWHERE = {"again_after_s", "follow_s"}
"""Held against the clock by the referee: tests/companion/referee/test_referee.py."""


@pytest.mark.parametrize(("looks", "held_s", "urgency", "announced"), beside(STABLE))
def test_a_finding_is_announced_when_it_has_held(looks, held_s, urgency, announced):
    assert is_stable(looks, held_s, urgency, Patience()) is announced


def test_both_sides_of_every_wait_are_tried():
    assert uncovered(Patience, STABLE) == ELSEWHERE


@pytest.mark.parametrize(
    ("finding", "urgency"),
    [
        (Agrees(), AT_ONCE),
        (Explained(None), AT_ONCE),
        (Amended(None), AT_ONCE),
        (Disagrees(()), SOON),
        (Unclear(()), SOON),
        (Disagrees((), unfinished=True), UNFINISHED),
        (Unclear((), unfinished=True), UNFINISHED),
        (Housekeeping(()), REMINDER),
    ],
)
def test_what_may_still_become_right_is_waited_for_longest_and_what_is_right_not_at_all(finding, urgency):
    assert urgency_of(finding) is urgency


# --- look after look ----------------------------------------------------------------------------------------

PATIENCE = Patience(looks=2, wrong_after_s=3.0)


def test_a_move_is_taken_when_two_looks_agree():
    held, finding = Debounce(), Agrees()
    held, announced = held.observe(finding, 0.0, PATIENCE)
    assert announced is None
    _, announced = held.observe(finding, 0.1, PATIENCE)
    assert announced == finding


def test_what_may_still_become_a_legal_move_is_not_called_wrong_before_its_time():
    wrong = Disagrees((), unfinished=True)
    held, announced = Debounce().observe(wrong, 0.0, PATIENCE)
    for now_s in (0.5, 1.0, 2.9):
        held, announced = held.observe(wrong, now_s, PATIENCE)
        assert announced is None
    _, announced = held.observe(wrong, 3.0, PATIENCE)
    assert announced == wrong


def test_what_no_further_move_can_mend_is_called_wrong_soon():
    wrong = Disagrees(())
    held, _ = Debounce().observe(wrong, 0.0, PATIENCE)
    held, announced = held.observe(wrong, 0.125, PATIENCE)
    assert announced is None
    _, announced = held.observe(wrong, 0.3, PATIENCE)
    assert announced == wrong


def test_a_finding_is_announced_once():
    held = Debounce()
    announced = []
    for look in range(6):
        held, said = held.observe(Agrees(), float(look), PATIENCE)
        announced.append(said)
    assert announced.count(Agrees()) == 1


def test_another_finding_starts_the_waiting_anew():
    held, _ = Debounce().observe(Disagrees((), unfinished=True), 0.0, PATIENCE)
    held, _ = held.observe(Agrees(), 2.0, PATIENCE)
    held, announced = held.observe(Disagrees((), unfinished=True), 3.5, PATIENCE)
    assert announced is None


def test_what_has_not_been_announced_is_pending_for_whoever_asks():
    wrong = Disagrees((), unfinished=True)
    held, _ = Debounce().observe(wrong, 0.0, PATIENCE)
    assert held.pending == wrong
    for now_s in (1.0, 4.0):
        held, _ = held.observe(wrong, now_s, PATIENCE)
    assert held.pending is None
