"""Actions, positions and record headers as JSON documents, both ways, as the format describes them.

Reading is strict: a wrong field, type or word raises `NotUnderstood` with what was found and what was expected.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.engine.actions import (
    LOAD,
    UNLOAD,
    Action,
    ChangeWeather,
    Choose,
    Lasso,
    Move,
    Paddle,
    Retrieve,
    River,
)
from companion.engine.board import BEACH, FALLS, HAND_ORDER, SPACES, Arm, Deposit, Gem, Phase
from companion.engine.errors import NotUnderstood
from companion.engine.frozen import FrozenMap
from companion.engine.setup import Options, Setup, setup_from_parts
from companion.engine.state import Canoe, Player, State

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT = "niagara-record"
VERSION = 1
_GEMS = tuple(map(str, Gem))
_MISSING = object()


class _Fields:
    """The fields of one JSON object, taken one by one; what is left over at the end was not expected."""

    def __init__(self, document: object, what: str) -> None:
        if not isinstance(document, Mapping):
            raise NotUnderstood(f"{what}: expected a JSON object, found {document!r}")
        self._left = dict(document)
        self._what = what

    def take(self, name: str, kind: type | tuple[type, ...], default: Any = _MISSING) -> Any:
        """The value of one field, checked for its type; booleans are no numbers here."""
        value = self._left.pop(name, default)
        if value is _MISSING:
            raise NotUnderstood(f"{self._what}: the field {name!r} is missing")
        kinds = kind if isinstance(kind, tuple) else (kind,)
        fits = isinstance(value, kinds) and not (isinstance(value, bool) and bool not in kinds)
        if not fits and value is not default:
            names = " or ".join("null" if one is type(None) else one.__name__ for one in kinds)
            raise NotUnderstood(f"{self._what}: {name!r} is {value!r}, expected {names}")
        return value

    def take_words(self, name: str, default: Any = _MISSING) -> tuple[str, ...]:
        """A list of words."""
        value = self.take(name, list, default)
        if any(not isinstance(word, str) for word in value):
            raise NotUnderstood(f"{self._what}: {name!r} is {value!r}, expected a list of words")
        return tuple(value)

    def finish(self) -> None:
        """Nothing may be left."""
        if self._left:
            raise NotUnderstood(f"{self._what}: unknown field {next(iter(self._left))!r}")


def _one_of(value: str, known: Sequence[str], what: str) -> str:
    if value not in known:
        raise NotUnderstood(f"{what} is {value!r}, expected one of {', '.join(known)}")
    return value


# --- the header ---------------------------------------------------------------------------------------------


def header_to_json(setup: Setup) -> dict[str, Any]:
    """The first line of a record; options at their default are left out."""
    default = Options()
    return {
        "format": FORMAT,
        "version": VERSION,
        "players": list(setup.players),
        "first": setup.first,
        "modules": list(setup.modules),
        "options": {
            part.name: getattr(setup.options, part.name)
            for part in dataclasses.fields(Options)
            if getattr(setup.options, part.name) != getattr(default, part.name)
        },
    }


def header_from_json(document: object) -> Setup:
    """The set-up a record begins with; raises `NotUnderstood` or `SetupError`."""
    fields = _Fields(document, "header")
    _one_of(fields.take("format", str), (FORMAT,), "the format")
    version = fields.take("version", int)
    if version != VERSION:
        raise NotUnderstood(f"header: version {version}, expected {VERSION}")
    players, first = fields.take_words("players"), fields.take("first", str)
    modules, options = fields.take_words("modules", []), fields.take("options", dict, {})
    fields.finish()
    return setup_from_parts(players, first, modules, options)


# --- actions ------------------------------------------------------------------------------------------------


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as a line of the record; empty fields are left out."""
    match action:
        case Retrieve(player=player, canoe=canoe, pay=pay):
            return {"act": "retrieve", "player": player, "canoe": canoe, "pay": pay}
        case Choose(player=player, card=card):
            return {"act": "choose", "player": player, "card": card}
        case Paddle(player=player, moves=moves, value=value):
            named = {} if value is None else {"value": value}
            return {"act": "paddle", "player": player, "moves": [_move_to_json(m) for m in moves], **named}
        case ChangeWeather(player=player, to=to):
            return {"act": "weather", "player": player, "to": to}
        case Lasso(player=player, canoes=canoes):
            return {"act": "lasso", "player": player, "canoes": list(canoes)}
        case River(arms=arms):
            return {"act": "river", "arms": [str(arm) for arm in arms]}


def _move_to_json(move: Move) -> dict[str, Any]:
    document: dict[str, Any] = {"canoe": move.canoe}
    if move.before:
        document["before"] = list(move.before)
    document["to"] = move.to
    if move.after:
        document["after"] = list(move.after)
    if move.steal:
        document["steal"] = list(move.steal)
    if move.joe is not None:
        document["joe"] = move.joe
    if move.moose:
        document["moose"] = True
    return document


