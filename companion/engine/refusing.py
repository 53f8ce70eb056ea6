"""*Why not*: the rule that forbids an action, found by going through the action as a referee would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.actions import (
    LOAD,
    UNLOAD,
    Action,
    ChangeWeather,
    Choose,
    Move,
    Paddle,
    Retrieve,
    River,
)
from companion.engine.board import (
    BEACH,
    DEPOSIT_BESIDE,
    FALLS,
    GEM_HOME,
    LEVEL,
    NUMBERS,
    SPACES,
    WEATHER_TRACK,
    Card,
    Gem,
    Phase,
    downstream,
)
from companion.engine.errors import Refusal
from companion.engine.message import Message
from companion.engine.moving import moved, operated, water_of
from companion.engine.paddling import OPERATION_COST, orders, upstream_spaces
from companion.engine.state import afloat, owner

if TYPE_CHECKING:
    from companion.engine.moving import Water
    from companion.engine.setup import Options
    from companion.engine.state import State


def why_not(state: State, action: Action) -> Refusal | None:
    """The first rule that forbids ``action`` in ``state``, or ``None`` when it is legal."""
    player = getattr(action, "player", None)
    if player is not None and player not in state.players:
        return _no("B1", "no-such-player", player=player)
    if state.phase == Phase.OVER:
        return _no("B16", "game-over")
    match action:
        case Retrieve():
            return _retrieve(state, action)
        case Choose():
            return _choose(state, action)
        case ChangeWeather():
            return _turn(state, action.player) or _weather(state, action)
        case Paddle():
            return _turn(state, action.player) or _paddle(state, action)
        case River():
            return _river(state, action)
    return _no("N2", "no-such-card-in-play")


def _no(rule: str, reason: str, **values: object) -> Refusal:
    return Refusal(rule, Message(f"why-not.{reason}", values))


def _retrieve(state: State, action: Retrieve) -> Refusal | None:
    own_turn = state.setup.options.retrieve_in == "own-turn"
    if own_turn:
        refusal = _turn(state, action.player)
        if refusal is not None:
            return refusal
        if state.players[action.player].chosen == Card.CLOUD:
            return _no("B3", "retrieve-needs-number-card")
    elif state.phase != Phase.CHOOSE or action.player not in state.to_act:
        return _no("B3", "retrieve-before-choosing")
    if action.canoe not in state.canoes_of(action.player):
        return _no("B3", "not-your-canoe", canoe=action.canoe)
    if state.canoes[action.canoe].at != FALLS:
        return _no("B3", "canoe-not-lost", canoe=action.canoe)
    if state.retrieved.count(action.player) >= state.setup.options.retrieve_limit:
        return _no("B3", "retrieved-already", limit=state.setup.options.retrieve_limit)
    delivered = state.players[action.player].delivered
    if action.pay is not None:
        return None if delivered.get(action.pay, 0) else _no("B3", "no-gem-to-pay", gem=action.pay)
    if any(delivered.values()):
        return _no("B3", "must-pay")
    if any(state.canoes[name].at != FALLS for name in state.canoes_of(action.player)):
        return _no("B3", "free-only-without-canoe")
    return None


def _choose(state: State, action: Choose) -> Refusal | None:
    if state.phase != Phase.CHOOSE:
        return _no("B2", "not-choosing")
    if action.player not in state.to_act:
        return _no("B2", "card-lies-already")
    if action.card not in state.players[action.player].hand:
        return _no("B2", "card-not-in-hand", card=action.card)
    return None


def _turn(state: State, player: str) -> Refusal | None:
    if state.phase != Phase.PADDLE:
        return _no("B2", "not-paddling")
    if player != state.to_act[0]:
        return _no("B2", "not-your-turn", player=state.to_act[0])
    return None


def _weather(state: State, action: ChangeWeather) -> Refusal | None:
    card = state.players[action.player].chosen
    if card != Card.CLOUD:
        return _no("B11", "weather-needs-cloud", card=card)
    if action.to not in WEATHER_TRACK:
        return _no("B11", "off-the-track", lowest=WEATHER_TRACK[0], highest=WEATHER_TRACK[-1])
    if abs(action.to - state.weather) != 1:
        return _no("B11", "weather-one-step")
    return None


def _river(state: State, action: River) -> Refusal | None:
    if state.phase != Phase.RIVER:
        return _no("B2", "river-not-yet")
    if len(action.arms) != state.river_distance:
        return _no("B13", "river-distance", count=state.river_distance, pushed=len(action.arms))
    return None


# --- paddling -----------------------------------------------------------------------------------------------


def _paddle(state: State, action: Paddle) -> Refusal | None:
    card = state.players[action.player].chosen
    if card == Card.CLOUD:
        return _no("B11", "cloud-moves-no-canoe")
    if action.value is not None:
        return _no("N2", "value-needs-its-card", card=card)
    refusal = _which_canoes(state, action)
    if refusal is not None:
        return refusal
    points = NUMBERS[Card(str(card))]
    water = water_of(state)
    for move in action.moves:
        refusal = _move(water, move, points, state.setup.options)
        if refusal is not None:
            return refusal
        water = moved(water, move)
    return None


def _which_canoes(state: State, action: Paddle) -> Refusal | None:
    """B4: all canoes on the river move, and at most one is launched."""
    own = state.canoes_of(action.player)
    named = tuple(move.canoe for move in action.moves)
    for name in named:
        if name not in own:
            return _no("B4", "not-your-canoe", canoe=name)
        if state.canoes[name].at == FALLS:
            return _no("B4", "canoe-is-lost", canoe=name)
    if len(set(named)) < len(named):
        return _no("B4", "canoe-moves-twice")
    for name in own:
        if afloat(state.canoes[name]) and name not in named:
            return _no("B4", "river-canoe-must-move", canoe=name)
    if named in orders(state, action.player):
        return None
    if not named:
        return _no("B4", "one-canoe-must-move")
    return _no("B4", "one-launch-a-turn")


def _move(water: Water, move: Move, points: int, options: Options) -> Refusal | None:
    """One canoe's part: where it goes, what it loads and unloads, how it spends its points, whom it robs."""
    start = water.canoes[move.canoe].at
    if move.joe is not None:
        return _no("J4", "joe-does-not-play")
    if move.moose:
        return _no("N5", "moose-does-not-play")
    if move.to == FALLS:
        return _no("B6", "never-over-the-falls")
    if move.to not in (*SPACES, BEACH):
        return _no("B5", "no-such-place", place=move.to)
    if move.before and move.after:
        return _no("B7", "before-or-after", canoe=move.canoe)
    if move.after and move.to in (start, BEACH):
        return _no("B7", "after-needs-a-move") if move.to == start else _no("B5", "landing-ends-the-turn")
    refusal = _operations(water, move.canoe, move.before, options)
    if refusal is not None:
        return refusal
    loaded = water
    for operation in move.before:
        loaded = operated(loaded, move.canoe, operation)
    steps = _steps(start, move.to)
    if steps is None:
        return _no("B6", "other-arm", start=start, to=move.to)
    refusal = _points(move, start, steps, points)
    if refusal is not None:
        return refusal
    arrived = moved(loaded, Move(move.canoe, move.to))
    if move.after:
        refusal = _operations(arrived, move.canoe, move.after, options)
        if refusal is not None:
            return refusal
    return _theft(loaded, move, start, options) if move.steal else None


