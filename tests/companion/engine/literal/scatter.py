"""Positions dealt at random, crowded where canoes meet: no game need reach them, but the rules know what may follow."""

from literal.board import (
    COLOURS,
    HOME,
    PLACES,
    TRACK,
    canoes_of,
    cards,
    on_river,
    put,
    room,
    start,
    take,
)
from literal.river import distance

RIVER = [place for place in PLACES if on_river(place)]


PHASES = ("choose", "paddle", "paddle", "paddle", "river", "river", "river")


def scattered(setup, rng, phase=None):
    """A position of this set-up in the phase named, else in any but the last."""
    phase = phase or rng.choice(PHASES)
    state = start(setup)
    state["weather"] = rng.choice(TRACK)
    state["last_arm"] = rng.choice(["left", "right", None])
    scatter_gems(state, rng)
    scatter_spirits(state, rng)
    scatter_canoes(setup, state, rng)
    deal_cards(setup, state, rng, phase)
    lay_hands_on_canoes(setup, state, rng)
    if phase == "river":
        state["phase"], state["to_act"] = "river", []
        state["river_distance"] = distance(state)
    return state


def any_gem(state, rng):
    """One gem out of the deposits."""
    deposit = rng.choice([name for name, heap in state["deposits"].items() if heap])
    gem = rng.choice(sorted(state["deposits"][deposit]))
    take(state["deposits"][deposit], gem)
    return gem


def scatter_gems(state, rng):
    for _ in range(rng.randrange(12)):
        put(state["deposits"][rng.choice(sorted(set(HOME.values())))], any_gem(state, rng))
    for player in state["players"].values():
        for _ in range(rng.choice([0, 0, 0, 2, 4, 7])):
            put(player["delivered"], any_gem(state, rng))
        if rng.random() < 0.6 and player["delivered"]:
            for gem in COLOURS:
                while player["delivered"].get(gem, 0) > 3:
                    take(player["delivered"], gem)
                    put(state["deposits"][HOME[gem]], gem)


def scatter_spirits(state, rng):
    modules = state["modules"]
    if "whirlpool" in modules:
        modules["whirlpool"] = rng.choice([None, *RIVER])
    if "beaver" in modules:
        modules["beaver"] = rng.choice([None, *RIVER])


def scatter_canoes(setup, state, rng):
    """Most of them on four spaces, so that they meet."""
    whirlpool = state["modules"].get("whirlpool")
    crowded = rng.sample([place for place in RIVER if place != whirlpool], 4)
    for name, boat in state["canoes"].items():
        boat["at"] = rng.choice([*crowded, "M1"] if name == "joe" else [*crowded, *crowded, "beach", "falls"])
        if on_river(boat["at"]):
            lying = sum(sum(heap.values()) for heap in state["deposits"].values())
            gems = min(lying, rng.randint(0, room(setup, name)))
            boat["cargo"] = sorted(any_gem(state, rng) for _ in range(gems))


def deal_cards(setup, state, rng, phase):
    """Everybody has played as many cards in earlier rounds; some have laid one down in this one."""
    earlier = rng.randrange(len(cards(setup)))
    state["round"] = earlier + 1
    state["first"] = rng.choice(setup["players"])
    seats = setup["players"]
    begin = seats.index(state["first"])
    turns = [*seats[begin:], *seats[:begin]]
    acted = {"choose": 0, "paddle": rng.randrange(len(seats)), "river": len(seats)}[phase]
    waiting = rng.sample(seats, rng.randint(1, len(seats)))
    for place, name in enumerate(turns):
        player = state["players"][name]
        left = rng.sample(player["hand"], len(player["hand"]) - earlier)
        card = rng.choice(left)
        if phase != "choose" or name not in waiting:
            left.remove(card)
            player["played" if place < acted else "chosen"] = card
        player["hand"] = [card for card in cards(setup) if card in left]
    if phase == "paddle":
        state["phase"], state["to_act"] = "paddle", [turns[acted]]
    else:
        state["to_act"] = [name for name in seats if name in waiting]


def lay_hands_on_canoes(setup, state, rng):
    """What the cards played have done to canoes, and the moose."""
    modules = state["modules"]
    for name, player in state["players"].items():
        afloat = [canoe for canoe in canoes_of(name) if on_river(state["canoes"][canoe]["at"])]
        if player["played"] == "1/2/3":
            modules["named"][name] = rng.randint(1, 3)
        if player["played"] == "lasso" and afloat:
            modules["moored"] = sorted([*modules["moored"], *rng.sample(afloat, rng.randint(1, len(afloat)))])
        lost = any(state["canoes"][canoe]["at"] == "falls" for canoe in canoes_of(name))
        if lost and rng.random() < 0.3:
            state["retrieved"].append(name)
    if "moose" in modules:
        afloat = [name for name, boat in state["canoes"].items() if on_river(boat["at"]) and name != "joe"]
        modules["moose"] = rng.choice([None, *afloat])