def action_from_json(document: object) -> Action:
    """The action of a record's line; raises `NotUnderstood`."""
    fields = _Fields(document, "action")
    act = fields.take("act", str)
    player = "" if act == "river" else fields.take("player", str)
    action: Action
    match act:
        case "retrieve":
            pay = fields.take("pay", (str, type(None)), None)
            action = Retrieve(
                player, fields.take("canoe", str), pay if pay is None else _one_of(pay, _GEMS, "'pay'")
            )
        case "choose":
            action = Choose(player, _one_of(fields.take("card", str), HAND_ORDER, "'card'"))
        case "paddle":
            moves = tuple(_move_from_json(move) for move in fields.take("moves", list))
            action = Paddle(player, moves, fields.take("value", (int, type(None)), None))
        case "weather":
            action = ChangeWeather(player, fields.take("to", int))
        case "lasso":
            action = Lasso(player, fields.take_words("canoes"))
        case "river":
            arms = tuple(Arm(_one_of(arm, tuple(Arm), "an arm")) for arm in fields.take_words("arms"))
            action = River(arms)
        case _:
            known = "retrieve, choose, paddle, weather, lasso, river"
            raise NotUnderstood(f"action: unknown act {act!r}, expected one of {known}")
    fields.finish()
    return action


def _move_from_json(document: object) -> Move:
    fields = _Fields(document, "move")
    move = Move(
        canoe=fields.take("canoe", str),
        to=_one_of(fields.take("to", str), (*SPACES, BEACH, FALLS), "'to'"),
        before=tuple(_operation(text) for text in fields.take_words("before", [])),
        after=tuple(_operation(text) for text in fields.take_words("after", [])),
        steal=fields.take_words("steal", []),
        joe=fields.take("joe", (str, type(None)), None),
        moose=fields.take("moose", bool, False),
    )
    fields.finish()
    return move


def _operation(text: str) -> str:
    known = (UNLOAD, *(f"{LOAD}{gem}" for gem in Gem), *(f"{UNLOAD}:{gem}" for gem in Gem))
    return _one_of(text, known, "an operation")


# --- positions ----------------------------------------------------------------------------------------------


def state_to_json(state: State) -> dict[str, Any]:
    """A position as a document; counts of zero are left out."""
    return {
        "round": state.round,
        "phase": str(state.phase),
        "first": state.first,
        "to_act": list(state.to_act),
        "weather": state.weather,
        "river_distance": state.river_distance,
        "players": {
            name: {
                "hand": [str(card) for card in player.hand],
                "chosen": player.chosen,
                "played": player.played,
                "delivered": _counts(player.delivered),
            }
            for name, player in state.players.items()
        },
        "canoes": {
            name: {"at": canoe.at, "cargo": list(canoe.cargo)} for name, canoe in state.canoes.items()
        },
        "deposits": {name: _counts(gems) for name, gems in state.deposits.items()},
        "last_arm": None if state.last_arm is None else str(state.last_arm),
        "retrieved": list(state.retrieved),
        "winners": list(state.winners),
        "modules": {},
    }


def _counts(gems: Mapping[str, int]) -> dict[str, int]:
    return {str(gem): count for gem, count in gems.items() if count}


def state_from_json(document: object, setup: Setup) -> State:
    """The position a document describes, of a game with this set-up; raises `NotUnderstood`."""
    fields = _Fields(document, "state")
    last_arm = fields.take("last_arm", (str, type(None)))
    players = fields.take("players", dict)
    canoes = fields.take("canoes", dict)
    deposits = fields.take("deposits", dict)
    state = State(
        setup=setup,
        round=fields.take("round", int),
        phase=Phase(_one_of(fields.take("phase", str), tuple(Phase), "'phase'")),
        first=_one_of(fields.take("first", str), setup.players, "'first'"),
        to_act=fields.take_words("to_act"),
        weather=fields.take("weather", int),
        river_distance=fields.take("river_distance", (int, type(None))),
        players=FrozenMap({name: _player(players.get(name), name) for name in setup.players}),
        canoes=FrozenMap({str(name): _canoe(canoe, str(name)) for name, canoe in canoes.items()}),
        deposits=FrozenMap(
            {str(home): _gem_counts(deposits.get(str(home)), f"deposit {home}") for home in Deposit}
        ),
        last_arm=None if last_arm is None else Arm(_one_of(last_arm, tuple(Arm), "'last_arm'")),
        retrieved=fields.take_words("retrieved"),
        winners=fields.take_words("winners"),
    )
    fields.take("modules", dict, {})
    fields.finish()
    return state


def _player(document: object, name: str) -> Player:
    fields = _Fields(document, f"player {name}")
    player = Player(
        hand=tuple(_one_of(card, HAND_ORDER, "a card") for card in fields.take_words("hand")),
        chosen=fields.take("chosen", (str, type(None))),
        played=fields.take("played", (str, type(None))),
        delivered=_gem_counts(fields.take("delivered", dict), f"player {name}"),
    )
    fields.finish()
    return player


def _canoe(document: object, name: str) -> Canoe:
    fields = _Fields(document, f"canoe {name}")
    at = _one_of(fields.take("at", str), (*SPACES, BEACH, FALLS), f"canoe {name}: 'at'")
    cargo = tuple(_one_of(gem, _GEMS, f"canoe {name}: a gem") for gem in fields.take_words("cargo"))
    fields.finish()
    return Canoe(at, tuple(sorted(cargo)))


def _gem_counts(document: object, what: str) -> FrozenMap[str, int]:
    if not isinstance(document, Mapping):
        raise NotUnderstood(f"{what}: expected a JSON object of gems, found {document!r}")
    for gem, count in document.items():
        _one_of(gem, _GEMS, f"{what}: a gem")
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise NotUnderstood(f"{what}: {count!r} {gem} gems, expected a count")
    return FrozenMap(document)
