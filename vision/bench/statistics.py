"""Shares of few trials, honestly: intervals, thresholds swept, and thresholds chosen where they are not judged."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.bench.score import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vision.bench.score import Fact

NORMAL_95 = 1.959964
"""Standard deviations within which 95 % of a normal distribution lie."""
THRESHOLDS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)
"""Confidences below which an answer is withheld, in the sweep's rows."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many ``hits`` of so many trials."""

    hits: int
    of: int

    @property
    def share(self) -> float | None:
        """Hits a trial, ``None`` without a trial."""
        return self.hits / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 % confidence (Wilson's score interval); 0..1 without a trial."""
        if not self.of:
            return 0.0, 1.0
        share, squared = self.hits / self.of, NORMAL_95**2
        middle = share + squared / (2 * self.of)
        reach = NORMAL_95 * math.sqrt(share * (1 - share) / self.of + squared / (4 * self.of**2))
        low, high = (middle - reach) / (1 + squared / self.of), (middle + reach) / (1 + squared / self.of)
        return max(low, 0.0), min(high, 1.0)

    def __add__(self, other: Rate) -> Rate:
        return Rate(self.hits + other.hits, self.of + other.of)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many facts were told rightly, withheld and told wrongly."""

    right: int = 0
    abstained: int = 0
    wrong: int = 0

    @property
    def facts(self) -> int:
        """All of them."""
        return self.right + self.abstained + self.wrong

    @property
    def wrong_of_told(self) -> Rate:
        """Wrong answers among the answers given."""
        return Rate(self.wrong, self.right + self.wrong)

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(self.right + other.right, self.abstained + other.abstained, self.wrong + other.wrong)


def outcome_at(facts: Iterable[Fact], threshold: float) -> Outcome:
    """What becomes of facts when answers of less confidence than ``threshold`` are withheld."""
    right = abstained = wrong = 0
    for fact in facts:
        if fact.verdict is Verdict.ABSTAINED or (fact.confidence is not None and fact.confidence < threshold):
            abstained += 1
        elif fact.verdict is Verdict.RIGHT:
            right += 1
        else:
            wrong += 1
    return Outcome(right, abstained, wrong)


def choose_threshold(facts: Sequence[Fact], most_wrong: float) -> float:
    """The lowest confidence from which at most the share ``most_wrong`` of the answers given is wrong.

    With no such confidence every answer is withheld: the threshold is infinite.
    """
    told = sorted({fact.confidence for fact in facts if fact.confidence is not None})
    for threshold in (0.0, *told):
        rate = outcome_at(facts, threshold).wrong_of_told
        if rate.hits <= most_wrong * rate.of:
            return threshold
    return math.inf


def leave_one_out(sessions: Mapping[str, Sequence[Fact]], most_wrong: float) -> Outcome:
    """Each session judged with the threshold that the other sessions chose."""
    whole = Outcome()
    for left_out, facts in sessions.items():
        others = [fact for name, group in sessions.items() if name != left_out for fact in group]
        whole += outcome_at(facts, choose_threshold(others, most_wrong))
    return whole


def reliability(facts: Iterable[Fact]) -> tuple[tuple[float, Rate], ...]:
    """For each band of confidence, by its lower end, how many of the answers given were right."""
    bands: dict[float, Rate] = defaultdict(lambda: Rate(0, 0))
    for fact in facts:
        if fact.verdict is Verdict.ABSTAINED or fact.confidence is None:
            continue
        band = max(low for low in THRESHOLDS if low <= fact.confidence)
        bands[band] += Rate(int(fact.verdict is Verdict.RIGHT), 1)
    return tuple(sorted(bands.items()))
