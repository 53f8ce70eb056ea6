"""The whole game: ``after`` is one action on one position, ``every_action`` tries all that can be written down."""

import itertools

from literal.board import (
    COLOURS,
    HOME,
    TRACK,
    WAIVED,
    Forbidden,
    canoes_of,
    cards,
    copied,
    need,
    on_river,
    option,
    put,
    take,
)
from literal.river import distance, river
from literal.turn import every_paddling, paddle

NUMBERS = ("1", "2", "3", "4", "5", "6", "7", "1/2/3")
VALUE = {"violet": 1, "clear": 2, "yellow": 3, "blue": 4, "pink": 5}


def after(setup, before, action):
    """The position after an action; ``Forbidden`` when a rule does not allow it."""
    state = copied(before)
    acts = {"retrieve": retrieve, "choose": choose, "paddle": number_card, "weather": cloud, "lasso": lasso}
    need(state["phase"] != "over", "B16")
    need(action.get("player") in (None, *setup["players"]), "B1")
    if action["act"] == "river":
        river(setup, state, action["arms"])
    else:
        acts[action["act"]](setup, state, action)
    return state


def broken_rules(setup, before, action):
    """Every rule an action offends against, as far as it can be played at all."""
    found = set()
    try:
        while True:
            try:
                after(setup, before, action)
            except Forbidden as forbidden:
                found |= set(forbidden.args)
                WAIVED.add(forbidden.args)
            else:
                return found
    except (KeyError, ValueError, IndexError, TypeError, StopIteration):
        return found
    finally:
        WAIVED.clear()


def retrieve(setup, state, action):
    """B3."""
    player, pay = action["player"], action["pay"]
    in_choose = option(setup, "retrieve_in") == "choose"
    need(player in state["to_act"], "B3" if in_choose else "B2")
    if in_choose:
        need(state["phase"] == "choose", "B3")
    else:
        need(state["phase"] == "paddle", "B2")
        need(state["players"][player]["chosen"] in NUMBERS, "B3")
    need(state["retrieved"].count(player) < option(setup, "retrieve_limit"), "B3")
    need(action["canoe"] in canoes_of(player), "B3")
    need(state["canoes"][action["canoe"]]["at"] == "falls", "B3")
    delivered = state["players"][player]["delivered"]
    if pay is None:
        need(not delivered, "B3")
        need(all(state["canoes"][canoe]["at"] == "falls" for canoe in canoes_of(player)), "B3")
    else:
        take(delivered, pay, "B3")
        put(state["deposits"][HOME[pay]], pay)
    state["canoes"][action["canoe"]]["at"] = "beach"
    state["retrieved"].append(player)


def choose(setup, state, action):
    """B2 (1)."""
    player = action["player"]
    need(state["phase"] == "choose" and player in state["to_act"], "B2")
    need(action["card"] in cards(setup), "N2")
    need(action["card"] in state["players"][player]["hand"], "B2")
    state["players"][player]["hand"].remove(action["card"])
    state["players"][player]["chosen"] = action["card"]
    state["to_act"].remove(player)
    if not state["to_act"]:
        state["phase"] = "paddle"
        state["to_act"] = [state["first"]]


def reveal(state, player):
    need(state["phase"] == "paddle" and state["to_act"] == [player], "B2")
    cards_of = state["players"][player]
    cards_of["played"], cards_of["chosen"] = cards_of["chosen"], None
    return cards_of["played"]


def number_card(setup, state, action):
    """B4 to B10, and the naming of N2."""
    player = action["player"]
    card = reveal(state, player)
    need(card in NUMBERS, "N2" if card == "lasso" else "B11")
    if card == "1/2/3":
        need(action.get("value") in (1, 2, 3), "N2")
        state["modules"]["named"][player] = action["value"]
        number = action["value"]
    else:
        need(action.get("value") is None, "N2")
        number = int(card)
    paddle(setup, state, player, card, number, action["moves"])
    pass_on(setup, state)


