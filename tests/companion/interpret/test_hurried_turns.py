"""Turns played before the turn before them could be seen."""

import pytest
from builders import chosen, placed, seen, start

from companion.board.discrepancy import Kind
from companion.board.expectation import expected_picture
from companion.board.picture import STILL, Piece, RiverSeen
from companion.engine import (
    Arm,
    ChangeWeather,
    Move,
    Paddle,
    Phase,
    River,
    apply,
    initial_state,
    setup_from_parts,
)
from companion.interpret.hurried_turns import turn_sequences
from companion.interpret.hypotheses import same_table
from companion.interpret.judgement import Disagrees, Explained, History, Unclear, judge, judge_declared_done
from companion.words import say
from companion.words.actions import tell, tell_turns

LEFT, RIGHT = Arm.LEFT, Arm.RIGHT
RED = Paddle("red", (Move("red-1", "M3"),))
RED4 = Paddle("red", (Move("red-1", "M4"),))
BLUE = Paddle("blue", (Move("blue-1", "M4"),))
GREEN = Paddle("green", (Move("green-1", "M5"),))


@pytest.fixture
def reds_turn():
    return chosen(start(), red="3", blue="4", green="5")


def played(state, *actions):
    for action in actions:
        state = apply(state, action)
    return state


def watched(*arms):
    return History(river=RiverSeen(arms))


def test_two_turns_that_were_seen_as_one_are_both_read(reds_turn):
    finding = judge(reds_turn, seen(played(reds_turn, RED, BLUE)), History())
    assert isinstance(finding, Explained)
    assert finding.hypothesis.actions == (RED, BLUE)
    assert finding.hypothesis.state == played(reds_turn, RED, BLUE)


def test_a_whole_round_of_turns_is_read(reds_turn):
    finding = judge(reds_turn, seen(played(reds_turn, RED, BLUE, GREEN)), History())
    assert finding.hypothesis.actions == (RED, BLUE, GREEN)


def test_the_river_move_after_a_turn_is_read_with_it_when_it_was_seen(reds_turn):
    state = played(reds_turn, RED, BLUE)
    river = River((LEFT, RIGHT, LEFT))
    finding = judge(state, seen(played(state, GREEN, river)), watched("left", "right", "left"))
    assert finding.hypothesis.actions == (GREEN, river)


def test_the_arm_of_a_disc_that_was_not_seen_is_told_by_the_canoes(reds_turn):
    state = played(reds_turn, RED, BLUE)
    river = River((RIGHT, LEFT, RIGHT))
    finding = judge(state, seen(played(state, GREEN, river)), watched(None, "left", "right"))
    assert finding.hypothesis.actions == (GREEN, river)


def test_a_river_whose_discs_may_have_been_missed_moved_as_far_as_was_due(reds_turn):
    state = played(reds_turn, RED)
    river = River((LEFT, RIGHT, LEFT))
    finding = judge(state, seen(played(state, BLUE, GREEN, river)), History(river=RiverSeen(None)))
    assert isinstance(finding, Explained)
    assert finding.hypothesis.state == played(state, BLUE, GREEN, river)


@pytest.mark.parametrize("named", [1, 2, 3])
def test_a_river_whose_discs_may_have_been_missed_moved_as_far_as_the_number_named_with_1_2_3(named):
    setup = setup_from_parts(("red", "blue", "green"), "red", ["cards"], {})
    state = chosen(initial_state(setup), red="4", blue="1/2/3", green="5")
    turns = RED4, Paddle("blue", (Move("blue-1", f"M{named}"),), value=named), GREEN
    river = River((LEFT,) * named)
    finding = judge(state, seen(played(state, *turns, river)), History(river=RiverSeen(None)))
    assert isinstance(finding, Explained)
    assert finding.hypothesis.actions == (*turns, river)


