"""Do the table and the game agree? A pure judgement of one picture, and the patience before it is spoken.

`judge` says what one settled picture means; `Agreement` waits until several looks say the same, longer before
it calls anything wrong. Time comes in as ``now_s``; nothing here has a clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.comparison import COUNTING, DISCS, Discrepancy, differences
from companion.diagnosis import diagnose
from companion.expectation import expected_picture
from companion.explanation import Story, stories

if TYPE_CHECKING:
    from companion.engine import State
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


@dataclass(frozen=True, slots=True)
class Disagrees:
    """No legal story fits; everything that differs, all at once."""

    discrepancies: tuple[Discrepancy, ...]


Finding = Agrees | Reminds | Explained | Amended | Unclear | Disagrees


def judge(state: State, seen: BoardPicture, *, before_last: State | None = None) -> Finding:
    """What one settled picture means in ``state``; ``before_last`` is the position a part-move may amend."""
    found = differences(expected_picture(state), seen)
    if all(item.kind in COUNTING for item in found):
        return Agrees()
    fitting = stories(state, seen)
    discs = tuple(item for item in found if item.kind in DISCS)
    if discs:
        only_discs = fitting or all(item.kind in DISCS | COUNTING for item in found)
        return Disagrees(discs if only_discs else discs + diagnose(state, seen))
    if len(fitting) == 1 and was_seen(state, fitting[0], seen):
        return Explained(fitting[0])
    if fitting:
        return Unclear(fitting)
    amending = () if before_last is None else stories(before_last, seen)
    if len(amending) == 1 and before_last is not None and was_seen(before_last, amending[0], seen):
        return Amended(amending[0])
    return Disagrees(diagnose(state, seen))


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


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a finding must hold before it counts; every field is a setting with its sentence."""

    looks: int = 2
    """Settled looks that must agree before a move is taken from the board."""
    wrong_after_s: float = 3.0
    """Seconds a finding must hold, hands away, before a question is asked or a mistake announced."""
    remind_after_s: float = 6.0
    """Seconds before gems in the wrong deposit or a forgotten buoy are mentioned."""
    follow_s: float = 15.0
    """Seconds the pieces have to follow an action that was entered by hand before anything is called wrong."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The patience: what was found last, since when, how many looks ago, and whether it was spoken."""

    finding: Finding | None = None
    since_s: float = 0.0
    looks: int = 0
    spoken: bool = False

    def look(self, finding: Finding, now_s: float, patience: Patience) -> tuple[Agreement, Finding | None]:
        """Take one more finding; returns the new patience and the finding when it is time to speak it, once."""
        again = finding == self.finding
        held = replace(self, looks=self.looks + 1) if again else Agreement(finding, now_s, 1)
        if held.spoken or not held.ripe(now_s, patience):
            return held, None
        return replace(held, spoken=True), finding

    def ripe(self, now_s: float, patience: Patience) -> bool:
        """Whether the finding has held long enough for its kind."""
        held_s = now_s - self.since_s
        match self.finding:
            case Agrees() | Explained() | Amended():
                return self.looks >= patience.looks
            case Reminds():
                return self.looks >= patience.looks and held_s >= patience.remind_after_s
            case _:
                return self.looks >= patience.looks and held_s >= patience.wrong_after_s

    def hurried(self) -> Finding | None:
        """The finding so far, for a player who pressed *done* and wants to be told now."""
        return None if self.spoken else self.finding
