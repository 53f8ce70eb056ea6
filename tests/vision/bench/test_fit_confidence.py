"""Fitting what confidences are worth: on made-up answers of many tables, and the command on the project's own table."""

import json
import random
import shutil

import pytest

from vision.bench.__main__ import OWN_PICTURES
from vision.bench.answers import Answer
from vision.bench.fit_confidence import (
    LEVELS,
    LIKENESS,
    MOST_WITHHELD,
    THRESHOLDS,
    effective_counts,
    fit_curves,
    fitted,
    main,
)
from vision.confidence.calibrator import AnswerKind, calibrator_from_json, log_odds, sigmoid
from vision.confidence.drift import DriftKind

NONE = dict.fromkeys(DriftKind, 0.0)


def answers(kind, count, truly, *, drift=NONE, seed=0, tables=500):
    """Answers of this kind with grades all over; ``truly`` is the probability to be right of a grade."""
    rng = random.Random(seed)
    grades = [rng.uniform(0.5, 0.999) for _ in range(count)]
    return [
        Answer(f"table-{number % tables}", kind, grade, drift, rng.random() < truly(grade))
        for number, grade in enumerate(grades)
    ]


def probability(document, kind, grade, drift=NONE):
    calibrator = calibrator_from_json({**document, "least": dict.fromkeys(AnswerKind, 0.0)})
    return calibrator.probability(kind, grade, drift)


def test_grades_that_promise_too_much_are_lowered_to_what_they_are_worth():
    def truly(grade):
        return sigmoid(0.6 * log_odds(grade) - 0.3)

    document = fit_curves(answers(AnswerKind.CARGO, 6000, truly))
    for grade in (0.6, 0.9, 0.99):
        assert probability(document, AnswerKind.CARGO, grade) == pytest.approx(truly(grade), abs=0.03)
    # A kind of which nothing was seen keeps its grades.
    assert probability(document, AnswerKind.BUOY, 0.9) == pytest.approx(0.9)


def test_what_drift_costs_is_learnt_from_answers_given_in_it():
    dark = NONE | {DriftKind.LIGHT: 2.0}
    document = fit_curves(
        answers(AnswerKind.CANOE, 4000, lambda grade: grade)
        + answers(AnswerKind.CANOE, 4000, lambda grade: sigmoid(log_odds(grade) - 1.2), drift=dark, seed=1)
    )
    assert document["drift_costs"]["light"] == pytest.approx(0.6, abs=0.1)


def test_the_threshold_keeps_its_promise_on_tables_that_did_not_choose_the_curves():
    document = fitted(
        answers(AnswerKind.DISC, 8000, lambda _: 1.0)
        + answers(AnswerKind.DEPOSIT, 300, lambda grade: 1.0 if grade > 0.56 else 0.7, seed=2)
    )
    assert not set(document["curves_fitted_on"]) & set(document["threshold_chosen_on"])
    told = document["threshold"]
    assert told["wrong_of_told_at_most"] in LEVELS
    assert told["all"]["wrong_at_most"] <= told["wrong_of_told_at_most"]
    assert told["deposit"]["withheld"] < 25
    assert told["disc"]["withheld"] < 0.004 * 4000


def test_where_no_aim_can_be_proven_as_much_is_withheld_as_may_be_and_what_is_wrong_all_the_same_is_stated():
    document = fitted(answers(AnswerKind.DEPOSIT, 4000, lambda grade: grade))
    told = document["threshold"]
    assert told["wrong_of_told_at_most"] is None
    assert told["probability"] == THRESHOLDS[0]
    # About 8 % of the 1500 right ones, and of the wrong ones more.
    assert 180 < told["deposit"]["withheld"] < 340
    assert 0.15 < told["deposit"]["wrong_at_most"] < 0.3


def test_of_a_kind_with_too_few_answers_nothing_is_withheld():
    assert fitted(answers(AnswerKind.WEATHER, 100, lambda _: 0.9))["least"]["weather"] == 0.0
    assert fitted(answers(AnswerKind.WEATHER, 600, lambda _: 0.9))["least"]["weather"] > 0.0


def test_no_kind_is_withheld_more_than_it_may_be_however_bad_the_answers():
    document = fitted(answers(AnswerKind.CARGO, 4000, lambda _: 0.6))
    told = document["threshold"]["cargo"]
    assert told["withheld"] < 0.06 * (told["told"] + told["withheld"])
    assert document["threshold"]["wrong_of_told_at_most"] is None


def test_thresholds_and_levels_go_from_strict_to_loose():
    assert list(THRESHOLDS) == sorted(THRESHOLDS, reverse=True)
    assert list(LEVELS) == sorted(LEVELS)
    assert MOST_WITHHELD.keys() == set(AnswerKind)


def test_the_command_reads_tables_and_writes_a_calibrator(tmp_path, monkeypatch, capsys):
    folder, output = tmp_path / "pictures", tmp_path / "confidence.json"
    for name in ("session-04", "session-05"):
        shutil.copytree(OWN_PICTURES / name, folder / name, ignore=shutil.ignore_patterns("0[1-9].*"))
    monkeypatch.setattr("vision.bench.fit_confidence.cv2.setNumThreads", lambda _: None)
    assert main(["--pictures", str(folder), "--output", str(output)]) == 0
    calibrator_from_json(json.loads(output.read_text()))
    assert json.loads(capsys.readouterr().out)["disc"]["told"] >= 9


def test_tables_that_only_judge_are_refused_and_so_are_too_few(tmp_path, capsys):
    folder = tmp_path / "strangers"
    shutil.copytree(
        OWN_PICTURES / "session-05", folder / "session-05", ignore=shutil.ignore_patterns("0[1-9].*")
    )
    assert main(["--pictures", str(folder), "--output", str(tmp_path / "c.json")]) == 2
    assert "splits.toml" in capsys.readouterr().err


def test_answers_of_one_table_count_for_less_than_as_many_of_several():
    few = answers(AnswerKind.CARGO, 60, lambda _: 0.9, tables=3)
    many = answers(AnswerKind.CARGO, 60, lambda _: 0.9, tables=60)
    assert effective_counts(many).sum() == 60
    assert effective_counts(few).sum() == pytest.approx(3 * 20 / (1 + 19 * LIKENESS))
    assert 10 < effective_counts(few).sum() < 15


def test_few_tables_move_the_curves_little_however_many_answers_they_have():
    def offset(tables):
        document = fit_curves(answers(AnswerKind.CARGO, 400, lambda _: 0.5, tables=tables))
        return probability(document, AnswerKind.CARGO, 0.9)

    assert 0.5 < offset(400) < offset(2) < 0.9
