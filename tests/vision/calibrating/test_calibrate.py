"""Calibration: what it learns, what it complains of, and its file."""

import json
import math
import zipfile
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

from companion.adapters.calibration_file import save_calibration
from vision.calibrating.calibrate import calibrate
from vision.calibration.complaint import Complaint, Poor
from vision.calibration.file import load_calibration
from vision.errors import CalibrationError
from vision.layout import default_layout
from vision.simulate import HandPiece, Light, Renderer, View, empty_scene, set_up

LAYOUT = default_layout()
PLAYERS = ("red", "blue", "yellow")
VIEW = View(tilt_deg=4.0)


@cache
def renderer(view, light):
    if light != Light():
        return renderer(view, Light()).in_light(light)
    return Renderer(LAYOUT, view, light, seed=6)


def picture(scene, view=VIEW, light=None):
    return renderer(view, light or Light()).draw(scene)


@pytest.fixture(scope="module")
def laid():
    return set_up(LAYOUT, PLAYERS, Random(11))


@pytest.fixture(scope="module")
def calibration(laid):
    return calibrate(picture(empty_scene()), picture(laid), PLAYERS)


def notes_of(laid, *, view=VIEW, light=None):
    return calibrate(picture(empty_scene(), view, light), picture(laid, view, light), PLAYERS).notes


def test_a_good_set_up_is_not_complained_of(calibration):
    assert calibration.notes == ()
    assert calibration.stickers
    assert calibration.colours == PLAYERS
    assert set(calibration.canoes) == set(PLAYERS)
    assert set(calibration.gems) == {"violet", "clear", "yellow", "blue", "pink"}


def test_a_board_as_usual_keeps_the_usual_layout(calibration):
    assert calibration.layout.spaces == LAYOUT.spaces


def test_a_dark_picture_is_complained_of(laid):
    assert Poor.DARK in {note.about for note in notes_of(laid, light=Light(level=0.3))}


def test_a_small_board_is_complained_of(laid):
    assert Poor.SMALL in {note.about for note in notes_of(laid, view=View(height_mm=1000.0))}


def test_glare_on_a_disc_is_complained_of_by_the_name_of_its_space(laid):
    mirrored = Light(glare_mm=(LAYOUT.spaces["M4"],))
    assert Complaint(Poor.GLARE, {"place": "M4"}) in notes_of(laid, light=mirrored)


def test_a_lamp_mirrored_in_the_water_is_complained_of_by_the_name_of_the_space(laid):
    x, y = np.meshgrid(np.arange(1280), np.arange(720))
    middle = VIEW.project_flat(np.array([LAYOUT.spaces["M2"]]))[0]
    spot = 110 * np.exp(-((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (2 * 60.0**2))
    pictures = [
        np.clip(picture(scene) + spot[..., None], 0, 255).astype(np.uint8) for scene in (empty_scene(), laid)
    ]
    assert Complaint(Poor.GLARE, {"place": "M2"}) in calibrate(*pictures, PLAYERS).notes


def test_discs_missing_at_set_up_are_named(laid):
    gone = [LAYOUT.spaces["M2"], LAYOUT.spaces["R1"]]
    there = [disc for disc in laid.discs if min(math.dist((disc.x_mm, disc.y_mm), at) for at in gone) > 20]
    bare = replace(laid, discs=tuple(there))
    assert Complaint(Poor.NO_DISC, {"places": ("M2", "R1")}) in notes_of(bare)


def test_a_canoe_missing_at_set_up_is_complained_of(laid):
    short = replace(laid, canoes=tuple(canoe for canoe in laid.canoes if canoe.name != laid.canoes[0].name))
    lacking = {"colour": laid.canoes[0].colour, "count": 1, "expected": 2}
    assert Complaint(Poor.TOGETHER, lacking) in notes_of(short)


def test_a_set_up_picture_without_a_set_up_is_refused():
    empty = picture(empty_scene())
    with pytest.raises(CalibrationError, match="the set-up picture shows an empty board"):
        calibrate(empty, empty, PLAYERS)


def test_a_hand_in_the_set_up_picture_is_refused(laid):
    with pytest.raises(CalibrationError, match="something covers the board"):
        calibrate(picture(empty_scene()), picture(replace(laid, hand=HandPiece(250.0, 120.0, 1.2))), PLAYERS)


@pytest.mark.parametrize("players", [(), ("mauve",), ("red", "wood")])
def test_players_without_canoes_are_refused(players):
    empty = picture(empty_scene())
    with pytest.raises(CalibrationError, match="expected colours of red, green, yellow, blue, brown, black"):
        calibrate(empty, empty, players)


def test_what_is_saved_is_what_is_loaded(calibration, tmp_path):
    file = tmp_path / "new" / "table.zip"
    save_calibration(calibration, file)
    again = load_calibration(file)
    assert again.layout == calibration.layout
    assert again.players == calibration.players
    assert np.array_equal(again.pose.homography, calibration.pose.homography)
    assert again.pose.lens == calibration.pose.lens
    assert np.array_equal(again.empty_bgr, calibration.empty_bgr)
    assert np.array_equal(again.setup_bgr, calibration.setup_bgr)
    assert all(
        np.array_equal(again.canoes[name].mean, model.mean) for name, model in calibration.canoes.items()
    )
    assert list(file.parent.iterdir()) == [file]


def test_a_file_that_cannot_be_written_leaves_the_old_one(calibration, tmp_path):
    folder = tmp_path / "table.zip"
    folder.mkdir()
    with pytest.raises(CalibrationError, match="the calibration cannot be written there"):
        save_calibration(calibration, folder)
    assert list(tmp_path.iterdir()) == [folder]


def spoilt(file, change):
    """The file with its JSON document changed."""
    with zipfile.ZipFile(file) as old:
        contents = {name: old.read(name) for name in old.namelist()}
    document = json.loads(contents["calibration.json"])
    change(document)
    contents["calibration.json"] = json.dumps(document).encode()
    with zipfile.ZipFile(file, "w") as new:
        for name, content in contents.items():
            new.writestr(name, content)


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document.pop("layout"),
        lambda document: document.update(homography=[[1, 2], [3, 4]]),
        lambda document: document.update(canoes=["red"]),
        lambda document: document["layout"].update(size=[100.0, 100.0]),
        lambda document: document["lens"].update(zoom=2),
    ],
    ids=["no layout", "no homography", "no colours", "another board", "unknown lens"],
)
def test_a_spoilt_file_gives_one_sentence(calibration, tmp_path, change):
    file = tmp_path / "table.zip"
    save_calibration(calibration, file)
    spoilt(file, change)
    with pytest.raises(
        CalibrationError, match=r"table\.zip: not a calibration; make one with: niagara calibrate"
    ):
        load_calibration(file)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 torn", b"[]"])
def test_a_torn_file_gives_one_sentence(tmp_path, content):
    file = tmp_path / "table.zip"
    file.write_bytes(content)
    with pytest.raises(CalibrationError, match="not a calibration"):
        load_calibration(file)


def test_a_missing_file_gives_one_sentence(tmp_path):
    with pytest.raises(CalibrationError, match="cannot be read"):
        load_calibration(tmp_path / "nowhere.zip")


def test_a_file_of_another_version_says_so(calibration, tmp_path):
    file = tmp_path / "table.zip"
    save_calibration(calibration, file)
    spoilt(file, lambda document: document.update(version=1))
    with pytest.raises(CalibrationError, match="made by another version of the companion; calibrate again"):
        load_calibration(file)
