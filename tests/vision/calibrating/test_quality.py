"""What is complained of: evidence of a set-up just good enough, and just not, for every threshold."""

import dataclasses
from dataclasses import replace

import pytest

from vision.calibrating.quality import QUALITY_THRESHOLDS, QualityThresholds, judge
from vision.calibrating.set_up_evidence import SetUpEvidence
from vision.calibration.complaint import Complaint, Poor

PLAYERS = ("red", "blue")
SPACES = ("M1", "M2", "L1")
GOOD = SetUpEvidence(
    light=110.0,
    white_share=0.0,
    px_per_mm=1.9,
    water_lightness=dict.fromkeys(SPACES, 100.0),
    sand_lightness={"left": 160.0, "right": 160.0},
    glare_share=dict.fromkeys(SPACES, 0.0),
    colour_distance={("red", "blue"): 9.0},
    rim_votes=dict.fromkeys(SPACES, 2.0),
    beach={"red": 2, "blue": 2},
    weather=0,
)
START = 0


def complaints(thresholds=QUALITY_THRESHOLDS, **changes):
    return judge(replace(GOOD, **changes), PLAYERS, START, thresholds)


SIDES = [
    (
        "least_light",
        "a picture of which half is darker than 45 is dark",
        {"light": 48.0},
        {"light": 42.0},
        Complaint(Poor.DARK, {"light": 42}),
    ),
    (
        "most_white_share",
        "a picture of which more than a tenth is overexposed is white",
        {"white_share": 0.09},
        {"white_share": 0.11},
        Complaint(Poor.WHITE),
    ),
    (
        "least_px_per_mm",
        "a board of less than 1.2 pixels a millimetre is small",
        {"px_per_mm": 1.26},
        {"px_per_mm": 1.14},
        Complaint(Poor.SMALL, {"scale": "1.1"}),
    ),
    (
        "most_water_lightness",
        "water 1.3 times as light as elsewhere mirrors a lamp",
        {"water_lightness": {"M1": 100.0, "M2": 125.0, "L1": 100.0}},
        {"water_lightness": {"M1": 100.0, "M2": 135.0, "L1": 100.0}},
        Complaint(Poor.GLARE, {"place": "M2"}),
    ),
    (
        "most_sand_lightness",
        "sand 1.25 times as light as on the other beach mirrors a lamp",
        {"sand_lightness": {"left": 160.0, "right": 192.0}},
        {"sand_lightness": {"left": 160.0, "right": 208.0}},
        Complaint(Poor.GLARE_ON_BEACH, {"side": "right"}),
    ),
    (
        "most_glare_share",
        "a disc of which three tenths are white mirrors a lamp",
        {"glare_share": {"M1": 0.27}},
        {"glare_share": {"M1": 0.33}},
        Complaint(Poor.GLARE, {"place": "M1"}),
    ),
    (
        "least_colour_distance",
        "colours less than three standard deviations apart are alike",
        {"colour_distance": {("red", "blue"): 3.2}},
        {"colour_distance": {("red", "blue"): 2.8}},
        Complaint(Poor.ALIKE, {"one": "red", "other": "blue"}),
    ),
    (
        "least_rim_votes",
        "a space with hardly any votes for a rim has no disc",
        {"rim_votes": {"M1": 2.0, "M2": 0.29}},
        {"rim_votes": {"M1": 0.25, "M2": 2.0}},
        Complaint(Poor.NO_DISC, {"places": ("M1",)}),
    ),
]


def test_a_good_set_up_is_not_complained_of():
    assert complaints() == ()


@pytest.mark.parametrize(
    ("field", "rule", "good", "poor", "complaint"), SIDES, ids=[each[1] for each in SIDES]
)
def test_a_set_up_is_judged_on_both_sides_of_every_threshold(field, rule, good, poor, complaint):
    assert complaints(**good) == ()
    assert complaints(**poor) == (complaint,)


def test_every_threshold_has_its_sides():
    assert {field for field, *_ in SIDES} == {field.name for field in dataclasses.fields(QualityThresholds)}


@pytest.mark.parametrize("factor", [0.5, 1.5])
@pytest.mark.parametrize(
    ("field", "rule", "good", "poor", "complaint"), SIDES, ids=[each[0] for each in SIDES]
)
def test_a_threshold_moved_by_half_leaves_one_of_its_sides(field, rule, good, poor, complaint, factor):
    moved = replace(QUALITY_THRESHOLDS, **{field: factor * getattr(QUALITY_THRESHOLDS, field)})
    assert (complaints(moved, **good), complaints(moved, **poor)) != ((), (complaint,))


def test_a_space_is_complained_of_once_though_water_and_disc_mirror_the_lamp():
    told = complaints(
        water_lightness={"M1": 100.0, "M2": 150.0, "L1": 99.0}, glare_share={"L1": 0.5, "M2": 0.5}
    )
    assert told == tuple(Complaint(Poor.GLARE, {"place": place}) for place in ("M2", "L1"))


def test_half_of_the_spaces_may_be_washed_out():
    told = complaints(water_lightness={"M1": 100.0, "M2": 150.0, "L1": 101.0, "L2": 150.0})
    assert [complaint.values["place"] for complaint in told] == ["M2", "L2"]


@pytest.mark.parametrize("count", [1, 3])
def test_each_colour_has_two_canoes_on_the_beaches(count):
    lacking = Complaint(Poor.TOGETHER, {"colour": "blue", "count": count, "expected": 2})
    assert complaints(beach={"red": 2, "blue": count}) == (lacking,)


def test_a_colour_that_is_not_seen_on_the_beaches_at_all_is_complained_of():
    assert complaints(beach={"red": 2}) == (
        Complaint(Poor.TOGETHER, {"colour": "blue", "count": 0, "expected": 2}),
    )


def test_what_was_not_told_is_no_complaint():
    assert complaints(beach=None, weather=None) == ()


def test_the_cloud_lies_on_the_square_where_the_weather_starts():
    assert complaints(weather=1) == (Complaint(Poor.CLOUD),)
    assert judge(replace(GOOD, weather=1), PLAYERS, 1) == ()
