"""Counting gems: each candidate has its chance to be one, and what is told is the likeliest count."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TOLD = 0.8
"""A count is told when it is at least so likely."""
LEAST = 1e-9
"""Nothing is surer than this leaves open."""


@dataclass(frozen=True, slots=True)
class GemCount:
    """How many gems of each colour lie in a deposit (``None``: not told), and how sure (0..1)."""

    gems: Mapping[str, int] | None
    confidence: float

    @classmethod
    def of(cls, gems: Mapping[str, int], sure: float) -> GemCount:
        """A count that is told when it is sure enough; colours of which there is none are left out."""
        return cls({gem: count for gem, count in gems.items() if count} if sure >= TOLD else None, sure)


@dataclass(frozen=True, slots=True)
class Odds:
    """Logarithms of the odds that a disc laid on what shows gems is one."""

    shown: float
    """For all of it shown."""
    alone: float
    """For all of it its own."""
    closed: float
    """For each e-fold of its outline's votes over those at set-up."""
    none: float
    """For nothing at all."""

    def chance(self, shown: float, alone: float, closed: float = 0.0, more: float = 0.0) -> float:
        """The chance (0..1) of a disc with these; ``more``: what else speaks for it."""
        return chance(self.shown * shown + self.alone * alone + self.closed * closed + self.none + more)


def chance(odds: float) -> float:
    """The chance (0..1) that has these odds, given as their logarithm."""
    return 1 / (1 + math.exp(-min(max(odds, -30.0), 30.0)))


def likeliest(chances: Sequence[float], possible: Sequence[bool] | None = None) -> tuple[int, float]:
    """How many of the candidates, each with its chance to be a gem, the surest first, are gems; and how sure (0..1).

    ``possible`` says of each count, from none to all, whether it can be.
    """
    sure = [min(max(one, LEAST), 1 - LEAST) for one in chances]
    gems = accumulate((math.log(one) for one in sure), initial=0.0)
    none = [*accumulate((math.log(1 - one) for one in reversed(sure)), initial=0.0)]
    likely = [here + beyond for here, beyond in zip(gems, reversed(none), strict=True)]
    if possible is not None:
        likely = [one if can else -math.inf for one, can in zip(likely, possible, strict=True)]
    most = max(likely)
    return likely.index(most), 1 / sum(math.exp(one - most) for one in likely)
