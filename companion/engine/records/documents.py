"""Actions and record headers as JSON documents, both ways, as the format describes them.

Reading is strict: a wrong field, type or word raises `NotUnderstood` with what was found and what was expected.
"""

from __future__ import annotations

import dataclasses
from typing import Any

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
from companion.engine.board import BEACH, FALLS, HAND_ORDER, SPACES, Arm, Gem
from companion.engine.errors import NotUnderstood
from companion.engine.records.reading import Fields, one_of
from companion.engine.setup import Options, Setup, setup_from_parts

FORMAT = "niagara-record"
VERSION = 1
_GEMS = tuple(map(str, Gem))


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
    fields = Fields(document, "header")
    one_of(fields.take("format", str), (FORMAT,), "the format")
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
    fields = Fields(document, "action")
    act = fields.take("act", str)
    player = "" if act == "river" else fields.take("player", str)
    action: Action
    match act:
        case "retrieve":
            pay = fields.take("pay", (str, type(None)), None)
            action = Retrieve(
                player, fields.take("canoe", str), pay if pay is None else one_of(pay, _GEMS, "'pay'")
            )
        case "choose":
            action = Choose(player, one_of(fields.take("card", str), HAND_ORDER, "'card'"))
        case "paddle":
            moves = tuple(_move_from_json(move) for move in fields.take("moves", list))
            action = Paddle(player, moves, fields.take("value", (int, type(None)), None))
        case "weather":
            action = ChangeWeather(player, fields.take("to", int))
        case "lasso":
            action = Lasso(player, fields.take_words("canoes"))
        case "river":
            arms = tuple(Arm(one_of(arm, tuple(Arm), "an arm")) for arm in fields.take_words("arms"))
            action = River(arms)
        case _:
            known = "retrieve, choose, paddle, weather, lasso, river"
            raise NotUnderstood(f"action: unknown act {act!r}, expected one of {known}")
    fields.finish()
    return action


def _move_from_json(document: object) -> Move:
    fields = Fields(document, "move")
    move = Move(
        canoe=fields.take("canoe", str),
        to=one_of(fields.take("to", str), (*SPACES, BEACH, FALLS), "'to'"),
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
    return one_of(text, known, "an operation")
