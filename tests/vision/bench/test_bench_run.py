"""The bench as `make bench` runs it, on one table of the project's own."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.bench.__main__ import OWN_PICTURES, main
from vision.bench.score import Fact, FactKind, Verdict
from vision.bench.sheet import CAPTION_PX, COLUMNS, TILE_PX, Tile, draw_sheet


@pytest.fixture(scope="module")
def tables(tmp_path_factory) -> Path:
    """Two pictures of a table, one of them with a doubtful fact, and a table that shows no board."""
    folder = tmp_path_factory.mktemp("tables")
    for name in ("good", "bad"):
        shutil.copytree(OWN_PICTURES / "session-05", folder / name, ignore=shutil.ignore_patterns("0[2-9].*"))
    grey = np.full((720, 1280, 3), 90, np.uint8)
    cv2.imwrite(str(folder / "bad" / "calibration" / "empty.jpg"), grey)
    truth = folder / "good" / "frames" / "00.json"
    truth.write_text(json.dumps(json.loads(truth.read_text()) | {"doubtful": ["ruby"]}))
    return folder


def test_the_tables_go_on_after_a_table_that_cannot_be_calibrated(tables, tmp_path, capsys):
    sheet = tmp_path / "failures.png"
    assert main(["--pictures", str(tables), "--sheet", str(sheet), "--misses"]) == 0
    told = capsys.readouterr().out
    assert "bad: not calibrated" in told
    assert "good/00: nobody vouches for ruby" in told
    assert str(sheet) in told
    for line in ("discs", "wrong as certain", "per axis", "per session", "a settled read", "memory"):
        assert line in told
    picture = cv2.imread(str(sheet))
    assert picture is not None
    assert picture.shape[1] == COLUMNS * TILE_PX


def test_the_same_as_json(tables, capsys):
    assert main(["--pictures", str(tables), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    discs = {name: rates["discs"] for name, rates in document["sessions"].items()}
    assert discs["bad"]["hits"] == 0
    assert discs["bad"]["of"] == discs["good"]["of"] == 18
    assert discs["good"]["hits"] > 15
    low, high = document["targets"]["discs"]["interval_95"]
    assert 0 < low < document["targets"]["discs"]["hits"] / 36 < high < 1
    assert document["costs"]["read_searches"] > 0
    assert document["costs"]["memory_bytes"] > 10_000_000
    assert set(document["axes"]) == {"clean", "relit", "bumped", "hand", "glare", "fault"}


def test_folders_are_read_side_by_side_and_tables_with_stickers_without_them_too(tables, capsys):
    assert main(["--pictures", str(tables), str(OWN_PICTURES.parent), "--both-ways", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    folder = tables.name
    assert set(document["sessions"]) == {
        f"{folder}/{name}{way}" for name in ("good", "bad") for way in ("", ", painted over")
    }
    assert set(document["splits"]) == {"never seen"}
    assert document["parts"]["never seen, no stickers"]["discs"]["of"] == 36
    assert document["bounds"]["never seen"]["disc"]["withheld"] >= 36


def test_a_folder_without_sessions_is_told_in_a_sentence(tmp_path, capsys):
    assert main(["--pictures", str(tmp_path)]) == 2
    assert "no sessions there; expected" in capsys.readouterr().err


def test_a_sheet_that_is_no_picture_is_told_in_a_sentence(tables, tmp_path, capsys):
    assert main(["--pictures", str(tables), "--sheet", str(tmp_path / "sheet.txt")]) == 2
    assert ".png or .jpg" in capsys.readouterr().err


def test_the_sheet_shows_wrong_answers_before_open_ones():
    dark, bright = (np.full((TILE_PX, TILE_PX, 3), level, np.uint8) for level in (20, 220))
    tiles = [
        Tile("a/00", Fact(FactKind.DISC, Verdict.ABSTAINED, "M1", "seated", "unseen"), bright),
        Tile("a/01", Fact(FactKind.DISC, Verdict.WRONG, "M2", "missing", "seated"), dark),
    ]
    sheet = draw_sheet(tiles)
    assert sheet.shape == (TILE_PX + CAPTION_PX, COLUMNS * TILE_PX, 3)
    inside = slice(10, TILE_PX - 10)
    assert np.all(sheet[inside, 10 : TILE_PX - 10] == 20)
    assert np.all(sheet[inside, TILE_PX + 10 : 2 * TILE_PX - 10] == 220)
    captions = sheet[TILE_PX:, :]
    assert captions.min() < 100
