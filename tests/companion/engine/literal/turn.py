"""The turn of one canoe, step by step, and the turn of a player with his canoes (B4, B5, B12, N2, N5)."""

import itertools

from literal import cargo
from literal.board import (
    COURSES,
    PLACES,
    Forbidden,
    canoes_of,
    copied,
    leave_moose,
    lose,
    need,
    on_river,
    option,
    put,
    room,
)
from literal.way import downstream, upstream


def take_moose(setup, state, trip, aboard):
    """N5: he comes aboard before the move, where he waits."""
    if aboard:
        need("moose" in setup["modules"], "N5")
        need(trip["start"] in ("L2", "R2"), "N5")
        need(state["modules"]["moose"] is None, "N5")
        state["modules"]["moose"] = trip["canoe"]
    trip["points"] = trip["number"]
    if state["modules"].get("moose") == trip["canoe"]:
        trip["points"] = trip["number"] + 2 if option(setup, "moose") == "+2" else trip["number"] * 2


def work_before(setup, state, trip, operations):
    cargo.work(setup, state, trip["canoe"], operations)


def keep(setup, state, trip, operations_to_come):
    """B7: wholly before or wholly after; 2 points each."""
    need(not (trip["before"] and operations_to_come), "B7")
    trip["to paddle"] = trip["points"] - 2 * (len(trip["before"]) + operations_to_come)
    need(trip["to paddle"] >= 0, *spending(state))


def spending(state):
    """The rules about points, with the whirlpool where one is (N3)."""
    return ("B5", "N3") if state["modules"].get("whirlpool") else ("B5",)


def go(setup, state, trip, to):
    """B5: all the points are spent, in one direction."""
    start, points, whirlpool = trip["start"], trip["to paddle"], state["modules"].get("whirlpool")
    ends = downstream(start, points, whirlpool) | upstream(start, points, whirlpool)
    if points == 0 and start != "beach":
        ends = {start}
    need(to != whirlpool, "N3")
    need(any(start in course and to in course for course in COURSES), "B6")
    need(to != "falls" or "falls" in ends, "B6")
    need(to in ends, *spending(state))
    if to == start:
        need(trip["kept"] == 0, "B7")
    boat = state["canoes"][trip["canoe"]]
    boat["at"] = to
    if to == "beach":
        need(trip["kept"] == 0, "B5")
        for gem in boat["cargo"]:
            put(state["players"][trip["player"]]["delivered"], gem)
        boat["cargo"] = []
        leave_moose(state, trip["canoe"])
    if to == "falls":
        lose(state, trip["canoe"])
    trip["room on arrival"] = room(setup, trip["canoe"]) - len(boat["cargo"])


def work_after(setup, state, trip, operations):
    need(len(operations) == trip["kept"], "B7")
    cargo.work(setup, state, trip["canoe"], operations)


def works(setup, state, trip):
    """All work there is at the deposit beside the canoe, one operation more at a time, as far as points may go."""
    most = trip.get("kept", trip["points"] // 2)
    found = grown = [()]
    while grown and len(grown[0]) < most:
        grown = [
            (*done, more)
            for done in grown
            for more in cargo.conceivable_work(setup, state, trip["canoe"])
            if allowed(cargo.work, setup, copied(state), trip["canoe"], (*done, more))
        ]
        found = found + grown
    return found


def allowed(rule, *about):
    try:
        rule(*about)
    except Forbidden:
        return False
    return True


STEPS = (
    ("moose", take_moose, lambda *_: (False, True)),
    ("before", work_before, works),
    ("kept", keep, lambda *_: range(5)),
    ("to", go, lambda *_: PLACES),
    ("after", work_after, works),
    ("joe", cargo.meet_joe, cargo.meetings),
    ("steal", cargo.steal, cargo.thefts),
)


def setting_out(state, player, canoe, number):
    return {"player": player, "canoe": canoe, "number": number, "start": state["canoes"][canoe]["at"]}


def play(setup, state, player, number, move):
    """One move as the record writes it."""
    need(move["canoe"] in canoes_of(player), "B4")
    trip = setting_out(state, player, move["canoe"], number)
    need(trip["start"] != "falls", "B4")
    kept = len(move.get("after", ()))
    for name, step, _ in STEPS:
        empty = {"moose": False, "joe": "", "kept": kept}.get(name, ())
        trip[name] = move.get(name) or empty
        step(setup, state, trip, trip[name])


def every_move(setup, state, player, number, canoe):
    """Every move of a canoe with the position after it: at each step every choice is tried."""
    if state["canoes"][canoe]["at"] == "falls":
        return []
    found = [(setting_out(state, player, canoe, number), state)]
    for name, step, choices in STEPS:
        grown = []
        for trip, here in found:
            for choice in choices(setup, here, trip):
                further, there = {**trip, name: choice}, copied(here)
                if allowed(step, setup, there, further, choice):
                    grown.append((further, there))
        found = grown
    return [(written(trip), there) for trip, there in found]


def written(trip):
    fields = ("moose", "before", "after", "steal", "joe")
    kept = {name: trip[name] for name in fields if trip[name]}
    lists = {name: list(value) if isinstance(value, tuple) else value for name, value in kept.items()}
    return {"canoe": trip["canoe"], "to": trip["to"], **lists}


def check_canoes(state, player, card, moved):
    """B4: which canoes move; N2: with 1/2/3 exactly one."""
    afloat = {canoe for canoe in canoes_of(player) if on_river(state["canoes"][canoe]["at"])}
    ashore = {canoe for canoe in canoes_of(player) if state["canoes"][canoe]["at"] == "beach"}
    need(len(set(moved)) == len(moved) and set(moved) <= afloat | ashore, "B4")
    if not afloat | ashore:
        need(not moved, "B4")
    elif card == "1/2/3":
        need(len(moved) == 1, "N2")
    elif afloat:
        need(afloat <= set(moved), "B4")
    else:
        need(len(moved) == 1, "B4")


def paddle(setup, state, player, card, number, moves):
    check_canoes(state, player, card, [move["canoe"] for move in moves])
    for move in moves:
        play(setup, state, player, number, move)


def every_paddling(setup, state, player, card, number):
    """Every list of moves with the position after it (B12: in any order)."""
    for count in range(3):
        for moved in itertools.permutations(canoes_of(player), count):
            if allowed(check_canoes, state, player, card, moved):
                found = [([], state)]
                for canoe in moved:
                    found = [
                        ([*moves, move], there)
                        for moves, here in found
                        for move, there in every_move(setup, here, player, number, canoe)
                    ]
                yield from found
