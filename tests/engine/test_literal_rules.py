"""The engine against a second, naive reading of the rules, expansions included: the same actions, the same ends.

``LITERAL_GAMES=300 pytest tests/engine/test_literal_rules.py`` plays that many games instead of a few, and looks at
every position of each.
"""

import os
import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from literal.board import start
from literal.compare import any_setup, canonical, engine_setup, engine_successors, literal_successors
from literal.scatter import scattered

from companion.engine import MODULES, initial_state, state_from_json, state_to_json
from companion.engine.random_play import random_game

GAMES = int(os.environ.get("LITERAL_GAMES", "0"))
TABLES = [(), *((module,) for module in MODULES), *combinations(MODULES, 2), MODULES]


def name(modules):
    return "+".join(modules) or "base"


@pytest.mark.parametrize("modules", TABLES, ids=name)
def test_every_set_up_begins_as_the_rules_say(modules):
    for seed in range(20):
        setup = any_setup(random.Random(seed), modules)
        assert state_to_json(initial_state(engine_setup(setup))) == start(setup)


@pytest.mark.parametrize("modules", TABLES, ids=name)
def test_in_scattered_positions_the_same_may_be_done_with_the_same_ends(modules):
    rng = random.Random(name(modules))
    for _ in range(GAMES or 5):
        setup = any_setup(rng, modules)
        document = scattered(setup, rng)
        state = state_from_json(document, engine_setup(setup))
        assert engine_successors(state) == literal_successors(setup, document), canonical([setup, document])


@pytest.mark.parametrize("game", range(GAMES or 8))
def test_through_whole_games_the_same_may_be_done_with_the_same_ends(game):
    setup = any_setup(random.Random(game))
    for moment, (state, _) in enumerate(random_game(engine_setup(setup), random.Random(game), 300)):
        if GAMES or moment % 9 == 0:
            document = state_to_json(state)
            assert engine_successors(state) == literal_successors(setup, document), canonical(
                [setup, document]
            )


@settings(max_examples=10, deadline=None)
@given(st.randoms(use_true_random=False))
def test_no_position_is_found_in_which_they_differ(rng):
    setup = any_setup(rng)
    document = scattered(setup, rng)
    state = state_from_json(document, engine_setup(setup))
    assert engine_successors(state) == literal_successors(setup, document)
