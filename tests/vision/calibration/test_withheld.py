"""Of a place of which calibration is not certain nothing is told."""

from dataclasses import replace

import pytest

from vision.calibration.withheld import without_unsure
from vision.reader import Reader
from vision.sighting import DiscState


@pytest.fixture(scope="module")
def seen(calibrated):
    """A table at set-up of which everything is told."""
    return Reader(calibrated.calibration).read(calibrated.picture(calibrated.start))


def test_nothing_is_withheld_where_all_is_sure(seen):
    assert seen.weather == 0
    assert seen.buoy == 0
    assert None not in (seen.beach, seen.falls, *seen.deposits.values())
    assert without_unsure(seen, ()) == seen


@pytest.mark.parametrize("name", ["weather/-1", "weather/2"])
def test_one_unsure_square_withholds_the_weather(seen, name):
    told = without_unsure(seen, (name,))
    assert told.weather is None
    assert "weather" not in told.confidence
    assert replace(told, weather=seen.weather, confidence=seen.confidence) == seen


def test_one_unsure_round_space_withholds_the_buoy(seen):
    told = without_unsure(seen, ("buoy/3",))
    assert told.buoy is None
    assert "buoy" not in told.confidence
    assert replace(told, buoy=seen.buoy, confidence=seen.confidence) == seen


def test_an_unsure_deposit_is_withheld_and_no_other(seen):
    told = without_unsure(seen, ("ruby",))
    assert told.deposits == {**seen.deposits, "ruby": None}
    assert "ruby" not in told.confidence
    assert replace(told, deposits=seen.deposits, confidence=seen.confidence) == seen


def test_an_unsure_space_is_unseen_and_no_canoe_is_known_to_be_lost(seen):
    told = without_unsure(seen, ("M3",))
    assert told.spaces["M3"].disc is DiscState.UNSEEN
    assert told.spaces["M3"].canoes is None
    assert told.falls is None
    assert not [name for name in told.confidence if name.startswith("M3")]
    assert "falls" not in told.confidence
    assert replace(
        told, spaces={**told.spaces, "M3": seen.spaces["M3"]}, falls=seen.falls, confidence=seen.confidence
    ) == seen  # fmt: skip


def test_an_unsure_beach_withholds_both_and_no_canoe_is_known_to_be_lost(seen):
    told = without_unsure(seen, ("beach/left",))
    assert (told.beach, told.falls) == (None, None)
    assert not {"beach", "falls"} & told.confidence.keys()
    assert replace(told, beach=seen.beach, falls=seen.falls, confidence=seen.confidence) == seen


def test_an_unsure_place_above_the_rope_is_unseen(seen):
    told = without_unsure(seen, ("insertion",))
    assert told.insertion is DiscState.UNSEEN
    assert "insertion" not in told.confidence
    assert replace(told, insertion=seen.insertion, confidence=seen.confidence) == seen


def test_the_reader_tells_nothing_of_what_its_calibration_is_unsure_of(calibrated):
    unsure = replace(calibrated.calibration, certainty={"weather/0": 0.3, "ruby": 0.5, "M2": 0.99})
    seen = Reader(unsure).read(calibrated.picture(calibrated.start))
    assert (seen.weather, seen.buoy) == (None, 0)
    assert [name for name, gems in seen.deposits.items() if gems is None] == ["ruby"]
    assert seen.spaces["M2"].disc is DiscState.SEATED
