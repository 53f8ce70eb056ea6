"""What a grade is worth, and what is told."""

import math

import pytest

from vision.confidence.calibrator import (
    AnswerKind,
    Calibrator,
    Curve,
    calibrator_from_json,
    fitted_calibrator,
    log_odds,
    uncalibrated,
)
from vision.confidence.drift import DriftKind

NONE = dict.fromkeys(DriftKind, 0.0)
WEATHER = AnswerKind.WEATHER


def calibrator(offset=0.0, slope=1.0, least=0.9, **costs):
    return Calibrator(
        dict.fromkeys(AnswerKind, Curve(offset, slope)),
        {kind: costs.get(kind.name.lower(), 0.0) for kind in DriftKind},
        dict.fromkeys(AnswerKind, least),
    )


def test_a_curve_moves_and_stretches_the_log_odds_of_a_grade():
    assert calibrator().probability(WEATHER, 0.8, NONE) == pytest.approx(0.8)
    doubled = calibrator(offset=1.0, slope=2.0).probability(WEATHER, 0.8, NONE)
    assert math.log(doubled / (1 - doubled)) == pytest.approx(1 + 2 * math.log(4))


def test_the_surest_grade_is_not_certainty():
    assert log_odds(1.0) == log_odds(0.9995) == pytest.approx(math.log(1999))
    assert log_odds(0.0) == pytest.approx(-math.log(1999))
    assert log_odds(0.9994) < log_odds(1.0)


def test_drift_lowers_every_probability_by_its_units():
    probability = calibrator(light=0.5, blur=1.0).probability(
        WEATHER, 0.8, NONE | {DriftKind.LIGHT: 2.0, DriftKind.BLUR: 0.5}
    )
    assert math.log(probability / (1 - probability)) == pytest.approx(math.log(4) - 1.5)


def test_an_answer_is_told_from_its_threshold_on():
    assert calibrator(least=0.9).is_told(WEATHER, 0.9)
    assert not calibrator(least=0.9).is_told(WEATHER, 0.899)


@pytest.mark.parametrize(
    ("drift", "complaint"),
    [
        ({DriftKind.LIGHT: 1.3}, None),
        ({DriftKind.LIGHT: 1.5}, DriftKind.LIGHT),
        ({DriftKind.LIGHT: 0.7, DriftKind.BLUR: 0.8}, DriftKind.BLUR),
        ({DriftKind.NO_STICKERS: 1.0}, None),
    ],
)
def test_what_costs_most_is_named_once_errors_have_doubled(drift, complaint):
    fitted = calibrator(light=0.5, blur=0.5, no_stickers=5.0)
    assert fitted.complaint(NONE | drift) is complaint


def test_no_drift_is_no_complaint():
    assert calibrator(light=0.5).complaint(NONE) is None


def test_the_package_has_a_curve_and_a_threshold_for_each_kind_and_better_grades_are_never_worth_less():
    fitted = fitted_calibrator()
    for kind in AnswerKind:
        values = [fitted.probability(kind, grade, NONE) for grade in (0.5, 0.7, 0.9, 0.99)]
        assert values == sorted(values)
        assert 0 <= fitted.least[kind] < 1
    assert all(fitted.drift_costs[kind] >= 0 for kind in DriftKind)


def test_an_uncalibrated_reader_takes_grades_for_probabilities_and_withholds_nothing():
    raw = uncalibrated()
    assert raw.probability(WEATHER, 0.7, dict.fromkeys(DriftKind, 3.0)) == pytest.approx(0.7)
    assert raw.is_told(WEATHER, 0.0)
    assert raw.complaint(dict.fromkeys(DriftKind, 3.0)) is None


def test_a_document_without_a_kind_is_not_a_calibrator():
    with pytest.raises(ValueError, match="nothing"):
        calibrator_from_json(
            {"curves": {"nothing": {"offset": 0, "slope": 1}}, "drift_costs": {}, "least": {}}
        )
