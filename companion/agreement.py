"""Do the table and the game agree? A pure judgement of one settled picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.comparison import COUNTING, DISCS, Discrepancy, differences
from companion.diagnosis import diagnose
from companion.engine import Phase
from companion.expectation import expected_picture
from companion.explanation import DOUBT, MARGIN, Story, stories, unfinished
from companion.illegal import nothing_done
from companion.likelihood import gems_likelihood

if TYPE_CHECKING:
    from companion.engine import State
    from companion.explanation import Telling
    from companion.picture import BoardPicture


@dataclass(frozen=True, slots=True)
class Agrees:
    """The board shows the position."""


@dataclass(frozen=True, slots=True)
class Reminds:
    """Gems in a deposit or the buoy are not as they should be: to be put in order without hurry."""

    discrepancies: tuple[Discrepancy, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """Exactly one legal story fits everything, and every place it changes was seen."""

    story: Story


@dataclass(frozen=True, slots=True)
class Amended:
    """The last move read from the board was only a part of this one; it replaces it."""

    story: Story


@dataclass(frozen=True, slots=True)
class Unclear:
    """Several stories fit, or one fits but not everything was seen: the players are asked."""

    stories: tuple[Story, ...]
    unfinished: bool = False
    """The hands may not be done yet."""


@dataclass(frozen=True, slots=True)
class Disagrees:
    """No legal story fits; everything that differs, all at once."""

    discrepancies: tuple[Discrepancy, ...]
    unfinished: bool = False
    """It may still become a legal move when the hands go on."""


Finding = Agrees | Reminds | Explained | Amended | Unclear | Disagrees


def judge(state: State, seen: BoardPicture, *, before_last: State | None = None) -> Finding:
    """What one settled picture means in ``state``; ``before_last`` is the position a part-move may amend."""
    found = differences(expected_picture(state), seen)
    telling = stories(state, seen)
    if all(item.kind in COUNTING for item in found):
        return _gems_alone(state, seen, telling)
    discs = tuple(item for item in found if item.kind in DISCS)
    if discs:
        only_discs = telling.stories or all(item.kind in DISCS | COUNTING for item in found)
        return Disagrees(discs if only_discs else discs + diagnose(state, seen))
    if telling.stories:
        return _told(state, seen, telling)
    if before_last is not None:
        amended = _told(before_last, seen, stories(before_last, seen))
        if isinstance(amended, Explained):
            return Amended(amended.story)
    return Disagrees(diagnose(state, seen), unfinished(state, seen))


def insisted(state: State, seen: BoardPicture) -> Finding:
    """What a player means who says *done* although the board looks as it did: something that cannot be seen.

    A gem nobody can see was loaded, or the river moved with no canoe on it.
    """
    told = stories(state, seen).stories
    if len(told) == 1:
        return Explained(told[0])
    if told:
        return Unclear(told)
    idle = nothing_done(state) if state.phase == Phase.PADDLE else None
    return Disagrees(diagnose(state, seen) if idle is None else (idle,))


def _told(state: State, seen: BoardPicture, telling: Telling) -> Explained | Unclear:
    """The one story that is surely true, or a question."""
    if len(telling.stories) == 1 and telling.doubt <= DOUBT and was_seen(state, telling.stories[0], seen):
        return Explained(telling.stories[0])
    # A gem that is not there yet may still follow.
    return Unclear(telling.stories, unfinished=telling.doubt > DOUBT)


def _gems_alone(state: State, seen: BoardPicture, telling: Telling) -> Finding:
    """Canoes and weather lie as before: nothing happened, unless gems tell of a turn without a move (B7)."""

    def gain(told: BoardPicture) -> float:
        nothing = gems_likelihood(expected_picture(state), told)
        return max(gems_likelihood(expected_picture(s.state), told) for s in telling.stories) - nothing

    if not telling.stories or gain(seen) <= MARGIN:
        return Agrees()
    # Counts of deposits alone are no proof: somebody may have leant over them.
    if gain(replace(seen, deposits={})) <= MARGIN:
        return Unclear(telling.stories, unfinished=True)
    return _told(state, seen, telling)


def was_seen(state: State, story: Story, seen: BoardPicture) -> bool:
    """Whether every place that the story changes was seen; what lies unseen elsewhere does not matter to it."""
    before, after = expected_picture(state), expected_picture(story.state)
    spaces_seen = all(
        seen.canoes[space] is not None
        for space in before.canoes
        if before.canoes[space] != after.canoes[space]
    )
    beach_seen = before.beach == after.beach or seen.beach is not None
    weather_seen = before.weather == after.weather or seen.weather is not None
    return spaces_seen and beach_seen and weather_seen


def housekeeping(state: State, seen: BoardPicture) -> Reminds:
    """What the players should be reminded of while the game goes on; empty when all is in order."""
    found = differences(expected_picture(state), seen)
    return Reminds(tuple(item for item in found if item.kind in COUNTING))
