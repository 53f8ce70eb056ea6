"""What is left of a damaged file of games: every entry that can still be read and is as it was written.

The file itself is never touched: a copy is read, entry by entry, so that one page that cannot be read costs no more
than the entries on it. Without the checksums of the second schema nothing tells that an entry is as it was written.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.game.chain import Row, misfits
from companion.game.log_file import SCHEMA_VERSION, connected, made_as, make

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_MISSING = 1000
"""Entries in a row that are missing before no more are looked for, where the file does not say how many it had."""
_PAGE_SIZE_AT, _PAGES_AT = 16, 28
"""Where the header of an SQLite file says how large a page is and how many there are (SQLite file format, 1.3)."""


@dataclass(frozen=True, slots=True)
class Left:
    """What can be read of a file."""

    rows: tuple[Row, ...] = ()
    """The entries that are as they were written, in their order."""
    doubtful: frozenset[int] = frozenset()
    """The numbers of those that were there, and cannot be read or are not as they were written."""


def left_of(file: Path) -> Left:
    """Read what can be read of ``file``, its write-ahead log included; raises `OSError` where it cannot be copied."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place, "copy.sqlite3")
        wal = file.with_name(f"{file.name}-wal")
        for first_page_anew in (False, True):
            shutil.copyfile(file, copy)
            if wal.exists():
                shutil.copyfile(wal, copy.with_name(f"{copy.name}-wal"))
            try:
                if first_page_anew:
                    _renew_first_page(copy)
                with closing(connected(copy, "rw")) as base:
                    if made_as(base):
                        return _read(base)
            except (sqlite3.Error, ValueError):
                continue
        return Left()


def _read(base: sqlite3.Connection) -> Left:
    kept = "checksum" if made_as(base) == SCHEMA_VERSION else "''"
    rows: list[Row] = []
    doubtful: set[int] = set()
    last = _last_number(base)
    missing = number = 0
    while (number < last) if last else (missing < MOST_MISSING):
        number += 1
        try:
            found = base.execute(
                f"SELECT number, game, kind, body, {kept} FROM entries WHERE number = ?",  # noqa: S608 - our own words
                (number,),
            ).fetchone()
        except sqlite3.DatabaseError:
            found = ()
        missing = 0 if found else missing + 1
        if found and tuple(map(type, found)) == (int, int, str, str, str):
            rows.append(Row(*found))
        elif found is not None and last:
            doubtful.add(number)
    if kept == "checksum":
        doubtful.update(misfits(rows))
    if last and last > max((row.number for row in rows), default=0):
        doubtful.add(last)
    return Left(tuple(row for row in rows if row.number not in doubtful), frozenset(doubtful))


def _last_number(base: sqlite3.Connection) -> int:
    """The highest number that the file tells of; 0 where it tells none."""
    return max(_numbers(base), default=0)


def _numbers(base: sqlite3.Connection) -> Iterator[int]:
    for question in ("SELECT max(number) FROM entries", "SELECT seq FROM sqlite_sequence"):
        try:
            (number,) = base.execute(question).fetchone() or (None,)
        except sqlite3.DatabaseError:
            continue
        # A number that no table could have written is damage itself.
        if isinstance(number, int) and 0 < number < 10_000_000:
            yield number


def _renew_first_page(copy: Path) -> None:
    """Put the first page of a new log in the place of one that cannot be read: both say where things are."""
    fresh = copy.with_name("fresh.sqlite3")
    make(fresh)
    page = bytearray(fresh.read_bytes())
    size = int.from_bytes(page[_PAGE_SIZE_AT : _PAGE_SIZE_AT + 2], "big")
    content = copy.read_bytes()
    page[_PAGES_AT : _PAGES_AT + 4] = (len(content) // size).to_bytes(4, "big")
    copy.write_bytes(bytes(page[:size]) + content[size:])
