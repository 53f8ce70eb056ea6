"""The engine and the literal rules side by side, through the JSON that ``replay`` and ``legal`` print."""

import json

from companion.engine import MODULES, action_to_json, setup_from_parts, state_to_json, successors

COLOURS_OF_PLAYERS = ("red", "green", "yellow", "blue", "brown")


def any_setup(rng, modules=None):
    """Players, modules (any half of them unless given) and house options as the header of a record has them."""
    if modules is None:
        modules = [module for module in MODULES if rng.random() < 0.5]
    colours = [*COLOURS_OF_PLAYERS, *(["black"] if "six-players" in modules else [])]
    players = rng.sample(colours, rng.randint(3, len(colours)))
    options = {
        "unload_home": rng.random() < 0.5,
        "steal_after_unload": rng.random() < 0.5,
        "retrieve_in": rng.choice(["choose", "own-turn"]),
        "retrieve_limit": rng.randint(1, 2),
        "tie_break": rng.choice(["none", "gem-value"]),
        **({"moose": rng.choice(["+2", "double"])} if "moose" in modules else {}),
    }
    return {"players": players, "first": rng.choice(players), "modules": list(modules), "options": options}


def engine_setup(setup):
    return setup_from_parts(setup["players"], setup["first"], setup["modules"], setup["options"])


def canonical(document):
    return json.dumps(document, sort_keys=True)


def canonical_action(action):
    """Without empty fields; loads, unloads and thefts, whose order changes nothing, sorted."""
    action = json.loads(json.dumps(action))
    for move in action.get("moves", ()):
        for name in ("before", "after"):
            move.get(name, []).sort(key=lambda word: (word.startswith("load"), word))
        move.get("steal", []).sort()
    return canonical(action)


def literal_successors(every):
    """Actions with the positions after them, as the literal rules list them, in one form."""
    found = {}
    for action, after in every:
        known = found.setdefault(canonical_action(action), canonical(after))
        assert known == canonical(after)
    return found


def engine_successors(state):
    """The same of the engine, which lists each action once."""
    listed = [
        (canonical_action(action_to_json(action)), canonical(state_to_json(after)))
        for action, after in successors(state)
    ]
    assert len(dict(listed)) == len(listed)
    return dict(listed)