def _steps(start: str, to: str) -> int | None:
    """Points of the way between two places in one direction, or ``None`` when there is none (B5, B6)."""
    if start == to:
        return 0
    if to == BEACH:
        return LEVEL[start]
    if start == BEACH:
        return LEVEL[to]
    if to in upstream_spaces(start):
        return LEVEL[start] - LEVEL[to]
    if any(to in way for way in downstream(start)):
        return LEVEL[to] - LEVEL[start]
    return None


def _points(move: Move, start: str, steps: int, points: int) -> Refusal | None:
    """B5: all points are spent; landing may waste what is left."""
    spent = steps + OPERATION_COST * (len(move.before) + len(move.after))
    values = {"canoe": move.canoe, "points": points, "spent": spent}
    if spent > points:
        return _no("B5", "too-few-points", **values)
    if spent < points and (move.to != BEACH or start == BEACH):
        return _no("B5", "points-left", **values)
    return None


def _operations(water: Water, name: str, operations: tuple[str, ...], options: Options) -> Refusal | None:
    """B7, B8: nothing, one thing, or unload then load another colour, at the deposit beside the canoe."""
    if not operations:
        return None
    canoe = water.canoes[name]
    deposit = DEPOSIT_BESIDE.get(canoe.at)
    if deposit is None:
        return _no("B7", "no-deposit-here", place=canoe.at)
    kinds = tuple(UNLOAD if operation == UNLOAD else LOAD for operation in operations)
    if any(not operation.startswith(LOAD) and operation != UNLOAD for operation in operations):
        return _no("N6", "unload-by-colour-needs-double", canoe=name)
    if kinds == (LOAD, UNLOAD):
        return _no("B7", "never-load-then-unload")
    if kinds not in ((LOAD,), (UNLOAD,), (UNLOAD, LOAD)):
        return _no("B7", "one-load-one-unload", canoe=name)
    gems = [operation.removeprefix(LOAD) for operation in operations if operation != UNLOAD]
    if UNLOAD in kinds:
        if not canoe.cargo:
            return _no("B7", "nothing-to-unload", canoe=name)
        if not options.unload_home and GEM_HOME[Gem(canoe.cargo[0])] == deposit:
            return _no("B8", "not-in-its-own-deposit", gem=canoe.cargo[0])
        if canoe.cargo[0] in gems:
            return _no("B7", "load-another-colour", gem=canoe.cargo[0])
    elif canoe.cargo:
        return _no("B7", "canoe-is-full", canoe=name)
    for gem in gems:
        if not water.deposits[str(deposit)].get(gem, 0):
            return _no("B7", "no-such-gem-here", gem=gem, deposit=deposit)
    return None


def _theft(water: Water, move: Move, start: str, options: Options) -> Refusal | None:
    """B9: upstream, on the river, empty on arrival, from one opponent's loaded canoe on the same space."""
    if move.to not in upstream_spaces(start):
        return _no("B9", "steal-only-upstream")
    if move.after or water.canoes[move.canoe].cargo:
        return _no("B9", "steal-only-empty", canoe=move.canoe)
    if UNLOAD in move.before and not options.steal_after_unload:
        return _no("B9", "no-steal-after-unload")
    if len(move.steal) > 1:
        return _no("B9", "steal-one-gem")
    (robbed,) = move.steal
    if robbed not in water.canoes or owner(robbed) == owner(move.canoe):
        return _no("B9", "steal-from-opponents", canoe=robbed)
    victim = water.canoes[robbed]
    if victim.at != move.to:
        return _no("B9", "steal-on-the-same-space", canoe=robbed, place=move.to)
    if not victim.cargo:
        return _no("B9", "nothing-to-steal", canoe=robbed)
    return None
