"""A damaged file of games replaced by one that holds what can still be read; the damaged one is kept beside it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from companion.files import settle_folder
from companion.game.log import EntryKind, GameLog
from companion.game.stored import alone_with, survey

if TYPE_CHECKING:
    from pathlib import Path

    from companion.game.stored import Stored


def recover(file: Path) -> tuple[Stored, Path | None]:
    """Keep what can still be read of ``file``; returns what that is, and where the damaged one lies now.

    Games are cut off before their first entry that is missing, damaged or cannot be followed; the last game can be
    played on from there. A sound file stays as it is. Raises `LogError` while a companion plays with it, `OSError`.
    """
    with alone_with(file):
        stored = survey(file)
        if stored.whole:
            return stored, None
        target = file.resolve()
        fresh = target.with_name(f".{target.name}.recovered")
        fresh.unlink(missing_ok=True)
        _write(fresh, stored)
        aside = _set_aside(target)
        fresh.replace(target)
        settle_folder(target.parent)
        return stored, aside


def _write(fresh: Path, stored: Stored) -> None:
    readable = [game for game in stored.kept if game.standing is not None]
    entries = sorted((entry for game in readable for entry in game.entries), key=lambda entry: entry.number)
    with GameLog(fresh) as log, log.at_once():
        for entry in entries:
            log.write(entry)
        # A game that has lost its end must not be taken for the one that goes on.
        for game in readable[:-1]:
            if not game.whole and game.standing is not None and not game.standing.closed:
                log.append(game.number, EntryKind.CLOSED, {})


def _set_aside(file: Path) -> Path:
    """Give the damaged file a second name, so that there is one under the first whenever the power goes."""
    aside = _free_name(file)
    try:
        aside.hardlink_to(file)
    except OSError:
        shutil.copy2(file, aside)
    # What SQLite had not yet moved into the old file must not be taken for part of the new one.
    for beside in ("-wal", "-shm"):
        left = file.with_name(file.name + beside)
        if left.exists():
            left.rename(aside.with_name(aside.name + beside))
    settle_folder(file.parent)
    return aside


def _free_name(file: Path) -> Path:
    """A name beside ``file`` for the damaged one that nothing has yet."""
    name, count = file.with_name(f"{file.name}.damaged"), 1
    while name.exists():
        count += 1
        name = file.with_name(f"{file.name}.damaged-{count}")
    return name
