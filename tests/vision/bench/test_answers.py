"""Answers with their grades, as what they are worth is fitted on."""

from collections import Counter
from pathlib import Path

import pytest

from vision.bench.answers import answers_of
from vision.bench.truth import Truth
from vision.confidence.calibrator import AnswerKind
from vision.confidence.drift import DriftKind
from vision.sighting import Board, DiscState, SeenCanoe, SeenSpace, Sighting

NONE = dict.fromkeys(DriftKind, 0.0)
TRUTH = Truth(
    picture=Path("table/frames/00.jpg"),
    tags=("clean",),
    discs=dict.fromkeys(("M1", "M2", "M3"), DiscState.SEATED),
    canoes={"M1": (SeenCanoe("red", "violet"), SeenCanoe("blue")), "M2": (), "M3": (SeenCanoe("green"),)},
    beach=Counter(red=1),
    falls=Counter(),
    insertion=DiscState.MISSING,
    weather=0,
    buoy=1,
    deposits={"amethyst": {"violet": 6}},
    corners_px=((0.0, 0.0),) * 4,
)


def canoe(colour, cargo, cargo_sure):
    return SeenCanoe(colour, cargo, 0.9, cargo_sure)


@pytest.fixture
def answers():
    """Green on M3 was overlooked, blue's cargo imagined, the deposit not told, the weather wrong."""
    spaces = {
        "M1": SeenSpace(DiscState.SEATED, (canoe("red", "violet", 0.8), canoe("blue", "pink", 0.7))),
        "M2": SeenSpace(DiscState.UNSEEN, ()),
        "M3": SeenSpace(DiscState.SEATED, ()),
    }
    grades = {"M1/disc": 0.99, "M3/disc": 0.98, "M1/canoes": 0.9, "M2/canoes": 0.95, "M3/canoes": 0.95}
    seen = Sighting(
        board=Board.FOUND,
        board_by="markers",
        readable=True,
        why=None,
        hand=False,
        reprojection_px=0.3,
        spaces=spaces,
        insertion=DiscState.MISSING,
        beach={"red": 1},
        falls={},
        weather=1,
        buoy=1,
        deposits={"amethyst": None},
        confidence=grades | {"beach": 0.9, "falls": 0.5, "weather": 0.6, "insertion": 0.99},
    )
    return [*answers_of("table", TRUTH, seen, NONE)]


def of(answers, kind):
    return sorted((answer.grade, answer.right, answer.counted) for answer in answers if answer.kind is kind)


def test_each_answer_has_its_kind_its_grade_and_whether_it_is_right(answers):
    assert of(answers, AnswerKind.DISC) == [(0.98, True, True), (0.99, True, True)]
    assert of(answers, AnswerKind.CANOE) == [(0.9, True, True), (0.9, True, True)]
    assert of(answers, AnswerKind.CARGO) == [(0.7, False, True), (0.8, True, True)]
    assert of(answers, AnswerKind.WEATHER) == [(0.6, False, True)]
    assert of(answers, AnswerKind.INSERTION) == [(0.99, True, True)]


def test_a_space_told_empty_is_an_answer_be_it_empty_or_not(answers):
    # That nothing lies on an empty space is no fact of the bench; that a canoe was overlooked is.
    assert of(answers, AnswerKind.NO_CANOE) == [(0.95, False, True), (0.95, True, False)]


def test_what_is_not_told_or_not_graded_is_no_answer(answers):
    assert of(answers, AnswerKind.DEPOSIT) == []
    assert of(answers, AnswerKind.BUOY) == []
    assert of(answers, AnswerKind.NO_CARGO) == []
