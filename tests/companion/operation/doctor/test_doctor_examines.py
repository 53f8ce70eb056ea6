"""The doctor on this machine: real folders, a real port, a real calibration and the project's own pictures."""

import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing

import numpy as np
import pytest
from builders import start
from called import niagara
from paths import DOCS, PICTURES

from companion.adapters.calibration_file import save_calibration
from companion.engine import Choose
from companion.game.game import Game
from companion.game.log import EntryKind, GameLog
from companion.game.stored import alone_with
from companion.operation.doctor import examine, examine_table
from companion.operation.settings import load_settings
from companion.present.health_report import Health
from companion.words import say
from vision.calibrating.calibrate import calibrate
from vision.cameras.frame import Filmed
from vision.errors import CameraError, CameraTrouble
from vision.imaging.picture_files import read_picture

SESSION = PICTURES / "session-04"


def picture(name):
    return read_picture(SESSION / name)


@pytest.fixture(scope="module")
def calibration(tmp_path_factory):
    file = tmp_path_factory.mktemp("calibrated") / "calibration.zip"
    players = json.loads((SESSION / "session.json").read_text())["players"]
    learnt = calibrate(picture("calibration/empty.jpg"), picture("calibration/setup.jpg"), players, joe=True)
    save_calibration(learnt, file)
    return file


@pytest.fixture
def settings(tmp_path):
    def write(camera="none", calibration="missing.zip", panel="mock", port=0, extra=""):
        file = tmp_path / "settings.toml"
        file.write_text(
            f'games = "{tmp_path}/games.sqlite3"\n{extra}'
            f'[camera]\nsource = "{camera}"\ncalibration = "{calibration}"\n'
            f'[panel]\nkind = "{panel}"\n'
            f'[web]\nhost = "127.0.0.1"\nport = {port or free_port()}\n'
        )
        return file

    return write


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def one(report, thing):
    (finding,) = report.of(thing)
    return finding


@pytest.fixture
def film(tmp_path):
    def show(*names):
        folder = tmp_path / "film"
        folder.mkdir()
        for number, name in enumerate(names):
            shutil.copy(SESSION / name, folder / f"{number}.jpg")
        return folder

    return show


def test_a_table_that_lies_as_it_was_calibrated_is_healthy(settings, film, calibration):
    file = settings(
        film("frames/00.jpg", "frames/01.jpg"), calibration, extra='[table]\nplayers=["red","blue","green"]\n'
    )
    report = examine(file)
    assert report.healthy, list(report.lines())
    assert one(report, "camera").health is Health.GOOD
    assert one(report, "light").health is Health.GOOD
    assert one(report, "drift").health is Health.GOOD


def test_a_knocked_camera_is_seen_as_drift(settings, film, calibration):
    drift = one(examine(settings(film("frames/07.jpg"), calibration)), "drift")
    assert drift.health is Health.NOTE
    assert "pixels off" in say(drift.says)


def test_a_camera_that_sees_no_board_is_told(settings, tmp_path, calibration):
    (tmp_path / "film").mkdir()
    shutil.copy(DOCS / "screens/table.png", tmp_path / "film/0.png")
    assert one(examine(settings(tmp_path / "film", calibration)), "drift").health is Health.WRONG


def test_a_colour_that_was_not_calibrated_is_named(settings, calibration):
    players = '[table]\nplayers=["red","brown","green"]\n'
    finding = one(examine(settings(calibration=calibration, extra=players)), "calibration")
    assert finding.health is Health.WRONG
    assert "brown" in say(finding.says)
    assert "red" not in say(finding.says)


