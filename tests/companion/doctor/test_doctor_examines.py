"""The doctor on this machine: real folders, a real port, a real calibration and the project's own pictures."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from builders import start

from companion.doctor import State, examine
from companion.engine import Choose
from companion.game import Game
from companion.gamelog import GameLog
from companion.stored import alone_with
from vision.calibration import calibrate
from vision.pictures import read_picture

SESSION = Path(__file__).parents[2] / "pictures/session-04"


def picture(name):
    return read_picture(SESSION / name)


@pytest.fixture(scope="module")
def calibration(tmp_path_factory):
    file = tmp_path_factory.mktemp("calibrated") / "calibration.zip"
    players = json.loads((SESSION / "session.json").read_text())["players"]
    calibrate(picture("calibration/empty.jpg"), picture("calibration/setup.jpg"), players, joe=True).save(
        file
    )
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
    assert one(report, "camera").state is State.GOOD
    assert one(report, "light").state is State.GOOD
    assert one(report, "drift").state is State.GOOD


def test_a_knocked_camera_is_seen_as_drift(settings, film, calibration):
    drift = one(examine(settings(film("frames/07.jpg"), calibration)), "drift")
    assert drift.state is State.NOTE
    assert "pixels off" in drift.says


def test_a_camera_that_sees_no_board_is_told(settings, tmp_path, calibration):
    (tmp_path / "film").mkdir()
    shutil.copy(SESSION.parents[2] / "docs/table.png", tmp_path / "film/0.png")
    assert one(examine(settings(tmp_path / "film", calibration)), "drift").state is State.WRONG


def test_a_colour_that_was_not_calibrated_is_named(settings, calibration):
    players = '[table]\nplayers=["red","brown","green"]\n'
    finding = one(examine(settings(calibration=calibration, extra=players)), "calibration")
    assert finding.state is State.WRONG
    assert "brown" in finding.says
    assert "red" not in finding.says


def test_settings_that_are_not_understood_are_one_finding_and_the_rest_is_looked_at(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text('language = "xx"\n')
    report = examine(file)
    assert one(report, "settings").state is State.WRONG
    assert "language" in one(report, "settings").says
    assert one(report, "memory").says


def test_a_port_that_another_program_has_is_wrong(settings):
    with socket.create_server(("127.0.0.1", 0)) as other:
        finding = one(examine(settings(port=other.getsockname()[1])), "port")
    assert finding.state is State.WRONG
    assert "[web]" in finding.cure


def test_games_are_counted_and_the_one_going_on_is_named(settings, tmp_path):
    with GameLog(tmp_path / "games.sqlite3") as log:
        game = Game.begin(log, start().setup)
        game.declare_ready()
        assert "going on" not in one(examine(settings()), "games").says
        game.act(Choose("red", "3"))
        assert "game 1 is going on" in one(examine(settings()), "games").says


def test_damaged_games_are_wrong_and_a_backup_is_the_cure(settings, tmp_path):
    (tmp_path / "games.sqlite3").write_bytes(b"not a database " * 100)
    finding = one(examine(settings()), "games")
    assert finding.state is State.WRONG
    assert "niagara restore" in finding.cure


def test_camera_and_pins_are_left_to_a_companion_that_plays(settings, tmp_path):
    file = settings(camera="usb:63", panel="gpio")
    assert {one(examine(file), thing).state for thing in ("camera", "pins")} == {State.WRONG}
    with alone_with(tmp_path / "games.sqlite3"):
        report = examine(file)
    assert {one(report, thing).state for thing in ("camera", "pins")} == {State.GOOD}
    assert "systemctl stop" in one(report, "light").cure


def test_looking_changes_nothing(settings, tmp_path):
    file = settings(camera="usb:63", panel="gpio", calibration=tmp_path / "calibration.zip")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    examine(file)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def test_the_password_of_a_network_camera_is_in_no_report(settings):
    report = examine(settings(camera="http://me:secret@127.0.0.1:9/video"))
    assert one(report, "camera").state is State.WRONG
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


def test_with_nothing_wrong_the_exit_status_is_0(settings, tmp_path):
    told = doctor("--settings", settings(panel="none"), home=tmp_path)
    assert told.returncode == 0, told.stdout
