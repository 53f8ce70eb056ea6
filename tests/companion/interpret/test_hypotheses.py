"""What can have happened, each look and each way to play on once."""

from dataclasses import replace

import pytest
from builders import chosen, placed, start

from companion.engine import (
    Arm,
    ChangeWeather,
    Move,
    Paddle,
    River,
    apply,
    initial_state,
    setup_from_parts,
)
from companion.interpret.hypotheses import (
    Hypothesis,
    distinct,
    likely_river_moves,
    same_table,
    single_actions,
)

LEFT, RIGHT = Arm.LEFT, Arm.RIGHT


def after(state, *actions):
    for action in actions:
        state = apply(state, action)
    return state


def river_of_two():
    state = chosen(start(), red="2", blue="2", green="2")
    return after(state, *(Paddle(player, (Move(f"{player}-1", "M2"),)) for player in state.players))


def test_cards_that_are_laid_down_are_nothing_to_be_seen():
    assert list(single_actions(start())) == []


def test_every_legal_turn_is_a_hypothesis_with_the_position_after_it():
    state = chosen(start(), red="cloud", blue="4", green="5")
    found = {hypothesis.action: hypothesis.state for hypothesis in single_actions(state)}
    assert found[ChangeWeather("red", 1)] == apply(state, ChangeWeather("red", 1))


@pytest.mark.parametrize(
    ("last_arm", "first"), [(None, (LEFT, RIGHT)), (LEFT, (RIGHT, LEFT)), (RIGHT, (LEFT, RIGHT))]
)
def test_river_moves_that_alternate_the_arms_come_first(last_arm, first):
    state = river_of_two()
    if last_arm is not None:
        state = replace(state, last_arm=last_arm)
    moves = likely_river_moves(state)
    assert moves[0] == River(first)
    assert len(moves) == 4


def two_turns(setup, one, other):
    state = chosen(initial_state(setup), red="3", blue="4", green="5")
    turns = (Paddle("red", (Move(canoe, "M3"),)) for canoe in (one, other))
    return [Hypothesis(turn, apply(state, turn)) for turn in turns]


def test_the_two_canoes_of_a_colour_are_alike():
    first, second = two_turns(start().setup, "red-1", "red-2")
    assert distinct([first, second]) == (first,)
    assert same_table(first.state, second.state)


def test_a_double_canoe_is_not_like_a_single_one():
    setup = setup_from_parts(("red", "blue", "green"), "red", ["double-canoes"], {})
    both = two_turns(setup, "red-1", "red-2")
    assert distinct(both) == tuple(both)


def test_positions_with_other_gems_or_weather_are_not_the_same_table():
    lies = placed(start(), red_1="M3+violet")
    assert same_table(lies, placed(start(), red_2="M3+violet"))
    assert not same_table(lies, placed(start(), red_1="M3"))
    assert not same_table(lies, placed(start(), red_1="M3+violet", weather=1))
    assert not same_table(lies, placed(start(), red_1="M4+violet"))
