"""A table's memory in one file: games, calibration and settings, copied while a game is on, put back when none is.

The file is a zip with a list of what is in it and the digest of each part. It holds face-down cards and perhaps a
network camera's password: only its owner may read it.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.adapters.calibration_file import check_calibration
from companion.errors import BackupError, CompanionError, LogError
from companion.files import write_safely
from companion.game.log import GameLog
from companion.game.log_file import connected
from companion.game.stored import alone_with, stored_in
from companion.operation.settings import load_settings
from vision.zip_parts import parts_of_zip

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

FORMAT, VERSION = "niagara-backup", 1
CONTENTS = "contents.json"
GAMES, CALIBRATION, SETTINGS = "games.sqlite3", "calibration.zip", "settings.toml"
SEQUENCE = ("table", "sqlite_sequence", "sqlite_sequence")
MADE_BY_SQLITE = "CREATE TABLE sqlite_sequence(name,seq)"
OURS = {("table", "entries", "entries"), ("index", "entries_by_game", "entries"), SEQUENCE}
"""All that a file of games has; SQLite itself made the second table."""
LARGEST = {CONTENTS: 64 * 2**10, GAMES: 128 * 2**20, CALIBRATION: 72 * 2**20, SETTINGS: 256 * 2**10}
"""Bytes of each part that are unpacked at most; an evening adds some hundred thousand to the games."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Where a table keeps what it remembers."""

    games: Path
    calibration: Path
    settings: Path

    def named(self) -> Mapping[str, Path]:
        """Each file by its name in a backup."""
        return {GAMES: self.games, CALIBRATION: self.calibration, SETTINGS: self.settings}


def back_up(memory: Memory, to: Path) -> tuple[str, ...]:
    """Write what there is of ``memory`` into the new file ``to``; returns the names of the parts.

    Safe while a companion is playing: the games are those of one moment. Raises `BackupError` when there is
    nothing to keep, and `LogError` when the games are damaged: nothing is written that could not be put back.
    """
    parts = {
        name: file.read_bytes() for name, file in memory.named().items() if name != GAMES and file.exists()
    }
    if memory.games.exists():
        parts[GAMES] = _copy_of(memory.games)
    if not parts:
        message = f"nothing to back up: neither {memory.games} nor {memory.calibration} nor {memory.settings} is there"
        raise BackupError(message)
    contents = {
        "format": FORMAT,
        "version": VERSION,
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in parts.items()},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(CONTENTS, json.dumps(contents, indent=1))
        for name, content in parts.items():
            archive.writestr(name, content)
    write_safely(to, packed.getvalue(), mode=0o600)
    return tuple(sorted(parts))


def put_back(backup: Path, memory: Memory, *, even_in_a_game: bool = False) -> tuple[str, ...]:
    """Replace ``memory`` by what ``backup`` holds, once all of it was checked; returns the names of the parts.

    What was there before stays beside it, as ``….before-restore``. Raises `BackupError` when the backup is not
    whole or a game would be cut off, and `LogError` while a companion is playing.
    """
    parts = _unpacked(backup)
    with tempfile.TemporaryDirectory() as place:
        for name, content in parts.items():
            part = Path(place, name)
            part.write_bytes(content)
            _check(backup, name, part)
        if GAMES in parts:
            parts[GAMES] = _made_anew(Path(place, GAMES))
    _check_places(memory, parts)
    with alone_with(memory.games):
        if not even_in_a_game and GAMES in parts:
            _refuse_in_a_game(memory.games)
        for name, content in parts.items():
            file = memory.named()[name]
            _keep_aside(name, file)
            write_safely(file, content, mode=0o600 if name != CALIBRATION else 0o644)
    return tuple(sorted(parts))


def _copy_of(games: Path) -> bytes:
    stored_in(games)
    with tempfile.TemporaryDirectory() as place, GameLog(games, reading=True) as log:
        copy = Path(place, GAMES)
        log.copy_to(copy)
        stored_in(copy)
        return copy.read_bytes()


