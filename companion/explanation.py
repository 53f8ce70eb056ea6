"""Which legal action explains the picture - one, several, or none.

A story is a legal action with the position after it. Actions that lead to the same look of the board *and* to
positions that play the same (the two single canoes of a colour are alike) are one story.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.comparison import COUNTING, Discrepancy, differences, fits
from companion.engine import Action, Arm, Choose, River, State, river_pushed, successors
from companion.expectation import expected_picture
from companion.picture import without_cargo

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from companion.picture import BoardPicture


@dataclass(frozen=True, slots=True)
class Story:
    """A legal action and the position it leads to."""

    action: Action
    state: State


def stories(state: State, seen: BoardPicture) -> tuple[Story, ...]:
    """The stories that fit everything seen, each told once.

    Gems are seen less surely than canoes: where no story fits them all, those are told that fit them where something
    was touched, and last those that fit the canoes alone - several then, and the players are asked. Gem counts in
    deposits decide only between stories that fit equally well.
    """
    pictured = [(story, expected_picture(story.state)) for story in _told_in_likely_order(state)]
    fitting = _each_once(story for story, picture in pictured if fits(picture, seen))
    if not fitting:
        believed = expected_picture(state)
        fitting = _each_once(story for story, picture in pictured if fits(picture, seen, believed=believed))
    if not fitting:
        plain = without_cargo(seen)
        fitting = _each_once(story for story, picture in pictured if fits(picture, plain))
    if len(fitting) > 1:
        counted = tuple(story for story in fitting if _deposits_fit(story, seen))
        if len(counted) == 1:
            return counted
    return fitting


def _each_once(told: Iterable[Story]) -> tuple[Story, ...]:
    """The stories without those that leave the game the same as an earlier one."""
    different: dict[Hashable, Story] = {}
    for story in told:
        different.setdefault(_sameness(story.state), story)
    return tuple(different.values())


def nearest(state: State, seen: BoardPicture) -> tuple[Story, tuple[Discrepancy, ...]]:
    """The story that contradicts the picture least, with what still differs; the position must have a successor."""
    ranked = (
        (story, tuple(item for item in differences(expected_picture(story.state), seen)))
        for story in _told_in_likely_order(state)
    )
    return min(ranked, key=lambda pair: sum(item.kind not in COUNTING for item in pair[1]))


def river_could_have_moved(state: State, count: int, seen: BoardPicture) -> bool:
    """Whether ``count`` discs, pushed into whatever arms, make the canoes lie as they are seen."""
    sequences = itertools.product(Arm, repeat=count)
    return any(fits(expected_picture(river_pushed(state, arms)), seen) for arms in sequences)


def _told_in_likely_order(state: State) -> Iterator[Story]:
    """All stories; a river's with the alternating arms of B14 first, so that unseen discs follow the prediction."""
    told: Iterable[tuple[Action, State]] = successors(state)
    if state.phase == "river":
        told = sorted(told, key=lambda pair: _surprise(state, pair[0]))
    return (Story(action, after) for action, after in told if not isinstance(action, Choose))


def _surprise(state: State, action: Action) -> int:
    """How often a river move departs from strict alternation of the arms (B14)."""
    if not isinstance(action, River):
        return 0
    arms: list[Arm | None] = [state.last_arm, *action.arms]
    return sum(before == after for before, after in itertools.pairwise(arms) if before is not None)


def _sameness(state: State) -> Hashable:
    """What makes two positions the same to play on from, the arm of the last disc apart."""
    cargoes = sorted(
        (canoe if _has_own_kind(state, canoe) else canoe.rsplit("-", 1)[0], where.at, where.cargo)
        for canoe, where in state.canoes.items()
    )
    delivered = tuple(tuple(sorted(player.delivered.items())) for player in state.players.values())
    deposits = tuple((deposit, tuple(sorted(gems.items()))) for deposit, gems in state.deposits.items())
    return (tuple(cargoes), delivered, deposits, state.weather, state.spirits, state.phase, state.retrieved)


def _has_own_kind(state: State, canoe: str) -> bool:
    return canoe == "joe" or "double-canoes" in state.setup.modules


def _deposits_fit(story: Story, seen: BoardPicture) -> bool:
    expected = expected_picture(story.state)
    return all(
        gems is None or gems == expected.deposits.get(deposit) for deposit, gems in seen.deposits.items()
    )
