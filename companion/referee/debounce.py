"""Debouncing: a finding is announced when several looks in a row say the same and it has held long enough.

Time comes in as ``now_s``; nothing here has a clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto

from companion.interpret.judgement import (
    Agrees,
    Amended,
    Disagrees,
    Explained,
    Finding,
    Housekeeping,
    Unclear,
)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a finding must hold before it counts; every field is a setting.

    Set by hand for hands that move pieces at a table; `make trial` counts false alarms and delays.
    """

    looks: int = 2
    """Looks in a row that must say the same. More is safer against one misread picture, less is quicker."""
    soon_s: float = 0.25
    """Seconds that a question or a mistake must hold which no further move could mend. More is slower to tell."""
    wrong_after_s: float = 3.0
    """Seconds that the same must hold while it may still become a legal move. Less interrupts hands at work."""
    remind_after_s: float = 6.0
    """Seconds that gems or the buoy must lie wrongly before players are reminded. Less nags while gems are sorted."""
    again_after_s: float = 30.0
    """Seconds after which a mistake that nobody has answered is mentioned again. Less nags."""
    follow_s: float = 15.0
    """Seconds the pieces have to follow an action entered by hand. Less calls them wrong on their way."""


class Urgency(Enum):
    """How soon a kind of finding is announced."""

    AT_ONCE = auto()
    """The board is in order: nobody has to wait for it."""
    SOON = auto()
    """Something is wrong or unclear that no further move could mend."""
    UNFINISHED = auto()
    """The same, but the hands may not be done yet."""
    REMINDER = auto()
    """Housekeeping, which stops nobody."""


def urgency_of(finding: Finding | None) -> Urgency:
    """How soon this kind of finding is announced."""
    match finding:
        case Agrees() | Explained() | Amended():
            return Urgency.AT_ONCE
        case Housekeeping():
            return Urgency.REMINDER
        case Disagrees(unfinished=True) | Unclear(unfinished=True):
            return Urgency.UNFINISHED
    return Urgency.SOON


def is_stable(looks: int, held_s: float, urgency: Urgency, patience: Patience) -> bool:
    """Whether a finding that so many looks in a row have said, over so many seconds, is to be announced."""
    wait_s = {
        Urgency.AT_ONCE: 0.0,
        Urgency.SOON: patience.soon_s,
        Urgency.UNFINISHED: patience.wrong_after_s,
        Urgency.REMINDER: patience.remind_after_s,
    }[urgency]
    return looks >= patience.looks and held_s >= wait_s


@dataclass(frozen=True, slots=True)
class Debounce:
    """What was found last, since when, how many looks in a row have said it, and whether it was announced."""

    finding: Finding | None = None
    since_s: float = 0.0
    looks: int = 0
    announced: bool = False

    def observe(self, finding: Finding, now_s: float, patience: Patience) -> tuple[Debounce, Finding | None]:
        """Take one more finding; returns what follows, and the finding when it is time to announce it, once."""
        same = finding == self.finding
        held = replace(self, looks=self.looks + 1) if same else Debounce(finding, now_s, 1)
        if held.announced or not is_stable(
            held.looks, now_s - held.since_s, urgency_of(held.finding), patience
        ):
            return held, None
        return replace(held, announced=True), finding

    @property
    def pending(self) -> Finding | None:
        """The finding not yet announced, for a player who pressed *done* and wants to be told now."""
        return None if self.announced else self.finding
