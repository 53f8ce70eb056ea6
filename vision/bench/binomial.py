"""Exact binomial bounds, with the standard library alone: what so many errors among so many answers can prove."""

from __future__ import annotations

import math

BISECTIONS = 60
"""Halvings of the interval in which a bound is sought: far below any rounding."""


def binomial_tail(hits: int, of: int, chance: float) -> float:
    """The chance of at most so many ``hits`` among ``of`` independent trials, each with this ``chance`` (0..1)."""
    if hits >= of or chance <= 0:
        return 1.0
    if chance >= 1:
        return 0.0
    log_chance, log_other = math.log(chance), math.log1p(-chance)
    logs = [
        math.lgamma(of + 1)
        - math.lgamma(hit + 1)
        - math.lgamma(of - hit + 1)
        + hit * log_chance
        + (of - hit) * log_other
        for hit in range(hits + 1)
    ]
    largest = max(logs)
    return min(math.exp(largest) * math.fsum(math.exp(one - largest) for one in logs), 1.0)


def upper_bound(hits: int, of: int, confidence: float = 0.95) -> float:
    """The one-sided upper bound of the true share, after so many ``hits`` of ``of`` trials; 1 without a trial.

    C. Clopper and E. Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial", 1934:
    the largest share at which so few hits would still be seen with a chance of ``1 - confidence``.
    """
    if hits >= of:
        return 1.0
    low, high = hits / of, 1.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if binomial_tail(hits, of, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high
