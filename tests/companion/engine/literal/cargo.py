"""Gems in and out of canoes: deposits (B7, B8), other players (B9), Joe (J4), and double canoes in each (N6)."""

from literal.board import BESIDE, COLOURS, HOME, canoes_of, need, on_river, option, put, room, take
from literal.way import climbed


def unloads(operations):
    return [operation for operation in operations if operation.startswith("unload")]


def named(word, cargo, choice):
    """The gem that ``unload:violet`` or ``swap:violet`` means; it is named just where there is a choice."""
    need((":" in word) == choice, "B7", "B9", "J4", "N6")
    gem = word.split(":")[1] if choice else cargo[0]
    need(gem in cargo, "B7", "B9", "J4")
    return gem


def several(cargo):
    return len(set(cargo)) > 1


def work(setup, state, canoe, operations):
    """First what is unloaded, then what is loaded, all at the deposit beside the canoe."""
    boat = state["canoes"][canoe]
    out, into = [], []
    for operation in operations:
        need(boat["at"] in BESIDE, "B7")
        deposit = BESIDE[boat["at"]]
        if operation.startswith("unload"):
            need(not into, "B7")
            need(boat["cargo"], "B7")
            gem = named(operation, boat["cargo"], room(setup, canoe) == 2)
            need(option(setup, "unload_home") or HOME[gem] != deposit, "B8")
            boat["cargo"].remove(gem)
            put(state["deposits"][deposit], gem)
            out.append(gem)
        else:
            gem = operation.split(":")[1]
            need(len(boat["cargo"]) < room(setup, canoe), "B7")
            take(state["deposits"][deposit], gem, "B7")
            boat["cargo"] = sorted([*boat["cargo"], gem])
            into.append(gem)
    need(len(out) <= room(setup, canoe), "B7")
    need(len(into) <= room(setup, canoe), "B7")
    need(not set(out) & set(into), "B7")


def conceivable_work(setup, state, canoe):
    """Every word an operation of this canoe may be."""
    double = room(setup, canoe) == 2
    return [
        *([f"unload:{gem}" for gem in COLOURS] if double else ["unload"]),
        *(f"load:{gem}" for gem in COLOURS),
    ]


def steal(setup, state, trip, robbed):
    """B9 and N6; ``trip`` tells how the thief came here."""
    if not robbed:
        return
    need(not trip["joe"], "J4")
    boat = state["canoes"][trip["canoe"]]
    need(on_river(boat["at"]), "B9")
    need(climbed(trip["start"], boat["at"]) > 0, "B9")
    need(trip["room on arrival"] > 0, "B9")
    need(not unloads(trip["after"]), "B9")
    need(option(setup, "steal_after_unload") or not unloads(trip["before"]), "B9")
    choice = {canoe: several(other["cargo"]) for canoe, other in state["canoes"].items()}
    for word in robbed:
        victim = word.split(":")[0]
        need(victim in state["canoes"] and victim != "joe", "B9")
        need(victim not in canoes_of(trip["player"]), "B9")
        need(victim not in state["modules"].get("moored", []), "N2")
        other = state["canoes"][victim]
        need(other["at"] == boat["at"], "B9")
        need(len(boat["cargo"]) < room(setup, trip["canoe"]), "B9")
        need(other["cargo"], "B9")
        gem = named(word, other["cargo"], choice[victim])
        other["cargo"].remove(gem)
        boat["cargo"] = sorted([*boat["cargo"], gem])


def thefts(setup, state, trip):
    """Nothing, or any gem or two of canoes on the same space."""
    here = [
        (canoe, boat["cargo"])
        for canoe, boat in state["canoes"].items()
        if boat["at"] == state["canoes"][trip["canoe"]]["at"] and canoe != trip["canoe"]
    ]
    one = [
        f"{canoe}:{gem}" if several(cargo) else canoe for canoe, cargo in here for gem in sorted(set(cargo))
    ]
    return [(), *((word,) for word in one), *((word, other) for word in one for other in one)]


def meet_joe(setup, state, trip, word):
    """J4."""
    if not word:
        return
    need("joe" in state["canoes"], "J4")
    boat, joe = state["canoes"][trip["canoe"]], state["canoes"]["joe"]
    need(boat["at"] == joe["at"], "J4")
    need(climbed(trip["start"], boat["at"]) != 0, "J4")
    meeting = word.split(":")[0]
    given, taken = [], []
    if meeting in ("take", "swap"):
        need(joe["cargo"], "J4")
        taken = joe["cargo"]
    else:
        need(not joe["cargo"], "J4")
    if meeting in ("give", "swap"):
        need(boat["cargo"], "J4")
        given = [named(word, boat["cargo"], several(boat["cargo"]))]
    else:
        need(word == "take", "J4")
        need(len(boat["cargo"]) < room(setup, trip["canoe"]), "J4")
    for gem in given:
        boat["cargo"].remove(gem)
    boat["cargo"] = sorted([*boat["cargo"], *taken])
    joe["cargo"] = given


def meetings(setup, state, trip):
    cargo = sorted(set(state["canoes"][trip["canoe"]]["cargo"]))
    words = ["swap", "give"]
    if several(cargo):
        words = [f"{word}:{gem}" for word in words for gem in cargo]
    return ["", "take", *words]
