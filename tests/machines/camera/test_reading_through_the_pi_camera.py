"""From the Pi camera to a sighting through the command line: photos, calibration and reading, each its own process."""

import json
import subprocess
import sys

import pytest
from conftest import HERE, REPOSITORY, SESSION
from stand_ins import number_of


def niagara(*arguments):
    return subprocess.run(  # noqa: S603 - our own program with our own arguments
        [sys.executable, HERE / "on_virtual_cameras.py", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env={"PYTHONPATH": str(REPOSITORY), "PATH": "/usr/bin:/bin", "HOME": "/root", "OMP_NUM_THREADS": "1"},
    )


@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    folder = tmp_path_factory.mktemp("photos")
    for name in ("empty", "setup", "game"):
        niagara("photo", "--camera", f"picamera2:{number_of(name)}", "-o", folder / f"{name}.png")
    return folder


def test_what_is_read_through_the_camera_is_what_lies_on_the_table(photos, tmp_path, game_picture):
    _, truth = game_picture
    session = json.loads((SESSION / "session.json").read_text())
    calibration = tmp_path / "calibration.zip"
    niagara(
        *("calibrate", "--empty", photos / "empty.png", "--setup", photos / "setup.png"),
        *(
            "--players",
            ",".join(session["players"]),
            *(["--joe"] if session["joe"] else []),
            "-o",
            calibration,
        ),
    )
    read = niagara("read", photos / "game.png", "--calibration", calibration, "--json")
    (sighting,) = json.loads(read.stdout)
    assert sighting["readable"]
    assert sighting["weather"] == truth["weather"]
    unseen = 0
    for name, space in sighting["spaces"].items():
        assert space["disc"] == ("missing" if truth["discs"][name] is None else "seated"), name
        if space["canoes"] is None:
            unseen += 1
        else:
            lies = sorted(canoe["colour"] for canoe in truth["canoes"] if canoe["at"] == name)
            assert sorted(canoe["colour"] for canoe in space["canoes"]) == lies, name
    assert unseen <= 1, "a place may be unsure, the table may not"


def test_a_photo_says_how_large_and_how_bright_it_is(tmp_path):
    told = niagara("photo", "--camera", f"picamera2:{number_of('game')}", "-o", tmp_path / "photo.jpg").stderr
    assert "1280x720" in told
    assert "brightness" in told
