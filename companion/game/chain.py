"""The checksum chain of the log: every entry's checksum covers the one before it, so nothing can change unnoticed.

A hash chain (Haber & Stornetta 1991) of SHA-256: an entry that was changed, added, moved or left out
no longer fits the one before.
It tells damage, not malice: whoever can write the file can write a chain that fits.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BEGINNING = ""
"""What stands for the checksum before the first entry's."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry as the file holds it: its text unread, its checksum unchecked."""

    number: int
    game: int
    kind: str
    body: str
    checksum: str


def checksum(before: str, number: int, game: int, kind: str, body: str) -> str:
    """The checksum of an entry, in hexadecimal; ``before`` is that of the entry before it."""
    return hashlib.sha256(
        f"{before}\n{number}\n{game}\n{kind}\n{body}".encode("utf-8", "replace")
    ).hexdigest()


def misfits(rows: Iterable[Row]) -> Iterator[int]:
    """The numbers of the entries that do not fit the one before them, in their order."""
    before = BEGINNING
    for row in rows:
        if row.checksum != checksum(before, row.number, row.game, row.kind, row.body):
            yield row.number
        before = row.checksum
