"""The doctor's thresholds: what is judged just on this side and just on that side of each."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from thresholds import beside, uncovered

from companion.operation.doctor import machine, network
from companion.operation.doctor.camera import (
    CameraThresholds,
    judge_calibration,
    judge_drift,
    judge_light,
    judge_rate,
)
from companion.operation.doctor.machine import (
    MachineThresholds,
    check_disk,
    judge_clock,
    judge_disk,
    judge_memory,
)
from companion.present.health_report import Health

GOOD, NOTE, WRONG = Health.GOOD, Health.NOTE, Health.WRONG
PLAYERS = ("red", "blue", "green")


def grey(level):
    return np.full((100, 100, 3), level, np.uint8)


def glaring(share, level=255):
    picture = grey(120)
    picture[: round(100 * share)] = level
    return picture


def calibrated(days):
    return judge_calibration(SimpleNamespace(players=PLAYERS, notes=()), PLAYERS, days)


# field, sentence, the finding, how it is
CAMERA = [
    ("slowest_fps", "three and a half frames a second may miss a hand", judge_rate(7, 2.01), WRONG),
    ("slowest_fps", "four and a half are enough", judge_rate(9, 2.0), GOOD),
    ("dark", "a median of 41 is too dark", judge_light(grey(41)), WRONG),
    ("dark", "a median of 49 is light enough", judge_light(grey(49)), GOOD),
    ("bright", "a median of 230 is too bright", judge_light(grey(230)), WRONG),
    ("bright", "a median of 205 is not", judge_light(grey(205)), GOOD),
    ("glaring", "white paper of 235 is no glare", judge_light(glaring(0.3, 235)), GOOD),
    ("glaring", "what has burnt out is", judge_light(glaring(0.3, 253)), WRONG),
    ("glaring_share", "a small mirrored lamp may be", judge_light(glaring(0.04)), GOOD),
    ("glaring_share", "a large one is too much", judge_light(glaring(0.06)), WRONG),
    ("largest_drift_px", "a board 55 pixels off can be read", judge_drift(55.0), NOTE),
    ("largest_drift_px", "66 pixels off it shows other sides", judge_drift(66.0), WRONG),
    ("old_days", "a calibration of five and a half months is fresh", calibrated(165), GOOD),
    ("old_days", "one of six and a half is old", calibrated(195), NOTE),
]
HERE = Path("/games")
MACHINE = [
    ("least_disk_mib", "180 MiB are too few for a year of games", judge_disk(HERE, True, 180), WRONG),
    ("least_disk_mib", "220 MiB are enough", judge_disk(HERE, True, 220), GOOD),
    ("least_memory_mib", "270 MiB are less than the companion takes", judge_memory(270), WRONG),
    ("least_memory_mib", "330 MiB are enough", judge_memory(330), GOOD),
    (
        "first_year",
        "a clock of 2024 was never set",
        judge_clock(datetime(2024, 12, 31, tzinfo=UTC), True),
        WRONG,
    ),
    ("first_year", "one of 2025 may be right", judge_clock(datetime(2025, 1, 1, tzinfo=UTC), True), GOOD),
]


@pytest.mark.parametrize(("finding", "health"), beside(CAMERA + MACHINE))
def test_what_the_doctor_says_beside_each_threshold(finding, health):
    assert finding.health is health


def test_both_sides_of_every_threshold_are_tried():
    assert uncovered(CameraThresholds, CAMERA) == set()
    assert uncovered(MachineThresholds, MACHINE) == set()


def test_other_thresholds_judge_otherwise():
    assert judge_light(grey(41), replace(CameraThresholds(), dark=30.0)).health is GOOD


def test_room_on_the_disk_is_told_in_mebibytes(tmp_path, monkeypatch):
    free = 300 * 2**20
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert check_disk(tmp_path / "games.sqlite3").values["free"] == 300


def test_a_program_that_hangs_on_the_port_keeps_the_doctor_waiting_for_some_seconds_only(monkeypatch):
    waited = []

    def nobody(_host, _port, timeout):
        waited.append(timeout)
        raise OSError

    monkeypatch.setattr(network.http.client, "HTTPConnection", nobody)
    with pytest.raises(OSError):  # noqa: PT011 - the connection that was not made
        network._is_companion(1)
    (seconds,) = waited
    assert 2.0 <= seconds <= 4.0
