"""Properties over random games with each module alone, all of them together, and their house options."""

import json
import random
from collections import Counter

import pytest

from companion.engine import (
    MODULES,
    SPACES,
    Phase,
    action_from_json,
    action_to_json,
    apply,
    legal_actions,
    setup_from_parts,
    state_from_json,
    state_to_json,
    successors,
    why_not,
)
from companion.engine.random_play import random_game

TABLES = {
    **{module: ([module], {}) for module in MODULES},
    "all": (list(MODULES), {}),
    "all, house": (
        list(MODULES),
        {"moose": "double", "unload_home": True, "steal_after_unload": False, "retrieve_in": "own-turn"},
    ),
}


def states(name, seed, limit=160):
    modules, options = TABLES[name]
    players = ["red", "blue", "green", "black" if "six-players" in modules else "yellow"]
    setup = setup_from_parts(players, "blue", modules, options)
    return random_game(setup, random.Random(seed), limit)


def gems(state):
    counted = Counter()
    for gem_counts in (*state.deposits.values(), *(player.delivered for player in state.players.values())):
        counted.update(dict(gem_counts))
    for canoe in state.canoes.values():
        counted.update(canoe.cargo)
    return counted


@pytest.mark.parametrize("name", TABLES)
def test_a_position_survives_json_both_ways(name):
    for state, _ in states(name, 1):
        assert state_from_json(json.loads(json.dumps(state_to_json(state))), state.setup) == state


@pytest.mark.parametrize("name", TABLES)
def test_apply_arrives_where_the_list_of_successors_says(name):
    for state, _ in states(name, 2):
        for action, after in list(successors(state))[:40]:
            assert why_not(state, action) is None
            assert apply(state, action) == after
            assert action_from_json(json.loads(json.dumps(action_to_json(action)))) == action


@pytest.mark.parametrize("name", TABLES)
def test_every_legal_action_is_listed_once(name):
    for state, _ in states(name, 3):
        actions = legal_actions(state)
        assert len(set(actions)) == len(actions)


@pytest.mark.parametrize("name", TABLES)
def test_gems_are_conserved_and_no_canoe_holds_too_many(name):
    games = list(states(name, 4, 300))
    for state, _ in games:
        assert gems(state) == gems(games[0][0])
        assert all(len(canoe.cargo) <= canoe.places for canoe in state.canoes.values())


@pytest.mark.parametrize("name", TABLES)
def test_somebody_can_always_act_until_the_game_is_over(name):
    for state, _ in states(name, 5, 300):
        assert legal_actions(state) or state.phase == Phase.OVER


@pytest.mark.parametrize("seed", [6, 7, 8])
def test_no_canoe_of_a_player_rests_on_the_whirlpool(seed):
    for state, _ in states("all", seed, 400):
        resting = [n for n, c in state.canoes.items() if c.at in SPACES and c.at == state.spirits.whirlpool]
        assert resting in ([], ["joe"])


@pytest.mark.parametrize("name", TABLES)
def test_a_move_that_is_not_listed_is_refused_with_a_rule(name):
    rng = random.Random(9)
    for state, _ in states(name, 9):
        paddles = [action for action in legal_actions(state) if getattr(action, "moves", ())]
        for action in rng.sample(paddles, min(3, len(paddles))):
            document = action_to_json(action)
            document["moves"][0]["to"] = rng.choice([*SPACES, "beach", "falls"])
            document["moves"][0].pop("moose", None)
            changed = action_from_json(document)
            refusal = why_not(state, changed)
            assert (refusal is None) == (changed in paddles)
            assert refusal is None or (refusal.rule[1:].isdigit() and refusal.nearest)
