"""A whole table on the Pi camera: what lies before it reaches the table's view, and it comes back by itself."""

import json
import time

import pytest
from conftest import SESSION
from stand_ins import number_of, pull_ribbon

from companion.adapters.board_observer import BoardObserver
from companion.board.observation import Watching
from companion.engine import setup_from_parts
from companion.operation.settings import Settings
from companion.operation.wiring import TableParts, open_table
from vision.calibrating.calibrate import calibrate
from vision.cameras.picamera2 import PiCamera
from vision.motion.stillness import StillnessGate
from vision.reader import Reader
from vision.watch import Watch


def photo(name):
    with PiCamera(number_of(name), warm_up_s=0.2) as camera:
        return camera.frame().bgr


@pytest.fixture
def players():
    return json.loads((SESSION / "session.json").read_text())["players"]


def until(service, condition, timeout_s=30.0):
    """Wait until the newest view fulfils the condition; fails when it never does."""
    end_s = time.monotonic() + timeout_s
    while time.monotonic() < end_s:
        if condition(service.table()):
            return
        service.wait(service.table().number, 0.5)
    pytest.fail(f"never seen: the view is {service.table().camera}")


def test_the_table_sees_through_the_pi_camera_and_gets_over_a_pulled_cable(tmp_path, players):
    watch = Watch(Reader(calibrate(photo("empty"), photo("setup"), players, joe=True)), StillnessGate())
    camera = PiCamera(number_of("setup"), warm_up_s=0.2, silent_s=2.0)
    setup = setup_from_parts(players, players[0], ("joe", "six-players"), {})
    parts = TableParts(observer=BoardObserver(watch), camera=camera, setup=setup)
    with open_table(Settings(games=tmp_path / "games.sqlite3"), parts) as table:
        service = table.service
        until(service, lambda view: view.camera.watching is not Watching.AWAY and service.lens() is not None)
        pull_ribbon(camera)
        until(service, lambda view: view.camera.watching is Watching.AWAY)
        until(service, lambda view: view.camera.watching is not Watching.AWAY)
