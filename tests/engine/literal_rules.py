"""The base rules once more, naively: try every conceivable turn and strike out what a sentence of the rules forbids.

Nothing is shared with the engine but the records it speaks in; the board is written out again.
"""

import itertools
from collections import Counter

from companion.engine import Move, Paddle

COURSES = (
    ["beach", "M1", "M2", "M3", "M4", "M5", "L1", "L2"],
    ["beach", "M1", "M2", "M3", "M4", "M5", "R1", "R2"],
)
PLACES = ["beach", "M1", "M2", "M3", "M4", "M5", "L1", "L2", "R1", "R2"]
COLOURS = ["violet", "clear", "yellow", "blue", "pink"]
BANK = {
    "M3": "amethyst", "M4": "diamond", "M5": "amber", "L1": "sapphire", "R1": "sapphire", "L2": "ruby", "R2": "ruby",
}  # fmt: skip
HOME = dict(zip(COLOURS, ["amethyst", "diamond", "amber", "sapphire", "ruby"], strict=True))
WORK = (
    (),
    ("unload",),
    *((f"load:{gem}",) for gem in COLOURS),
    *(("unload", f"load:{gem}") for gem in COLOURS),
)


class Forbidden(Exception):
    """A sentence of the rules does not allow it."""


def need(allowed):
    if not allowed:
        raise Forbidden


class Water:
    """Everything paddling changes, in plain dicts that are changed in place."""

    def __init__(self, state):
        self.at = {name: canoe.at for name, canoe in state.canoes.items()}
        self.gem = {name: (canoe.cargo or (None,))[0] for name, canoe in state.canoes.items()}
        self.bank = {name: Counter(gems) for name, gems in state.deposits.items()}
        self.ashore = {name: Counter(player.delivered) for name, player in state.players.items()}

    def copy(self):
        other = object.__new__(Water)
        other.at, other.gem = dict(self.at), dict(self.gem)
        other.bank = {name: Counter(gems) for name, gems in self.bank.items()}
        other.ashore = {name: Counter(gems) for name, gems in self.ashore.items()}
        return other

    def seen(self):
        counts = [{n: dict(+c) for n, c in table.items()} for table in (self.bank, self.ashore)]
        return self.at, self.gem, *counts


def way(start, to):
    """Spaces between two places on one course; ``None`` when no course holds both."""
    for course in COURSES:
        if start in course and to in course:
            return course.index(to) - course.index(start)
    return None


def work(water, canoe, operations, options):
    """B7 and B8, one operation after the other."""
    unloaded = None
    for operation in operations:
        deposit = BANK.get(water.at[canoe])
        need(deposit)
        if operation == "unload":
            unloaded = water.gem[canoe]
            need(unloaded and (HOME[unloaded] != deposit or options.unload_home))
            water.bank[deposit][unloaded] += 1
            water.gem[canoe] = None
        else:
            gem = operation.split(":")[1]
            need(water.gem[canoe] is None and gem != unloaded and water.bank[deposit][gem] > 0)
            water.bank[deposit][gem] -= 1
            water.gem[canoe] = gem


def play(water, move, points, options):
    """One canoe's move carried out in place; raises `Forbidden`."""
    canoe, start = move.canoe, water.at[move.canoe]
    need(start != "falls")
    need(not (move.before and move.after))
    work(water, canoe, move.before, options)
    steps = way(start, move.to)
    need(steps is not None)
    need(not (steps == 0 and move.after))
    spent = abs(steps) + 2 * len(move.before) + 2 * len(move.after)
    landing = move.to == "beach" and steps < 0
    need(spent == points or (landing and spent < points))
    water.at[canoe] = move.to
    empty = water.gem[canoe] is None
    need(not (landing and (move.after or move.steal)))
    work(water, canoe, move.after, options)
    for robbed in move.steal:
        need(steps < 0 and empty and not move.after)
        need("unload" not in move.before or options.steal_after_unload)
        need(robbed.split("-")[0] != canoe.split("-")[0])
        need(water.at[robbed] == move.to and water.gem[robbed])
        water.gem[canoe], water.gem[robbed] = water.gem[robbed], None
    if landing and water.gem[canoe]:
        water.ashore[canoe.split("-")[0]][water.gem[canoe]] += 1
        water.gem[canoe] = None


def moves_of(water, canoe, points, options):
    """Blindly every move of one canoe, those the rules leave with the water after it."""
    thefts = ((), *((name,) for name in water.at))
    for to, before, after, steal in itertools.product(PLACES, WORK, WORK, thefts):
        if before and after:
            continue
        move, tried = Move(canoe, to, before, after, steal), water.copy()
        try:
            play(tried, move, points, options)
        except Forbidden:
            continue
        yield move, tried


def turns(state, player, points):
    """Every paddle turn with the water after it: any canoes in any order, then B4 strikes out."""
    own = [name for name in state.canoes if name.startswith(f"{player}-")]
    alive = [name for name in own if state.canoes[name].at != "falls"]
    river = {name for name in alive if state.canoes[name].at != "beach"}
    for count in range(3):
        for order in itertools.permutations(alive, count):
            launches = set(order) - river
            if not river <= set(order) or len(launches) > 1 or (alive and not order):
                continue
            lines = [((), Water(state))]
            for canoe in order:
                lines = [
                    ((*done, move), after)
                    for done, water in lines
                    for move, after in moves_of(water, canoe, points, state.setup.options)
                ]
            for done, water in lines:
                yield Paddle(player, done), water
