"""The diagnostics zip may be shown to anybody: searched here for everything that nobody else may see."""

import io
import json
import zipfile

import pytest
from builders import start

from companion.engine import Choose
from companion.game.game import Game
from companion.game.log import GameLog
from companion.game.standing import Seat
from companion.operation.doctor import examine
from companion.operation.support_zip import diagnostics, outlines, without_secrets

CARDS = {"red": "5", "blue": "6"}
JOURNAL = """The table is open: http://10.0.0.7:8080  (host: http://10.0.0.7:8080/host/aB3-x_9Zq1Wk)
http://me:tr0ub4dor@127.0.0.1:9/video: the camera went away
"""


@pytest.fixture
def table(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text(
        f'games = "{tmp_path}/games.sqlite3"\n[panel]\nkind = "none"\n'
        '[camera]\nsource = "http://me:tr0ub4dor@127.0.0.1:9/video?token=qwertz"\n'
    )
    with GameLog(tmp_path / "games.sqlite3") as log:
        game = Game.begin(log, start().setup)
        game.seat("red", Seat("Wilhelmine", frozenset({"d1gest-of-a-token"}), "d1gest-of-a-key"))
        game.declare_ready()
        for player, card in CARDS.items():
            game.act(Choose(player, card))
    return file


@pytest.fixture
def zip_file(table, tmp_path):
    return zipfile.ZipFile(
        io.BytesIO(diagnostics(examine(table), tmp_path / "games.sqlite3", table, JOURNAL))
    )


def test_no_part_of_it_holds_a_secret_or_a_name(zip_file):
    for name in zip_file.namelist():
        text = zip_file.read(name).decode()
        for secret in ("aB3-x_9Zq1Wk", "tr0ub4dor", "qwertz", "d1gest", "Wilhelmine"):
            assert secret not in text, name


def test_two_different_face_down_cards_make_the_same_outline(table, tmp_path):
    with GameLog(tmp_path / "other.sqlite3") as log:
        game = Game.begin(log, start().setup)
        game.seat("red", Seat("Else", frozenset({"other"}), "other"))
        game.declare_ready()
        for player in CARDS:
            game.act(Choose(player, "cloud"))
    assert outlines(tmp_path / "games.sqlite3") == outlines(tmp_path / "other.sqlite3")


def test_it_holds_what_a_helper_asks_first(zip_file):
    assert json.loads(zip_file.read("doctor.json"))["findings"]
    assert json.loads(zip_file.read("versions.json"))["numpy"]
    assert json.loads(zip_file.read("games.json"))[0]["entries"] == {
        "game": 1,
        "seat": 1,
        "ready": 1,
        "action": 2,
    }
    assert b'kind = "none"' in zip_file.read("settings.toml")
    assert b"the camera went away" in zip_file.read("journal.txt")


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (
            "open: http://10.0.0.7:8080  (host: http://10.0.0.7:8080/host/aB3-x_9Zq1Wk)",
            "http://10.0.0.7:8080",
        ),
        ("rtsp://user:pa55@cam.local/stream went away", "cam.local/stream went away"),
        ("GET /join?key=k33p&seat=red", "seat=red"),
    ],
)
def test_links_that_open_something_are_cut_and_the_rest_of_the_line_kept(line, kept):
    cleaned = without_secrets(line)
    assert kept in cleaned
    for secret in ("aB3-x_9Zq1Wk", "pa55", "k33p"):
        assert secret not in cleaned
