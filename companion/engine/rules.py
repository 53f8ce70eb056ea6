"""The game as a recipe: what may be done in a position, and the position that follows.

The expansions join at the steps named here: set-up, cards, paddling, the river, the end of the round.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.engine.actions import Action, ChangeWeather, Choose, Paddle, Retrieve, River
from companion.engine.board import (
    ARMS,
    BEACH,
    FALLS,
    GEM_HOME,
    GEM_VALUE,
    MAIN,
    NUMBERS,
    WEATHER_TRACK,
    Arm,
    Card,
    Gem,
    Phase,
)
from companion.engine.errors import IllegalAction
from companion.engine.moving import moved, water_of
from companion.engine.paddling import paddles
from companion.engine.refusing import why_not
from companion.engine.state import FULL_HAND, Canoe, State, with_gems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.engine.frozen import FrozenMap
    from companion.engine.moving import Water

GOAL_SAME, GOAL_DIFFERENT, GOAL_ANY = 4, 5, 7
"""Delivered gems that end the game: of one colour, of five colours, in all (B16)."""


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every legal action, each once."""
    return tuple(action for action, _ in successors(state))


def successors(state: State) -> Iterator[tuple[Action, State]]:
    """Every legal action with the position that follows."""
    match state.phase:
        case Phase.CHOOSE:
            for player in state.to_act:
                yield from _retrievals(state, player)
                for card in state.players[player].hand:
                    action = Choose(player, str(card))
                    yield action, _chosen(state, action)
        case Phase.PADDLE:
            yield from _turns(state, state.to_act[0])
        case Phase.RIVER:
            for arms in itertools.product(Arm, repeat=state.river_distance or 0):
                yield River(arms), _river_moved(state, arms)


def apply(state: State, action: Action) -> State:
    """The position after ``action``; raises `IllegalAction` with the rule that forbids it."""
    refusal = why_not(state, action)
    if refusal is not None:
        nearest = refusal.nearest or _nearest(state, action)
        raise IllegalAction(action, replace(refusal, nearest=nearest))
    match action:
        case Retrieve():
            return _retrieved(state, action)
        case Choose():
            return _chosen(state, action)
        case ChangeWeather():
            return _weather_changed(state, action)
        case River(arms=arms):
            return _river_moved(state, arms)
        case Paddle(moves=moves):
            water = water_of(state)
            for move in moves:
                water = moved(water, move)
            return _turn_over(state, water)
    raise NotImplementedError(action)  # pragma: no cover - why_not refuses what no module in play knows


def _nearest(state: State, action: Action) -> tuple[Action, ...]:
    """Up to three legal actions of the same kind that differ least from what was meant."""

    def distance(other: Action) -> int:
        return sum(one != two for one, two in itertools.zip_longest(_parts(action), _parts(other)))

    same_kind = [other for other in legal_actions(state) if type(other) is type(action)]
    return tuple(sorted(same_kind, key=distance)[:3])


def _parts(action: Action) -> tuple[object, ...]:
    if isinstance(action, Paddle):
        moves = ((m.canoe, m.to, m.before, m.after, m.steal) for m in action.moves)
        return (action.player, *itertools.chain.from_iterable(moves))
    return tuple(getattr(action, name) for name in action.__slots__)


# --- phase 1: retrieve and choose (B2, B3) ------------------------------------------------------------------


def _retrievals(state: State, player: str) -> Iterator[tuple[Action, State]]:
    lost = [name for name in state.canoes_of(player) if state.canoes[name].at == FALLS]
    gems = [gem for gem in Gem if state.players[player].delivered.get(gem, 0)]
    for name in lost:
        for pay in (*map(str, gems), None):
            action = Retrieve(player, name, pay)
            if why_not(state, action) is None:
                yield action, _retrieved(state, action)


def _retrieved(state: State, action: Retrieve) -> State:
    player, deposits = state.players[action.player], state.deposits
    if action.pay is not None:
        player = replace(player, delivered=with_gems(player.delivered, action.pay, -1))
        deposits = _gem_home(deposits, action.pay)
    return replace(
        state,
        players=state.players.put({action.player: player}),
        canoes=state.canoes.put({action.canoe: Canoe(BEACH)}),
        deposits=deposits,
        retrieved=(*state.retrieved, action.player),
    )


def _chosen(state: State, action: Choose) -> State:
    player = state.players[action.player]
    hand = tuple(card for card in player.hand if card != action.card)
    players = state.players.put({action.player: replace(player, hand=hand, chosen=action.card)})
    waiting = tuple(colour for colour in state.to_act if colour != action.player)
    if waiting:
        return replace(state, players=players, to_act=waiting)
    return replace(state, players=players, phase=Phase.PADDLE, to_act=(state.first,))