@pytest.mark.parametrize(("cards", "weather", "far"), [("cloud", 0, 4), ("cloud", 0, 2), ("6", 2, 5)])
def test_a_cloud_still_to_be_played_counts_for_how_far_a_river_may_have_moved(cards, weather, far):
    state = placed(chosen(start(), red="3", blue=cards, green="5"), weather=weather)
    blues = ChangeWeather("blue", far - 3) if cards == "cloud" else Paddle("blue", (Move("blue-1", "R1"),))
    after = played(state, RED, blues, GREEN)
    assert after.river_distance == far
    after = apply(after, River((LEFT,) * far))
    finding = judge(state, seen(after), History(river=RiverSeen(None)))
    assert finding.hypothesis.state == after


def test_a_long_river_whose_discs_may_have_been_missed_is_read_with_the_turn_before_it():
    state = chosen(placed(start(), weather=1, green_1="M1", green_2="M3"), red="5", blue="5", green="5")
    state = placed(state, red_1="M4", red_2="M5", blue_1="L1+clear", blue_2="M4")
    state = played(state, Paddle("red", (Move("red-1", "beach"), Move("red-2", "beach"))))
    home = Paddle("blue", (Move("blue-1", "M1"), Move("blue-2", "beach")))
    stay = Paddle("green", (Move("green-1", "beach"), Move("green-2", "beach")))
    river = River((RIGHT, LEFT, RIGHT, LEFT, RIGHT, LEFT))
    after = played(state, home, stay, river)
    finding = judge(state, seen(after), History(river=RiverSeen(None)))
    assert isinstance(finding, Explained)
    assert same_table(finding.hypothesis.state, after)


def test_after_a_hurried_turn_canoes_are_believed_before_the_arms_that_were_seen(reds_turn):
    state = placed(played(reds_turn, RED, BLUE), green_1="M1", green_2="falls")
    river = River((LEFT, RIGHT, LEFT))
    turn = Paddle("green", (Move("green-1", "R1"),))
    after = played(state, turn, River((RIGHT, LEFT, LEFT)))
    finding = judge(state, seen(after), watched("left", "left", "left"))
    assert isinstance(finding, Explained)
    assert finding.hypothesis.action.arms != river.arms
    assert same_table(finding.hypothesis.state, after)


def test_a_single_picture_is_explained_by_a_single_turn(reds_turn):
    assert isinstance(judge(reds_turn, seen(played(reds_turn, RED, BLUE))), Disagrees)


def test_a_turn_that_fits_alone_needs_no_second(reds_turn):
    finding = judge(reds_turn, seen(played(reds_turn, RED)), History())
    assert finding.hypothesis.actions == (RED,)


def test_a_second_turn_half_played_is_waited_for(reds_turn):
    state = placed(reds_turn, blue_1="M1")
    both = Paddle("blue", (Move("blue-1", "M5"), Move("blue-2", "M4")))
    half = played(state, RED, both)
    half = placed(half, blue_1="M1")
    finding = judge(placed(state), seen(half), History())
    assert isinstance(finding, Disagrees)
    assert finding.unfinished


def test_an_illegal_second_turn_is_a_canoe_that_lies_wrongly(reds_turn):
    wrong = placed(played(reds_turn, RED), blue_1="M2")
    finding = judge(reds_turn, seen(wrong), History())
    assert [(item.kind, item.where) for item in finding.discrepancies] == [(Kind.CANOE_MISPLACED, "M2")]


def test_a_disc_too_few_after_a_hurried_turn_is_named_so(reds_turn):
    state = placed(played(reds_turn, RED, BLUE), red_1="M2", blue_1="M1")
    short = placed(played(state, GREEN), red_1="M4", blue_1="M3", green_1="R1")
    finding = judge(state, seen(short), watched("right", "left"))
    assert [item.kind for item in finding.discrepancies] == [Kind.RIVER_MOVED_TOO_LITTLE]


