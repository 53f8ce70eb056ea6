"""The table's equipment: what can be tried out, and that the level chosen is kept."""

import pytest

from companion.adapters.equipment import TableEquipment
from companion.errors import Refused
from hardware.recording import RecordingPanel
from hardware.signals import Level, Signal


@pytest.fixture
def panel():
    return RecordingPanel()


@pytest.fixture
def equipment(panel, tmp_path):
    return TableEquipment(observer=None, panel=panel, calibration=tmp_path / "calibration.zip")


def test_a_river_that_is_tried_out_runs_as_for_a_move_of_three_discs(equipment, panel):
    equipment.sound("river")
    assert panel.played == [(Signal.RIVER, 3)]


def test_a_level_that_somebody_chose_is_kept_beside_the_calibration(equipment, panel, tmp_path):
    assert equipment.level == "all"
    equipment.set_level("night")
    assert panel.level is Level.NIGHT
    again = TableEquipment(observer=None, panel=RecordingPanel(), calibration=tmp_path / "calibration.zip")
    assert again.level == "night"


def test_without_a_panel_nothing_sounds_and_nothing_can_be_louder(tmp_path):
    bare = TableEquipment(observer=None, panel=None, calibration=tmp_path / "calibration.zip")
    assert (bare.sounds(), bare.levels()) == ((), ())
    for refused in (lambda: bare.sound("river"), lambda: bare.set_level("all")):
        with pytest.raises(Refused):
            refused()
