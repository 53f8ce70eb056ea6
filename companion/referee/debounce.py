"""The patience before a finding is spoken: several looks must say the same, and some must hold for a while.

Time comes in as ``now_s``; nothing here has a clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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
    """How long a finding must hold before it counts; every field is a setting, whose sentence says what for."""

    looks: int = 2
    soon_s: float = 0.25
    wrong_after_s: float = 3.0
    remind_after_s: float = 6.0
    again_after_s: float = 30.0
    follow_s: float = 15.0


@dataclass(frozen=True, slots=True)
class Agreement:
    """What was found last, since when, how many looks ago, and whether it was spoken."""

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
        match self.finding:
            case Agrees() | Explained() | Amended():
                wait_s = 0.0
            case Housekeeping():
                wait_s = patience.remind_after_s
            case Disagrees(unfinished=True) | Unclear(unfinished=True):
                wait_s = patience.wrong_after_s
            case _:
                wait_s = patience.soon_s
        return self.looks >= patience.looks and now_s - self.since_s >= wait_s

    def hurried(self) -> Finding | None:
        """The finding so far, for a player who pressed *done* and wants to be told now."""
        return None if self.spoken else self.finding
