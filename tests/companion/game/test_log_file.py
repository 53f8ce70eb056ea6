"""The log's file: checksums that nothing slips past, earlier versions, and a file that goes away while it is open."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from builders import start

from companion.engine import Choose
from companion.errors import LogDamaged, LogError, NewerLog, Refused
from companion.files import held
from companion.game.game import Game
from companion.game.log import GameLog
from companion.game.stored import alone_with

FIRST_SCHEMA = """
CREATE TABLE IF NOT EXISTS entries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game   INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    body   TEXT    NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS entries_by_game ON entries (game, number);
"""


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.sqlite3"


def play(file, *cards):
    """A game with three players, of whom some have laid a card."""
    with GameLog(file) as log:
        game = Game.begin(log, start().setup)
        game.declare_ready()
        for player, card in cards or (("red", "3"), ("blue", "4")):
            game.act(Choose(player, card))
        return game.state


def as_first_schema(file):
    """The same games as the first version kept them."""
    with closing(sqlite3.connect(file)) as base:
        kept = base.execute("SELECT number, game, kind, body FROM entries").fetchall()
    file.unlink()
    with closing(sqlite3.connect(file)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.executescript(FIRST_SCHEMA)
        base.execute("PRAGMA user_version = 1")
        base.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", kept)
        base.commit()


def change(file, order):
    with closing(sqlite3.connect(file)) as base:
        base.execute(order)
        base.commit()


@pytest.mark.parametrize(
    "order",
    [
        """UPDATE entries SET body = replace(body, '"3"', '"2"')""",
        "UPDATE entries SET kind = 'closed' WHERE number = 2",
        "UPDATE entries SET game = 2 WHERE number = 3",
        "UPDATE entries SET number = 9 WHERE number = 4",
        "UPDATE entries SET checksum = '' WHERE number = 2",
        "DELETE FROM entries WHERE number = 3",
        "DELETE FROM entries WHERE number = 4",
        "DELETE FROM entries",
    ],
)
def test_nothing_of_an_entry_changes_unnoticed(file, order):
    play(file)
    change(file, order)
    for reading in (True, False):
        with pytest.raises(LogDamaged, match="niagara recover"):
            GameLog(file, reading=reading)


def test_an_entry_that_moved_to_another_game_in_the_index_alone_is_noticed(file):
    play(file)
    with closing(sqlite3.connect(file)) as base:
        (page,) = base.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries_by_game'").fetchone()
        (size,) = base.execute("PRAGMA page_size").fetchone()
    content = bytearray(file.read_bytes())
    last_byte_of_page = page * size - 1
    content[last_byte_of_page] ^= 1
    file.write_bytes(bytes(content))
    with pytest.raises(LogDamaged):
        GameLog(file)


def test_a_log_of_the_first_schema_is_read_as_it_is_and_gets_its_checksums_when_it_is_played_on(file):
    state = play(file)
    as_first_schema(file)
    with GameLog(file, reading=True) as log:
        assert Game.resume(log, 1).state == state
    with GameLog(file) as log:
        assert Game.resume(log, 1).state == state
        Game.resume(log, 1).act(Choose("green", "5"))
    change(file, """UPDATE entries SET body = replace(body, '"3"', '"2"')""")
    with pytest.raises(LogDamaged, match="entry 3"):
        GameLog(file)


@pytest.mark.parametrize("made", ["", FIRST_SCHEMA.split(";", maxsplit=1)[0], FIRST_SCHEMA])
def test_a_first_version_that_was_cut_off_while_it_made_its_file_is_gone_on_with(file, made):
    with closing(sqlite3.connect(file)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.executescript(made)
    play(file)
    with GameLog(file, reading=True) as log:
        assert log.games() == (1,)


@pytest.mark.parametrize(
    "order",
    [
        "CREATE TABLE diary (day TEXT)",
        "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        "CREATE TRIGGER twice AFTER INSERT ON entries BEGIN INSERT INTO entries (game) VALUES (7); END",
        "DROP INDEX entries_by_game",
        "ALTER TABLE entries ADD COLUMN extra TEXT",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = 1",
    ],
)
def test_a_file_that_holds_anything_else_is_not_played_with(file, order):
    play(file)
    change(file, order)
    with pytest.raises(LogDamaged, match="not a file of stored games"):
        GameLog(file)


def test_a_newer_log_is_left_alone(file):
    play(file)
    change(file, "PRAGMA user_version = 3")
    with pytest.raises(NewerLog):
        GameLog(file)


def test_an_empty_file_is_no_log_without_games(file):
    """A new log is there whole or not at all: an empty one has lost its games."""
    file.touch()
    with pytest.raises(LogDamaged, match="empty"):
        GameLog(file)


def test_what_was_answered_for_does_not_wait_in_the_write_ahead_log(file, tmp_path):
    with GameLog(file) as log:
        game = Game.begin(log, start().setup)
        game.declare_ready()
        copy = tmp_path / "copy.sqlite3"
        shutil.copyfile(file, copy)
        with GameLog(copy, reading=True) as read:
            assert read.entries(1) == log.entries(1)


def test_a_file_deleted_while_it_is_open_is_written_anew_with_all_that_was_in_it(file):
    with GameLog(file) as log:
        game = Game.begin(log, start().setup)
        game.declare_ready()
        game.act(Choose("red", "3"))
        file.unlink()
        game.act(Choose("blue", "4"))
        state = game.state
    with GameLog(file) as log:
        assert Game.resume(log, 1).state == state
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_folder_deleted_while_the_file_is_open_is_made_anew(tmp_path):
    file = tmp_path / "table" / "games.sqlite3"
    with GameLog(file) as log:
        game = Game.begin(log, start().setup)
        shutil.rmtree(file.parent)
        game.declare_ready()
    with GameLog(file) as log:
        assert Game.resume(log, 1).ready


def test_where_another_file_lies_in_its_place_nothing_is_stored_and_nothing_has_happened(file, tmp_path):
    play(tmp_path / "other.sqlite3")
    with GameLog(file) as log:
        game = Game.begin(log, start().setup)
        game.declare_ready()
        (tmp_path / "other.sqlite3").replace(file)
        with pytest.raises(Refused, match="another file"):
            game.act(Choose("red", "3"))
        assert game.state == start()


@pytest.mark.parametrize("link", ["file", "folder"])
def test_a_second_companion_that_comes_by_a_link_finds_the_games_taken(tmp_path, link):
    file = tmp_path / "table" / "games.sqlite3"
    play(file)
    if link == "file":
        other = tmp_path / "elsewhere" / "games.sqlite3"
        other.parent.mkdir()
        other.symlink_to(file)
    else:
        other = tmp_path / "elsewhere" / file.name
        other.parent.symlink_to(file.parent)
    with held(file), pytest.raises(LogError, match="playing with these games"), alone_with(other):
        pass
    with alone_with(other), pytest.raises(BlockingIOError), held(file):
        pass
