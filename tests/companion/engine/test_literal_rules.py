"""The engine against a second, naive reading of the rules, expansions included: the same actions, the same ends.

``LITERAL_GAMES=300 pytest tests/companion/engine/test_literal_rules.py`` plays that many games to the end instead of a
few beginnings, and looks at as many positions of each table.
"""

import json
import os
import random
from itertools import combinations, product

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from literal.board import cards, start
from literal.compare import any_setup, canonical, engine_setup, engine_successors, literal_successors
from literal.game import conceivable, every_action, winners
from literal.play import game
from literal.river import distance
from literal.scatter import PHASES, RIVER, scattered

from companion.cli import niagara
from companion.engine import (
    MODULES,
    action_from_json,
    initial_state,
    legal_actions,
    state_from_json,
    state_to_json,
    why_not,
)

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
    for phase in PHASES * (GAMES or 1):
        setup = any_setup(rng, modules)
        document = scattered(setup, rng, phase)
        state = state_from_json(document, engine_setup(setup))
        assert engine_successors(state) == literal_successors(every_action(setup, document)), canonical(
            [setup, document]
        )


@pytest.mark.parametrize("number", range(GAMES or 6))
def test_through_whole_games_the_same_may_be_done_with_the_same_ends(number):
    rng = random.Random(number)
    setup = any_setup(rng)
    for document, _, every in game(setup, rng, 500 if GAMES else 40):
        state = state_from_json(document, engine_setup(setup))
        assert engine_successors(state) == literal_successors(every), canonical([setup, document])


def test_a_record_written_by_the_literal_rules_is_read_line_by_line_the_same(tmp_path):
    setup = any_setup(random.Random(3), MODULES)
    played = list(game(setup, random.Random(3), 30))
    header = {"format": "niagara-record", "version": 1, **setup}
    lines = [header, *(action for _, action, _ in played if action)]
    record = tmp_path / "literal.ngr"
    record.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    replayed = CliRunner().invoke(niagara, ["replay", str(record), "--each", "--json"])
    assert json.loads(replayed.stdout) == [document for document, _, _ in played]
    listed = CliRunner().invoke(niagara, ["legal", str(record), "--each"])
    for line, (_, _, every) in zip(listed.stdout.splitlines(), played, strict=True):
        told = [(found["action"], found["state"]) for found in json.loads(line)]
        assert literal_successors(told) == literal_successors(every)


def still_table(modules, card, other_card, weather):
    """All have played: the first player one card, everybody else another; canoes on the beach, the river to move."""
    setup = {"players": ["red", "blue", "green"], "first": "red", "modules": modules, "options": {}}
    document = start(setup)
    for name, player in document["players"].items():
        player["played"] = card if name == "red" else other_card
        player["hand"].remove(player["played"])
    document |= {"phase": "river", "to_act": [], "weather": weather}
    return setup, document


def assert_alike(setup, document):
    document["river_distance"] = distance(document)
    state = state_from_json(document, engine_setup(setup))
    told = canonical([setup, document])
    assert engine_successors(state) == literal_successors(every_action(setup, document)), told


@pytest.mark.parametrize("card", cards({"modules": ["cards"]}))
def test_joe_goes_the_same_way_from_every_space_with_every_card(card):
    for space, value in product(RIVER, (1, 2, 3) if card == "1/2/3" else (None,)):
        setup, document = still_table(["joe", "cards"], card, "1", -1)
        document["canoes"]["joe"]["at"] = space
        if value:
            document["modules"]["named"]["red"] = value
        assert_alike(setup, document)


@pytest.mark.parametrize("weather", [0, 1, 2])
def test_a_moored_canoe_and_the_whirlpool_meet_the_same_way_on_every_space(weather):
    for space, whirlpool in product(RIVER, (None, *RIVER)):
        if space != whirlpool:
            setup, document = still_table(["cards", "whirlpool"], "lasso", "cloud", weather)
            document["canoes"]["red-1"] = {"at": space, "cargo": ["pink"]}
            document["deposits"]["ruby"]["pink"] -= 1
            document["modules"] |= {"whirlpool": whirlpool, "moored": ["red-1"]}
            assert_alike(setup, document)


def test_when_the_game_is_over_nothing_may_be_done():
    rng = random.Random("over")
    ends = 0
    while ends < 5:
        setup = any_setup(rng)
        over = scattered(setup, rng, "river")
        over |= {"phase": "over", "river_distance": None, "winners": winners(setup, over)}
        if over["winners"]:
            ends += 1
            state = state_from_json(over, engine_setup(setup))
            assert legal_actions(state) == ()
            for action in conceivable(setup, over):
                assert why_not(state, action_from_json(action)).rule == "B16"


@settings(max_examples=6, deadline=None)
@given(st.randoms(use_true_random=False))
def test_no_position_is_found_in_which_they_differ(rng):
    setup = any_setup(rng)
    document = scattered(setup, rng)
    state = state_from_json(document, engine_setup(setup))
    assert engine_successors(state) == literal_successors(every_action(setup, document))
