"""What holds for every test of the house."""

import os
import threading
import time

import pytest

DRAWING = {"Renderer", "VirtualCamera", "build_rig", "calibrate", "PICTURES"}
"""Whoever imports one of these looks at whole tables, …"""
DRAWN = {"calibrated", "quiet"}
"""… and so does who uses one of these fixtures."""
GRACE_S = 2.0
"""A thread that has been told to end may take so long."""


@pytest.fixture(autouse=True)
def no_thread_is_left_behind(request):
    """A test whose threads outlive it fails: they would work on while the next one runs."""
    if "machines" in request.path.parts:  # threads of other people's camera drivers
        yield
        return
    before = set(threading.enumerate())
    yield
    deadline_s = time.monotonic() + GRACE_S
    left = [thread for thread in threading.enumerate() if thread not in before]
    for thread in left:
        thread.join(max(0.0, deadline_s - time.monotonic()))
    assert [thread.name for thread in left if thread.is_alive()] == [], "threads were left behind"


def pytest_collection_modifyitems(items):
    """Mark the tests that look at a rendered table, and begin with slow ones, which no worker should end with."""
    for item in items:
        used = {*getattr(item, "fixturenames", ()), *vars(getattr(item, "module", object))}
        if used & (DRAWING | DRAWN):
            item.add_marker(pytest.mark.pictures)
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_sessionfinish(session):
    """In the checks (`.ci/run`) a test that was skipped is one that failed to run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped") and not session.exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
