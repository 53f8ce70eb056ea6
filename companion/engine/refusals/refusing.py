"""*Why not*: the rule that forbids an action, found by going through the action as a referee would.

What is legal is decided by the generator; here is only said why something is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.actions import Action, ChangeWeather, Choose, Lasso, Paddle, Retrieve, River
from companion.engine.board import FALLS, WEATHER_TRACK, Card, Phase
from companion.engine.errors import Refusal
from companion.engine.in_play import rulebook
from companion.engine.message import Message
from companion.engine.refusals.paddle import paddle_refused
from companion.engine.state import afloat

if TYPE_CHECKING:
    from companion.engine.state import State


def refusal(state: State, action: Action) -> Refusal:
    """The first rule that forbids an action that is not legal, as a referee would find it."""
    return _refusal(state, action) or _no("B5", "not-possible")


def _refusal(state: State, action: Action) -> Refusal | None:
    player = getattr(action, "player", None)
    if player is not None and player not in state.players:
        return _no("B1", "no-such-player", player=player)
    if state.phase == Phase.OVER:
        return _no("B16", "game-over")
    match action:
        case Retrieve():
            return retrieval_refused(state, action)
        case Choose():
            return _choose(state, action)
        case River():
            return _river(state, action)
        case ChangeWeather():
            return _turn(state, action.player) or _weather(state, action)
        case Lasso():
            return _turn(state, action.player) or _lasso(state, action)
        case Paddle():
            return _turn(state, action.player) or paddle_refused(state, action)


def _no(rule: str, reason: str, **values: object) -> Refusal:
    return Refusal(rule, Message(f"why-not.{reason}", values))


def retrieval_refused(state: State, action: Retrieve) -> Refusal | None:
    """Why a lost canoe cannot be put back like this, ``None`` when it can (B3)."""
    if action.player not in state.players:
        return _no("B1", "no-such-player", player=action.player)
    if state.setup.options.retrieve_in == "own-turn":
        refused = _turn(state, action.player)
        if refused is not None:
            return refused
        if state.players[action.player].chosen in (Card.CLOUD, Card.LASSO):
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
    if delivered:
        return _no("B3", "must-pay")
    if any(state.canoes[name].at != FALLS for name in state.canoes_of(action.player)):
        return _no("B3", "free-only-without-canoe")
    return None


def _choose(state: State, action: Choose) -> Refusal | None:
    if state.phase != Phase.CHOOSE:
        return _no("B2", "not-choosing")
    if action.player not in state.to_act:
        return _no("B2", "card-lies-already")
    if action.card not in rulebook(state.setup).plays:
        return _no("N2", "no-such-card-in-play", card=action.card)
    if action.card not in state.players[action.player].hand:
        return _no("B2", "card-not-in-hand", card=action.card)
    return None


def _turn(state: State, player: str) -> Refusal | None:
    if state.phase != Phase.PADDLE:
        return _no("B2", "not-paddling")
    if player != state.to_act[0]:
        return _no("B2", "not-your-turn", player=state.to_act[0])
    return None


def _lasso(state: State, action: Lasso) -> Refusal | None:
    card = state.players[action.player].chosen
    if card != Card.LASSO:
        return _no("N2", "mooring-needs-lasso", card=card)
    for name in action.canoes:
        if name not in state.canoes_of(action.player) or not afloat(state.canoes[name]):
            return _no("N2", "moor-own-river-canoes", canoe=name)
    return _no("N2", "moor-one-at-least") if not action.canoes else _no("N2", "moored-twice")


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
