"""B13 to B15 with all that rides: the river, whirlpool (N3), beaver (N4), moored canoes (N2), Joe (J2, J3)."""

from literal.board import BESIDE, COURSES, HOME, cards, lose, need, on_river, take

RIGHT = COURSES[1]


def next_space(place, arm):
    """Where the disc under ``place`` is after one more disc was pushed in and one entered ``arm``."""
    course = COURSES[0] if arm == "left" else COURSES[1]
    return course[course.index(place) + 1] if place in course else place


def flow(setup, state, arms):
    modules = state["modules"]
    for arm in arms:
        for canoe, boat in state["canoes"].items():
            if on_river(boat["at"]) and canoe not in modules.get("moored", []):
                boat["at"] = next_space(boat["at"], arm)
                if boat["at"] == "falls":
                    lose(state, canoe)
        if "whirlpool" in setup["modules"]:
            place = modules["whirlpool"]
            place = "M1" if place is None else next_space(place, arm)
            modules["whirlpool"] = None if place == "falls" else place
        if modules.get("beaver"):
            modules["beaver"] = next_space(modules["beaver"], arm)
            if modules["beaver"] == "falls":
                modules["beaver"] = None
                state["weather"] = 0
        state["last_arm"] = arm


def cast_off(state):
    """N2 and N3: moored canoes come back to their spaces; from the whirlpool they go one down."""
    for canoe in state["modules"].get("moored", []):
        boat = state["canoes"][canoe]
        if boat["at"] == state["modules"].get("whirlpool"):
            arm = state["last_arm"] if boat["at"] in COURSES[0] and boat["at"] in RIGHT else None
            arm = arm or ("left" if boat["at"] in COURSES[0] else "right")
            boat["at"] = next_space(boat["at"], arm)
            if boat["at"] == "falls":
                lose(state, canoe)
    if "moored" in state["modules"]:
        state["modules"]["moored"] = []


def joe_travels(state):
    """J2: he loads, then follows the first player's number; like any canoe he does not paddle over the falls (B6)."""
    joe = state["canoes"]["joe"]
    if joe["at"] == "falls":
        return
    deposit = BESIDE.get(joe["at"])
    for gem, home in HOME.items():
        if home == deposit and not joe["cargo"] and state["deposits"][deposit].get(gem):
            take(state["deposits"][deposit], gem, "J2")
            joe["cargo"] = [gem]
    course = RIGHT if joe["at"] in RIGHT else COURSES[0]
    index, direction = course.index(joe["at"]), -1
    for _ in range(number_played(state, state["first"]) or 0):
        if index == 1:
            direction, course = 1, RIGHT
        if course[index + direction] == "falls":
            break
        index += direction
    joe["at"] = course[index]


def number_played(state, player):
    """The number of the card on the table, ``None`` of a cloud or a lasso."""
    card = state["players"][player]["played"]
    if card == "1/2/3":
        return state["modules"]["named"][player]
    return None if card in ("cloud", "lasso") else int(card)


def distance(state):
    """B13."""
    numbers = [number_played(state, player) for player in state["players"]]
    lowest = min((number for number in numbers if number is not None), default=0)
    return max(0, lowest + state["weather"])


def river(setup, state, arms):
    """Phases 3 and 4, and the beginning of the next round."""
    need(state["phase"] == "river", "B2")
    need(len(arms) == state["river_distance"], "B13")
    need(all(arm in ("left", "right") for arm in arms), "B14")
    flow(setup, state, arms)
    cast_off(state)
    if "joe" in state["canoes"]:
        joe_travels(state)
        if state["canoes"]["joe"]["at"] == "falls":
            state["canoes"]["joe"]["at"] = "M1"
    seats = setup["players"]
    state["first"] = seats[(seats.index(state["first"]) + 1) % len(seats)]
    state["round"] += 1
    state["phase"] = "choose"
    state["to_act"] = list(seats)
    state["river_distance"] = None
    state["retrieved"] = []
    if "named" in state["modules"]:
        state["modules"]["named"] = {}
    for player in state["players"].values():
        player["played"] = None
        if not player["hand"]:
            player["hand"] = cards(setup)
