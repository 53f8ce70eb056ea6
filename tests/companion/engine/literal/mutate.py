"""Actions that differ from a given one in one respect, as records have them: most are illegal, none is unreadable."""

import itertools
import json

from literal.board import COLOURS, HOME, PLACES

ALL_CARDS = ("1", "2", "3", "4", "5", "6", "7", "1/2/3", "lasso", "cloud")
OPERATIONS = ("unload", *(f"{word}:{gem}" for word in ("unload", "load") for gem in HOME))
MEETINGS = (
    "take",
    "swap",
    "give",
    *(f"{word}:{gem}" for word in ("take", "swap", "give") for gem in COLOURS),
)
WORDS = ["", ":", "load:", "red", "red-1", "joe", "M3", "violet", "cloud"]
JUNK = [None, True, -1, 0, 3.5, 10**40, *WORDS, [], [None], {}, [{}]]


def mutated(action, canoes, players, rng, count):
    """Some actions changed in one field, every field as likely as any other; the names are those to try."""
    fields = [list(changed) for changed in mutations(action, canoes, players)]
    return [rng.choice(rng.choice([field for field in fields if field])) for _ in range(count)]


def mutations(action, canoes, players):
    """Field by field each change in every way there is."""
    if "player" in action:
        yield ({**action, "player": player} for player in players)
    match action["act"]:
        case "retrieve":
            yield ({**action, "canoe": canoe} for canoe in canoes)
            yield ({**action, "pay": pay} for pay in (None, *COLOURS))
        case "choose":
            yield ({**action, "card": card} for card in ALL_CARDS)
        case "weather":
            yield ({**action, "to": to} for to in range(-2, 4))
        case "lasso":
            yield ({**action, "canoes": words} for words in sequences(action["canoes"], canoes))
        case "river":
            yield ({**action, "arms": words} for words in sequences(action["arms"], ("left", "right")))
        case "paddle":
            yield ({**action, "value": value} for value in (None, *range(5)))
            for changed in turns(action["moves"], canoes):
                yield ({**action, "moves": moves} for moves in changed)
    yield other_acts(action, players[0], canoes[0])


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
    for index in range(len(words) + 1):
        for word in known:
            yield [*words[:index], word, *words[index:]]
    for index in range(len(words)):
        yield [*words[:index], *words[index + 1 :]]
        for word in known:
            yield [*words[:index], word, *words[index + 1 :]]
    yield from map(list, itertools.permutations(words))


def turns(moves, canoes):
    """The moves of a turn with one changed, one left out, one twice, in another order, one too many."""
    for index, move in enumerate(moves):
        for changed in changed_moves(move, canoes):
            yield ([*moves[:index], other, *moves[index + 1 :]] for other in changed)
    yield ([*moves[:index], *moves[index + 1 :]] for index in range(len(moves)))
    yield ([*moves, move] for move in moves)
    yield [list(reversed(moves))]
    yield ([*moves, {"canoe": canoe, "to": place}] for canoe in canoes for place in ("M1", "beach"))


def changed_moves(move, canoes):
    yield ({**move, "canoe": canoe} for canoe in canoes)
    yield ({**move, "to": place} for place in PLACES)
    yield [{**move, "moose": not move.get("moose", False)}]
    yield [{**move, "before": move.get("after", []), "after": move.get("before", [])}]
    yield ({**move, "joe": meeting} for meeting in (None, *MEETINGS))
    yield ({**move, "before": words} for words in sequences(move.get("before", []), OPERATIONS))
    yield ({**move, "after": words} for words in sequences(move.get("after", []), OPERATIONS))
    prey = [*canoes, *(f"{canoe}:{gem}" for canoe in canoes for gem in COLOURS)]
    yield ({**move, "steal": words} for words in sequences(move.get("steal", []), prey))


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
