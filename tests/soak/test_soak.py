"""The soak itself: a few seconds of it, and how its slopes are reckoned."""

import os
import re
import subprocess
import sys

import pytest
from paths import REPOSITORY, TESTS

from soak.__main__ import Minute, held_by, slopes


def minutes(memory_mib):
    return [Minute(at, value, 30, 50, 5.0, 9.0, 20.0, 0, 0) for at, value in enumerate(memory_mib)]


def test_what_grows_is_told_an_hour_and_the_first_minutes_do_not_count():
    told = slopes(minutes([0.0] * 4 + [100.0 + at for at in range(36)]))
    [memory] = [line for line in told if "memory_mib" in line]
    assert float(re.search(r"([+-][\d.]+) ", memory)[1]) == pytest.approx(60.0)
    assert all("+0.00" in line for line in told[2:])


def test_one_minute_has_no_slope():
    assert slopes(minutes([1.0])) == ["too short for a slope"]


def test_what_a_process_holds_is_read_from_the_system():
    memory_mib, threads, files = held_by(os.getpid())
    assert memory_mib > 10
    assert threads >= 1
    assert files >= 3


@pytest.mark.slow
def test_a_demonstration_is_visited_for_some_seconds_and_ends_well():
    ended = subprocess.run(
        [sys.executable, "-m", "soak", "--hours", "0.003", "--every-s", "4", "--viewers", "3", "--fast"],
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
        cwd=REPOSITORY,
        env=os.environ | {"PYTHONPATH": f"{REPOSITORY}:{TESTS}"},
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "answers that failed: 0" in ended.stdout
    assert "slopes an hour" in ended.stdout
