"""What a trial counts: mistakes made, caught and rightly named, false alarms, silent errors, questions, delays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from companion.rehearsal.human_errors import Slip, true_name

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(slots=True)
class MadeSlip:
    """One mistake and what became of it; times are the table's own seconds."""

    slip: Slip
    round: int
    settled_s: float | None = None
    """When the picture first was still after it."""
    announced_s: float | None = None
    kinds: frozenset[str] = frozenset()
    """The names under which it was announced."""
    hurried: bool = False
    """It happened in a turn that was played before the turn before it had been seen."""
    mendable: bool = False
    """It could still have become a legal move, so it was waited for."""

    @property
    def caught(self) -> bool:
        """It was announced."""
        return self.announced_s is not None

    @property
    def named(self) -> bool:
        """It was announced under a name that fits."""
        return self.caught and true_name(self.slip, self.kinds, hurried=self.hurried)

    @property
    def delay_s(self) -> float | None:
        """From the still picture to the announcement."""
        if self.announced_s is None or self.settled_s is None:
            return None
        return self.announced_s - self.settled_s


@dataclass(frozen=True, slots=True)
class Failure:
    """Something the companion did wrong: what, in which round, and when."""

    what: str
    round: int
    at_s: float
    detail: str = ""


class DiscCount(Enum):
    """How the discs of a river move were counted."""

    RIGHT = "right"
    WRONG = "wrong"
    UNSEEN = "not seen"


@dataclass(slots=True)
class GameResults:
    """What happened in one game."""

    slips: list[MadeSlip] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    turns: int = 0
    questions: int = 0
    pressed_done: int = 0
    """Turns after which the board looked as before, so that somebody had to say that they were over."""
    entered_by_hand: int = 0
    """Moves the bots had to enter because the camera could not follow."""
    hurried_turns: int = 0
    """Turns that were played before the turn before them had been seen."""
    discs_counted: Counter[DiscCount] = field(default_factory=Counter)
    """River moves, by how the camera counted their discs while they were pushed in."""
    arms_read: Counter[bool] = field(default_factory=Counter)
    """Discs, by whether the arm they took is the one in the record."""
    commit_delays_s: list[float] = field(default_factory=list)
    """From a still picture to the move read from it."""
    rounds: int = 0
    played_s: float = 0.0
    winners: tuple[str, ...] = ()

    @property
    def made(self) -> Counter[Slip]:
        """Mistakes by kind."""
        return Counter(made.slip for made in self.slips)

    @property
    def caught(self) -> Counter[Slip]:
        """Announced mistakes by kind."""
        return Counter(made.slip for made in self.slips if made.caught)

    @property
    def named(self) -> Counter[Slip]:
        """Mistakes announced under a fitting name."""
        return Counter(made.slip for made in self.slips if made.named)

    def count(self, what: str) -> int:
        """How many failures of one kind."""
        return sum(failure.what == what for failure in self.failures)


FALSE_ALARM = "false alarm"
MISSED = "mistake missed"
SILENT = "wrong silent commit"
UNNAMED = "wrong name"


def total(games: Iterable[GameResults]) -> GameResults:
    """Several games as one."""
    summed = GameResults()
    for results in games:
        summed.slips += results.slips
        summed.failures += results.failures
        summed.commit_delays_s += results.commit_delays_s
        summed.discs_counted += results.discs_counted
        summed.arms_read += results.arms_read
        summed.hurried_turns += results.hurried_turns
        summed.turns += results.turns
        summed.questions += results.questions
        summed.pressed_done += results.pressed_done
        summed.entered_by_hand += results.entered_by_hand
        summed.rounds += results.rounds
        summed.played_s += results.played_s
    return summed
