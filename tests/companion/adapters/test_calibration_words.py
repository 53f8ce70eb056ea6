import pytest

from companion.adapters.calibration_words import complaint_message, failure_message
from companion.words import say
from vision.calibration.complaint import Complaint, Poor
from vision.errors import CalibrationError, CalibrationTrouble


@pytest.mark.parametrize(
    ("complaint", "said"),
    [
        (Complaint(Poor.DARK, {"light": 31}), "The picture is dark (middle grey 31 of 255)"),
        (Complaint(Poor.GLARE, {"place": "M3"}), "Glare on M3"),
        (Complaint(Poor.GLARE_ON_BEACH, {"side": "left"}), "Glare on the left beach"),
        (Complaint(Poor.ALIKE, {"one": "yellow", "other": "wood"}), "The colours yellow and Joe's look much alike"),
        (Complaint(Poor.NO_DISC, {"places": ("M2", "R1")}), "No disc is seen in the set-up picture: M2, R1."),
        (Complaint(Poor.UNSURE, {"places": ("M2", "weather")}), "show or confirm them: M2, the weather track."),
    ],
)  # fmt: skip
def test_what_is_poor_is_said_with_its_places(complaint, said):
    assert said in say(complaint_message(complaint))


def test_the_number_of_canoes_told_apart_agrees_with_its_verb():
    one = Complaint(Poor.TOGETHER, {"colour": "red", "count": 1, "expected": 2})
    none = Complaint(Poor.TOGETHER, {"colour": "red", "count": 0, "expected": 2})
    assert "1 canoe is" in say(complaint_message(one))
    assert "0 canoes are" in say(complaint_message(none))


def test_why_a_board_is_not_found_anew_names_the_places():
    error = CalibrationError("…", CalibrationTrouble.LIES_OTHERWISE, ("M3", "beach"))
    assert say(failure_message(error)) == (
        "This did not succeed: the board does not lie as the game has it: M3, the beach"
    )


def test_joes_missing_canoe_is_told_with_the_space_where_it_belongs():
    error = CalibrationError("…", CalibrationTrouble.NO_JOE, ("M1",))
    assert say(failure_message(error)) == (
        "This did not succeed: Joe's canoe is not seen on M1 in the set-up picture; lay it there first"
    )


def test_a_reason_without_words_of_its_own_is_quoted():
    assert say(failure_message(CalibrationError("players pink: no such colour"))) == (
        "This did not succeed: players pink: no such colour"
    )
