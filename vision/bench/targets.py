"""The figures this reader must reach, and how far it has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.bench.score import SUMMARIES, FactKind, Verdict
from vision.bench.statistics import Rate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.bench.score import Fact


@dataclass(frozen=True, slots=True)
class Target:
    """One figure: how often facts of these kinds are told so, against what is wanted."""

    name: str
    kinds: tuple[FactKind, ...]
    wanted: float
    counts: Verdict = Verdict.RIGHT
    at_most: bool = False
    """``wanted`` is a ceiling, not a floor."""
    of_told: bool = False
    """Of the answers given, not of everything there was to tell."""

    def rate(self, facts: Iterable[Fact]) -> Rate:
        """How often it was so."""
        own = [fact for fact in facts if fact.kind in self.kinds]
        if self.of_told:
            own = [fact for fact in own if fact.verdict is not Verdict.ABSTAINED]
        return Rate(sum(fact.verdict is self.counts for fact in own), len(own))

    def reached(self, rate: Rate) -> bool | None:
        """Whether that is good enough; ``None`` when there was nothing to tell."""
        if rate.share is None:
            return None
        return rate.share <= self.wanted if self.at_most else rate.share >= self.wanted


SINGLE = tuple(kind for kind in FactKind if kind not in SUMMARIES)
TARGETS = (
    Target("discs", (FactKind.DISC,), 0.995),
    Target("faults found", (FactKind.FAULT,), 0.95),
    Target("false faults", (FactKind.FALSE_FAULT,), 0.002, counts=Verdict.WRONG, at_most=True),
    Target("canoes", (FactKind.CANOE,), 0.995),
    Target("weather", (FactKind.WEATHER,), 0.995),
    Target("buoy", (FactKind.BUOY,), 0.995),
    Target("cargo", (FactKind.CARGO,), 0.98),
    Target("deposits", (FactKind.DEPOSIT,), 0.95),
    Target("beaches", (FactKind.BEACH,), 0.995),
    Target("lost canoes", (FactKind.FALLS,), 0.995),
    Target("exact pictures", (FactKind.PICTURE,), 0.97),
    Target("pictures read", (FactKind.USED,), 0.97),
    Target("hands kept out", (FactKind.HAND,), 1.0),
    Target("wrong as certain", SINGLE, 0.002, counts=Verdict.WRONG, at_most=True, of_told=True),
)
"""Beaches, lost canoes, pictures read and hands are asked of ourselves; the others of us."""
WRONG_AS_CERTAIN = TARGETS[-1]
