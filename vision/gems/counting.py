"""Counting gems: each candidate has its probability to be one, and the likeliest number is told when it is sure enough.

A candidate's probability is a logistic regression on what was measured of it. The count is not the mode of the
Poisson-binomial distribution, which adds up over all ways to choose so many candidates: only the surest so many are
considered for each number, as the same evidence that makes one a gem makes the surer ones gems too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LOG_ODDS_LIMIT = 30.0
"""Logarithms of odds are cut off here, so that no exponential overflows; far surer than anything is taken for."""


@dataclass(frozen=True, slots=True)
class CountingThresholds:
    """When a count is told.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    told_from: float = 0.8
    """Least probability of a count that is told. More: fewer wrong counts, more deposits untold."""
    least_doubt: float = 1e-9
    """Each candidate is a gem with at least this probability and none with at least this one. More: many plain gems
    together leave some doubt."""


COUNTING = CountingThresholds()


@dataclass(frozen=True, slots=True)
class GemCount:
    """How many gems of each colour lie in a deposit (``None``: not told), and the probability of that (0..1)."""

    gems: Mapping[str, int] | None
    confidence: float


def decide_told(
    gems: Mapping[str, int], probability: float, thresholds: CountingThresholds = COUNTING
) -> GemCount:
    """A count, told when it is probable enough; colours of which there is none are left out."""
    told = probability >= thresholds.told_from
    return GemCount({gem: count for gem, count in gems.items() if count} if told else None, probability)


def logistic(log_odds: float) -> float:
    """The probability (0..1) that has these odds, given as their natural logarithm."""
    return 1 / (1 + math.exp(-min(max(log_odds, -LOG_ODDS_LIMIT), LOG_ODDS_LIMIT)))


def likeliest_count(
    probabilities: Sequence[float],
    possible: Sequence[bool] | None = None,
    thresholds: CountingThresholds = COUNTING,
) -> tuple[int, float]:
    """How many of the candidates are gems, and the probability of that (0..1).

    ``probabilities`` are those of each candidate, the surest first; ``possible`` says of each count, from none to
    all, whether it can be.
    """
    least = thresholds.least_doubt
    sure = [min(max(one, least), 1 - least) for one in probabilities]
    gems = accumulate((math.log(one) for one in sure), initial=0.0)
    none = [*accumulate((math.log(1 - one) for one in reversed(sure)), initial=0.0)]
    likelihoods = [here + beyond for here, beyond in zip(gems, reversed(none), strict=True)]
    if possible is not None:
        likelihoods = [one if can else -math.inf for one, can in zip(likelihoods, possible, strict=True)]
    best = max(likelihoods)
    return likelihoods.index(best), 1 / sum(math.exp(one - best) for one in likelihoods)
