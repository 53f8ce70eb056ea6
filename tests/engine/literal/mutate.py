"""Actions that differ from a given one in one respect, as records have them: most are illegal, none is unreadable."""

import itertools

from literal.board import COLOURS, HOME, PLACES

ALL_CARDS = ("1", "2", "3", "4", "5", "6", "7", "1/2/3", "lasso", "cloud")
OPERATIONS = ("unload", *(f"{word}:{gem}" for word in ("unload", "load") for gem in HOME))
MEETINGS = (
    "take",
    "swap",
    "give",
    *(f"{word}:{gem}" for word in ("take", "swap", "give") for gem in COLOURS),
)


def mutations(action, canoes, players):
    """Each change of one field, in every way there is; ``canoes`` and ``players`` are the names to try."""
    fields = {
        "retrieve": {"canoe": canoes, "pay": (None, *COLOURS)},
        "choose": {"card": ALL_CARDS},
        "weather": {"to": range(-2, 4)},
        "lasso": {"canoes": sequences(action.get("canoes"), canoes)},
        "river": {"arms": sequences(action.get("arms"), ("left", "right"))},
        "paddle": {"value": (None, *range(5)), "moves": turns(action.get("moves"), canoes)},
    }[action["act"]]
    if "player" in action:
        fields["player"] = players
    for field, values in fields.items():
        yield from ({**action, field: value} for value in values)
    yield from other_acts(action, players[0], canoes[0])


def other_acts(action, player, canoe):
    player = action.get("player", player)
    yield {"act": "retrieve", "player": player, "canoe": canoe, "pay": None}
    yield {"act": "choose", "player": player, "card": "6"}
    yield {"act": "paddle", "player": player, "moves": []}
    yield {"act": "weather", "player": player, "to": 0}
    yield {"act": "lasso", "player": player, "canoes": []}
    yield {"act": "river", "arms": []}


def sequences(words, known):
    """One word more, less or other, and other orders."""
    if words is None:
        return
    for index in range(len(words) + 1):
        for word in known:
            yield [*words[:index], word, *words[index:]]
    for index in range(len(words)):
        yield [*words[:index], *words[index + 1 :]]
        for word in known:
            yield [*words[:index], word, *words[index + 1 :]]
    yield from map(list, itertools.permutations(words))


def turns(moves, canoes):
    """The moves of a turn with one changed, one left out, one twice, in another order."""
    if moves is None:
        return
    for index, move in enumerate(moves):
        for changed in changed_moves(move, canoes):
            yield [*moves[:index], changed, *moves[index + 1 :]]
        yield [*moves[:index], *moves[index + 1 :]]
        yield [*moves, move]
    yield list(reversed(moves))
    yield from ([*moves, {"canoe": canoe, "to": place}] for canoe in canoes for place in ("M1", "beach"))


def changed_moves(move, canoes):
    yield from ({**move, "canoe": canoe} for canoe in canoes)
    yield from ({**move, "to": place} for place in PLACES)
    yield {**move, "moose": not move.get("moose", False)}
    yield {**move, "before": move.get("after", []), "after": move.get("before", [])}
    yield from ({**move, "joe": meeting} for meeting in (None, *MEETINGS))
    for field in ("before", "after"):
        yield from ({**move, field: words} for words in sequences(move.get(field, []), OPERATIONS))
    prey = [*canoes, *(f"{canoe}:{gem}" for canoe in canoes for gem in COLOURS)]
    yield from ({**move, "steal": words} for words in sequences(move.get("steal", []), prey))
