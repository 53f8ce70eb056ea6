"""An evening at the virtual table whose pictures are kept, given away and read by the bench, with the right truth."""

import json
import re
import zipfile
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest
from called import niagara

from companion.adapters.picture_store import PictureStore
from companion.operation.settings import PictureSettings, Settings
from companion.rehearsal.ground_truth import true_picture
from companion.rehearsal.habits import FAST_HABITS
from companion.rehearsal.trial import FAST_PATIENCE
from companion.rehearsal.virtual_players import VirtualPlayers
from companion.rehearsal.virtual_rig import build_rig, stepped_table
from vision.bench.__main__ import main as bench

pytestmark = [pytest.mark.slow]

TURNS = 8
NAMES = {"red": "Ada Lovelace", "blue": "Ben", "green": "Cleo"}


class Evening:
    """What was played, kept and truly lay there."""

    def __init__(self, folder):
        self.folder = folder
        self.pictures = folder / "pictures"
        self.labelled = []
        """Each label as the game gave it, beside what truly lay on the table in that moment."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evening")
    played = Evening(folder)
    rng = Random(4)
    rig = build_rig(("red", "blue", "green"), rng, paced=False)
    settings = Settings(patience=FAST_PATIENCE, pictures=PictureSettings(keep=True))
    with stepped_table(rig, settings, folder, annotated=False) as (table, clock):
        keep = table.service.pictures.keep

        def noted(labelled):
            played.labelled.append((labelled, true_picture(rig.table.scene, rig.layout)))
            keep(labelled)

        table.service.pictures.keep = noted
        turns = iter(range(TURNS))

        def another_turn():
            clock.over = next(turns, None) is None

        habits = replace(FAST_HABITS, slip=0.3, hurry=0.1, think_s=0.5, patience_s=12.0)
        bots = VirtualPlayers(
            table.service, rig.table, rig.layout, clock, rng, habits, between_turns=another_turn
        )
        bots.play_game()
    return played


@pytest.fixture(scope="module")
def settings_file(evening):
    file = evening.folder / "settings.toml"
    file.write_text(f'[camera]\ncalibration = "{evening.folder / "calibration.zip"}"\n')
    return file


def truths(folder):
    return [json.loads(file.read_text()) for file in sorted(folder.glob("*/frames/*.json"))]


def test_every_settled_board_is_kept_once(evening):
    boards = []
    for labelled, _ in evening.labelled:
        if not boards or boards[-1] != labelled.board:
            boards.append(labelled.board)
    assert len(boards) >= 5
    assert len(truths(evening.pictures)) >= len(boards)


def test_what_is_said_of_a_picture_is_what_truly_lay_there(evening):
    for labelled, truth in evening.labelled:
        said = labelled.board
        assert said.canoes.keys() == truth.canoes.keys()
        assert {space: said.colours(space) for space in said.canoes} == {
            space: truth.colours(space) for space in truth.canoes
        }
        assert (said.beach, said.weather) == (truth.beach, truth.weather)
        for name, gems in said.deposits.items():
            assert gems == truth.deposits[name] or name in labelled.doubtful
        assert said.buoy == truth.buoy or "buoy" in labelled.doubtful


def test_the_bench_reads_the_exported_zip_and_finds_the_truth_right(evening, settings_file, tmp_path, capsys):
    packed = tmp_path / "bundle.zip"
    result = niagara("pictures", "export", "-o", packed, "--settings", settings_file, "--json")
    assert json.loads(result.stdout) == {"output": str(packed), "pictures": len(truths(evening.pictures))}
    with zipfile.ZipFile(packed) as bundle:
        bundle.extractall(tmp_path / "bundle")
    assert bench(["--pictures", str(tmp_path / "bundle"), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)["targets"]
    assert figures["canoes"]["of"] >= 5
    for name in ("discs", "canoes", "weather", "beaches", "exact pictures", "pictures read"):
        assert figures[name]["hits"] == figures[name]["of"] > 0, name
    assert figures["wrong as certain"]["hits"] == 0


def test_a_folder_is_exported_as_it_is_kept_and_an_old_one_is_left_alone(evening, settings_file, tmp_path):
    out = tmp_path / "bundle"
    assert niagara("pictures", "export", "-o", out, "--settings", settings_file).returncode == 0
    assert truths(out) == truths(evening.pictures)
    again = niagara("pictures", "export", "-o", out, "--settings", settings_file)
    assert again.returncode == 2
    assert "is there already" in again.stderr


def test_nothing_secret_is_in_it(evening):
    """No card, chosen or in hand, no name, no time and no place; of the room, only the board's rim."""
    known = {
        "discs", "canoes", "gems_in_deposits", "weather", "buoy", "faults", "tags", "doubtful", "settled_by",
        "corners_px", "spaces_px", "image",
    }  # fmt: skip
    for truth in truths(evening.pictures):
        assert set(truth) == known
        assert set().union(*truth["canoes"]) == {"colour", "at", "cargo"}
    documents = "".join(file.read_text() for file in evening.pictures.rglob("*.json"))
    assert re.search(r"card|chosen|hand|seat|token|name|bot", documents, re.IGNORECASE) is None
    for file in evening.pictures.rglob("*.jpg"):
        content = file.read_bytes()
        assert b"Exif" not in content
        assert b"http://ns.adobe.com" not in content


def test_what_is_not_the_board_or_its_rim_is_black(evening):
    (session,) = (json.loads(file.read_text()) for file in evening.pictures.glob("*/session.json"))
    width, height = session["image_size"]
    for file in evening.pictures.rglob("*.jpg"):
        picture = cv2.imread(str(file))
        assert picture.shape == (height, width, 3)
        corners = json.loads(file.with_suffix(".json").read_text())["corners_px"]
        board = np.zeros((height, width), np.uint8)
        cv2.fillPoly(board, [np.round(corners).astype(np.int32)], 255)
        assert picture[board > 0].mean() > 60
        wide = cv2.dilate(board, np.ones((3, 3), np.uint8), iterations=110)
        assert picture[wide == 0].size
        assert picture[wide == 0].max() <= 12


def test_pictures_are_listed_and_deleted_by_their_names(evening, settings_file, tmp_path):
    copy = tmp_path / "calibration.zip"
    PictureStore(evening.pictures, 10**9).copy_to(tmp_path / "pictures")
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[camera]\ncalibration = "{copy}"\n')
    listed = json.loads(niagara("pictures", "list", "--json", "--settings", settings).stdout)
    first = listed["pictures"][0]["name"]
    assert listed["keeping"] is False
    assert listed["bytes"] == sum(picture["bytes"] for picture in listed["pictures"])
    shown = niagara("pictures", "list", "--settings", settings)
    assert f"{first}: agreement" in shown.stdout
    assert "no more are kept" in shown.stderr
    gone = niagara("pictures", "delete", first, "table-x/000001", "--json", "--settings", settings)
    assert json.loads(gone.stdout) == {"deleted": 1, "unknown": ["table-x/000001"]}
    assert gone.returncode == 1
    assert niagara("pictures", "delete", "--settings", settings).returncode == 2
    assert niagara("pictures", "delete", "--all", "--settings", settings).returncode == 0
    assert json.loads(niagara("pictures", "list", "--json", "--settings", settings).stdout)["pictures"] == []
    nothing = niagara("pictures", "export", "-o", tmp_path / "none.zip", "--settings", settings)
    assert nothing.returncode == 1
    assert "No pictures are kept" in nothing.stderr
