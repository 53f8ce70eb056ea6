"""Turns played faster than they can be seen: the next player moves before the board has been still.

What lies there then is explained by several turns at once, each legal after the one before, up to the river move
that ends the round. A player's canoes lie where his own turn left them - or where the river carried them from
there -, so each turn is held against the picture before the next is tried.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING

from companion.engine import BEACH, SPACES, WEATHER_TRACK, Arm, Card, Phase, carried, river_distance
from companion.expectation import canoe_colour
from companion.explanation import Story, Telling, told_in_likely_order, weighed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.engine import Action, Spirits, State, Table
    from companion.picture import BoardPicture, RiverSeen

LONGEST_UNCOUNTED = 6
"""Discs of a river move that was not counted: for each more, twice as many ways are to be tried."""
MOST_POSITIONS = 8
MOST_HASTY = 400
MOST_STORIES = 2000
"""So much can be weighed while people wait; where there is more, nothing is told rather than the best of some."""


@dataclass(frozen=True, slots=True)
class Hasty:
    """A position after some turns that were not seen one by one."""

    turns: tuple[Action, ...]
    state: State
    arms: tuple[Arm, ...]
    """The river move that is still to follow them, if it was seen."""


def hasty_turns(state: State, seen: BoardPicture, river: RiverSeen) -> tuple[Hasty, ...]:
    """The turns that can have been played before the last one of what is seen, the fewest first."""
    search = _Search(seen)
    ways = (way for arms in _ways(state, river) for way in search.turns(state, arms) if way.turns)
    found = tuple(itertools.islice(ways, MOST_HASTY + 1))
    return found if len(found) <= MOST_HASTY else ()


def hasty_stories(state: State, hasty: tuple[Hasty, ...], seen: BoardPicture, river: RiverSeen) -> Telling:
    """The stories of two turns or more that fit what was seen; their river move only if it was seen to move."""
    told = (
        Story(story.action, story.state, before.turns)
        for before in hasty
        if (before.state.phase == Phase.RIVER) == bool(before.arms)
        for story in told_in_likely_order(before.state)
    )
    found = tuple(itertools.islice(told, MOST_STORIES + 1))
    return weighed(state, found, seen, river) if len(found) <= MOST_STORIES else Telling()


def hasty_positions(hasty: tuple[Hasty, ...]) -> tuple[State, ...]:
    """The positions after the hasty turns, one for each way the canoes lie: they help to name what is wrong then."""
    positions = {
        (way.state.phase, *(canoe.at for canoe in way.state.canoes.values())): way.state for way in hasty
    }
    return tuple(itertools.islice(positions.values(), MOST_POSITIONS))


def _ways(state: State, river: RiverSeen) -> Iterator[tuple[Arm, ...]]:
    """No river move; or one of those that were seen, or - where discs may have been missed - one as long as is due."""
    yield ()
    if river.arms is None:
        for distance in _distances(state):
            yield from itertools.product(Arm, repeat=distance)
    elif river.arms:
        yield from (arms for arms in itertools.product(Arm, repeat=len(river.arms)) if river.took(arms))


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
    return tuple(sorted({far for far in map(river_distance, after) if 0 < far <= LONGEST_UNCOUNTED}))


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

    def __init__(self, seen: BoardPicture) -> None:
        self._seen = {place: seen.colours(place) for place in (*SPACES, BEACH)}
        self._known: dict[tuple[object, ...], bool] = {}

    def turns(self, state: State, arms: tuple[Arm, ...], before: tuple[Action, ...] = ()) -> Iterator[Hasty]:
        """The positions in which the last turn of a story may begin, with the turns that led there."""
        if state.phase not in (Phase.PADDLE, Phase.RIVER):
            return
        yield Hasty(before, state, arms)
        if state.phase == Phase.RIVER:
            return
        player = str(state.to_act[0])
        for story in told_in_likely_order(state):
            if self._lie_as_seen(story.state, player, arms):
                yield from self.turns(story.state, arms, (*before, story.action))

    def _lie_as_seen(self, state: State, player: str, arms: tuple[Arm, ...]) -> bool:
        """Whether the player's canoes are seen where they lie, or where discs pushed into ``arms`` carried them.

        One may be missing: it can have been knocked off since.
        """
        lie = tuple(
            canoe.at if name in state.spirits.moored else _carried(canoe.at, arms)
            for name, canoe in state.canoes.items()
            if canoe_colour(name) == player
        )
        known = self._known.get((player, lie))
        if known is None:
            known = self._known[player, lie] = self._agree(player, lie)
        return known

    def _agree(self, player: str, lie: tuple[str, ...]) -> bool:
        missing = 0
        for place, colours in self._seen.items():
            if colours is None:
                continue
            missing += max(lie.count(place) - colours[player], 0)
            if colours[player] > lie.count(place) or missing > 1:
                return False
        return True


def _carried(at: str, arms: tuple[Arm, ...]) -> str:
    """Where the river takes a canoe; one ashore or lost stays where it is."""
    return reduce(carried, arms, at)
