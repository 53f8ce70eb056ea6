"""The game log: append-only entries in one SQLite file that survive a power cut.

The log is the truth. Everything that changed a game is an entry in its order; going through the entries again
rebuilds the game, hands and face-down cards included. Nothing is ever overwritten: an undo is an entry too. Every
entry carries a checksum over itself and the one before (`companion.game.chain`).
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

from companion.engine.message import Message
from companion.errors import LogDamaged, LogError, Refused
from companion.files import settle_folder
from companion.game.chain import BEGINNING, Row, checksum
from companion.game.log_file import check, connected, forget_failed, make, prepare, settle

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from types import TracebackType


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

    @property
    def text(self) -> str:
        """The body as it is stored."""
        return json.dumps(self.body, ensure_ascii=False, separators=(",", ":"))


class GameLog:
    """The log's file, opened once by its owner and used from the owner's thread only."""

    def __init__(self, path: Path, *, reading: bool = False) -> None:
        """Open or create the log and check all of it; raises `LogError` when the file cannot be used.

        Opened for ``reading`` nothing is made or changed, and a companion may be writing to it meanwhile. Otherwise
        a log of an earlier version gets its checksums.
        """
        self.path = path
        self._reading = reading
        self._base = self._opened()
        self._file = None if reading else _identity(path)
        self._failed = False
        """Something of a commit that failed may lie in the write-ahead log."""

    def _opened(self) -> sqlite3.Connection:
        try:
            if not self._reading:
                make(self.path)
            base = connected(self.path, "ro" if self._reading else "rw")
            try:
                check(base, self.path)
                if not self._reading:
                    prepare(base)
            except (sqlite3.Error, LogError):
                base.close()
                raise
        except (OSError, sqlite3.Error) as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
                raise LogDamaged(self.path, str(error)) from error
            message = (
                f"{self.path}: the game log cannot be opened ({error}); give another file or restore a backup"
            )
            raise LogError(message) from error
        return base

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
        with self.at_once():
            (last,) = self._base.execute("SELECT coalesce(max(game), 0) FROM entries").fetchone()
            return self.append(last + 1, EntryKind.GAME, header)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What is written inside is on the disk when the block ends, or none of it; raises `Refused` as `append`.

        A block inside another is stored with the outer one; if it fails, the outer one may go on without it.
        """
        with _refusing():
            inner = self._base.in_transaction
            if not inner:
                self._stay_in_place()
                self._get_over_failure()
            self._base.execute("SAVEPOINT part" if inner else "BEGIN")
            try:
                yield
                self._base.execute("RELEASE part" if inner else "COMMIT")
            except BaseException as error:
                # A disk that fails may have ended the transaction by itself.
                with suppress(sqlite3.OperationalError):
                    self._base.execute("ROLLBACK TO part" if inner else "ROLLBACK")
                    if inner:
                        self._base.execute("RELEASE part")
                if isinstance(error, sqlite3.DatabaseError) and not inner:
                    self._failed = not forget_failed(self._base)
                raise
            if not inner:
                settle(self._base)

    def next_entry(self, game: int, kind: EntryKind, body: Mapping[str, Any]) -> Entry:
        """An entry as it will be read again, not yet written."""
        (last,) = self._base.execute("SELECT coalesce(max(number), 0) FROM entries").fetchone()
        entry = Entry(last + 1, game, kind, body)
        return Entry(last + 1, game, kind, json.loads(entry.text))

    def append(self, game: int, kind: EntryKind, body: Mapping[str, Any]) -> Entry:
        """Write one entry; when this returns it is on the disk. Raises `Refused` when the disk does not take it."""
        with self.at_once():
            entry = self.next_entry(game, kind, body)
            self.write(entry)
        return entry

    def write(self, entry: Entry) -> None:
        """Write an entry with its checksum; entries are written in the order of their numbers."""
        with self.at_once():
            last = self._base.execute("SELECT checksum FROM entries ORDER BY number DESC LIMIT 1").fetchone()
            before = last[0] if last else BEGINNING
            number, game, kind, text = entry.number, entry.game, str(entry.kind), entry.text
            self._base.execute(
                "INSERT INTO entries (number, game, kind, body, checksum) VALUES (?, ?, ?, ?, ?)",
                (number, game, kind, text, checksum(before, number, game, kind, text)),
            )

    def entries(self, game: int) -> tuple[Entry, ...]:
        """The entries of one game in their order."""
        rows = self._base.execute(
            "SELECT number, game, kind, body FROM entries WHERE game = ? ORDER BY number", (game,)
        )
        return tuple(entry_of(Row(number, game, kind, body, "")) for number, game, kind, body in rows)

    def games(self) -> tuple[int, ...]:
        """The numbers of all stored games."""
        return tuple(
            game for (game,) in self._base.execute("SELECT DISTINCT game FROM entries ORDER BY game")
        )

    def _get_over_failure(self) -> None:
        """Nothing is written after a commit that may be found again although it was refused; raises `Refused`."""
        if self._failed:
            self._failed = not forget_failed(self._base)
            if self._failed:
                raise Refused(Message("refused.not-stored", {"reason": Message("unstored.failing")}))

    def _stay_in_place(self) -> None:
        """What is written must be found again under the log's name.

        A file that was deleted while it is open is written anew, all of it; where another file has taken its place
        nothing can be kept: raises `Refused`.
        """
        now = _identity(self.path)
        if self._reading or now == self._file:
            return
        if now is not None:
            raise Refused(Message("refused.not-stored", {"reason": Message("unstored.replaced")}))
        again = self.path.with_name(f".{self.path.name}.again")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            again.unlink(missing_ok=True)
            self.copy_to(again)
            self._base.close()
            for beside in ("-wal", "-shm"):
                self.path.with_name(self.path.name + beside).unlink(missing_ok=True)
            again.replace(self.path)
            settle_folder(self.path.parent)
            self._base = self._opened()
        except (OSError, LogError) as error:
            raise Refused(Message("refused.not-stored", {"reason": Message("unstored.failing")})) from error
        self._file = _identity(self.path)


def entry_of(row: Row) -> Entry:
    """A row of the file read; raises `ValueError` where that is no entry."""
    try:
        body = json.loads(row.body)
    except RecursionError as error:
        message = f"entry {row.number} is nested too deep"
        raise ValueError(message) from error
    return Entry(row.number, row.game, EntryKind(row.kind), body)


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file lies under a name now; ``None`` where there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_WHY_NOT_STORED = {sqlite3.SQLITE_FULL: "full", sqlite3.SQLITE_READONLY: "read-only"}


@contextmanager
def _refusing() -> Iterator[None]:
    """A disk that is full, read-only or worn out refuses the order; the game stays as it was."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except sqlite3.DatabaseError as error:
        # The low byte is the kind of error, the rest SQLite's finer distinctions.
        why = _WHY_NOT_STORED.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "failing")
        raise Refused(Message("refused.not-stored", {"reason": Message(f"unstored.{why}")})) from error
