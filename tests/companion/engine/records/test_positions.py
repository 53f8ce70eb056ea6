"""Positions as documents: what cannot be one is said to be none, and what is read can be played on."""

import random

import pytest
from literal.board import start
from literal.compare import any_setup, engine_setup
from literal.mutate import with_junk
from literal.scatter import PHASES, scattered

from companion.engine import MODULES, NotUnderstood, legal_actions, state_from_json


@pytest.mark.parametrize("seed", range(28))
def test_a_position_with_anything_at_all_in_one_field_is_played_on_or_not_understood(seed):
    rng = random.Random(seed)
    setup = any_setup(rng)
    document = scattered(setup, rng, PHASES[seed % len(PHASES)])
    refused = 0
    for _ in range(20):
        try:
            state = state_from_json(with_junk(document, rng), engine_setup(setup))
        except NotUnderstood:
            refused += 1
        else:
            assert legal_actions(state)
    assert refused


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"to_act": []}, "phase choose: expected in 'to_act'"),
        ({"phase": "paddle", "to_act": ["red"]}, "phase paddle: expected in 'to_act' one player"),
        ({"phase": "river", "to_act": []}, "'river_distance' is None, expected 0 to 9"),
        ({"phase": "river", "to_act": [], "river_distance": 10}, "'river_distance' is 10, expected 0 to 9"),
        ({"weather": 3}, "'weather' is 3"),
    ],
)
def test_what_a_phase_goes_on_with_must_be_there(changes, text):
    setup = {"players": ["red", "blue", "green"], "first": "red", "modules": [], "options": {}}
    with pytest.raises(NotUnderstood, match=text):
        state_from_json(start(setup) | changes, engine_setup(setup))


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"moose": "red"}, "a canoe is 'red'"),
        ({"moored": ["black-1"]}, "a canoe is 'black-1'"),
        ({"whirlpool": ""}, "a space is ''"),
    ],
)
def test_modules_name_canoes_and_spaces_of_this_game(changes, text):
    setup = {"players": ["red", "blue", "green"], "first": "red", "modules": list(MODULES), "options": {}}
    document = start(setup)
    document["modules"] |= changes
    with pytest.raises(NotUnderstood, match=text):
        state_from_json(document, engine_setup(setup))


def test_who_has_played_a_card_of_three_values_has_named_one():
    setup = {"players": ["red", "blue", "green"], "first": "red", "modules": ["cards"], "options": {}}
    document = start(setup)
    document["players"]["red"]["played"] = "1/2/3"
    with pytest.raises(NotUnderstood, match="'named' is without red"):
        state_from_json(document, engine_setup(setup))
