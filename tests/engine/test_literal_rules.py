"""The engine against the naive reading of the same rules: the same turns, with the same ends."""

import random
from itertools import product

import pytest
from literal_rules import Water, turns

from companion.engine import Paddle, Phase, setup_from_parts, successors
from companion.engine.random_play import random_game

OPTIONS = [
    {"unload_home": home, "steal_after_unload": steal, "retrieve_in": when}
    for home, steal, when in product((False, True), (False, True), ("choose", "own-turn"))
]


@pytest.mark.parametrize("seed", range(len(OPTIONS)))
def test_the_engine_finds_the_turns_that_a_literal_reading_of_the_rules_leaves(seed):
    setup = setup_from_parts(["red", "blue", "green"], "red", [], OPTIONS[seed])
    paddling = [
        state
        for state, _ in random_game(setup, random.Random(seed), 300)
        if state.phase == Phase.PADDLE and state.players[state.to_act[0]].chosen != "cloud"
    ]
    positions = paddling[:: max(1, len(paddling) // 8)]
    assert positions
    for state in positions:
        player = state.to_act[0]
        expected = list(turns(state, player, int(state.players[player].chosen)))
        found = {a: after for a, after in successors(state) if isinstance(a, Paddle)}
        assert set(found) == {action for action, _ in expected}
        for action, water in expected:
            assert Water(found[action]).seen() == water.seen(), action
