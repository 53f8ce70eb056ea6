"""The river's own motion as evidence: counted while it happens, weighed against what the canoes show."""

from dataclasses import replace

import pytest
from builders import chosen, placed, seen, start

from companion.board.discrepancy import Kind
from companion.board.picture import RiverSeen
from companion.engine import Move, Paddle, River, apply
from companion.interpret.judgement import Agrees, Explained, History, Unclear, judge, judge_declared_done


@pytest.fixture
def a_river_of_two():
    """The river is to move two discs; nobody is in its way."""
    state = chosen(start(), red="2", blue="2", green="2")
    for player in ("red", "blue", "green"):
        state = apply(state, Paddle(player, (Move(f"{player}-1", "M2"),)))
    return placed(state, red_1="falls", blue_1="falls", green_1="beach")


def watched(*arms):
    return History(river=RiverSeen(arms))


def test_a_river_that_moved_under_nobody_is_read_from_its_motion(a_river_of_two):
    finding = judge(a_river_of_two, seen(a_river_of_two), watched("right", "right"))
    assert isinstance(finding, Explained)
    assert finding.hypothesis.action == River(("right", "right"))


def test_a_river_that_lies_still_is_waited_for(a_river_of_two):
    assert judge(a_river_of_two, seen(a_river_of_two), watched()) == Agrees()


def test_discs_that_may_have_been_missed_prove_nothing(a_river_of_two):
    assert judge(a_river_of_two, seen(a_river_of_two), History(river=RiverSeen(None))) == Agrees()


@pytest.mark.parametrize("arms", [("left",), ("left", "right", "left")])
def test_a_disc_too_few_or_too_many_under_nobody_is_asked_about(a_river_of_two, arms):
    finding = judge(a_river_of_two, seen(a_river_of_two), watched(*arms))
    assert isinstance(finding, Unclear)
    assert finding.unfinished


def test_arms_that_no_canoe_shows_are_those_that_were_seen(a_river_of_two):
    state = placed(a_river_of_two, green_1="M1")
    after = apply(state, River(("left", "right")))
    finding = judge(state, seen(after), watched("right", "right"))
    assert finding.hypothesis.action.arms == ("right", "right")


def test_canoes_are_believed_before_motion(a_river_of_two):
    state = placed(a_river_of_two, green_1="M5")
    after = apply(state, River(("left", "right")))
    finding = judge(state, seen(after), watched("right", "right"))
    assert finding.hypothesis.action.arms[0] == "left"


def test_a_canoe_gone_while_the_right_number_of_discs_was_pushed_is_missing(a_river_of_two):
    state = placed(a_river_of_two, green_1="M5", red_1="L2")
    after = apply(state, River(("right", "right")))
    picture = seen(replace(after), canoes=seen(after).canoes | {"R2": ()}, falls=None)
    finding = judge(state, picture, watched("right", "right"))
    assert [(item.kind, item.where) for item in finding.discrepancies] == [(Kind.CANOE_MISSING, "R2")]


def test_whoever_says_done_means_the_arms_that_were_seen(a_river_of_two):
    finding = judge_declared_done(a_river_of_two, seen(a_river_of_two), RiverSeen(("left", None)))
    assert finding.hypothesis.action.arms[0] == "left"


def test_two_motions_follow_one_another():
    assert RiverSeen(("left",)).followed_by(RiverSeen((None,))) == RiverSeen(("left", None))
    assert RiverSeen(("left",)).followed_by(RiverSeen(None)) == RiverSeen(None)
