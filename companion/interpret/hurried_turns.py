"""Turns played faster than they can be seen: the next player moves before the board has been still.

What lies there then is explained by several turns at once, each legal after the one before, up to the river move
that ends the round. A player's canoes lie where his own turn left them - or where the river carried them from
there -, so each turn is held against the picture before the next is tried.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, TypeVar

from companion.board.expectation import canoe_colour
from companion.engine import (
    BEACH,
    SPACES,
    WEATHER_TRACK,
    Arm,
    Card,
    Phase,
    apply,
    carried,
    river_distance,
)
from companion.interpret.hypotheses import Hypothesis, distinct, likely_river_moves, single_actions
from companion.interpret.ranking import Ranking, rank

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.board.picture import BoardPicture, RiverSeen
    from companion.engine import Action, Spirits, State, Table

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How much is tried while people wait for an answer; set by hand.

    Where there is more, nothing is told rather than the best of some.
    """

    sequences: int = 400
    """Ways to have played some turns. More finds longer hurried rounds and takes longer."""
    hypotheses: int = 2000
    """Ways to have played them with a last action each. More finds more of them and takes longer."""
    positions: int = 8
    """Positions after some turns, by which a mistake may be named. Fewer name it by turns that came before it."""
    canoes_missing: int = 1
    """Canoes of a player not seen where his own turn left them: one may have been knocked off since."""


SEARCH_LIMITS = SearchLimits()


def all_or_none(found: Iterable[Item], most: int) -> tuple[Item, ...]:
    """Everything found, unless it is more than ``most``: then nothing."""
    some = tuple(itertools.islice(found, most + 1))
    return some if len(some) <= most else ()


@dataclass(frozen=True, slots=True)
class TurnSequence:
    """Some turns that were not seen one by one, and the position after them."""

    turns: tuple[Action, ...]
    state: State
    discs: int
    """How far the river moved that is still to follow them."""


def turn_sequences(
    state: State, seen: BoardPicture, river: RiverSeen, limits: SearchLimits = SEARCH_LIMITS
) -> tuple[TurnSequence, ...]:
    """The turns that can have been played before the last one of what is seen, the fewest first."""
    search = _Search(seen, limits)
    found = (
        sequence
        for discs in _possible_discs(state, river)
        for sequence in search.turns(state, discs)
        if sequence.turns
    )
    return all_or_none(found, limits.sequences)


def rank_sequences(
    state: State,
    sequences: tuple[TurnSequence, ...],
    seen: BoardPicture,
    river: RiverSeen,
    limits: SearchLimits = SEARCH_LIMITS,
) -> Ranking:
    """The hypotheses of two turns or more that fit what was seen; their river move only if it was seen to move."""
    search = _Search(seen, limits)
    found = (
        Hypothesis(last.action, last.state, sequence.turns)
        for sequence in sequences
        if (sequence.state.phase == Phase.RIVER) == bool(sequence.discs)
        for last in search.last(sequence.state)
    )
    return rank(state, all_or_none(found, limits.hypotheses), seen, river)


def positions_after(
    sequences: tuple[TurnSequence, ...], limits: SearchLimits = SEARCH_LIMITS
) -> tuple[State, ...]:
    """The positions after the turns, one for each way the canoes lie: they help to name what is wrong then."""
    positions = {
        (sequence.state.phase, *(canoe.at for canoe in sequence.state.canoes.values())): sequence.state
        for sequence in sequences
    }
    return tuple(itertools.islice(positions.values(), limits.positions))


def _possible_discs(state: State, river: RiverSeen) -> Iterator[int]:
    """How many discs moved: none; or as many as were seen, or - where some may have been missed - as are due."""
    yield 0
    if river.arms is None:
        yield from _distances(state)
    elif river.arms:
        yield len(river.arms)


def _distances(state: State) -> tuple[int, ...]:
    """How far the river may move at the end of the round, by the cards that are out (B13).

    A cloud still to be played moves the marker (B11), a 1/2/3 still to be played names its number (N2).
    """
    players = state.players.put(
        {
            name: replace(player, played=player.played or player.chosen)
            for name, player in state.players.items()
        }
    )
    clouds = sum(player.chosen == Card.CLOUD for player in state.players.values())
    table = replace(state.table, players=players)
    after = (
        replace(table, weather=weather, spirits=spirits)
        for weather in WEATHER_TRACK
        if abs(weather - state.weather) <= clouds
        for spirits in _named(table)
    )
    return tuple(sorted({far for far in map(river_distance, after) if far > 0}))