# --- phase 2: a player's turn (B2, B4-B12) ------------------------------------------------------------------


def _turns(state: State, player: str) -> Iterator[tuple[Action, State]]:
    card = state.players[player].chosen
    if card == Card.CLOUD:
        for to in (state.weather - 1, state.weather + 1):
            if to in WEATHER_TRACK:
                change = ChangeWeather(player, to)
                yield change, _weather_changed(state, change)
        return
    if state.setup.options.retrieve_in == "own-turn":
        yield from _retrievals(state, player)
    for paddle, water in paddles(state, player, NUMBERS[Card(str(card))]):
        yield paddle, _turn_over(state, water)


def _weather_changed(state: State, action: ChangeWeather) -> State:
    return _turn_over(replace(state, weather=action.to), water_of(state))


def _turn_over(state: State, water: Water) -> State:
    """The card is played; the next player clockwise follows, after the last one the river or the end (B16)."""
    name = state.to_act[0]
    player = water.players[name]
    state = replace(
        state,
        canoes=water.canoes,
        deposits=water.deposits,
        players=water.players.put({name: replace(player, chosen=None, played=player.chosen)}),
    )
    seats = state.setup.players
    following = seats[(seats.index(name) + 1) % len(seats)]
    if following != state.first:
        return replace(state, to_act=(following,))
    winners = _winners(state)
    if winners:
        return replace(state, phase=Phase.OVER, to_act=(), winners=winners)
    return replace(state, phase=Phase.RIVER, to_act=(), river_distance=river_distance(state))


def _winners(state: State) -> tuple[str, ...]:
    """All who meet a goal at the end of phase 2 (B16)."""
    reached = [name for name, player in state.players.items() if _meets_a_goal(player.delivered)]
    if state.setup.options.tie_break == "gem-value" and reached:
        worth = {
            name: sum(GEM_VALUE[Gem(gem)] * n for gem, n in state.players[name].delivered.items())
            for name in reached
        }
        reached = [name for name in reached if worth[name] == max(worth.values())]
    return tuple(reached)


def _meets_a_goal(delivered: FrozenMap[str, int]) -> bool:
    counts = [count for count in delivered.values() if count]
    return max(counts, default=0) >= GOAL_SAME or len(counts) >= GOAL_DIFFERENT or sum(counts) >= GOAL_ANY


# --- phase 3 and 4: the river moves, the buoy passes (B13-B15, B2) ------------------------------------------


def river_distance(state: State) -> int:
    """How far the river moves: the lowest number card played and the weather, at least 0 (B13)."""
    numbers = [
        NUMBERS[Card(str(player.played))]
        for player in state.players.values()
        if player.played is not None and player.played != Card.CLOUD
    ]
    return max(0, min(numbers, default=0) + state.weather)


def river_pushed(state: State, arms: tuple[Arm, ...]) -> State:
    """The same moment of the round with one disc pushed for each arm: canoes ride, some fall (B13-B15).

    Any number of discs: this is physics, not the rule about the distance.
    """
    for arm in arms:
        state = _disc_pushed(state, arm)
    return state


def _disc_pushed(state: State, arm: Arm) -> State:
    course = (*MAIN, *ARMS[arm], FALLS)
    carries = dict(itertools.pairwise(course))
    canoes, deposits = {}, state.deposits
    for name, canoe in state.canoes.items():
        to = carries.get(canoe.at)
        if to is None:
            continue
        canoes[name] = Canoe(to, () if to == FALLS else canoe.cargo)
        for gem in canoe.cargo if to == FALLS else ():
            deposits = _gem_home(deposits, gem)
    return replace(state, canoes=state.canoes.put(canoes), deposits=deposits, last_arm=arm)


def _gem_home(deposits: FrozenMap[str, FrozenMap[str, int]], gem: str) -> FrozenMap[str, FrozenMap[str, int]]:
    home = str(GEM_HOME[Gem(gem)])
    return deposits.put({home: with_gems(deposits[home], gem, 1)})


def _river_moved(state: State, arms: tuple[Arm, ...]) -> State:
    return _round_over(river_pushed(state, arms))


def _round_over(state: State) -> State:
    """The buoy passes clockwise; after the last card everybody takes his cards back (B2)."""
    seats = state.setup.players
    return replace(
        state,
        round=state.round + 1,
        phase=Phase.CHOOSE,
        first=seats[(seats.index(state.first) + 1) % len(seats)],
        to_act=seats,
        river_distance=None,
        retrieved=(),
        players=state.players.put(
            {
                name: replace(player, played=None, hand=player.hand or FULL_HAND)
                for name, player in state.players.items()
            }
        ),
    )