def test_settings_that_are_not_understood_are_one_finding_and_the_rest_is_looked_at(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text('language = "xx"\n')
    report = examine(file)
    assert one(report, "settings").health is Health.WRONG
    assert "language" in say(one(report, "settings").says)
    assert one(report, "memory").says


def test_a_port_that_another_program_has_is_wrong(settings):
    with socket.create_server(("127.0.0.1", 0)) as other:
        finding = one(examine(settings(port=other.getsockname()[1])), "port")
    assert finding.health is Health.WRONG
    assert "[web]" in say(finding.cure)


def test_games_are_counted_and_the_one_going_on_is_named(settings, tmp_path):
    with GameLog(tmp_path / "games.sqlite3") as log:
        game = Game.begin(log, start().setup)
        game.declare_ready()
        assert "going on" not in say(one(examine(settings()), "games").says)
        game.act(Choose("red", "3"))
        assert "game 1 is going on" in say(one(examine(settings()), "games").says)


def test_damaged_games_are_wrong_and_a_backup_is_the_cure(settings, tmp_path):
    (tmp_path / "games.sqlite3").write_bytes(b"not a database " * 100)
    finding = one(examine(settings()), "games")
    assert finding.health is Health.WRONG
    assert "niagara restore" in say(finding.cure)


def test_a_game_that_cannot_be_gone_through_is_named_by_its_number(settings, tmp_path):
    with GameLog(tmp_path / "games.sqlite3") as log:
        Game.begin(log, start().setup)
        log.append(1, EntryKind.ACTION, {"action": {"act": "swim"}, "from_board": False})
    finding = one(examine(settings()), "games")
    assert "Partie 1 in" in say(finding.says, "de")
    assert "niagara restore" in say(finding.cure)


def test_a_file_that_is_no_calibration_is_told_in_the_readers_language(settings, tmp_path):
    (tmp_path / "calibration.zip").write_text("shopping list")
    finding = one(examine(settings(calibration=tmp_path / "calibration.zip")), "calibration")
    assert "lässt sich nicht lesen: die Datei ist keine Kalibrierung" in say(finding.says, "de")


def test_camera_and_pins_are_left_to_a_companion_that_plays(settings, tmp_path, monkeypatch):
    file = settings(camera="usb:63", panel="gpio")
    assert {one(examine(file), thing).health for thing in ("camera", "pins")} == {Health.WRONG}
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    with alone_with(tmp_path / "games.sqlite3"):
        report = examine(file)
    assert {one(report, thing).health for thing in ("camera", "pins")} == {Health.GOOD}
    assert "systemctl stop" in say(one(report, "light").cure)


def test_pins_that_are_not_there_are_not_said_to_be_driven_by_a_companion_that_plays(settings, tmp_path):
    file = settings(panel="gpio")
    with alone_with(tmp_path / "games.sqlite3"):
        assert one(examine(file), "pins").key == "pins-absent"


def test_pins_that_came_after_the_companion_had_begun_are_had_by_beginning_again(settings, monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    report = examine_table(load_settings(settings(panel="gpio")), None, lit=False)
    assert [(finding.key, finding.health) for finding in report.of("pins")] == [
        ("pins-free", Health.GOOD),
        ("pins-came-late", Health.NOTE),
    ]


def test_looking_changes_nothing(settings, tmp_path):
    file = settings(camera="usb:63", panel="gpio", calibration=tmp_path / "calibration.zip")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    examine(file)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def test_the_password_of_a_network_camera_is_in_no_report(settings):
    report = examine(settings(camera="http://me:secret@127.0.0.1:9/video"))
    assert one(report, "camera").health is Health.WRONG
    assert "secret" not in json.dumps(report.to_json())


def doctor(*arguments, home):
    return subprocess.run(  # noqa: S603 - our own program with our own arguments
        [sys.executable, "-m", "companion", "doctor", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": ""},
    )


def test_with_nothing_attached_every_line_says_what_is_missing_and_what_to_do(tmp_path):
    told = doctor("--json", home=tmp_path)
    assert told.returncode == 1, told.stderr
    findings = {row["thing"]: row for row in json.loads(told.stdout)["findings"]}
    assert {name for name, row in findings.items() if row["state"] == "wrong"} >= {
        "camera",
        "calibration",
        "pins",
    }
    assert set(findings) >= {
        "settings", "camera", "frame rate", "light", "calibration", "drift", "pins", "sound", "disk", "memory",
        "power", "port", "address", "name", "clock", "games",
    }  # fmt: skip
    for row in findings.values():
        assert row["says"]
        assert (row["cure"] is None) == (row["state"] == "good")


def test_the_text_shows_the_same_and_exits_1(tmp_path):
    told = doctor(home=tmp_path)
    assert told.returncode == 1
    assert re.search(r"^wrong +camera", told.stdout, re.MULTILINE)
    assert "-> " in told.stdout
    assert told.stderr == ""


def test_with_nothing_wrong_the_exit_status_is_0(settings):
    told = niagara("doctor", "--settings", settings(panel="none"))
    assert told.returncode == 0, told.stdout


def test_games_of_a_newer_version_are_not_called_damaged(settings, tmp_path):
    with GameLog(tmp_path / "games.sqlite3"):
        pass
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as base:
        base.execute("PRAGMA user_version = 999")
    finding = one(examine(settings()), "games")
    assert (finding.health, finding.key) == (Health.WRONG, "games-newer")
    told = niagara("doctor", "--settings", settings(), "--language", "de")
    assert "neueren Version" in told.stdout


def test_the_text_is_in_the_language_of_the_settings_unless_another_is_asked_for(settings):
    file = settings(extra='language = "fr"\n')
    assert "réglages" in niagara("doctor", "--settings", file).stdout
    assert "Einstellungen" in niagara("doctor", "--settings", file, "--language", "de").stdout


def test_a_table_that_is_played_at_is_judged_by_what_its_own_camera_delivered(settings, tmp_path):
    table = load_settings(settings(camera="picamera2", calibration=tmp_path / "none.zip"))
    dark = Filmed("picamera2", np.full((72, 128, 3), 20, np.uint8), frames=8, lasted_s=2.0)
    report = examine_table(table, lambda: dark)
    assert [one(report, thing).key for thing in ("camera", "frame rate", "light")] == [
        "camera-films",
        "rate-enough",
        "light-dark",
    ]


def test_a_camera_that_is_away_in_play_is_wrong_with_its_cure(settings, tmp_path):
    def away():
        raise CameraError("picamera2: no camera was found; check it", CameraTrouble.ABSENT)

    report = examine_table(load_settings(settings(camera="picamera2")), away)
    assert (one(report, "camera").health, one(report, "camera").key) == (Health.WRONG, "camera-absent-pi")


def test_an_empty_file_has_lost_its_games(settings, tmp_path):
    (tmp_path / "games.sqlite3").touch()
    assert one(examine(settings()), "games").key == "games-damaged"
