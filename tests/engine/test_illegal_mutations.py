"""A legal action with one thing changed: played if the literal rules allow it, else refused by a rule it breaks."""

import json
import os
import random

import pytest
from literal.board import Forbidden
from literal.compare import any_setup, canonical, engine_setup
from literal.game import after, broken_rules
from literal.mutate import mutations
from literal.scatter import scattered

from companion.engine import (
    MODULES,
    EngineError,
    IllegalAction,
    action_from_json,
    action_to_json,
    apply,
    legal_actions,
    state_from_json,
    state_to_json,
    why_not,
)

POSITIONS = int(os.environ.get("LITERAL_GAMES", "3"))
TABLES = [(), *((module,) for module in MODULES), MODULES]
WORDS = ["", ":", "load:", "red", "red-1", "joe", "M3", "violet", "cloud"]
JUNK = [None, True, -1, 0, 3.5, 10**40, *WORDS, [], [None], {}, [{}]]


def name(modules):
    return "+".join(modules) or "base"


def positions(modules):
    """Some scattered positions, each with a random source, its set-up, its document and some legal actions."""
    for seed in range(POSITIONS):
        rng = random.Random(f"{name(modules)} {seed}")
        setup = any_setup(rng, modules)
        document = scattered(setup, rng)
        state = state_from_json(document, engine_setup(setup))
        legal = legal_actions(state)
        yield rng, setup, document, state, [action_to_json(a) for a in rng.sample(legal, min(3, len(legal)))]


def verdict(rule, *about):
    """The position a literal rule arrives at, ``None`` where it forbids."""
    try:
        return rule(*about)
    except Forbidden:
        return None


@pytest.mark.parametrize("modules", TABLES, ids=name)
def test_an_action_changed_in_one_respect_is_played_or_refused_by_a_rule_it_breaks_as_the_literal_rules_say(
    modules,
):
    for rng, setup, document, state, actions in positions(modules):
        canoes = [*document["canoes"], "joe", "nobody-1"]
        for action in actions:
            changed = list(mutations(action, canoes, [*setup["players"], "nobody"]))
            for mutation in rng.sample(changed, min(12, len(changed))):
                expected = verdict(after, setup, document, mutation)
                refusal = why_not(state, action_from_json(mutation))
                told = canonical([setup, document, mutation])
                assert (refusal is None) == (expected is not None), told
                if expected is not None:
                    assert state_to_json(apply(state, action_from_json(mutation))) == expected, told
                else:
                    assert refusal.rule in broken_rules(setup, document, mutation), told
                    with pytest.raises(IllegalAction) as caught:
                        apply(state, action_from_json(mutation))
                    assert caught.value.refusal == refusal, told


@pytest.mark.parametrize("modules", TABLES, ids=name)
def test_what_a_refusal_offers_instead_is_legal(modules):
    for rng, setup, document, state, actions in positions(modules):
        for action in actions:
            changed = list(mutations(action, list(document["canoes"]), setup["players"]))
            for mutation in rng.sample(changed, min(3, len(changed))):
                refusal = why_not(state, action_from_json(mutation))
                for near in refusal.nearest if refusal else ():
                    assert verdict(after, setup, document, action_to_json(near)) is not None


@pytest.mark.parametrize("modules", TABLES, ids=name)
def test_an_action_with_anything_at_all_in_one_field_is_played_or_raises_an_error_of_ours(modules):
    tried = {True: 0, False: 0}
    for rng, _, _, state, actions in positions(modules):
        for action in actions:
            for _ in range(20):
                tried[is_played(state, with_junk(action, rng))] += 1
    assert tried[False] > tried[True]


def is_played(state, document):
    try:
        apply(state, action_from_json(document))
    except EngineError:
        return False
    return True


def with_junk(action, rng):
    """One value, somewhere inside, put in place of another or left out."""
    changed = json.loads(json.dumps(action))
    inside = rng.choice(list(paths(changed)))
    *way, last = inside
    place = changed
    for step in way:
        place = place[step]
    if rng.random() < 0.15:
        del place[last]
    else:
        place[last] = rng.choice(JUNK)
    return changed


def paths(document, way=()):
    """The way to every value in a document."""
    steps = document.items() if isinstance(document, dict) else enumerate(document)
    for step, value in steps:
        yield (*way, step)
        if isinstance(value, (dict, list)):
            yield from paths(value, (*way, step))
