"""Turns played faster than they can be seen: the next player moves before the board has been still.

What lies there then is explained by several turns at once, each legal after the one before, up to the river move
that ends the round. A player's canoes lie where his own turn left them - or where the river carried them from
there -, so each turn is held against the picture before the next is tried.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from companion.engine import BEACH, SPACES, Arm, Phase, river_pushed
from companion.expectation import expected_picture
from companion.explanation import Story, Telling, told_in_likely_order, weighed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.engine import Action, State
    from companion.picture import BoardPicture, RiverSeen

Arms = tuple[Arm, ...]

MOST_POSITIONS = 12
MOST_STORIES = 5000
"""So many can be weighed while people wait; where there are more, none is told rather than the best of some."""


def hasty_stories(state: State, seen: BoardPicture, river: RiverSeen) -> Telling:
    """The stories of two turns or more that fit what was seen; their river move only if it was seen to move."""
    told = tuple(itertools.islice(_told(state, seen, river), MOST_STORIES + 1))
    return weighed(state, told, seen, river) if len(told) <= MOST_STORIES else Telling()


def _told(state: State, seen: BoardPicture, river: RiverSeen) -> Iterator[Story]:
    return (
        Story(story.action, story.state, before)
        for arms in _ways(river)
        for before, earlier in _turns_before(state, seen, arms)
        if before
        for story in told_in_likely_order(earlier)
        if (earlier.phase == Phase.RIVER) == bool(arms)
    )


def hasty_positions(state: State, seen: BoardPicture, river: RiverSeen) -> tuple[State, ...]:
    """The positions after some legal turns that can be seen, one for each way the canoes lie; the fewest turns first.

    They help to name what is wrong with the turn after them.
    """
    positions = {
        (earlier.phase, *(canoe.at for canoe in earlier.canoes.values())): earlier
        for arms in _ways(river)
        for before, earlier in _turns_before(state, seen, arms)
        if before
    }
    return tuple(itertools.islice(positions.values(), MOST_POSITIONS))


def _ways(river: RiverSeen) -> Iterator[Arms]:
    """No river move, or one of those that were seen."""
    yield ()
    if river.arms:
        yield from (arms for arms in itertools.product(Arm, repeat=len(river.arms)) if river.took(arms))


def _turns_before(
    state: State, seen: BoardPicture, arms: Arms, before: tuple[Action, ...] = ()
) -> Iterator[tuple[tuple[Action, ...], State]]:
    """The positions in which the last turn of a story may begin, with the turns that led there."""
    if state.phase not in (Phase.PADDLE, Phase.RIVER):
        return
    yield before, state
    if state.phase == Phase.RIVER:
        return
    player = str(state.to_act[0])
    for story in told_in_likely_order(state):
        if _lie_as_seen(story.state, player, seen, arms):
            yield from _turns_before(story.state, seen, arms, (*before, story.action))


def _lie_as_seen(state: State, player: str, seen: BoardPicture, arms: Arms) -> bool:
    """Whether the player's canoes are seen where they lie, or where discs pushed into ``arms`` carried them.

    One may be missing: it can have been knocked off since.
    """
    expected = expected_picture(river_pushed(state, arms) if arms else state)
    missing = 0
    for place in (*SPACES, BEACH):
        should, does = expected.colours(place), seen.colours(place)
        if should is None or does is None:
            continue
        missing += max(should[player] - does[player], 0)
        if does[player] > should[player] or missing > 1:
            return False
    return True
