"""From what was measured to what is said; the measuring itself is done for real in the files beside this one."""

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from companion.operation.doctor.camera import judge_drift, judge_light, judge_rate
from companion.operation.doctor.machine import Power, judge_clock, judge_disk, judge_memory, judge_power
from companion.present.health_report import Health
from companion.words import say

HERE = Path("/games")


@pytest.mark.parametrize(
    ("bits", "state", "word"),
    [
        (0x0, Health.GOOD, "cool"),
        (0x1, Health.WRONG, "power supply"),
        (0x50005, Health.WRONG, "power supply"),
        (0x4, Health.WRONG, "hot"),
        (0x80008, Health.WRONG, "hot"),
        (0x10000, Health.NOTE, "power supply was"),
        (0x50000, Health.NOTE, "power supply was"),
        (0x80000, Health.NOTE, "was too hot"),
    ],
)
def test_the_firmwares_bits_are_told_in_words(bits, state, word):
    finding = judge_power(Power.from_bits(bits))
    assert finding.health is state
    assert word in say(finding.says)


def test_too_little_room_on_the_disk_is_wrong():
    assert judge_disk(HERE, writable=True, free_mib=199).health is Health.WRONG
    assert judge_disk(HERE, writable=True, free_mib=200).health is Health.GOOD


def test_a_folder_that_cannot_be_written_is_wrong_however_much_room_there_is():
    finding = judge_disk(HERE, writable=False, free_mib=9999)
    assert finding.health is Health.WRONG
    assert str(HERE) in say(finding.says)


def test_memory_that_a_game_would_need_is_missed():
    assert judge_memory(299).health is Health.WRONG
    assert judge_memory(300).health is Health.GOOD


@pytest.mark.parametrize(
    ("year", "synchronised", "state"),
    [
        (1970, None, Health.WRONG),
        (2026, False, Health.NOTE),
        (2026, True, Health.GOOD),
        (2026, None, Health.GOOD),
    ],
)
def test_a_clock_that_was_never_set_is_noticed(year, synchronised, state):
    assert judge_clock(datetime(year, 5, 1, tzinfo=UTC), synchronised).health is state


@pytest.mark.parametrize(
    ("frames", "lasted_s", "state"),
    [(16, 2.0, Health.GOOD), (7, 2.0, Health.WRONG), (0, 2.1, Health.WRONG), (40, 0.1, Health.GOOD)],
)
def test_a_camera_that_films_too_seldom_is_wrong(frames, lasted_s, state):
    assert judge_rate(frames, lasted_s).health is state


@pytest.mark.parametrize(
    ("level", "state", "word"),
    [(20, Health.WRONG, "dark"), (120, Health.GOOD, "120"), (240, Health.WRONG, "bright")],
)
def test_too_little_and_too_much_light_are_wrong(level, state, word):
    finding = judge_light(np.full((90, 160, 3), level, np.uint8))
    assert finding.health is state
    assert word in say(finding.says)


def test_a_lamp_mirrored_in_the_board_is_wrong():
    picture = np.full((90, 160, 3), 120, np.uint8)
    picture[:, :16] = 255
    assert judge_light(picture).health is Health.WRONG


@pytest.mark.parametrize(
    ("drift_px", "state"),
    [(0.4, Health.GOOD), (3.1, Health.NOTE), (60.0, Health.NOTE), (61.0, Health.WRONG), (None, Health.WRONG)],
)
def test_a_board_that_was_moved_is_noted_and_one_that_is_gone_is_wrong(drift_px, state):
    assert judge_drift(drift_px).health is state
