"""Fits what detectors' confidences are worth, and from which on they are told: `python -m vision.bench.fit_confidence`.

Half of the tables fit the curves (`vision.bench.logistic`), the other half choose the threshold
(`vision.bench.risk_control`), so that its bound is not flattered by the fit. The rule:

1. An answer is told when its probability is at least the threshold. So that no kind is asked about all evening, of each
   kind at most the share `MOST_WITHHELD` of the right answers is withheld, the least probable ones: the quantile of
   the first half, with one answer to spare as in split conformal prediction. Of a kind with so few answers that one
   of them is more than that share nothing is withheld.
2. The threshold is the loosest at which, with 95 % confidence, at most the share ``level`` of what is told is wrong;
   the level is the strictest of `LEVELS` that the second half can prove. If it can prove none, the strictest threshold
   is kept, and the document says how often wrong it may be.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.bench.__main__ import picture_of, sessions_of
from vision.bench.answers import answers_of
from vision.bench.binomial import upper_bound
from vision.bench.logistic import Prior, fit_logistic
from vision.bench.risk_control import Tally, strictest_level
from vision.bench.splits import Split, split_of
from vision.bench.truth import corners_of
from vision.calibrating.calibrate import calibrate
from vision.confidence.calibrator import (
    AnswerKind,
    calibrator_from_json,
    log_odds,
    uncalibrated,
)
from vision.confidence.drift import DriftKind
from vision.errors import VisionError
from vision.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from vision.bench.answers import Answer
    from vision.bench.risk_control import Proven
    from vision.bench.truth import Session
    from vision.confidence.calibrator import Calibrator

LEVELS = (0.002, 0.004)
"""Shares of wrong answers among those told that are aimed at, strict to loose."""
CONFIDENCE = 0.95
"""Of the bound on them."""
THRESHOLDS = (
    0.999, 0.998, 0.997, 0.995, 0.99, 0.985, 0.98, 0.97, 0.96, 0.95, 0.93, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.0,
)  # fmt: skip
"""Probabilities that are tried, strict to loose."""
MOST_WITHHELD = {
    AnswerKind.DISC: 0.002,
    AnswerKind.INSERTION: 0.005,
    AnswerKind.CANOE: 0.003,
    AnswerKind.NO_CANOE: 0.002,
    AnswerKind.CARGO: 0.03,
    AnswerKind.NO_CARGO: 0.03,
    AnswerKind.BEACH: 0.01,
    AnswerKind.FALLS: 0.01,
    AnswerKind.WEATHER: 0.01,
    AnswerKind.BUOY: 0.02,
    AnswerKind.DEPOSIT: 0.08,
}
"""Shares of right answers that may be withheld, from the aims: pictures exact 95 %, cargo 97 %, deposits 92 %. A
picture has nine discs, some seven canoes and as many empty spaces, so that each of those may be asked about rarely."""
OFFSET_SPREAD, SLOPE_SPREAD = 2.0, 0.7
"""Standard deviations of the prior that grades are probabilities: offset 0, slope 1."""
LIKENESS = 0.2
"""Correlation (0..1) of being right among the answers of one kind of one table: they share print, pieces and lens. More
lets few tables say less, as if they had fewer answers (L. Kish's design effect, "Survey sampling", 1965)."""
COST, COST_SPREAD = 0.25, 0.5
"""Mean and standard deviation of the prior of what a unit of drift costs: a quarter more errors."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the tables, fit, and write the calibrator; the exit status is 2 when tables that only judge are given."""
    parser = argparse.ArgumentParser(prog="python -m vision.bench.fit_confidence", description=__doc__)
    parser.add_argument("--pictures", type=Path, nargs="+", required=True, metavar="DIR")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE")
    options = parser.parse_args(arguments)
    sessions = sessions_of(options.pictures)
    judged = [one.name for one in sessions if split_of(one.provenance) in (Split.NEVER_SEEN, Split.LOOKED_AT)]
    if judged:
        print(f"{', '.join(judged)}: not to be fitted on (vision/bench/splits.toml)", file=sys.stderr)
        return 2
    cv2.setNumThreads(1)
    answers = [answer for session in sessions for answer in read_answers(session)]
    if len({answer.table for answer in answers}) < 2:
        print("fewer than two tables could be read: nothing to fit on", file=sys.stderr)
        return 2
    document = fitted(answers)
    options.output.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(document["threshold"], indent=1))
    return 0


def read_answers(session: Session) -> Iterator[Answer]:
    """The answers of all pictures of a table, with its stickers and with the stickers painted over."""
    for painted in (False, True) if session.stickers else (False,):
        try:
            empty, setup = (
                picture_of(file, corners_of(file), painted=painted) for file in (session.empty, session.setup)
            )
            reader = Reader(
                calibrate(empty, setup, session.players, joe=session.joe), calibrator=uncalibrated()
            )
        except VisionError as error:
            print(f"{session.name}: {error}", file=sys.stderr)
            continue
        for truth in session.pictures:
            seen = reader.read(picture_of(truth.picture, truth.corners_px, painted=painted))
            if seen.readable:
                yield from answers_of(session.name, truth, seen, reader.drift)


