"""The whole pipeline on photo-real tables with their truth, through the command line as other programs call it."""

import json
from collections import Counter

import cv2
import numpy as np
import pytest
from called import niagara_program
from paths import PICTURES

from vision.overlay.colours import DISC_BGR
from vision.sighting import DiscState

SESSIONS = sorted(folder.name for folder in PICTURES.iterdir() if folder.is_dir())


@pytest.fixture(scope="module", params=SESSIONS)
def session(request, tmp_path_factory):
    """A calibrated session: its folder, its calibration file and the sightings of all its frames."""
    folder = PICTURES / request.param
    table = json.loads((folder / "session.json").read_text())
    calibration = tmp_path_factory.mktemp(request.param) / "calibration.zip"
    made = niagara_program(
        "calibrate",
        *("--empty", folder / "calibration/empty.jpg", "--setup", folder / "calibration/setup.jpg"),
        *("--players", ",".join(table["players"]), "-o", calibration, "--json"),
        *(["--joe"] if table["joe"] else []),
    )
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout)["players"] == table["players"]
    frames = sorted((folder / "frames").glob("*.jpg"))
    read = niagara_program("read", *frames, "--calibration", calibration, "--json")
    assert read.returncode == 0, read.stderr
    truths = [json.loads(frame.with_suffix(".json").read_text()) for frame in frames]
    return calibration, list(zip(truths, json.loads(read.stdout), strict=True))


def readable(session):
    return [(truth, seen) for truth, seen in session[1] if seen["readable"]]


def test_every_picture_gets_a_sighting_with_every_field(session):
    for _, seen in session[1]:
        assert set(seen) >= {
            "image", "board", "board_by", "readable", "hand", "reprojection_px", "spaces", "insertion", "beach",
            "falls", "weather", "buoy", "deposits", "confidence",
        }  # fmt: skip
        assert list(seen["spaces"]) == ["M1", "M2", "M3", "M4", "M5", "L1", "L2", "R1", "R2"]


def test_a_hand_in_the_picture_is_told_and_nothing_behind_it_is(session):
    for truth, seen in session[1]:
        assert seen["hand"] == ("hand" in truth["tags"])
        if seen["hand"]:
            hidden = [name for name, space in seen["spaces"].items() if space["disc"] == "unseen"]
            assert all(seen["spaces"][name]["canoes"] is None for name in hidden)
            assert seen["falls"] is None


def test_most_pictures_without_a_hand_are_readable(session):
    without = [seen["readable"] for truth, seen in session[1] if "hand" not in truth["tags"]]
    assert sum(without) >= 0.8 * len(without)


def test_a_bumped_camera_is_noticed_and_the_board_found_again(session):
    for truth, seen in readable(session):
        assert seen["board"] == ("moved" if "bumped" in truth["tags"] else "found")
        assert seen["reprojection_px"] < 1.5


def test_weather_and_buoy_are_right_or_not_told(session):
    for truth, seen in readable(session):
        assert seen["weather"] in (truth["weather"], None)
        assert seen["buoy"] in (truth["buoy"], None)


def without_hands(session):
    return [(truth, seen) for truth, seen in readable(session) if not seen["hand"]]


def disc(truth, name):
    lying = truth["discs"][name]
    return "missing" if lying is None else "seated" if lying["offset_mm"] <= 8 else "displaced"


def colours(canoes):
    return Counter(canoe["colour"] for canoe in canoes)


def at(truth, place):
    return [canoe for canoe in truth["canoes"] if canoe["at"].startswith(place)]


def test_every_disc_that_is_seen_is_read_as_it_lies(session):
    told = [
        (space["disc"], disc(truth, name))
        for truth, seen in readable(session)
        for name, space in seen["spaces"].items()
        if space["disc"] != "unseen"
    ]
    assert len(told) >= 9 * len(without_hands(session))
    assert all(seen == true for seen, true in told)


def test_canoes_are_read_where_they_lie_or_not_told(session):
    told = [
        (colours(space["canoes"]), colours(at(truth, name)))
        for truth, seen in readable(session)
        for name, space in seen["spaces"].items()
        if space["canoes"] is not None
    ]
    assert len(told) >= 9 * len(without_hands(session))
    assert all(seen == true for seen, true in told)


def test_beaches_and_falls_are_told_rightly_without_a_hand(session):
    for truth, seen in without_hands(session):
        assert seen["beach"] == colours(at(truth, "beach"))
        assert seen["falls"] == colours(at(truth, "falls"))


def test_cargo_is_read_or_unknown_and_hardly_ever_wrong(session):
    right = unknown = wrong = 0
    for truth, seen in readable(session):
        for name, space in seen["spaces"].items():
            told = sorted((canoe["colour"], str(canoe["cargo"])) for canoe in space["canoes"] or ())
            true = sorted((canoe["colour"], str(canoe["cargo"])) for canoe in at(truth, name))
            for (_, one), (_, other) in zip(told, true, strict=False):
                right, unknown, wrong = (
                    right + (one == other),
                    unknown + (one == "unknown"),
                    wrong + (one not in (other, "unknown")),
                )
    assert right >= 0.9 * (right + unknown + wrong)
    assert wrong <= 0.02 * (right + unknown + wrong)


def test_most_deposits_are_counted_and_few_wrongly(session):
    told = [
        (seen["deposits"][name], {gem: count for gem, count in gems.items() if count})
        for truth, seen in without_hands(session)
        for name, gems in truth["gems_in_deposits"].items()
    ]
    right = sum(seen == true for seen, true in told)
    assert right >= 0.85 * len(told)
    assert sum(seen is not None for seen, _ in told) - right <= 0.03 * len(told)


def test_the_annotated_picture_rings_each_space_where_it_truly_is(session, tmp_path):
    calibration, read = session
    number = next(n for n, (truth, seen) in enumerate(read) if seen["readable"] and not seen["hand"])
    truth, seen = read[number]
    drawn = tmp_path / "seen.png"
    result = niagara_program("read", seen["image"], "--calibration", calibration, "--annotate", drawn)
    assert result.returncode == 0, result.stderr
    before, after = (cv2.imread(str(file)).astype(int) for file in (seen["image"], drawn))
    assert before.shape == after.shape
    rings = {name: space for name, space in seen["spaces"].items() if space["disc"] == "seated"}
    assert rings
    for name in rings:
        x, y = (round(value) for value in truth["spaces_px"][name])
        around = np.s_[y - 60 : y + 60, x - 60 : x + 60]
        green = np.all(np.abs(after[around] - DISC_BGR[DiscState.SEATED]) < 30, axis=2)
        assert np.count_nonzero(green & np.any(after[around] != before[around], axis=2)) > 200, name