def test_a_river_seen_to_move_too_little_after_a_hurried_turn_is_told_before_an_illegal_turn():
    state = chosen(placed(start(), weather=1, red_1="falls", red_2="falls"), red="6", blue="2", green="6")
    state = placed(state, blue_1="L1", blue_2="M5", green_1="falls", green_2="beach")
    state = played(state, Paddle("red", ()))
    loads = Paddle("blue", (Move("blue-1", "L1", ("load:blue",)), Move("blue-2", "M5", ("load:yellow",))))
    after = played(state, loads, Paddle("green", (Move("green-2", "M4", after=("load:clear",)),)))
    short = placed(after, blue_1="L2+blue", blue_2="R1+yellow", green_2="L1+clear")
    finding = judge(state, seen(short), watched("right", "left"))
    assert [item.kind for item in finding.discrepancies] == [Kind.RIVER_MOVED_TOO_LITTLE]


def test_an_illegal_turn_does_not_hide_anothers_canoe_on_the_same_space(reds_turn):
    wrong = placed(reds_turn, red_1="M2", blue_1="M2")
    finding = judge(placed(reds_turn, blue_1="M5"), seen(wrong))
    assert {item.kind for item in finding.discrepancies} == {Kind.MOVE_ILLEGAL, Kind.CANOE_MISPLACED}


def test_a_river_under_whose_canoes_all_fell_is_read_with_the_turn_before_it():
    state = chosen(placed(start(), weather=1, green_2="falls"), red="6", blue="6", green="6")
    state = placed(state, red_1="L2", blue_1="beach", blue_2="falls", green_1="M1")
    state = placed(state, blue_1="L2")
    leaves = Paddle("red", (Move("red-1", "M1"), Move("red-2", "R1")))
    state_after = played(state, leaves)
    blue = Paddle("blue", (Move("blue-1", "M1"),))
    green = Paddle("green", (Move("green-1", "M5", after=("load:yellow",)),))
    over = played(state_after, blue, green, River((LEFT, RIGHT, LEFT, RIGHT, LEFT, LEFT, RIGHT)))
    arms = RiverSeen(("left", "right", "left", "right", "left", "left", "right"))
    assert not isinstance(judge(state, seen(over), History(river=arms)), Disagrees)


def test_a_canoe_knocked_off_after_two_turns_is_the_only_one_named(reds_turn):
    state = placed(reds_turn, blue_1="M1")
    after = played(state, RED, Paddle("blue", (Move("blue-1", "M5"), Move("blue-2", "M4"))))
    picture = seen(after, canoes=expected_picture(after).canoes | {"M4": ()})
    finding = judge(state, picture, History())
    assert [item.kind for item in finding.discrepancies] == [Kind.CANOE_MISSING]


def test_two_ways_to_have_played_two_turns_are_asked_about():
    state = chosen(
        placed(start(), red_1="M4", red_2="falls", blue_1="M3+violet", blue_2="falls"),
        red="1",
        blue="1",
        green="5",
    )
    steals = Paddle("red", (Move("red-1", "M3", steal=("blue-1",)),))
    after = played(state, steals, Paddle("blue", (Move("blue-1", "M4"),)))
    untold = {
        space: tuple(Piece(piece.colour, None) for piece in pieces)
        for space, pieces in expected_picture(after).canoes.items()
    }
    finding = judge(state, seen(after, canoes=untold, deposits={}), History())
    assert isinstance(finding, Unclear)
    assert {bool(hypothesis.actions[0].moves[0].steal) for hypothesis in finding.hypotheses} == {True, False}


def test_a_question_about_one_turn_offers_two_where_the_gems_tell_of_a_second():
    state = chosen(
        placed(start(), red_1="M5", red_2="M3", blue_1="M4+violet", blue_2="M5+clear"),
        red="1",
        blue="1",
        green="5",
    )
    steals = Paddle("red", (Move("red-2", "M4"), Move("red-1", "M4", steal=("blue-1",))))
    swaps = Paddle("blue", (Move("blue-1", "M5"), Move("blue-2", "M4")))
    after = played(state, steals, swaps)
    lies = expected_picture(after).canoes
    one_red_untold = (*lies["M4"][:-1], Piece("red", None))
    finding = judge(state, seen(after, canoes=lies | {"M4": one_red_untold}), History())
    assert isinstance(finding, Unclear)
    assert any(same_table(hypothesis.state, after) for hypothesis in finding.hypotheses)
    alone = judge(state, seen(after, canoes=lies | {"M4": one_red_untold}))
    assert all(len(hypothesis.actions) == 1 for hypothesis in alone.hypotheses), (
        "a single picture, a single turn"
    )
    assert any(hypothesis.actions[-1].player == "red" for hypothesis in finding.hypotheses), (
        "red alone is offered as well"
    )