def _made_anew(games: Path) -> bytes:
    """A file of our own making with the entries of a sound one: whatever else may hide in that one stays there."""
    with tempfile.TemporaryDirectory() as place:
        fresh, copy = Path(place, GAMES), Path(place, "copy.sqlite3")
        with GameLog(games, reading=True) as old, GameLog(fresh) as log:
            entries = [entry for game in old.games() for entry in old.entries(game)]
            with log.at_once():
                for entry in sorted(entries, key=lambda entry: entry.number):
                    log.write(entry)
            log.copy_to(copy)
        return copy.read_bytes()


def _holds_more_than_entries(games: Path) -> bool:
    """Whether a file has tables, views or triggers that no companion made: a view can be without end."""
    try:
        with closing(connected(games, "ro")) as base:
            held = base.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    except sqlite3.Error:
        return False  # what is wrong with it is told by whoever goes through it
    known = [(kind, name, table) for kind, name, table, _ in held]
    sequences = [sql for _, name, _, sql in held if name == SEQUENCE[1]]
    return not set(known) <= OURS or len(set(known)) < len(known) or not set(sequences) <= {MADE_BY_SQLITE}


def _unpacked(backup: Path) -> dict[str, bytes]:
    """The parts of a backup as they were packed; raises `BackupError` when it is none or a part was changed."""
    try:
        held = parts_of_zip(backup, LARGEST)
        contents = json.loads(held.pop(CONTENTS))
        if contents["format"] != FORMAT or contents["version"] != VERSION:
            message = f"{backup}: made by another version of the companion; restore it with that one"
            raise BackupError(message)
        digests: dict[str, str] = contents["files"]
        unknown = digests.keys() - {GAMES, CALIBRATION, SETTINGS}
        if unknown:
            message = f"{backup}: not a backup that can be used, as it holds {', '.join(sorted(unknown))}"
            raise BackupError(message)
        parts = {name: held[name] for name in digests}
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError, OSError) as error:
        message = f"{backup}: not a backup, or a damaged one ({error}); make one with: niagara backup"
        raise BackupError(message) from error
    for name, content in parts.items():
        if hashlib.sha256(content).hexdigest() != digests[name]:
            message = f"{backup}: {name} in it was changed or damaged; use another backup"
            raise BackupError(message)
    return parts


def _check(backup: Path, name: str, part: Path) -> None:
    """Whether this companion can go on with a part of a backup."""
    try:
        if name == GAMES:
            if _holds_more_than_entries(part):
                raise BackupError(f"{part}: it holds what no companion made")
            stored_in(part)
        elif name == CALIBRATION:
            check_calibration(part)
        else:
            load_settings(part)
    except CompanionError as error:
        why = str(error).removeprefix(f"{part}: ")
        message = f"{backup}: {name} in it cannot be used ({why}); nothing was changed"
        raise BackupError(message) from error


def _check_places(memory: Memory, parts: Collection[str]) -> None:
    """Whether every part can be written where it belongs, so that none is left behind half-way."""
    for name in parts:
        folder = memory.named()[name].parent
        while not folder.exists():
            folder = folder.parent
        if not os.access(folder, os.W_OK):
            message = (
                f"{folder}: this user may not write {name} there; run as the one to whom it belongs (sudo)"
            )
            raise BackupError(message)


def _refuse_in_a_game(games: Path) -> None:
    try:
        going_on = stored_in(games).going_on
    except LogError:
        return  # damaged games are what a backup is for
    if going_on is not None:
        message = (
            f"game {going_on} is going on; play it to its end or begin another first, or say --even-in-a-game"
        )
        raise BackupError(message)


def _keep_aside(name: str, file: Path) -> None:
    """Copy what is about to be replaced; a damaged log as it is."""
    if not file.exists():
        return
    aside = file.with_name(f"{file.name}.before-restore")
    aside.unlink(missing_ok=True)
    if name != GAMES:
        shutil.copy2(file, aside)
        return
    try:
        with GameLog(file, reading=True) as log:
            log.copy_to(aside)
    except LogError:
        shutil.copy2(file, aside)
    # What SQLite had not yet moved into the old file must not be taken for part of the new one.
    for companion in ("-wal", "-shm"):
        file.with_name(file.name + companion).unlink(missing_ok=True)
