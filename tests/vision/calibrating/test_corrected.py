"""Places shown by hand: read from then on where they were shown, with what is learnt there."""

from dataclasses import replace

import numpy as np
import pytest

from vision.calibrating.corrected import corrected
from vision.calibration.complaint import Complaint, Poor
from vision.errors import CalibrationError, LayoutError
from vision.layout import Beach
from vision.reader import Reader


@pytest.fixture(scope="module")
def true(calibrated):
    return {place.name: place for place in calibrated.calibration.places}


@pytest.fixture(scope="module")
def wrong(calibrated):
    """A calibration whose track lies one square off and whose ruby deposit lies beside it; it knows of the one."""
    calibration = calibrated.calibration
    layout = calibration.layout
    ruby = replace(layout.deposits["ruby"], centre=(478.0, 40.0))
    track = tuple((x + 32.0, y) for x, y in layout.weather.centres)
    return replace(
        calibration,
        layout=replace(
            layout, deposits={**layout.deposits, "ruby": ruby}, weather=replace(layout.weather, centres=track)
        ),
        certainty={"ruby": 0.2, "amber": 0.3},
        notes=(Complaint(Poor.CLOUD), Complaint(Poor.WHITE), Complaint(Poor.UNSURE, {"places": ("ruby",)})),
    )


def test_a_place_that_is_shown_is_read_where_it_is_shown(calibrated, wrong, true):
    bgr = calibrated.picture(calibrated.start)
    before = Reader(wrong).read(bgr)
    assert before.weather == -1
    assert before.deposits["ruby"] is None
    track = [true[f"weather/{value}"] for value in (-1, 0, 1, 2)]
    after = Reader(corrected(wrong, [*track, true["ruby"]])).read(bgr)
    assert after.weather == 0
    assert after.deposits["ruby"] == {"pink": 7}


def test_only_what_is_shown_is_confirmed(wrong, true):
    assert wrong.unsure == ("ruby", "amber")
    once = corrected(wrong, [true["ruby"]])
    assert once.unsure == ("amber",)
    assert corrected(once, once.places).unsure == ()


def test_the_colour_of_gems_is_learnt_where_they_are_shown_to_lie(calibrated, wrong, true):
    again = corrected(wrong, [true["ruby"]]).gems["pink"]
    assert again.mean == pytest.approx(calibrated.calibration.gems["pink"].mean, abs=6.0)
    assert not np.allclose(corrected(wrong, []).gems["pink"].mean, again.mean, atol=6.0)


def test_complaints_that_another_place_may_settle_are_dropped_and_the_others_kept(wrong, true):
    again = corrected(wrong, [true["ruby"]])
    assert again.notes == (Complaint(Poor.WHITE), Complaint(Poor.UNSURE, {"places": ("amber",)}))
    assert corrected(again, again.places).notes == (Complaint(Poor.WHITE),)


def test_a_beach_without_canoes_is_refused(wrong, true):
    bare = [
        replace(true[f"beach/{side}"], centre_mm=(200.0, y)) for side, y in (("left", 70.0), ("right", 230.0))
    ]
    with pytest.raises(CalibrationError, match="no canoe on the beaches"):
        corrected(wrong, [replace(beach, size_mm=(1.0, 1.0)) for beach in bare])


def test_spaces_that_overlap_are_refused(wrong, true):
    with pytest.raises(LayoutError, match=r"M2 and M3 are .* millimetres apart"):
        corrected(wrong, [replace(true["M3"], centre_mm=(220.0, 150.0))])


def test_a_beach_lies_where_it_is_shown(wrong, true):
    beach = replace(true["beach/left"], centre_mm=(75.0, 72.0))
    assert corrected(wrong, [beach]).layout.beaches["left"] == Beach(36.0, 38.0, 114.0, 106.0)
