"""The observation model: how much each error of the camera weighs against an explanation."""

from dataclasses import fields

import pytest
from builders import seen, start
from thresholds import beside, uncovered

from companion.board.expectation import expected_picture
from companion.board.picture import Piece, RiverSeen
from companion.interpret.likelihood import (
    ErrorRates,
    arm_log_likelihood,
    cargo_log_likelihood,
    gem_log_likelihood,
)
from companion.interpret.ranking import beats

VIOLET, BLUE, CLEAR, NOTHING = ("violet",), ("blue",), ("clear",), ()
IN_A_CANOE = {
    "misread": (VIOLET, BLUE),
    "missed": (VIOLET, NOTHING),
    "missed_clear": (CLEAR, NOTHING),
    "imagined": (NOTHING, VIOLET),
}
"""What lies in the canoe and what the camera tells of it."""


def log_likelihood(**errors):
    """Of a table on which the camera made so many errors of each kind, and none else."""
    return sum(with_errors(kind, count) for kind, count in errors.items())


def with_errors(kind, count):
    if kind == "wrong_arm":
        return arm_log_likelihood(("left",) * count, RiverSeen(("right",) * count))
    empty = expected_picture(start())
    if kind == "miscounted":
        miscounted = {deposit: {} for deposit in list(empty.deposits)[:count]}
        return gem_log_likelihood(empty, seen(start(), deposits=empty.deposits | miscounted))
    true, told = IN_A_CANOE[kind]
    spaces = list(empty.canoes)[:count]
    expected = seen(start(), canoes=empty.canoes | {space: (Piece("red", true),) for space in spaces})
    reported = seen(start(), canoes=empty.canoes | {space: (Piece("red", told),) for space in spaces})
    return gem_log_likelihood(expected, reported)


# field, sentence, errors that one explanation needs, errors that another needs, whether the other beats it
RATES = [
    (field, f"of {three} and {two} the fewer win", {three: 3}, {two: 2}, True)
    for field in ("misread", "miscounted", "wrong_arm")
    for three, two in ((field, "missed"), ("missed", field))
] + [
    ("missed", "three gems missed lose to two misread", {"missed": 3}, {"misread": 2}, True),
    ("missed", "three gems misread lose to two missed", {"misread": 3}, {"missed": 2}, True),
    ("missed_clear", "two clear gems overlooked are too many", {"missed_clear": 2}, {}, True),
    ("missed_clear", "one clear gem overlooked decides nothing", {"missed_clear": 1}, {}, False),
    (
        "missed_clear",
        "three clear gems overlooked are as likely as one coloured gem",
        {"missed_clear": 3},
        {"missed": 1},
        False,
    ),
    ("imagined", "three gems imagined lose to three missed", {"imagined": 3}, {"missed": 3}, True),
    ("imagined", "two gems imagined do not lose to two missed", {"imagined": 2}, {"missed": 2}, False),
]


@pytest.mark.parametrize(("one", "other", "beaten"), beside(RATES))
def test_errors_of_the_camera_weigh_as_seldom_as_they_are(one, other, beaten):
    assert beats(log_likelihood(**other), log_likelihood(**one)) is beaten


def test_both_sides_of_every_rate_are_tried():
    assert not uncovered(ErrorRates, RATES)


@pytest.mark.parametrize("rate", [field.name for field in fields(ErrorRates)])
def test_a_single_error_other_than_a_clear_gem_overlooked_decides(rate):
    assert beats(0.0, log_likelihood(**{rate: 1})) is (rate != "missed_clear")


def test_what_was_not_told_says_nothing():
    untold = (Piece("red", None),)
    assert cargo_log_likelihood((Piece("red", VIOLET),), untold) == 0.0
    assert arm_log_likelihood(("left", "right"), RiverSeen((None, "right"))) == 0.0
    assert arm_log_likelihood(("left", "right"), RiverSeen(None)) == 0.0
    assert gem_log_likelihood(
        expected_picture(start()), seen(start(), deposits={"ruby": None})
    ) == pytest.approx(0.0)


def test_another_number_of_discs_says_nothing_of_their_arms():
    assert arm_log_likelihood(("left", "right"), RiverSeen(("right",))) == 0.0


def test_alike_canoes_on_a_space_are_paired_as_suits_them_best():
    expected = (Piece("red", BLUE), Piece("red", VIOLET))
    assert cargo_log_likelihood(expected, (Piece("red", VIOLET), Piece("red", BLUE))) == 0.0


def test_of_two_gems_in_a_double_canoe_one_may_be_told():
    assert cargo_log_likelihood((Piece("red", ("blue", "violet")),), (Piece("red", BLUE),)) == 0.0
    assert cargo_log_likelihood((Piece("red", ("blue", "violet")),), (Piece("red", CLEAR),)) < 0.0
