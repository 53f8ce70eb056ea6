"""A calibration kept in a file: whole, legible, and refused in a sentence when it is none."""

import json
import os
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from companion.adapters.calibration_file import save_calibration
from vision.calibration.complaint import Complaint, Poor
from vision.calibration.file import load_calibration
from vision.errors import CalibrationError
from vision.reader import Reader


@pytest.fixture
def file(calibrated, tmp_path):
    path = tmp_path / "table.zip"
    save_calibration(calibrated.calibration, path)
    return path


def test_a_table_is_read_alike_with_the_calibration_and_with_its_file(calibrated, file):
    bgr = calibrated.picture(calibrated.start)
    again = Reader(load_calibration(file)).read(bgr)
    assert again.to_json() == Reader(calibrated.calibration).read(bgr).to_json()


def test_nothing_is_lost_in_the_file(calibrated, file):
    before, after = calibrated.calibration, load_calibration(file)
    assert after.layout == before.layout
    assert (after.players, after.joe, after.stickers, after.notes) == (
        before.players, before.joe, before.stickers, before.notes,
    )  # fmt: skip
    assert after.pose.lens == before.pose.lens
    assert np.array_equal(after.pose.homography, before.pose.homography)
    assert np.array_equal(after.empty_bgr, before.empty_bgr)
    assert np.array_equal(after.setup_bgr, before.setup_bgr)
    assert set(after.canoes) == set(before.canoes)
    assert set(after.gems) == set(before.gems)


def test_what_was_poor_is_remembered_with_its_values(calibrated, tmp_path):
    notes = (Complaint(Poor.NO_DISC, {"places": ("M2", "R1")}), Complaint(Poor.WHITE))
    save_calibration(replace(calibrated.calibration, notes=notes), tmp_path / "poor.zip")
    assert load_calibration(tmp_path / "poor.zip").notes == notes


def test_how_certain_places_are_is_remembered(calibrated, tmp_path):
    certainty = {"weather/0": 0.25, "M3": 0.99}
    save_calibration(replace(calibrated.calibration, certainty=certainty), tmp_path / "unsure.zip")
    again = load_calibration(tmp_path / "unsure.zip")
    assert again.certainty == certainty
    assert again.unsure == ("weather/0",)


def test_a_file_of_a_version_that_asked_nobody_is_certain_of_all(file):
    def without(document):
        del document["certainty"]
        del document["layout"]["river"]["falls_x"]

    again = load_calibration(rewritten(file, without))
    assert again.unsure == ()
    assert again.layout.river.falls_x == again.layout.size[0]


def test_the_file_is_json_and_pictures_that_people_can_look_at(file):
    with zipfile.ZipFile(file) as content:
        names = set(content.namelist())
        document = json.loads(content.read("calibration.json"))
        assert content.read("empty.png").startswith(b"\x89PNG")
    assert {"calibration.json", "empty.png", "setup.png"} <= names
    assert document["players"] == ["red", "blue", "green"]


def test_writing_again_replaces_the_file_and_leaves_nothing_beside_it(calibrated, file):
    file.write_bytes(b"an older one")
    save_calibration(calibrated.calibration, file)
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    assert load_calibration(file).players == ("red", "blue", "green")


def rewritten(file, change):
    """The file with its document changed."""
    with zipfile.ZipFile(file) as content:
        parts = {name: content.read(name) for name in content.namelist()}
    document = json.loads(parts["calibration.json"])
    change(document)
    parts["calibration.json"] = json.dumps(document).encode()
    with zipfile.ZipFile(file, "w") as content:
        for name, part in parts.items():
            content.writestr(name, part)
    return file


def no_zip(file):
    file.write_text("not a calibration")


def cut_off(file):
    file.write_bytes(file.read_bytes()[:2000])


def without_a_picture(file):
    with zipfile.ZipFile(file) as content:
        document = content.read("calibration.json")
    with zipfile.ZipFile(file, "w") as content:
        content.writestr("calibration.json", document)


def without_its_layout(file):
    rewritten(file, lambda document: document.pop("layout"))


def with_words_for_numbers(file):
    rewritten(file, lambda document: document.update(homography="straight"))


@pytest.mark.parametrize(
    "spoil", [no_zip, cut_off, without_a_picture, without_its_layout, with_words_for_numbers]
)
def test_a_file_that_is_no_calibration_is_refused_in_one_sentence_with_the_cure(file, spoil):
    spoil(file)
    with pytest.raises(CalibrationError) as refused:
        load_calibration(file)
    told = str(refused.value)
    assert told.startswith(str(file))
    assert "niagara calibrate" in told
    assert "\n" not in told


def test_a_file_of_another_version_says_to_calibrate_again(file):
    rewritten(file, lambda document: document.update(version=-1))
    with pytest.raises(CalibrationError, match="another version of the companion; calibrate again"):
        load_calibration(file)


def test_a_pipe_is_no_place_for_a_calibration_and_stays_what_it_is(calibrated, tmp_path):
    pipe = tmp_path / "calibration.zip"
    os.mkfifo(pipe)
    with pytest.raises(CalibrationError, match="not a file"):
        save_calibration(calibrated.calibration, pipe)
    assert pipe.is_fifo()
