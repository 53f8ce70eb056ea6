"""What `tests/conftest.py` asks of every test is asked in fact."""

import os
import shutil
import subprocess
import sys

import pytest
from paths import TESTS

LEAKS = """
import threading

def test_leaks():
    threading.Thread(target=threading.Event().wait, name="forgotten", daemon=True).start()
"""
ENDS_SOON = """
import threading, time

def test_ends():
    threading.Thread(target=time.sleep, args=(0.2,)).start()
"""
SKIPS = """
import pytest

@pytest.mark.skip(reason="no such machine here")
def test_skips():
    pass
"""
ORDER = """
import pytest

def test_quick(): pass

@pytest.mark.slow
def test_slow(): pass
"""


@pytest.fixture
def run(tmp_path):
    """Runs tests with the house's conftest; returns the exit status and what was printed."""
    shutil.copy(TESTS / "conftest.py", tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  slow: x\n  pictures: x\n")

    def run(text, **environment):
        (tmp_path / "test_it.py").write_text(text)
        env = {name: value for name, value in os.environ.items() if name != "CI"} | environment
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider"],
            cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    return run


def test_a_thread_left_behind_fails_its_test(run):
    status, said = run(LEAKS)
    assert status == 1
    assert "['forgotten'] == []" in said


def test_a_thread_that_ends_soon_is_waited_for(run):
    assert run(ENDS_SOON)[0] == 0


def test_a_skipped_test_fails_the_checks_and_nothing_else(run):
    assert run(SKIPS, CI="true")[0] == 1
    assert run(SKIPS)[0] == 0


def test_slow_tests_begin_first(run):
    _, said = run(ORDER)
    assert said.index("::test_slow") < said.index("::test_quick")
