"""The game log: append-only entries in one SQLite file that survive a power cut.

The log is the truth. Everything that changed a game is an entry in its order; going through the entries again
rebuilds the game, hands and face-down cards included. Nothing is ever overwritten: an undo is an entry too.
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

from companion.engine.message import Message
from companion.errors import LogError, NewerLog, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from types import TracebackType

SCHEMA_VERSION = 1

_SCHEMA = """
CREATE TABLE IF NOT EXISTS entries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game   INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    body   TEXT    NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS entries_by_game ON entries (game, number);
"""


class EntryKind(StrEnum):
    """What an entry records."""

    GAME = "game"
    """A game begins; the body is the record's header."""
    READY = "ready"
    """The set-up was found right, or declared so."""
    ACTION = "action"
    """A legal action; the body is the record's line, and how it came in."""
    UNDO = "undo"
    """An earlier action is taken back; the body names its entry."""
    CORRECTION = "correction"
    """The board was declared right; the body holds the whole position from here on."""
    SEAT = "seat"
    """Who sits where: name, and the digests of the seat's secrets."""
    CLOSED = "closed"
    """The game was put away before its end."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log; ``number`` orders everything (the clock may be wrong on a Pi)."""

    number: int
    game: int
    kind: EntryKind
    body: Mapping[str, Any]


class GameLog:
    """The log's file, opened once by its owner and used from the owner's thread only."""

    def __init__(self, path: Path, *, reading: bool = False) -> None:
        """Open or create the log; raises `LogError` when the file cannot be used.

        Opened for ``reading`` nothing is made or changed, and a companion may be writing to it meanwhile.
        """
        self.path = path
        try:
            if not reading:
                path.parent.mkdir(parents=True, exist_ok=True)
                # The file holds face-down cards: for its owner's eyes only, from the first byte on.
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            address = f"{path.absolute().as_uri()}?mode={'ro' if reading else 'rw'}"
            self._base = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
            try:
                self._check()
                if not reading:
                    self._prepare()
            except (sqlite3.Error, NewerLog):
                self._base.close()
                raise
        except (OSError, sqlite3.Error) as error:
            message = (
                f"{path}: the game log cannot be opened ({error}); give another file or restore a backup"
            )
            raise LogError(message) from error

    def _check(self) -> None:
        (health,) = self._base.execute("PRAGMA quick_check(1)").fetchone()
        if health != "ok":
            raise sqlite3.DatabaseError(health)
        (version,) = self._base.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA_VERSION:
            message = (
                f"{self.path}: written by a newer version of the companion (schema {version}, this one knows "
                f"{SCHEMA_VERSION}); bring this one up to date, or restore a backup made with it"
            )
            raise NewerLog(message)

    def _prepare(self) -> None:
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = FULL")
        self._base.executescript(_SCHEMA)
        self._base.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def copy_to(self, path: Path) -> None:
        """Write the whole log as it is at this moment into a new file, for its owner's eyes only."""
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with closing(sqlite3.connect(path)) as copy:
            self._base.backup(copy)
            # One file, without companions that could be left behind.
            copy.execute("PRAGMA journal_mode = DELETE")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        self._base.close()

    def begin(self, header: Mapping[str, Any]) -> Entry:
        """Begin the next game; its number is one more than the last one's."""
        (last,) = self._base.execute("SELECT coalesce(max(game), 0) FROM entries").fetchone()
        return self.append(last + 1, EntryKind.GAME, header)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What is written inside is on the disk when the block ends, or none of it; raises `Refused` as `append`."""
        with _refusing():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    def append(self, game: int, kind: EntryKind, body: Mapping[str, Any]) -> Entry:
        """Write one entry; when this returns it is on the disk. Raises `Refused` when the disk does not take it."""
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        with _refusing():
            cursor = self._base.execute(
                "INSERT INTO entries (game, kind, body) VALUES (?, ?, ?)", (game, kind, text)
            )
        assert cursor.lastrowid is not None  # noqa: S101 - an INSERT has one
        return Entry(cursor.lastrowid, game, kind, body)

    def entries(self, game: int) -> tuple[Entry, ...]:
        """The entries of one game in their order."""
        rows = self._base.execute(
            "SELECT number, game, kind, body FROM entries WHERE game = ? ORDER BY number", (game,)
        )
        return tuple(
            Entry(number, which, EntryKind(kind), json.loads(body)) for number, which, kind, body in rows
        )

    def games(self) -> tuple[int, ...]:
        """The numbers of all stored games."""
        return tuple(
            game for (game,) in self._base.execute("SELECT DISTINCT game FROM entries ORDER BY game")
        )


_WHY_NOT_STORED = {sqlite3.SQLITE_FULL: "full", sqlite3.SQLITE_READONLY: "read-only"}


@contextmanager
def _refusing() -> Iterator[None]:
    """A disk that is full, read-only or worn out refuses the order; the game stays as it was."""
    try:
        yield
    except sqlite3.OperationalError as error:
        # The low byte is the kind of error, the rest SQLite's finer distinctions.
        why = _WHY_NOT_STORED.get(error.sqlite_errorcode & 0xFF, "failing")
        raise Refused(Message("refused.not-stored", {"reason": Message(f"unstored.{why}")})) from error
