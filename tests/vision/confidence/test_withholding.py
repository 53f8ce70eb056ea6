"""The last step of reading: what is not probable enough is unseen, never guessed."""

import math
from dataclasses import replace

import pytest

from vision.confidence.calibrator import AnswerKind, uncalibrated
from vision.confidence.drift import DriftKind
from vision.confidence.withholding import with_certainty
from vision.sighting import UNKNOWN, Board, DiscState, SeenCanoe, SeenSpace, Sighting

NONE = dict.fromkeys(DriftKind, 0.0)
STRICT = replace(uncalibrated(), least=dict.fromkeys(AnswerKind, 0.9))


def canoe(colour, cargo, sure=0.99, cargo_sure=0.99):
    return SeenCanoe(colour, cargo, sure, cargo_sure)


def sighting(m1=(), **grades):
    usual = {
        "M1/disc": 0.99, "M1/canoes": 0.99, "insertion": 0.99, "beach": 0.99, "falls": 0.99, "weather": 0.99,
        "buoy": 0.99, "ruby": 0.99,
    }  # fmt: skip
    return Sighting(
        board=Board.FOUND,
        board_by="markers",
        readable=True,
        why=None,
        hand=False,
        reprojection_px=0.2,
        spaces={"M1": SeenSpace(DiscState.SEATED, m1, 0.5)},
        insertion=DiscState.MISSING,
        beach={"red": 1},
        falls={},
        weather=0,
        buoy=1,
        deposits={"ruby": {"pink": 7}, "amber": None},
        confidence=usual | {name.replace("_", "/"): sure for name, sure in grades.items()},
    )


def test_what_is_probable_enough_is_told_with_its_probability():
    seen = sighting((canoe("red", "violet"),))
    told = with_certainty(seen, NONE, STRICT)
    assert told == replace(seen, confidence=told.confidence)
    assert told.confidence["M1"] == told.confidence["M1/cargo"] == told.confidence["weather"]
    assert told.confidence["weather"] == pytest.approx(0.99)


@pytest.mark.parametrize(
    ("grade", "unseen"),
    [
        ("insertion", lambda told: told.insertion is DiscState.UNSEEN),
        ("beach", lambda told: told.beach is None),
        ("falls", lambda told: told.falls is None),
        ("weather", lambda told: told.weather is None),
        ("buoy", lambda told: told.buoy is None),
        ("ruby", lambda told: told.deposits["ruby"] is None),
        ("M1_canoes", lambda told: told.spaces["M1"].canoes is None),
        (
            "M1_disc",
            lambda told: told.spaces["M1"].disc is DiscState.UNSEEN and told.spaces["M1"].offset_mm is None,
        ),
    ],
)
def test_an_answer_below_its_threshold_is_unseen_and_just_above_it_is_told(grade, unseen):
    assert unseen(with_certainty(sighting(**{grade: 0.89}), NONE, STRICT))
    assert not unseen(with_certainty(sighting(**{grade: 0.91}), NONE, STRICT))


def test_cargo_that_is_not_sure_is_unknown_while_the_other_canoe_of_the_space_is_told():
    seen = sighting((canoe("red", "violet", cargo_sure=0.8), canoe("blue", None)))
    told = with_certainty(seen, NONE, STRICT)
    assert told.spaces["M1"].canoes == (SeenCanoe("red", UNKNOWN), SeenCanoe("blue", None))
    assert told.confidence["M1/cargo"] == pytest.approx(0.8)


def test_an_empty_canoe_is_an_answer_of_its_own_kind():
    least = dict.fromkeys(AnswerKind, 0.5) | {AnswerKind.NO_CARGO: 0.9}
    seen = sighting((canoe("red", None, cargo_sure=0.8), canoe("blue", "pink", cargo_sure=0.8)))
    told = with_certainty(seen, NONE, replace(STRICT, least=least))
    assert [one.cargo for one in told.spaces["M1"].canoes] == [UNKNOWN, "pink"]


def test_one_canoe_that_is_not_sure_leaves_the_whole_space_unseen():
    told = with_certainty(sighting((canoe("red", None), canoe("blue", None, sure=0.8))), NONE, STRICT)
    assert told.spaces["M1"].canoes is None
    assert told.spaces["M1"].disc is DiscState.SEATED
    assert told.confidence["M1"] == pytest.approx(0.8)


def test_what_was_unseen_stays_unseen_and_an_answer_without_a_grade_stays_as_it_is():
    assert with_certainty(sighting(), NONE, STRICT).deposits["amber"] is None
    ungraded = replace(sighting((SeenCanoe("red"),)), confidence={})
    assert with_certainty(ungraded, NONE, STRICT) == ungraded


def test_drift_withholds_what_would_be_told_and_says_why():
    drifting = replace(STRICT, drift_costs=dict.fromkeys(DriftKind, 0.0) | {DriftKind.LIGHT: 1.0})
    grade = 0.95
    told = with_certainty(sighting(weather=grade), NONE | {DriftKind.LIGHT: 2.0}, drifting)
    assert told.weather is None
    assert told.confidence["weather"] == pytest.approx(1 / (1 + math.exp(2.0) * (1 - grade) / grade))
    assert told.asks_more is DriftKind.LIGHT
    assert told.to_json()["asks_more"] == "light"
    assert "asks_more" not in with_certainty(sighting(), NONE, drifting).to_json()