def _named(table: Table) -> Iterator[Spirits]:
    """What may still be named with cards 1/2/3; the lowest number counts, so one for all of them will do."""
    unsaid = [
        name
        for name, player in table.players.items()
        if player.played == Card.ONE_TWO_THREE and name not in table.spirits.named
    ]
    if not unsaid:
        yield table.spirits
        return
    for value in (1, 2, 3):
        yield replace(table.spirits, named=table.spirits.named.put(dict.fromkeys(unsaid, value)))


class _Search:
    """Tries turn after turn; how a player's canoes can lie is worked out once."""

    def __init__(self, seen: BoardPicture, limits: SearchLimits) -> None:
        self._limits = limits
        self._seen = {place: seen.colours(place) for place in (*SPACES, BEACH)}
        self._known: dict[tuple[object, ...], bool] = {}

    def turns(self, state: State, discs: int, before: tuple[Action, ...] = ()) -> Iterator[TurnSequence]:
        """The positions in which the last of several turns may begin, with the turns that led there."""
        if state.phase not in (Phase.PADDLE, Phase.RIVER):
            return
        yield TurnSequence(before, state, discs)
        if state.phase == Phase.RIVER:
            return
        player = str(state.to_act[0])
        possible = (
            hypothesis
            for hypothesis in single_actions(state)
            if self._may_lie(hypothesis.state, player, discs)
        )
        for hypothesis in distinct(possible):
            yield from self.turns(hypothesis.state, discs, (*before, hypothesis.action))

    def last(self, state: State) -> Iterator[Hypothesis]:
        """The turns that may come last; of river moves, those that carry the canoes to where they are seen."""
        if state.phase != Phase.RIVER:
            yield from single_actions(state)
            return
        for river in likely_river_moves(state):
            if all(self._lie(state, player, river.arms) for player in state.players):
                yield Hypothesis(river, apply(state, river))

    def _may_lie(self, state: State, player: str, discs: int) -> bool:
        """Whether the player's canoes are seen where they lie, or where so many discs can have carried them.

        So many may be missing as `SearchLimits` has it: they can have been knocked off since.
        """
        lie = tuple(_ends(at, count) for at, count in _drifting(state, player, discs))
        known = self._known.get((player, lie))
        if known is None:
            known = any(
                self._missing(player, ends) <= self._limits.canoes_missing for ends in itertools.product(*lie)
            )
            self._known[player, lie] = known
        return known

    def _lie(self, state: State, player: str, arms: tuple[Arm, ...]) -> bool:
        """Whether the player's canoes are seen where discs pushed into ``arms`` carried them."""
        lie = tuple(reduce(carried, arms[:count], at) for at, count in _drifting(state, player, len(arms)))
        known = self._known.get((player, lie))
        if known is None:
            known = self._known[player, lie] = self._missing(player, lie) == 0
        return known

    def _missing(self, player: str, lie: tuple[str, ...]) -> float:
        """How many of the player's canoes are not seen where they should lie; endless when one lies elsewhere."""
        missing = 0
        for place, colours in self._seen.items():
            if colours is None:
                continue
            if colours[player] > lie.count(place):
                return math.inf
            missing += lie.count(place) - colours[player]
        return missing


def _drifting(state: State, player: str, discs: int) -> Iterator[tuple[str, int]]:
    """Where each canoe of the player lies, and how many discs carry it on: none if it is moored."""
    for name, canoe in state.canoes.items():
        if canoe_colour(name) == player:
            yield canoe.at, 0 if name in state.spirits.moored else discs


@lru_cache
def _ends(at: str, discs: int) -> tuple[str, ...]:
    """Where the river can take a canoe, whatever arms its discs enter; one ashore or lost stays where it is."""
    ends = {at}
    for _ in range(discs):
        ends = {carried(end, arm) for end in ends for arm in Arm}
    return tuple(sorted(ends))
