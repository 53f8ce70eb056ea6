"""Power cuts: the disk as it may be when the power goes between any two things that SQLite does to its files.

Every write, truncation, sync and deletion of a game is recorded below SQLite. A cut after any of them leaves all that
came before the last sync of each file; of what came after it each write whole, torn at one of its 512-byte sectors, or
not at all, and a file deleted or still there. A disk that did not keep what it said was synced is not among this.
"""

from __future__ import annotations

import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.game.game import Game
from companion.game.log import GameLog
from companion.game.log_file import connected, rows
from faults.evenings import play
from faults.tally import Tally
from faults.vfs import Shim

if TYPE_CHECKING:
    from collections.abc import Sequence

SECTOR = 512
STEPS = 40


def power_cuts(count: int, seed: int) -> Tally:
    """``count`` cuts at random moments of games that are played."""
    rng, tally = Random(seed), Tally("power cut")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        while tally.tried < count:
            before, events, written = _evening(folder / "games.sqlite3", rng)
            for _ in range(min(200, count - tally.tried)):
                _cut(folder / "cut", before, events, written, rng, tally)
    return tally


def _evening(file: Path, rng: Random):
    """The file before a game, all that happened to it in the game, and the rows after it."""
    file.unlink(missing_ok=True)
    with Shim() as shim:
        with GameLog(file) as log:
            play(log, rng, rng.randrange(6))
            kept = tuple(rows(log._base))
        if rng.random() < 0.3:
            as_first_schema(file)
        before = file.read_bytes()
        shim.recording = True
        shim.note("acknowledged", len(kept))
        log = GameLog(file)

        def noted():
            (count,) = log._base.execute("SELECT count(*) FROM entries").fetchone()
            shim.note("acknowledged", count)

        log.at_once = _noting(log.at_once, noted)
        play(log, rng, STEPS)
        shim.recording = False
        events = tuple(shim.events)
        written = tuple(rows(log._base))
        log.close()
    return before, events, written


def as_first_schema(file: Path) -> None:
    """The same entries as the first version of the companion kept them: its file gets checksums when it is opened."""
    with closing(connected(file, "rw")) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("ALTER TABLE entries DROP COLUMN checksum")
        base.execute("PRAGMA user_version = 1")


def _noting(at_once, noted):
    """Transactions after which it is noted what is acknowledged now."""
    depth = 0

    @contextmanager
    def noting():
        nonlocal depth
        depth += 1
        try:
            with at_once():
                yield
        finally:
            depth -= 1
        if not depth:
            noted()

    return noting


def _cut(folder: Path, before: bytes, events: Sequence[tuple], written, rng: Random, tally: Tally) -> None:
    tally.tried += 1
    moment = rng.randrange(len(events))
    counts = [event[1] for event in events[: moment + 1] if event[0] == "acknowledged"]
    next_count = next((event[1] for event in events[moment + 1 :] if event[0] == "acknowledged"), counts[-1])
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, content in disk_after(before, events[: moment + 1], rng).items():
        (folder / name).write_bytes(content)
    file = folder / "games.sqlite3"
    try:
        with GameLog(file) as log:
            found = tuple(rows(log._base))
            games = log.games()
            for number in games:
                Game.resume(log, number)
    except CompanionError as error:
        tally.lost.append(f"after event {moment} the log cannot be opened: {error}")
        return
    if found not in (written[: counts[-1]], written[:next_count]):
        tally.lost.append(f"after event {moment}: {len(found)} entries, acknowledged {counts[-1]}")
    tally.seen["with the order under way" if len(found) > counts[-1] else "without it"] += 1


def disk_after(before: bytes, events: Sequence[tuple], rng: Random) -> dict[str, bytes]:
    """The files that a cut may leave after these events."""
    synced: dict[str, bytes | None] = {"games.sqlite3": before}
    pending: dict[str, list[tuple]] = {}
    for event in events:
        what, name, *_ = event
        if what == "sync":
            content = synced.get(name)
            for later in pending.pop(name, []):
                content = _done(content or b"", later)
            synced[name] = content if content is not None else b""
        elif what != "acknowledged":
            pending.setdefault(name, []).append(event)
    for name, later in pending.items():
        for event in later:
            if event[0] == "delete":
                synced[name] = synced.get(name) if rng.random() < 0.5 else None
            elif rng.random() < 0.6:
                synced[name] = _done(synced.get(name) or b"", _torn(event, rng))
    return {name: content for name, content in synced.items() if content is not None}


def _torn(event: tuple, rng: Random) -> tuple:
    """A write as it may have reached the disk: whole, or only from or up to one of its sectors."""
    if event[0] != "write" or rng.random() < 0.5:
        return event
    what, name, offset, content = event
    edges = [edge for edge in range(-offset % SECTOR, len(content), SECTOR) if edge]
    if not edges:
        return event
    edge = rng.choice(edges)
    return (
        (what, name, offset + edge, content[edge:])
        if rng.random() < 0.5
        else (what, name, offset, content[:edge])
    )


def _done(content: bytes, event: tuple) -> bytes:
    if event[0] == "truncate":
        return content[: event[2]].ljust(event[2], b"\0")
    if event[0] == "delete":
        return content
    _, _, offset, written = event
    return content[:offset].ljust(offset, b"\0") + written + content[offset + len(written) :]
