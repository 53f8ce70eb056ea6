"""What a player seems to have done, as the moves that a rule forbids."""

import pytest
from builders import chosen, placed, seen, start

from companion.board.discrepancy import Kind
from companion.board.expectation import expected_picture
from companion.board.picture import Piece
from companion.engine import Move
from companion.interpret.violations import illegal_paddling, illegal_weather, moves_seen, nothing_done


def reds_turn(card="3", **canoes):
    return placed(chosen(start(), red=card, blue="4", green="5"), **canoes)


def seen_of(state, **canoes):
    return tuple(moves_seen(state, "red", seen(placed(state, **canoes))))


def test_a_canoe_that_left_and_one_that_turned_up_are_a_move():
    assert seen_of(reds_turn(), red_1="M4") == (Move("red-1", "M4"),)
    assert seen_of(reds_turn()) == ()


def test_a_gem_gained_at_a_deposit_is_told_as_loaded_there():
    assert seen_of(reds_turn(), red_1="M3+violet") == (Move("red-1", "M3", after=("load:violet",)),)


def test_a_gem_gained_on_the_way_to_where_none_lie_is_told_as_loaded_before():
    assert seen_of(reds_turn(), red_1="M2+violet") == (Move("red-1", "M2", before=("load:violet",)),)


def test_a_gem_gone_is_told_as_unloaded():
    assert seen_of(reds_turn(red_1="M2+violet"), red_1="M3") == (Move("red-1", "M3", after=("unload",)),)


def test_a_gem_that_changed_canoes_on_a_space_is_told_as_stolen():
    state = reds_turn(blue_1="M3+pink")
    assert seen_of(state, red_1="M3+pink", blue_1="M3") == (Move("red-1", "M3", steal=("blue-1",)),)


def test_gems_that_cannot_be_told_are_not_told():
    state = reds_turn(red_1="M2+violet")
    picture = seen(state, canoes=expected_picture(state).canoes | {"M2": (), "M3": (Piece("red", None),)})
    assert tuple(moves_seen(state, "red", picture)) == (Move("red-1", "M3"),)


def test_an_illegal_move_is_named_where_it_ended_with_its_rule():
    item = illegal_paddling(reds_turn(), "red", seen(reds_turn(red_1="M4")))
    assert (item.kind, item.where, item.rule, item.colour) == (Kind.MOVE_ILLEGAL, "M4", "B5", "red")


def test_a_legal_move_is_no_violation():
    assert illegal_paddling(reds_turn(), "red", seen(reds_turn(red_1="M3"))) is None
    assert illegal_paddling(reds_turn(), "red", seen(reds_turn())) is None


@pytest.mark.parametrize(
    ("card", "weather", "rule"), [("cloud", 2, "B11"), ("cloud", 1, None), ("3", 2, None)]
)
def test_a_cloud_moves_the_marker_one_step(card, weather, rule):
    state = reds_turn(card)
    item = illegal_weather(state, "red", seen(state, weather=weather))
    assert (None if item is None else item.rule) == rule


@pytest.mark.parametrize(("card", "rule"), [("3", "B4"), ("cloud", "B11")])
def test_a_turn_declared_done_with_nothing_moved_breaks_the_rule_that_asks_for_something(card, rule):
    assert nothing_done(reds_turn(card)).rule == rule
