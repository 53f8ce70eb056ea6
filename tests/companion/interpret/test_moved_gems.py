from dataclasses import replace

from builders import chosen, placed, seen, start

from companion.board.discrepancy import Kind
from companion.board.expectation import expected_picture
from companion.board.picture import Piece
from companion.engine import Move, Paddle, apply
from companion.interpret.judgement import Agrees, judge


def after_reds_turn():
    """Red's canoes lie on M5 and M2, blue is at turn with a canoe on M1."""
    state = chosen(placed(start(), red_1="M3", blue_1="M1"), red="2", blue="4", green="5")
    return apply(state, Paddle("red", (Move("red-1", "M5"), Move("red-2", "M2"))))


def with_piece(state, space, piece):
    return seen(state, canoes=expected_picture(state).canoes | {space: (piece,)})


def test_a_gem_in_a_canoe_that_is_gone_from_its_deposit_was_moved():
    state = after_reds_turn()
    finding = judge(state, seen(placed(state, red_1="M5+yellow")))
    assert [(item.kind, item.where) for item in finding.discrepancies] == [(Kind.CARGO_WRONG, "M5")]


def test_a_gem_that_changed_from_one_canoe_to_another_was_moved():
    state = placed(after_reds_turn(), red_1="M5+yellow")
    finding = judge(state, seen(placed(after_reds_turn(), red_2="M2+yellow")))
    assert {(item.kind, item.where) for item in finding.discrepancies} == {
        (Kind.CARGO_WRONG, "M5"),
        (Kind.CARGO_WRONG, "M2"),
    }


def test_a_gem_seen_in_a_canoe_alone_may_be_a_misreading():
    state = after_reds_turn()
    assert judge(state, with_piece(state, "M5", Piece("red", ("yellow",)))) == Agrees()


def test_a_count_in_a_deposit_alone_may_be_a_misreading():
    state = after_reds_turn()
    deposits = {**expected_picture(state).deposits, "amber": {"yellow": 6}}
    assert judge(state, seen(state, deposits=deposits)) == Agrees()


def test_a_clear_gem_that_is_not_seen_has_hardly_been_moved():
    state = placed(after_reds_turn(), red_1="M5+clear")
    deposits = {**expected_picture(state).deposits, "diamond": {"clear": 7}}
    picture = with_piece(state, "M5", Piece("red", ()))
    assert judge(state, replace(picture, deposits=deposits)) == Agrees()


def test_whoever_is_at_turn_may_load_before_he_moves():
    state = placed(after_reds_turn(), blue_1="M4")
    assert judge(state, seen(placed(state, blue_1="M4+clear"))) == Agrees()
