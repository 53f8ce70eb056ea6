"""A legal action with one thing changed: played if the literal rules allow it, else refused by a rule it breaks."""

import os
import random

import pytest
from literal.board import Forbidden
from literal.compare import any_setup, canonical, engine_setup
from literal.game import after, broken_rules
from literal.mutate import mutated, with_junk
from literal.scatter import PHASES, scattered

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

POSITIONS = int(os.environ.get("LITERAL_GAMES", "4"))
TABLES = [(), *((module,) for module in MODULES), MODULES]


def name(modules):
    return "+".join(modules) or "base"


def positions(modules):
    """Some scattered positions, each with a random source, its set-up, its document and some legal actions."""
    for seed in range(POSITIONS):
        rng = random.Random(f"{name(modules)} {seed}")
        setup = any_setup(rng, modules)
        document = scattered(setup, rng, PHASES[seed % len(PHASES)])
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
        for action in actions:
            for broken, mutation in diverse(setup, document, mutated(action, *names(document), rng, 60)):
                expected = verdict(after, setup, document, mutation)
                told = canonical([setup, document, mutation])
                try:
                    found = state_to_json(apply(state, action_from_json(mutation)))
                except IllegalAction as illegal:
                    found = None
                    assert illegal.refusal.rule in broken, told  # noqa: PT017 - it may as well be legal
                assert found == expected, told


@pytest.mark.parametrize("modules", TABLES, ids=name)
def test_why_not_says_what_apply_refuses_and_offers_what_is_legal(modules):
    for rng, setup, document, state, actions in positions(modules):
        for action in actions:
            for mutation in mutated(action, *names(document), rng, 3):
                changed = action_from_json(mutation)
                refusal = why_not(state, changed)
                if refusal is None:
                    apply(state, changed)
                    continue
                with pytest.raises(IllegalAction) as caught:
                    apply(state, changed)
                assert caught.value.refusal == refusal
                for near in refusal.nearest:
                    assert verdict(after, setup, document, action_to_json(near)) is not None


def diverse(setup, document, found):
    """One action for each set of rules that some of these break, the legal ones among them."""
    return {frozenset(broken_rules(setup, document, mutation)): mutation for mutation in found}.items()


def names(document):
    """The canoes and players of a position, and some that are not there."""
    return [*document["canoes"], "joe", "nobody-1"], [*document["players"], "nobody"]


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