def fitted(answers: Sequence[Answer]) -> dict[str, Any]:
    """The calibrator as a document, with what it was fitted on and what bound holds."""
    tables = sorted({answer.table for answer in answers})
    first, second = set(tables[::2]), set(tables[1::2])
    learning = [answer for answer in answers if answer.table in first]
    testing = [answer for answer in answers if answer.table in second]
    document = fit_curves(learning)
    calibrator = calibrator_from_json({**document, "least": dict.fromkeys(AnswerKind, 0.0)})
    caps = {kind: _cap(kind, learning, calibrator) for kind in AnswerKind}
    tallies = [_tally(testing, calibrator, caps, threshold) for threshold in THRESHOLDS]
    proven = strictest_level(tallies, LEVELS, CONFIDENCE)
    threshold = THRESHOLDS[0] if proven is None else proven.tally.threshold
    least = {str(kind): round(min(cap, threshold), 6) for kind, cap in caps.items()}
    return {
        "made": "python -m vision.bench.fit_confidence, whose docstring states the rule",
        "curves_fitted_on": sorted(first),
        "threshold_chosen_on": sorted(second),
        **document,
        "least": least,
        "threshold": _stated(proven, threshold, testing, calibrator, least),
    }


def fit_curves(answers: Sequence[Answer]) -> dict[str, Any]:
    """The curve of each kind and what each kind of drift costs, the likeliest for these answers."""
    kinds, drifts = list(AnswerKind), list(DriftKind)
    features = np.zeros((len(answers), 2 * len(kinds) + len(drifts)))
    for row, answer in enumerate(answers):
        at = 2 * kinds.index(answer.kind)
        features[row, at : at + 2] = 1.0, log_odds(answer.grade)
        features[row, 2 * len(kinds) :] = [-answer.drift[drift] for drift in drifts]
    prior = Prior(
        np.array([0.0, 1.0] * len(kinds) + [COST] * len(drifts)),
        np.array([OFFSET_SPREAD, SLOPE_SPREAD] * len(kinds) + [COST_SPREAD] * len(drifts)),
        np.array([-np.inf, 0.0] * len(kinds) + [0.0] * len(drifts)),
    )
    counts = effective_counts(answers)
    fit = fit_logistic(features, np.array([answer.right for answer in answers]), prior, counts)
    return {
        "curves": {
            str(kind): {"offset": round(float(fit[2 * at]), 4), "slope": round(float(fit[2 * at + 1]), 4)}
            for at, kind in enumerate(kinds)
        },
        "drift_costs": {
            str(drift): round(float(fit[2 * len(kinds) + at]), 4) for at, drift in enumerate(drifts)
        },
    }


def effective_counts(answers: Sequence[Answer]) -> NDArray[np.float64]:
    """As how many independent answers each counts (samples,): less, the more there are of its kind and table."""
    alike = Counter((answer.table, answer.kind) for answer in answers)
    return np.array([1 / (1 + (alike[answer.table, answer.kind] - 1) * LIKENESS) for answer in answers])


def _probability(answer: Answer, calibrator: Calibrator) -> float:
    return calibrator.probability(answer.kind, answer.grade, answer.drift)


def _cap(kind: AnswerKind, answers: Sequence[Answer], calibrator: Calibrator) -> float:
    """The largest threshold that withholds no more of a kind's right answers than may be; 0 where they are too few."""
    right = [answer for answer in answers if answer.kind is kind and answer.right]
    effective = float(effective_counts(right).sum())
    share = int(MOST_WITHHELD[kind] * (effective + 1)) / (effective + 1)
    below = int(share * len(right))
    return sorted(_probability(answer, calibrator) for answer in right)[below - 1] if below else 0.0


def _tally(
    answers: Sequence[Answer], calibrator: Calibrator, caps: Mapping[AnswerKind, float], threshold: float
) -> Tally:
    told = [
        answer
        for answer in answers
        if answer.counted and _probability(answer, calibrator) >= min(threshold, caps[answer.kind])
    ]
    return Tally(threshold, len(told), sum(not answer.right for answer in told))


def _stated(
    proven: Proven | None,
    threshold: float,
    answers: Sequence[Answer],
    calibrator: Calibrator,
    least: Mapping[str, float],
) -> dict[str, Any]:
    """What is told with the thresholds on the tables that chose them, and what that proves."""

    def counted(kinds: Sequence[AnswerKind]) -> dict[str, float]:
        own = [answer for answer in answers if answer.kind in kinds and answer.counted]
        told = [one for one in own if _probability(one, calibrator) >= least[str(one.kind)]]
        wrong = sum(not answer.right for answer in told)
        return {
            "told": len(told),
            "withheld": len(own) - len(told),
            "wrong": wrong,
            "wrong_at_most": round(upper_bound(wrong, len(told)), 5),
        }

    return {
        "probability": threshold,
        "wrong_of_told_at_most": None if proven is None else proven.level,
        "with_confidence": CONFIDENCE,
        "all": counted(list(AnswerKind)),
        **{str(kind): counted([kind]) for kind in AnswerKind},
    }


if __name__ == "__main__":
    sys.exit(main())
