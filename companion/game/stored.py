"""The file of stored games as a whole: is it sound, what is in it, and is a game going on?"""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.engine import EngineError
from companion.errors import CompanionError, LogError
from companion.files import held
from companion.game.game import Game
from companion.game.log import GameLog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Stored:
    """What a sound file of games holds."""

    games: int
    going_on: int | None
    """The number of the last game, if somebody has played in it and it is neither over nor put away."""


def stored_in(file: Path) -> Stored:
    """Go through all of ``file`` to the last game's last entry, without changing it.

    A missing file holds no game, and neither does an empty one, as a full disk leaves it.
    Raises `LogError` saying what is wrong with it.
    """
    if not file.exists() or file.stat().st_size == 0:
        return Stored(0, None)
    try:
        with GameLog(file, reading=True) as log:
            games = [_resumed(log, number) for number in log.games()]
    except sqlite3.Error as error:
        message = f"{file}: not a file of stored games ({error}); restore a backup"
        raise LogError(message) from error
    last = games[-1] if games else None
    return Stored(len(games), last.number if last is not None and last.steps and not last.over else None)


@contextmanager
def alone_with(file: Path) -> Iterator[None]:
    """Keep the games in ``file`` to this program; raises `LogError` while a companion plays with them."""
    with ExitStack() as holding:
        try:
            holding.enter_context(held(file))
        except BlockingIOError as error:
            message = f"{file}: a companion is playing with these games; stop it first (sudo systemctl stop niagara)"
            raise LogError(message) from error
        yield


def _resumed(log: GameLog, number: int) -> Game:
    try:
        return Game.resume(log, number)
    except (CompanionError, EngineError, ValueError, KeyError, TypeError, IndexError) as error:
        message = f"{log.path}: game {number} cannot be gone through to its end ({error}); restore a backup"
        raise LogError(message, number) from error
