"""What holds in every position of every game, whatever is played."""

import json
import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import (
    action_from_json,
    action_to_json,
    apply,
    read_record,
    setup_from_parts,
    state_from_json,
    state_to_json,
    successors,
    why_not,
    write_record,
)
from companion.engine.random_play import random_game

SETUP = setup_from_parts(["red", "blue", "green"], "blue", [], {"retrieve_in": "own-turn"})
seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=6, deadline=None)


def walk(seed, limit=60):
    return random_game(SETUP, random.Random(seed), limit)


@few
@given(seeds)
def test_gems_and_canoes_are_conserved(seed):
    for state, _ in walk(seed, 150):
        gems = Counter()
        for deposit in state.deposits.values():
            gems.update(deposit)
        for player in state.players.values():
            gems.update(player.delivered)
        for canoe in state.canoes.values():
            gems.update(canoe.cargo)
        assert gems == dict.fromkeys(("violet", "clear", "yellow", "blue", "pink"), 7)
        assert len(state.canoes) == 6


@few
@given(seeds)
def test_legal_apply_and_why_not_agree_and_somebody_can_always_act(seed):
    for state, action in walk(seed, 40):
        following = dict(successors(state))
        assert following[action] == apply(state, action)
        assert all(why_not(state, legal) is None for legal in following)


@few
@given(seeds)
def test_positions_and_actions_survive_json_and_the_same_record_gives_the_same_position(seed):
    game = list(walk(seed))
    for state, action in game:
        assert action_from_json(json.loads(json.dumps(action_to_json(action)))) == action
        assert state_from_json(json.loads(json.dumps(state_to_json(state))), SETUP) == state
    text = write_record(SETUP, [action for _, action in game])
    assert read_record(text).states[:-1] == tuple(state for state, _ in game)
