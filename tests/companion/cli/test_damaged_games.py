"""A damaged file of games is a sentence to every command that meets it, and what can be read is still given."""

import json
import sqlite3
import zipfile
from contextlib import closing

import pytest
from builders import start
from called import niagara

from companion.engine import Choose, legal_actions, read_record
from companion.game.actor import HOST
from companion.game.game import Game
from companion.game.log import GameLog


@pytest.fixture
def home(tmp_path):
    """Settings beside a file with a sound game and one whose last card is not what was written."""
    with GameLog(tmp_path / "games.sqlite3") as log:
        for number in (1, 2):
            game = Game.begin(log, start().setup)
            game.declare_ready()
            while game.state.round == 1:
                game.act(legal_actions(game.state)[0])
            game.act(Choose("red", game.state.players["red"].hand[-1]))
            if number == 1:
                game.close()
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as base:
        base.execute(
            "UPDATE entries SET body = replace(body, 'cloud', '6') WHERE number = (SELECT max(number) FROM entries)"
        )
        base.commit()
    (tmp_path / "settings.toml").write_text(
        f'games = "{tmp_path}/games.sqlite3"\n[camera]\nsource = "none"\n[panel]\nkind = "none"\n[web]\nport = 18999\n'
    )
    return tmp_path


def call(home, *arguments):
    return niagara(*arguments, "--settings", home / "settings.toml")


def told(done):
    """The sentence on standard error of a command that could not use the file."""
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert "game 2 can be read to its round" in done.stderr
    assert "niagara recover" in done.stderr
    return done.stderr


def test_games_lists_what_can_be_read(home):
    done = call(home, "games", "--json")
    told(done)
    assert [row["game"] for row in json.loads(done.stdout)] == [1, 2]


def test_export_writes_a_sound_game_and_as_much_as_can_be_read_of_the_other(home):
    whole = call(home, "export", 1)
    assert whole.returncode == 0
    assert read_record(whole.stdout).state.round == 2
    part = call(home, "export", 2)
    told(part)
    assert read_record(part.stdout).broken is None


def test_run_begins_no_game_on_top_of_it(home):
    told(call(home, "run", "--safe"))
    assert call(home, "games").returncode == 2


@pytest.mark.parametrize("command", ["backup", "idle"])
def test_other_commands_say_so_too(home, command, tmp_path):
    told(call(home, command, *(("-o", tmp_path / "b.zip") if command == "backup" else ())))
    assert not (tmp_path / "b.zip").exists()


def test_diagnostics_are_packed_all_the_same_and_say_it_without_a_card(home):
    done = call(home, "diagnostics", "-o", home / "d.zip", "--journal", home / "settings.toml")
    assert done.returncode == 0, done
    with zipfile.ZipFile(home / "d.zip") as archive:
        outlines = json.loads(archive.read("games.json"))
        assert [outline.get("game") for outline in outlines] == [1, 2, None]
        assert "niagara recover" in outlines[-1]["damaged"]
        assert "cloud" not in archive.read("games.json").decode()


def test_recover_says_what_it_keeps_and_the_game_goes_on(home):
    done = call(home, "recover")
    assert done.returncode == 0, done
    assert "game 1 is whole" in done.stderr
    assert "games.sqlite3.damaged" in done.stderr
    assert call(home, "games").returncode == 0
    assert call(home, "idle").returncode == 1, "game 2 is going on"
    again = call(home, "recover")
    assert "nothing is damaged" in again.stderr


def test_a_corrected_game_is_exported_to_its_end(tmp_path):
    file = tmp_path / "games.sqlite3"
    with GameLog(file) as log:
        game = Game.begin(log, start().setup)
        game.declare_ready()
        game.act(Choose("red", "3"))
        game.correct(game.state.on_table(weather=1), HOST)
        game.act(Choose("blue", "4"))
        state = game.state
    done = niagara("export", 1, "--games", file)
    assert (done.returncode, done.stderr) == (0, "")
    assert read_record(done.stdout).state == state
