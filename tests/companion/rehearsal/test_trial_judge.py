"""What the trial of trust counts as a right name."""

from companion.board.discrepancy import Kind
from companion.rehearsal.human_errors import Slip, true_name


def test_anothers_canoe_moved_along_is_misplaced():
    assert true_name(Slip.WRONG_CANOE, frozenset({Kind.CANOE_MISPLACED}), hurried=False)
    assert not true_name(Slip.WRONG_CANOE, frozenset({Kind.MOVE_ILLEGAL}), hurried=False)


def test_anothers_canoe_whose_own_turn_was_not_seen_may_be_taken_for_that_players_illegal_move():
    assert true_name(Slip.WRONG_CANOE, frozenset({Kind.MOVE_ILLEGAL}), hurried=True)
    assert not true_name(Slip.WRONG_CANOE, frozenset({Kind.WEATHER_WRONG}), hurried=True)
