"""The file of stored games as a whole: is it sound, what is in it, what can still be read, and is a game going on?"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.errors import LogDamaged, LogError, NewerLog
from companion.files import held
from companion.game.game import Game
from companion.game.log import EntryKind, GameLog, entry_of
from companion.game.salvage import Left, left_of
from companion.game.standing import Standing, followed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.game.chain import Row
    from companion.game.log import Entry


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game of the file, as far as it can be gone through."""

    number: int
    entries: tuple[Entry, ...]
    """The entries that can be followed, from the first on."""
    standing: Standing | None
    """The game after them; ``None`` when not even its beginning can be read."""
    whole: bool
    """Nothing of it is missing or damaged."""

    @property
    def told(self) -> str:
        """How far it can be read, as half a sentence; never what a card says."""
        if self.whole:
            return f"game {self.number} is whole"
        if self.standing is None:
            return f"game {self.number} cannot be read"
        last = self.entries[-1].number
        return f"game {self.number} can be read to its round {self.standing.state.round} (entry {last})"


@dataclass(frozen=True, slots=True)
class Stored:
    """What a file of games holds, sound or damaged."""

    file: Path = field(compare=False)
    kept: tuple[StoredGame, ...] = ()
    damage: str = ""
    """How it shows that the file is not what was written; empty for a sound one."""

    @property
    def whole(self) -> bool:
        """Whether everything that was written can be read."""
        return not self.damage and all(game.whole for game in self.kept)

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.kept)

    @property
    def going_on(self) -> int | None:
        """The number of the last game, if somebody has played in it and it is neither over nor put away."""
        if not self.kept:
            return None
        last = self.kept[-1].standing
        return self.kept[-1].number if last is not None and last.steps and not last.over else None

    def error(self) -> LogDamaged:
        """What is damaged, what can still be read, and what to do."""
        worst = next((game for game in self.kept if not game.whole), None)
        whole = [str(game.number) for game in self.kept if game.whole]
        told = [game.told for game in self.kept if not game.whole]
        if whole:
            told.append(f"whole: {', '.join(whole)}")
        what = "; ".join(filter(None, (self.damage, *(told or ["no game can be read"]))))
        return LogDamaged(self.file, what, None if worst is None else worst.number)


def survey(file: Path) -> Stored:
    """What is in ``file``, without changing it; a missing file holds no game. Raises `NewerLog`, and `OSError`."""
    if not file.exists():
        return Stored(file)
    try:
        with GameLog(file, reading=True) as log:
            by_game = {number: log.entries(number) for number in log.games()}
        return Stored(file, tuple(_stored(number, entries) for number, entries in by_game.items()))
    except NewerLog:
        raise
    except LogError as error:
        damage = error.what if isinstance(error, LogDamaged) else str(error).removeprefix(f"{file}: ")
    left = left_of(file)
    numbers = sorted({row.game for row in left.rows})
    return Stored(file, tuple(_salvaged(number, left) for number in numbers), damage)


def stored_in(file: Path) -> Stored:
    """Go through all of ``file`` to the last game's last entry, without changing it.

    A missing file holds no game. Raises `LogError` saying what is wrong with it, and what can still be read.
    """
    stored = survey(file)
    if not stored.whole:
        raise stored.error()
    return stored


def opened(file: Path) -> GameLog:
    """The log, opened to be played on; raises `LogError` saying what is wrong with it, and what can still be read."""
    try:
        return GameLog(file)
    except LogDamaged as error:
        stored = survey(file)
        raise error if stored.whole else stored.error() from error


def last_unfinished(log: GameLog) -> Game | None:
    """The last stored game that was not put away, if it was not played to its end."""
    for number in reversed(log.games()):
        entries = log.entries(number)
        if not any(entry.kind is EntryKind.CLOSED for entry in entries):
            game = Game.from_entries(log, entries)
            return None if game.over else game
    return None


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


def _stored(number: int, entries: tuple[Entry, ...]) -> StoredGame:
    standing, count = followed(entries)
    return StoredGame(number, entries[:count], standing, whole=count == len(entries))


def _salvaged(number: int, left: Left) -> StoredGame:
    """A game of a damaged file, up to the first entry that may be missing or wrong."""
    sound = [row for row in left.rows if row.game == number]
    doubt = min((doubt for doubt in left.doubtful if _concerns(doubt, sound, left)), default=None)
    before = [row for row in sound if doubt is None or row.number < doubt]
    read = _stored(number, _entries(before))
    whole = read.whole and len(read.entries) == len(sound) and (doubt is None or _put_away(read))
    return StoredGame(number, read.entries, read.standing, whole)


def _concerns(doubt: int, sound: list[Row], left: Left) -> bool:
    """Whether a doubtful entry may be the game's of which these are sound: between them or right after the last."""
    if doubt > sound[-1].number:
        return not any(sound[-1].number < row.number < doubt for row in left.rows)
    return doubt > sound[0].number


def _put_away(game: StoredGame) -> bool:
    return bool(game.entries) and game.entries[-1].kind is EntryKind.CLOSED


def _entries(rows: list[Row]) -> tuple[Entry, ...]:
    """The rows read, up to the first that is no entry."""
    entries = []
    for row in rows:
        try:
            entries.append(entry_of(row))
        except (ValueError, RecursionError):
            break
    return tuple(entries)
