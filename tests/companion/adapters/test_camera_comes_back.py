"""A network camera is switched off and on in a game: the table hears of it, and goes on looking by itself."""

import time

import numpy as np
import pytest
from builders import start
from mjpeg_server import MjpegServer
from paths import TESTS

from companion.adapters.board_observer import BoardObserver
from companion.board.observation import Watching
from companion.operation.settings import Settings, with_changes
from companion.operation.wiring import TableParts, open_table
from companion.present.health_report import Health
from companion.words import say
from vision.calibrating.calibrate import calibrate
from vision.cameras import LiveCamera
from vision.cameras.frame import Frame
from vision.imaging.picture_files import read_picture
from vision.motion.stillness import StillnessGate
from vision.reader import Reader
from vision.watch import Watch

SESSION = TESTS / "pictures/session-05"
PLAYERS = ("blue", "yellow", "green", "red")


@pytest.fixture
def server():
    running = MjpegServer()
    yield running
    running.off()


@pytest.fixture
def service(tmp_path, server):
    asked = with_changes(Settings(), games=tmp_path / "games.sqlite3", camera={"source": server.address})
    with open_table(asked, parts_with(LiveCamera(server.address, silent_s=2.0))) as table:
        yield table.service


def parts_with(camera):
    pictures = (read_picture(SESSION / f"calibration/{name}.jpg") for name in ("empty", "setup"))
    watch = Watch(Reader(calibrate(*pictures, PLAYERS)), StillnessGate())
    return TableParts(observer=BoardObserver(watch), camera=camera, setup=start().setup)


def until(service, watching):
    """Wait until the table's view says what the camera is doing; fails when it never does."""
    end_s = time.monotonic() + 40
    while service.table().camera.watching is not watching:
        assert time.monotonic() < end_s, service.table().camera
        service.wait(service.table().number, 0.5)


def doctor_on_camera(service):
    (finding,) = service.doctor().of("camera")
    return finding


def test_the_doctor_of_a_running_table_says_whether_its_camera_films(service, server):
    until(service, Watching.HANDS)
    assert doctor_on_camera(service).health is Health.GOOD
    server.off()
    until(service, Watching.AWAY)
    away = doctor_on_camera(service)
    assert away.health is Health.WRONG
    assert "secret" not in say(away.says) + say(away.cure)
    server.on()
    until(service, Watching.HANDS)
    assert doctor_on_camera(service).health is Health.GOOD


def test_it_is_missed_with_a_cure_and_films_again_when_it_is_back(service, server):
    until(service, Watching.HANDS)  # what this server films changes all the time
    server.off()
    until(service, Watching.AWAY)
    told = say(service.table().camera.text)
    assert "check its cable, power and network" in told
    assert "Kabel, Strom und Netz prüfen" in say(service.table().camera.text, "de")
    assert "secret" not in told, "the camera's password is nobody's business"
    server.on()
    until(service, Watching.HANDS)


class BrokenCamera:
    """Delivers a picture of no size before each good one, as a broken driver may."""

    name = "broken"

    def __init__(self):
        self.opened = 0

    def __enter__(self):
        self.opened += 1
        return self

    def __exit__(self, *arguments):
        pass

    def frame(self):
        time.sleep(0.02)
        size = (0, 0, 3) if self.opened == 1 else (180, 320, 3)
        return Frame(np.zeros(size, np.uint8), 1, time.monotonic())


def test_a_picture_that_nobody_foresaw_does_not_blind_the_table_for_the_evening(tmp_path, caplog):
    with open_table(Settings(games=tmp_path / "games.sqlite3"), parts_with(BrokenCamera())) as table:
        until(table.service, Watching.AWAY)
        until(table.service, Watching.UNREADABLE)
    assert "looking at the board failed" in caplog.text
