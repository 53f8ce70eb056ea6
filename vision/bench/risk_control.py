"""Learn then test: a threshold chosen so that a bound on the share of wrong answers holds for finite samples.

A. Angelopoulos, S. Bates, E. Candès, M. Jordan and L. Lei, "Learn then test: calibrating predictive algorithms to
achieve risk control", arXiv 2110.01052. Each threshold is a null hypothesis, "more than the share ``level`` of what is
told is wrong", tested by the exact binomial tail. Testing in a fixed sequence, from strict to loose and only up to the
first that is not rejected, keeps the chance of a false rejection at ``1 - confidence`` without dividing it by the
number of thresholds. The order must not depend on the answers that test it.

The answers are taken as independent. Those of one table are not quite: they share print, pieces and light.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.bench.binomial import binomial_tail

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Tally:
    """Of the answers told at a threshold: how many there are, and how many are wrong."""

    threshold: float
    told: int
    wrong: int

    def proves(self, level: float, confidence: float) -> bool:
        """Whether so few wrong ones refute, with this confidence, that more than the share ``level`` is wrong."""
        return binomial_tail(self.wrong, self.told, level) <= 1 - confidence


@dataclass(frozen=True, slots=True)
class Proven:
    """The loosest threshold of a fixed sequence for which the level holds."""

    level: float
    tally: Tally


def fixed_sequence(tallies: Iterable[Tally], level: float, confidence: float = 0.95) -> Proven | None:
    """The last of the tallies, strict to loose, before the first that proves nothing; ``None`` without one."""
    proven = None
    for tally in tallies:
        if not tally.proves(level, confidence):
            break
        proven = Proven(level, tally)
    return proven


def strictest_level(
    tallies: Sequence[Tally], levels: Sequence[float], confidence: float = 0.95
) -> Proven | None:
    """The first of the ``levels``, strict to loose, that can be proven at all, with its loosest threshold.

    Each level is tested with its part of the doubt (Bonferroni), so that choosing among them costs no confidence.
    """
    part = 1 - (1 - confidence) / len(levels)
    for level in levels:
        proven = fixed_sequence(tallies, level, part)
        if proven is not None:
            return proven
    return None
