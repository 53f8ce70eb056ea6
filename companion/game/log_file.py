"""The SQLite file of the log: its shape, how it is made, and what is checked of it before it is believed."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from companion.errors import LogDamaged, NewerLog
from companion.files import settle_folder
from companion.game.chain import BEGINNING, Row, checksum, misfits

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCHEMA_VERSION = 2
"""1: without checksums. 2: every entry with its checksum."""

_TABLE = """CREATE TABLE entries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game   INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    body   TEXT    NOT NULL{checksum}
) STRICT"""
_CHECKSUM = "checksum TEXT NOT NULL DEFAULT ''"
_INDEX = "CREATE INDEX entries_by_game ON entries (game, number)"
_SHAPES = {1: _TABLE.format(checksum=""), 2: _TABLE.format(checksum=f", {_CHECKSUM}")}


def connected(path: Path, mode: str) -> sqlite3.Connection:
    """The file opened as SQLite calls the ``mode``; nothing of it is read yet."""
    address = f"{path.absolute().as_uri()}?mode={mode}"
    base = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    base.execute("PRAGMA trusted_schema = OFF")
    return base


def check(base: sqlite3.Connection, path: Path) -> None:
    """Go through the whole file; raises `NewerLog`, `LogDamaged` or SQLite's error where it is not what was written."""
    shape = _check_shape(base, path)
    (health,) = base.execute("PRAGMA integrity_check(1)").fetchone()
    if health != "ok":
        # SQLite tells of several pages, each in a line of its own; here it is half a sentence.
        raise LogDamaged(path, " ".join(str(health).split()))
    if shape != SCHEMA_VERSION:
        return
    wrong = next(misfits(rows(base)), None)
    if wrong is not None:
        raise LogDamaged(path, f"entry {wrong} is not what was written")
    (last,) = base.execute("SELECT coalesce(max(number), 0) FROM entries").fetchone()
    (counted,) = base.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence").fetchone()
    if last != counted:
        raise LogDamaged(path, f"{counted} entries were written, and the last one is {last}")


def prepare(base: sqlite3.Connection) -> None:
    """Make the file ready to be written; an earlier version's entries get their checksums, all at once.

    Commits are moved from the write-ahead log into the file by `settle`, not by SQLite: it would say of a commit that
    it failed where only the moving did.
    """
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    base.execute("PRAGMA wal_autocheckpoint = 0")
    if made_as(base) == SCHEMA_VERSION:
        return
    base.execute("BEGIN IMMEDIATE")
    try:
        if made_as(base) is None:
            base.execute(_SHAPES[SCHEMA_VERSION])
            base.execute(_INDEX)
        else:
            base.execute(_INDEX.replace("INDEX", "INDEX IF NOT EXISTS"))
            base.execute(f"ALTER TABLE entries ADD COLUMN {_CHECKSUM}")
            _seal(base)
        base.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        base.execute("COMMIT")
    except BaseException:
        if base.in_transaction:
            base.execute("ROLLBACK")
        raise


def settle(base: sqlite3.Connection) -> None:
    """Move what was committed from the write-ahead log into the file.

    SQLite drops what follows damage in a write-ahead log without a word; nothing that was answered for waits there.
    Where the disk fails now it waits all the same, and is moved with the next commit.
    """
    with suppress(sqlite3.OperationalError):
        base.execute("PRAGMA wal_checkpoint(PASSIVE)")


def forget_failed(base: sqlite3.Connection) -> bool:
    """After a commit that failed: have nothing of it in the write-ahead log, where a later start would find it.

    Returns whether that could be done.
    """
    try:
        busy, _, _ = base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError:
        return False
    return not busy


def _seal(base: sqlite3.Connection) -> None:
    """Give entries without one their checksums."""
    before = BEGINNING
    sealed = []
    for row in rows(base):
        before = checksum(before, row.number, row.game, row.kind, row.body)
        sealed.append((before, row.number))
    base.executemany("UPDATE entries SET checksum = ? WHERE number = ?", sealed)


def rows(base: sqlite3.Connection, condition: str = "") -> Iterator[Row]:
    """The entries as they are stored, in their order; of an earlier version with no checksum."""
    kept = "checksum" if made_as(base) == SCHEMA_VERSION else "''"
    for row in base.execute(
        f"SELECT number, game, kind, body, {kept} FROM entries {condition} ORDER BY number"  # noqa: S608 - our own words
    ):
        yield Row(*row)


def make(path: Path) -> None:
    """Make an empty log, for its owner's eyes only, that is there whole or not at all; one that is there stays."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    made = path.with_name(f".{path.name}.made")
    made.unlink(missing_ok=True)
    # It will hold face-down cards: nobody else may read it, from the first byte on.
    os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with closing(connected(made, "rw")) as base:
        prepare(base)
        base.execute("PRAGMA journal_mode = DELETE")
    made.replace(path)
    settle_folder(path.parent)


def _check_shape(base: sqlite3.Connection, path: Path) -> int:
    """The version that the file is of; it holds what that version made and nothing else."""
    (version,) = base.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        message = (
            f"{path}: written by a newer version of the companion (schema {version}, this one knows "
            f"{SCHEMA_VERSION}); bring this one up to date, or restore a backup made with it"
        )
        raise NewerLog(message)
    if path.stat().st_size == 0:
        raise LogDamaged(path, "empty")
    found = made_as(base)
    held = dict(base.execute("SELECT name, sql FROM sqlite_master"))
    index = held.pop("entries_by_game", _INDEX if found == 1 else None)
    # The first version could be cut off while it made its file.
    cut_off = found in (None, 1) and version == 0
    if (
        found == 0
        or not (found == version or cut_off)
        or held.keys() - {"entries", "sqlite_sequence"}
        or (found is not None and _bare(str(index)) != _bare(_INDEX))
    ):
        raise LogDamaged(path, "not a file of stored games")
    return found or 0


def made_as(base: sqlite3.Connection) -> int | None:
    """The version whose table the file has: ``None`` for no table, 0 for one that is none of ours."""
    made = base.execute("SELECT sql FROM sqlite_master WHERE name = 'entries'").fetchone()
    if made is None:
        return None
    return next((version for version, sql in _SHAPES.items() if _bare(sql) == _bare(str(made[0]))), 0)


def _bare(sql: str) -> str:
    return "".join(sql.split())
