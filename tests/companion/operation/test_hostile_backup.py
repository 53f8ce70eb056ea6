"""A backup that somebody brought: its entries are copied, and nothing else of its file of games is ever asked."""

import hashlib
import json
import sqlite3
import time
import zipfile
from contextlib import closing

import pytest
from builders import start

from companion.engine import Choose
from companion.errors import BackupError
from companion.game.game import Game
from companion.game.log import GameLog
from companion.game.stored import stored_in
from companion.operation.backup import CONTENTS, GAMES, Memory, back_up, put_back

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS {} FROM n"

FORGED = "UPDATE sqlite_master SET type = 'view', sql = ? WHERE name = 'sqlite_sequence'"


@pytest.fixture
def memory(tmp_path):
    kept = Memory(tmp_path / "games.sqlite3", tmp_path / "calibration.zip", tmp_path / "settings.toml")
    with GameLog(kept.games) as log:
        game = Game.begin(log, start().setup)
        game.declare_ready()
        game.act(Choose("red", "3"))
    return kept


@pytest.fixture
def brought(memory, tmp_path):
    """Makes a backup whose file of games was worked on."""

    def make(*statements):
        back_up(memory, tmp_path / "good.zip")
        with zipfile.ZipFile(tmp_path / "good.zip") as archive:
            (tmp_path / "worked.sqlite3").write_bytes(archive.read(GAMES))
        with closing(sqlite3.connect(tmp_path / "worked.sqlite3", isolation_level=None)) as base:
            base.execute("PRAGMA writable_schema = ON")
            for statement in statements:
                base.execute(*statement) if isinstance(statement, tuple) else base.execute(statement)
        content = (tmp_path / "worked.sqlite3").read_bytes()
        digests = {GAMES: hashlib.sha256(content).hexdigest()}
        with zipfile.ZipFile(tmp_path / "brought.zip", "w") as archive:
            archive.writestr(
                CONTENTS, json.dumps({"format": "niagara-backup", "version": 1, "files": digests})
            )
            archive.writestr(GAMES, content)
        return tmp_path / "brought.zip"

    return make


@pytest.mark.parametrize(
    "statements",
    {
        "a view": [f"CREATE VIEW more AS {ENDLESS.format('a')}"],
        "a trigger": ["CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END"],
        "a table": ["CREATE TABLE more (a)"],
        "an index": ["CREATE INDEX more ON entries (kind)"],
        "an endless view for the entries": [
            "DROP TABLE entries",
            f"CREATE VIEW entries AS {ENDLESS.format('number')}",
        ],
        "an endless view for the numbers": [
            (FORGED, [f"CREATE VIEW sqlite_sequence AS {ENDLESS.format('seq')}"]),
        ],
    }.items(),
    ids=lambda item: item[0],
)
def test_a_file_of_games_that_holds_more_than_entries_is_refused_at_once(memory, brought, statements):
    file, before = brought(*statements[1]), memory.games.read_bytes()
    began_s = time.monotonic()
    with pytest.raises(BackupError, match="nothing was changed"):
        put_back(file, memory, even_in_a_game=True)
    assert time.monotonic() - began_s < 5
    assert memory.games.read_bytes() == before


@pytest.mark.parametrize(
    "body", ["[" * 100_000, '{"a":' * 20_000, "null", "[]", '"\\ud800"'], ids=lambda text: text[:6]
)
def test_an_entry_that_says_nothing_is_refused_in_a_sentence(memory, brought, body):
    file = brought(("UPDATE entries SET body = ? WHERE number = 3", [body]))
    with pytest.raises(BackupError, match="nothing was changed"):
        put_back(file, memory, even_in_a_game=True)


def test_what_is_put_back_is_a_file_of_our_own_with_every_entry_as_it_was(memory, brought, tmp_path):
    file = brought(
        "PRAGMA page_size = 512", "VACUUM", "PRAGMA application_id = 7", "PRAGMA secure_delete = ON"
    )
    with GameLog(memory.games, reading=True) as log:
        before = log.entries(1)
    put_back(file, memory, even_in_a_game=True)
    with GameLog(memory.games, reading=True) as log:
        assert log.entries(1) == before
    assert stored_in(memory.games).games == 1
    with closing(sqlite3.connect(memory.games)) as base:
        assert base.execute("PRAGMA application_id").fetchone() == (0,)
        assert base.execute("PRAGMA page_size").fetchone() == (4096,)
