"""Actions told as sentences, for pages and announcements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine import (
    Action,
    ChangeWeather,
    Choose,
    Correction,
    Lasso,
    Move,
    Paddle,
    Retrieve,
    River,
    State,
    apply,
    signed,
)
from companion.engine.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def tell(before: State, action: Action | Correction) -> Message:
    """One action in the position ``before`` it, as a sentence."""
    match action:
        case Correction():
            return Message("history.corrected")
        case Retrieve(player=player, canoe=canoe, pay=None):
            return Message("told.retrieve-free", {"player": player, "canoe": canoe})
        case Retrieve(player=player, canoe=canoe, pay=pay):
            return Message("told.retrieve", {"player": player, "canoe": canoe, "gem": pay})
        case Choose(player=player):
            return Message("told.choose", {"player": player})
        case Paddle(player=player, moves=()):
            return Message("told.no-canoe", {"player": player})
        case Paddle(player=player, moves=moves):
            told = tuple(tell_move(before, move) for move in moves)
            return Message("told.paddle", {"player": player, "moves": told})
        case ChangeWeather(player=player, to=to):
            return Message("told.weather", {"player": player, "value": signed(to)})
        case Lasso(player=player, canoes=canoes):
            return Message("told.lasso", {"player": player, "canoes": canoes})
        case River(arms=()):
            return Message("told.river-still")
        case River(arms=arms):
            return Message("told.river", {"count": len(arms), "arms": arms})


def tell_turns(before: State, actions: Sequence[Action]) -> Message:
    """Several turns after one another, as sentences; one alone as `tell` has it."""
    first, *later = actions
    told = tell(before, first)
    if not later:
        return told
    return Message("told.then", {"first": told, "then": tell_turns(apply(before, first), later)})


def tell_move(before: State, move: Move) -> Message:
    """One canoe's part of a turn, e.g. ``M2 to M4, loads violet, steals from blue-1``."""
    start = before.canoes[move.canoe].at
    return Message("told.move", {"canoe": move.canoe, "steps": tuple(_steps(start, move))})


def _steps(start: str, move: Move) -> Iterator[Message]:
    if move.moose:
        yield Message("told.moose")
    yield from (_operation(op) for op in move.before)
    if move.to == start:
        yield Message("told.stays", {"place": start})
    else:
        yield Message("told.goes", {"start": start, "to": move.to})
    yield from (_operation(op) for op in move.after)
    yield from (Message("told.steals", {"canoe": str(robbed).split(":")[0]}) for robbed in move.steal)
    if move.joe:
        yield Message(f"told.joe-{str(move.joe).split(':')[0]}")


def _operation(op: object) -> Message:
    kind, _, gem = str(op).partition(":")
    return Message(f"told.{kind}", {"gem": gem}) if gem else Message(f"told.{kind}")