def cloud(setup, state, action):
    """B11 and N4."""
    need(reveal(state, action["player"]) == "cloud", "B11")
    need(action["to"] in TRACK and abs(action["to"] - state["weather"]) == 1, "B11")
    state["weather"] = action["to"]
    if action["to"] == 2 and "beaver" in setup["modules"] and state["modules"]["beaver"] is None:
        state["modules"]["beaver"] = "M1"
    pass_on(setup, state)


def lasso(setup, state, action):
    """N2."""
    player, moored = action["player"], action["canoes"]
    need(reveal(state, player) == "lasso", "N2")
    afloat = [canoe for canoe in canoes_of(player) if on_river(state["canoes"][canoe]["at"])]
    need(len(set(moored)) == len(moored) and set(moored) <= set(afloat), "N2")
    need(moored or not afloat, "N2")
    state["modules"]["moored"] = sorted([*state["modules"]["moored"], *moored])
    pass_on(setup, state)


def pass_on(setup, state):
    """The next player clockwise; after the last the goals are looked at (B16)."""
    seats = setup["players"]
    begin = seats.index(state["first"])
    waiting = [
        player for player in (*seats[begin:], *seats[:begin]) if state["players"][player]["played"] is None
    ]
    if waiting:
        state["to_act"] = [waiting[0]]
        return
    state["to_act"] = []
    state["winners"] = winners(setup, state)
    if state["winners"]:
        state["phase"] = "over"
    else:
        state["phase"] = "river"
        state["river_distance"] = distance(state)


def winners(setup, state):
    heaps = {player: state["players"][player]["delivered"] for player in setup["players"]}
    there = [
        player
        for player, heap in heaps.items()
        if max(heap.values(), default=0) >= 4 or len(heap) == 5 or sum(heap.values()) >= 7
    ]
    if option(setup, "tie_break") == "gem-value" and there:
        worth = {p: sum(VALUE[gem] * count for gem, count in heaps[p].items()) for p in there}
        there = [player for player in there if worth[player] == max(worth.values())]
    return there


def conceivable(setup, state):
    """Every action but paddling that can be written down at all."""
    players = setup["players"]
    yield from (
        {"act": "retrieve", "player": player, "canoe": canoe, "pay": pay}
        for player in players
        for canoe in canoes_of(player)
        for pay in (None, *COLOURS)
    )
    yield from (
        {"act": "choose", "player": player, "card": card} for player in players for card in cards(setup)
    )
    yield from ({"act": "weather", "player": player, "to": to} for player in players for to in range(-2, 4))
    yield from (
        {"act": "lasso", "player": player, "canoes": list(canoes)}
        for player in players
        for count in range(3)
        for canoes in itertools.combinations(canoes_of(player), count)
        if "cards" in setup["modules"]
    )
    yield from (
        {"act": "river", "arms": list(arms)}
        for arms in itertools.product(("left", "right"), repeat=state["river_distance"] or 0)
    )


def every_action(setup, state):
    """Every legal action with the position after it."""
    found = []
    for action in conceivable(setup, state):
        try:
            found.append((action, after(setup, state, action)))
        except Forbidden:
            continue
    if state["phase"] == "paddle" and state["players"][state["to_act"][0]]["chosen"] in NUMBERS:
        found += every_paddle(setup, state, state["to_act"][0])
    return found


def every_paddle(setup, before, player):
    card = before["players"][player]["chosen"]
    for value in (1, 2, 3) if card == "1/2/3" else (None,):
        state = copied(before)
        reveal(state, player)
        if value:
            state["modules"]["named"][player] = value
        for moves, water in every_paddling(setup, state, player, card, value or int(card)):
            there = copied(water)
            pass_on(setup, there)
            named = {"value": value} if value else {}
            yield {"act": "paddle", "player": player, "moves": moves, **named}, there
