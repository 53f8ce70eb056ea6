"""The board, the pieces and the set-up, written out once more; a position is the JSON of the state and nothing else."""

COURSES = (
    ("beach", "M1", "M2", "M3", "M4", "M5", "L1", "L2", "falls"),
    ("beach", "M1", "M2", "M3", "M4", "M5", "R1", "R2", "falls"),
)
PLACES = ("beach", "M1", "M2", "M3", "M4", "M5", "L1", "L2", "R1", "R2", "falls")
BESIDE = {
    "M3": "amethyst",
    "M4": "diamond",
    "M5": "amber",
    "L1": "sapphire",
    "R1": "sapphire",
    "L2": "ruby",
    "R2": "ruby",
}
HOME = {"violet": "amethyst", "clear": "diamond", "yellow": "amber", "blue": "sapphire", "pink": "ruby"}
COLOURS = tuple(HOME)
TRACK = (-1, 0, 1, 2)


class Forbidden(Exception):
    """A sentence of the rules does not allow it; ``args`` are the rules one may cite for it."""


WAIVED = set()
"""Sentences, by the rules they are found in, that are overlooked to see what else is wrong."""


def need(allowed, *rules):
    if not allowed and rules not in WAIVED:
        raise Forbidden(*rules)


def on_river(place):
    return place not in ("beach", "falls")


def option(setup, name):
    defaults = {
        "unload_home": False,
        "steal_after_unload": True,
        "retrieve_in": "choose",
        "retrieve_limit": 1,
        "tie_break": "none",
        "moose": "+2",
    }
    return setup["options"].get(name, defaults[name])


def cards(setup):
    """B1 and N2: a whole hand, in the order of the format."""
    more = ["7", "1/2/3", "lasso"] if "cards" in setup["modules"] else []
    return ["1", "2", "3", "4", "5", "6", *more, "cloud"]


def canoes_of(player):
    return [f"{player}-1", f"{player}-2"]


def room(setup, canoe):
    """B7: one gem a canoe; N6: the second canoe of a colour holds two."""
    return 2 if "double-canoes" in setup["modules"] and canoe.endswith("-2") else 1


def put(heap, gem):
    heap[gem] = heap.get(gem, 0) + 1


def take(heap, gem, *rules):
    need(heap.get(gem, 0) > 0, *rules)
    heap[gem] -= 1
    if heap[gem] == 0:
        del heap[gem]


def lose(state, canoe):
    """B15: the canoe lies below the falls, its gems go home; N5: so does the moose."""
    boat = state["canoes"][canoe]
    for gem in boat["cargo"]:
        put(state["deposits"][HOME[gem]], gem)
    boat["cargo"] = []
    boat["at"] = "falls"
    leave_moose(state, canoe)


def leave_moose(state, canoe):
    if state["modules"].get("moose") == canoe:
        state["modules"]["moose"] = None


def copied(state):
    """The same position on a second table."""
    return {
        **state,
        "to_act": list(state["to_act"]),
        "players": {
            name: {**player, "hand": list(player["hand"]), "delivered": dict(player["delivered"])}
            for name, player in state["players"].items()
        },
        "canoes": {
            name: {"at": boat["at"], "cargo": list(boat["cargo"])} for name, boat in state["canoes"].items()
        },
        "deposits": {name: dict(heap) for name, heap in state["deposits"].items()},
        "retrieved": list(state["retrieved"]),
        "winners": list(state["winners"]),
        "modules": {
            name: part.copy() if isinstance(part, (list, dict)) else part
            for name, part in state["modules"].items()
        },
    }


def start(setup):
    """B1, J1 and what each part of the Spirits adds: the position before the first card."""
    modules = setup["modules"]
    players = setup["players"]
    each = 7
    if "six-players" in modules:
        each = {3: 6, 4: 7, 5: 7, 6: 8}[len(players)]
    canoes = {canoe: {"at": "beach", "cargo": []} for player in players for canoe in canoes_of(player)}
    if "joe" in modules:
        canoes["joe"] = {"at": "M1", "cargo": []}
    extra = {}
    if "whirlpool" in modules:
        extra["whirlpool"] = "M3"
    if "beaver" in modules:
        extra["beaver"] = None
    if "moose" in modules:
        extra["moose"] = None
    if "cards" in modules:
        extra["moored"] = []
        extra["named"] = {}
    return {
        "round": 1,
        "phase": "choose",
        "first": setup["first"],
        "to_act": list(players),
        "weather": 0,
        "river_distance": None,
        "players": {
            player: {"hand": cards(setup), "chosen": None, "played": None, "delivered": {}}
            for player in players
        },
        "canoes": canoes,
        "deposits": {deposit: {gem: each} for gem, deposit in HOME.items()},
        "last_arm": None,
        "retrieved": [],
        "winners": [],
        "modules": extra,
    }
