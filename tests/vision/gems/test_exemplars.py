"""The network's second opinion on counts of gems: what it finds improbable is not told."""

import json
from dataclasses import fields

import numpy as np
import pytest
from paths import PICTURES

from vision.calibrating.calibrate import calibrate
from vision.gems.counting import GemCount
from vision.gems.crops import PX_PER_MM, SIDE_PX, deposit_crop, pairs_of
from vision.gems.exemplars import (
    DissentThresholds,
    ExemplarCounter,
    probabilities_of,
    rounds_of,
    unless_improbable,
)
from vision.geometry import Canvas
from vision.imaging.picture_files import read_picture
from vision.layout import DepositArea

SESSION = PICTURES / "session-04"


def probable(*, blue, clear):
    """Probabilities of 0, 1 and 2 gems of two colours."""
    return {"blue": np.array(blue), "clear": np.array(clear)}


@pytest.fixture(scope="module")
def calibration():
    table = json.loads((SESSION / "session.json").read_text())
    empty, setup = (read_picture(SESSION / "calibration" / f"{name}.jpg") for name in ("empty", "setup"))
    return calibrate(empty, setup, table["players"], joe=table["joe"])


@pytest.fixture(scope="module")
def at_set_up(calibration):
    """Probabilities of counts at set-up, with seven gems in each deposit."""
    return ExemplarCounter(calibration).probabilities(calibration.setup_bgr)


def test_what_lies_at_set_up_is_not_dissented_from(calibration, at_set_up):
    colours = [deposit.gem for deposit in calibration.layout.deposits.values()]
    for colour, of_counts in zip(colours, at_set_up.values(), strict=True):
        count = GemCount({colour: 7}, 0.9)
        assert unless_improbable(count, dict(zip(colours, of_counts, strict=True))) == count


def test_an_empty_deposit_is_not_dissented_from_and_a_full_one_in_its_place_is(calibration):
    colours = [deposit.gem for deposit in calibration.layout.deposits.values()]
    bare = ExemplarCounter(calibration).probabilities(calibration.empty_bgr)
    for colour, of_counts in zip(colours, bare.values(), strict=True):
        named = dict(zip(colours, of_counts, strict=True))
        assert unless_improbable(GemCount({}, 0.9), named).gems == {}
        assert unless_improbable(GemCount({colour: 7}, 0.9), named).gems is None


def test_probabilities_are_of_nine_counts_of_each_colour_in_each_deposit(calibration, at_set_up):
    assert set(at_set_up) == set(calibration.layout.deposits)
    for of_counts in at_set_up.values():
        assert of_counts.shape == (5, 9)
        assert of_counts.sum(-1) == pytest.approx(1)


def test_deposits_are_looked_at_one_of_each_colour_at_a_time_until_each_had_its_turn():
    gems = {"one": "blue", "two": "clear", "three": "blue"}
    deposits = {name: DepositArea((0.0, 0.0), 20.0, gem) for name, gem in gems.items()}
    assert rounds_of(deposits) == (("one", "two"), ("three", "two"))


@pytest.mark.parametrize(("share", "told"), [(0.035, True), (0.025, False)])
def test_a_count_of_less_than_three_in_a_hundred_is_not_told(share, told):
    named = probable(blue=[1 - share, share, 0.0], clear=[1.0, 0.0, 0.0])
    assert (unless_improbable(GemCount({"blue": 1}, 0.9), named).gems is not None) == told


def test_all_colours_of_a_count_must_be_probable_together():
    named = probable(blue=[0.9, 0.1, 0.0], clear=[0.2, 0.8, 0.0])
    assert unless_improbable(GemCount({"blue": 1, "clear": 1}, 0.9), named).gems is not None
    assert unless_improbable(GemCount({"blue": 1}, 0.9), named).gems is None


def test_more_gems_than_are_thought_of_are_improbable():
    named = probable(blue=[0.0, 0.0, 1.0], clear=[1.0, 0.0, 0.0])
    assert unless_improbable(GemCount({"blue": 3}, 0.9), named).gems is None


def test_what_was_not_counted_stays_untold_and_what_is_confirmed_as_sure_as_it_was():
    named = probable(blue=[0.0, 1.0, 0.0], clear=[1.0, 0.0, 0.0])
    untold, told = GemCount(None, 0.3), GemCount({"blue": 1}, 0.83)
    assert unless_improbable(untold, named) == untold
    assert unless_improbable(told, named) == told


def test_a_crop_has_the_deposit_in_its_middle_at_one_scale():
    canvas = Canvas((200.0, 100.0), px_per_mm=4.0)
    width, height = canvas.size_px
    bgr = np.zeros((height, width, 3), np.uint8)
    (left, top), (right, bottom) = (canvas.at(corner) for corner in ((90.0, 40.0), (120.0, 60.0)))
    bgr[round(top) : round(bottom) + 1, round(left) : round(right) + 1] = 255
    crop = deposit_crop(bgr, DepositArea((105.0, 50.0), 20.0, "blue"), canvas)[..., 0]
    rows, columns = (np.flatnonzero(crop.max(axis) > 127) for axis in (1, 0))
    assert crop.shape == (SIDE_PX, SIDE_PX)
    assert (rows[0] + rows[-1], columns[0] + columns[-1]) == pytest.approx((SIDE_PX - 1, SIDE_PX - 1), abs=1)
    assert (len(columns), len(rows)) == pytest.approx((30 * PX_PER_MM, 20 * PX_PER_MM), abs=1)


def test_a_pair_is_the_difference_four_times_and_the_crop_itself():
    now, bare = np.full((64, 64, 3), (255, 51, 0), np.uint8), np.full((64, 64, 3), (204, 51, 0), np.uint8)
    pair = pairs_of([now], [bare])
    assert pair.shape == (1, 6, 64, 64)
    assert pair[0, :, 5, 9] == pytest.approx([0.8, 0.0, 0.0, 1.0, -0.6, -1.0])


def test_a_higher_temperature_makes_less_sure_and_that_of_the_network_is_seven_tenths():
    logits = np.array([0.0, 2.0], np.float32)
    assert probabilities_of(logits, DissentThresholds(temperature=1.0))[1] == pytest.approx(0.881, abs=0.001)
    assert probabilities_of(logits, DissentThresholds(temperature=2.0))[1] == pytest.approx(0.731, abs=0.001)
    assert probabilities_of(logits)[1] == pytest.approx(0.946, abs=0.001)


def test_every_threshold_of_dissent_has_a_test_of_its_sides():
    tests = {
        "temperature": test_a_higher_temperature_makes_less_sure_and_that_of_the_network_is_seven_tenths,
        "improbable": test_a_count_of_less_than_three_in_a_hundred_is_not_told,
    }
    assert set(tests) == {field.name for field in fields(DissentThresholds)}
