"""What a detector's confidence is worth: the probability that its answer is right, and which answers are told.

Detectors grade their answers each in its own way. Here each grade becomes a probability by logistic regression on its
log-odds (J. Platt, "Probabilistic outputs for support vector machines", 1999), lowered the further the picture is from
what calibration knows. The numbers are fitted by ``python -m vision.bench.fit_confidence`` and lie in
``confidence.json``, which says on which tables, and what bound holds for the thresholds.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from vision.confidence.drift import DriftKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.confidence.drift import Drift

SUREST = 0.9995
"""No grade counts for more than this (0..1), nor for less than one minus it: beyond it grades are only rounding."""


class AnswerKind(StrEnum):
    """What an answer is about: each kind has its own curve and its own threshold."""

    DISC = "disc"
    INSERTION = "insertion"
    CANOE = "canoe"
    """A canoe of this colour lies here."""
    NO_CANOE = "no canoe"
    """None lies here."""
    CARGO = "cargo"
    """A canoe carries a gem of this colour."""
    NO_CARGO = "no cargo"
    """It is empty."""
    BEACH = "beach"
    FALLS = "falls"
    WEATHER = "weather"
    BUOY = "buoy"
    DEPOSIT = "deposit"


@dataclass(frozen=True, slots=True)
class Curve:
    """How grades become probabilities: the log-odds of being right are ``offset + slope * log-odds of the grade``."""

    offset: float
    slope: float
    """At least 0: a better grade is never worth less."""


@dataclass(frozen=True, slots=True)
class Calibrator:
    """What answers are worth, and from which probability on they are told."""

    curves: Mapping[AnswerKind, Curve]
    drift_costs: Mapping[DriftKind, float]
    """Log-odds that each unit of drift takes from every answer; at least 0."""
    least: Mapping[AnswerKind, float]
    """Probability (0..1) below which an answer is withheld."""
    alarming: float = 0.7
    """Log-odds lost by drift from which the players are told that more is asked: e^0.7, twice the errors."""

    def probability(self, kind: AnswerKind, grade: float, drift: Drift) -> float:
        """The probability that an answer of this grade (0..1) is right."""
        curve = self.curves[kind]
        return sigmoid(curve.offset + curve.slope * log_odds(grade) - self.cost(drift))

    def is_told(self, kind: AnswerKind, probability: float) -> bool:
        """Whether an answer is told, not withheld."""
        return probability >= self.least[kind]

    def cost(self, drift: Drift) -> float:
        """Log-odds that the drift takes from every answer."""
        return sum(self.drift_costs[kind] * units for kind, units in drift.items())

    def complaint(self, drift: Drift) -> DriftKind | None:
        """What makes the camera ask more than at calibration; ``None`` while it does not.

        Stickers that were never there are nothing that has changed.
        """
        costs = {kind: self.drift_costs[kind] * units for kind, units in drift.items()}
        del costs[DriftKind.NO_STICKERS]
        worst = max(costs, key=lambda kind: costs[kind])
        return worst if sum(costs.values()) >= self.alarming else None


def log_odds(grade: float) -> float:
    """The natural logarithm of the odds of a grade (0..1), cut off at `SUREST`."""
    sure = min(max(grade, 1 - SUREST), SUREST)
    return math.log(sure / (1 - sure))


def sigmoid(value: float) -> float:
    """The probability (0..1) of these log-odds."""
    return 1 / (1 + math.exp(-min(max(value, -30.0), 30.0)))


def calibrator_from_json(document: Mapping[str, Any]) -> Calibrator:
    """The calibrator of a document like ``confidence.json``."""
    curves = {AnswerKind(kind): Curve(**curve) for kind, curve in document["curves"].items()}
    return Calibrator(
        curves,
        {DriftKind(kind): cost for kind, cost in document["drift_costs"].items()},
        {AnswerKind(kind): least for kind, least in document["least"].items()},
    )


@cache
def fitted_calibrator() -> Calibrator:
    """The calibrator of the package."""
    text = resources.files("vision.confidence").joinpath("confidence.json").read_text(encoding="utf-8")
    return calibrator_from_json(json.loads(text))


def uncalibrated() -> Calibrator:
    """A calibrator that takes grades for probabilities and withholds nothing: for fitting a better one."""
    return Calibrator(
        dict.fromkeys(AnswerKind, Curve(0.0, 1.0)),
        dict.fromkeys(DriftKind, 0.0),
        dict.fromkeys(AnswerKind, 0.0),
    )
