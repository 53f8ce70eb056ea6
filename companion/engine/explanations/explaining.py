"""*Why did that happen*: an action taken apart into what follows from which rule, for the log and for teaching."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from companion.engine.actions import Action, ChangeWeather, Choose, Lasso, Paddle, Retrieve, River
from companion.engine.board import FALLS, GEM_HOME, JOE, Phase
from companion.engine.explanations.paddle import paddled
from companion.engine.explanations.reason import Reason, because
from companion.engine.message import Message
from companion.engine.rules import apply, goal_of, river_pushed
from companion.engine.state import number_played

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.engine.state import State


@dataclass(frozen=True)
class Event:
    """A legal action in the position ``before`` it."""

    before: State
    action: Action

    @cached_property
    def after(self) -> State:
        """The position that follows; raises `IllegalAction`."""
        return apply(self.before, self.action)


def explain(event: Event) -> tuple[Reason, ...]:
    """What happened, step by step, each with the rule it follows from; raises `IllegalAction`.

    A card that lies face down is not told.
    """
    return tuple(_reasons(event, event.after))


def _reasons(event: Event, after: State) -> Iterator[Reason]:
    match event.action:
        case Retrieve() as action:
            yield from _retrieved(action)
        case Choose() as action:
            yield from _chosen(action, after)
        case River() as action:
            yield from _flooded(event.before, action, after)
        case action:
            yield from _turn(event.before, action, after)
            yield from _turn_over(after)


# --- phase 1 ------------------------------------------------------------------------------------------------


def _retrieved(action: Retrieve) -> Iterator[Reason]:
    if action.pay is None:
        yield because("B3", "retrieved-free", player=action.player, canoe=action.canoe)
    else:
        yield because(
            "B3", "retrieved", player=action.player, canoe=action.canoe, gem=action.pay,
            deposit=GEM_HOME[action.pay],
        )  # fmt: skip


def _chosen(action: Choose, after: State) -> Iterator[Reason]:
    yield because("B2", "chosen", player=action.player)
    if after.phase == Phase.PADDLE:
        yield because("B2", "all-chosen", player=after.first)


# --- phase 2 ------------------------------------------------------------------------------------------------


def _turn(before: State, action: Paddle | ChangeWeather | Lasso, after: State) -> Iterator[Reason]:
    match action:
        case Paddle():
            yield from paddled(before, action)
        case ChangeWeather():
            yield because("B11", "weather", start=before.weather, to=action.to)
            if after.spirits.beaver != before.spirits.beaver:
                yield because("N4", "beaver-enters", place=after.spirits.beaver)
        case Lasso(canoes=()):
            yield because("N2", "nothing-to-moor", player=action.player)
        case Lasso():
            yield because("N2", "moored", canoes=action.canoes)


def _turn_over(after: State) -> Iterator[Reason]:
    """After the last player of the round: the end, or how far the river is to move."""
    if after.phase == Phase.OVER:
        for winner in after.winners:
            goal = goal_of(after.players[winner].delivered)
            yield because("B16", f"won-{goal}", player=winner)
        if any(
            goal_of(player.delivered) for name, player in after.players.items() if name not in after.winners
        ):
            yield because("B16", "tie-break")
    elif after.phase == Phase.RIVER:
        numbers = [
            number for name in after.players if (number := number_played(after.table, name)) is not None
        ]
        values = {"weather": after.weather, "count": after.river_distance}
        if numbers:
            yield because("B13", "distance", number=min(numbers), **values)
        else:
            yield because("B13", "distance-all-clouds", **values)


# --- phase 3 and 4 ------------------------------------------------------------------------------------------


def _flooded(before: State, action: River, after: State) -> Iterator[Reason]:
    drifted = river_pushed(before, action.arms)
    if action.arms:
        yield because("B13", "river", count=len(action.arms))
        yield because("B14", "arms", arms=action.arms)
        yield from _drift(before, drifted)
    else:
        yield because("B13", "river-still")
    yield from _spirits_drift(before, drifted, action)
    yield from _put_back(before, drifted, after)
    yield from _joe(before, drifted, after)
    yield because("B2", "buoy", player=after.first)
    if not any(player.hand for player in before.players.values()):
        yield because("B2", "hands-back")


def _drift(before: State, drifted: State) -> Iterator[Reason]:
    """The canoes that ride on, then those that fall with their gems (B13, B15)."""
    rides = [
        Message("why.ride", {"canoe": name, "start": canoe.at, "to": drifted.canoes[name].at})
        for name, canoe in before.canoes.items()
        if drifted.canoes[name].at not in (canoe.at, FALLS)
    ]
    if rides:
        yield because("B13", "rides", rides=tuple(rides))
    for name, canoe in before.canoes.items():
        if drifted.canoes[name].at == FALLS != canoe.at:
            yield because("J3" if name == JOE else "B15", "lost", canoe=name)
            yield from _go_home(before, name)


def _go_home(before: State, lost: str) -> Iterator[Reason]:
    """What was aboard a canoe that is lost: its gems and the moose (B15, N5)."""
    for gem in before.canoes[lost].cargo:
        yield because("B15", "gem-home", gem=gem, deposit=GEM_HOME[gem])
    if before.spirits.moose == lost:
        yield because("N5", "moose-home")


def _spirits_drift(before: State, drifted: State, action: River) -> Iterator[Reason]:
    """The marked disc and the beaver (N3, N4)."""
    one, other = before.spirits, drifted.spirits
    if one.whirlpool != other.whirlpool:
        if other.whirlpool is None:
            yield because("N3", "whirlpool-falls")
        else:
            yield because("N3", "whirlpool-drifts", place=other.whirlpool)
    if one.beaver is not None and other.beaver is None:
        yield because("N4", "beaver-falls")
    elif one.beaver is not None and action.arms:
        yield because("N4", "beaver-drifts", place=other.beaver)


def _put_back(before: State, drifted: State, after: State) -> Iterator[Reason]:
    """What was moored stays, unless it is put back onto the whirlpool (N2, N3)."""
    for name in before.spirits.moored:
        stayed, lies = drifted.canoes[name].at, after.canoes[name].at
        if lies == stayed:
            yield because("N2", "put-back", canoe=name, place=lies)
        else:
            yield because("N3", "put-back-lower", canoe=name, place=stayed, to=lies)
            if lies == FALLS:
                yield from _go_home(before, name)


def _joe(before: State, drifted: State, after: State) -> Iterator[Reason]:
    """Joe's own part of the round (J2, J3)."""
    if JOE not in before.canoes:
        return
    joe, then = drifted.canoes[JOE], after.canoes[JOE]
    if joe.at == FALLS:
        yield because("J3", "joe-again", place=then.at)
        return
    if len(then.cargo) > len(joe.cargo):
        yield because("J2", "joe-loads", gem=then.cargo[0])
    number = number_played(before.table, before.first)
    if number is None:
        card = before.players[before.first].played
        yield because("J2", "joe-stays", player=before.first, card=card, place=then.at)
    else:
        yield because("J2", "joe-paddles", player=before.first, number=number, start=joe.at, to=then.at)