def test_a_question_about_one_turn_offers_no_second_that_the_gems_do_not_tell_of():
    state = chosen(
        placed(start(), red_2="falls", blue_1="falls", blue_2="falls"), red="5", blue="4", green="5"
    )
    loads = Paddle("red", (Move("red-1", "M3", after=("load:violet",)),))
    after = apply(state, loads)
    without_gem = seen(after, canoes=expected_picture(after).canoes | {"M3": (Piece("red", ()),)})
    finding = judge(state, without_gem, History())
    assert isinstance(finding, Unclear)
    assert [hypothesis.actions for hypothesis in finding.hypotheses] == [(loads,)]


def test_several_turns_are_told_one_after_the_other(reds_turn):
    assert say(tell_turns(reds_turn, (RED, BLUE))) == (
        f"{say(tell(reds_turn, RED))}; then {say(tell(played(reds_turn, RED), BLUE))}"
    )


def test_nothing_is_told_beyond_the_round(reds_turn):
    over = played(reds_turn, RED, BLUE, GREEN, River((LEFT, RIGHT, LEFT)))
    assert over.phase == Phase.CHOOSE
    assert turn_sequences(over, seen(over), STILL) == ()


def test_two_turns_that_undo_each_other_are_asked_about_when_somebody_says_done():
    state = chosen(start(), red="cloud", blue="cloud", green="5")
    finding = judge_declared_done(state, seen(state))
    assert isinstance(finding, Unclear)
    (hypothesis,) = finding.hypotheses
    assert [action.player for action in hypothesis.actions] == ["red", "blue"]
    assert hypothesis.state.weather == state.weather


def test_a_river_that_seemed_to_lie_still_is_asked_about_when_it_carried_a_canoe_whose_turn_was_over(
    reds_turn,
):
    state = played(reds_turn, RED)
    river = River((LEFT, LEFT, LEFT))
    after = played(state, BLUE, GREEN, river)
    finding = judge(state, seen(after), History(river=STILL))
    assert isinstance(finding, Unclear)
    assert finding.hypotheses[0].actions == (BLUE, GREEN, river)


def test_a_river_of_which_a_disc_was_not_seen_is_asked_about_when_it_carried_a_canoe_whose_turn_was_over():
    state = played(chosen(start(), red="3", blue="4", green="2"), RED, BLUE)
    turn, river = Paddle("green", (Move("green-1", "M2"),)), River((RIGHT, LEFT))
    finding = judge(state, seen(played(state, turn, river)), watched("left"))
    assert isinstance(finding, Unclear)
    assert finding.hypotheses[0].actions == (turn, river)


def test_a_river_that_seemed_to_lie_still_is_believed_where_it_carried_nobody_whose_turn_was_over():
    state = played(chosen(start(), red="2", blue="4", green="5"), Paddle("red", (Move("red-1", "M2"),)))
    state = placed(state, red_1="beach")
    carried = played(state, BLUE, GREEN, River((RIGHT, RIGHT)))
    assert carried.canoes["blue-1"].at == "R1"
    assert isinstance(judge(state, seen(carried), History(river=STILL)), Disagrees)
    assert not isinstance(judge(state, seen(carried), watched("right", "right")), Disagrees)


def test_a_river_that_seemed_to_lie_still_and_carried_nobody_else_did(reds_turn):
    state = placed(played(reds_turn, RED), red_1="beach")
    far = placed(played(state, BLUE), green_1="R2")
    assert isinstance(judge(state, seen(far), History(river=STILL)), Disagrees)
