"""The answers of many pictures with the detectors' grades, for fitting what those grades are worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.bench.score import FactKind, Verdict, score
from vision.bench.targets import SINGLE
from vision.confidence.calibrator import AnswerKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.bench.score import Fact
    from vision.bench.truth import Truth
    from vision.confidence.drift import Drift
    from vision.sighting import Sighting


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer that was given: of what kind and grade, how far its picture was from calibration, whether right."""

    table: str
    kind: AnswerKind
    grade: float
    """0..1, the detector's own."""
    drift: Drift
    right: bool
    counted: bool = True
    """Whether it is a fact of the bench; that nothing lies on an empty space is none."""


_KINDS = {
    FactKind.DISC: AnswerKind.DISC,
    FactKind.INSERTION: AnswerKind.INSERTION,
    FactKind.BEACH: AnswerKind.BEACH,
    FactKind.FALLS: AnswerKind.FALLS,
    FactKind.WEATHER: AnswerKind.WEATHER,
    FactKind.BUOY: AnswerKind.BUOY,
    FactKind.DEPOSIT: AnswerKind.DEPOSIT,
}


def answers_of(table: str, truth: Truth, seen: Sighting, drift: Drift) -> Iterator[Answer]:
    """All answers of one picture that come with a grade; ``seen`` has the detectors' grades as its confidences."""
    for fact in score(truth, seen):
        if fact.kind in SINGLE and fact.verdict is not Verdict.ABSTAINED and fact.confidence is not None:
            right = fact.verdict is Verdict.RIGHT
            yield Answer(table, _kind(fact, seen), fact.confidence, drift, right)
    for name, space in seen.spaces.items():
        if space.canoes == () and not truth.canoes[name]:
            grade = seen.confidence[f"{name}/canoes"]
            yield Answer(table, AnswerKind.NO_CANOE, grade, drift, right=True, counted=False)


def _kind(fact: Fact, seen: Sighting) -> AnswerKind:
    if fact.kind is FactKind.CARGO:
        return AnswerKind.NO_CARGO if fact.told == str(None) else AnswerKind.CARGO
    if fact.kind is FactKind.CANOE:
        return AnswerKind.CANOE if seen.spaces[fact.where].canoes else AnswerKind.NO_CANOE
    return _KINDS[fact.kind]
