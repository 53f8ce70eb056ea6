"""Disks that fail: SQLite's own writes and syncs refused one by one, below it and by the operating system itself."""

from __future__ import annotations

import shutil
import tempfile
from itertools import count as counting
from pathlib import Path
from random import Random

from companion.errors import Refused
from companion.game.stored import survey
from faults.evenings import random_order
from faults.shadow import Shadow, told
from faults.tally import Tally
from faults.vfs import (
    SQLITE_FULL,
    SQLITE_IOERR_FSYNC,
    SQLITE_IOERR_TRUNCATE,
    SQLITE_IOERR_WRITE,
    SQLITE_READONLY,
    Shim,
)

ERRORS = {
    "write": (SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_READONLY),
    "sync": (SQLITE_IOERR_FSYNC,),
    "truncate": (SQLITE_IOERR_TRUNCATE,),
}
ORDERS_AN_EVENING = 60


def failing_writes(count: int, seed: int) -> Tally:
    """``count`` orders, in each of which a write or a sync fails, once or for the rest of the order."""
    rng, tally = Random(seed), Tally("write or sync fails")
    with tempfile.TemporaryDirectory() as place, Shim() as shim:
        for evening in counting():
            if tally.tried >= count:
                return tally
            folder = Path(place, str(evening))
            folder.mkdir()
            shadow = Shadow(folder / "games.sqlite3")
            try:
                for _ in range(min(ORDERS_AN_EVENING, count - tally.tried)):
                    _one_order(shadow, shim, rng, tally)
            finally:
                shim.fail = lambda _what: 0
                shadow.close()
            shutil.rmtree(folder)
    return tally


def _one_order(shadow: Shadow, shim: Shim, rng: Random, tally: Tally) -> None:
    """An order during which the disk fails, and what a companion would find that starts right then."""
    tally.tried += 1
    who, what, fields = random_order(shadow.game.state, shadow.seated, rng)
    before, tokens = shadow.told(), dict(shadow.tokens)
    at, once, calls, failed = rng.randrange(14), rng.random() < 0.5, counting(), []

    def fail(kind: str) -> int:
        call = next(calls)
        if call == at or (call > at and not once):
            failed.append(kind)
            return rng.choice(ERRORS[kind])
        return 0

    shim.fail = fail
    try:
        shadow.order(who, what, fields)
        refused = False
    except Refused:
        refused = True
    except Exception as error:  # noqa: BLE001 - what is looked for
        tally.lost.append(f"{what}, {failed} failed: {error!r}")
        return
    finally:
        shim.fail = lambda _what: 0
    tally.seen["refused" if refused and failed else "done" if not refused else "refused by a rule"] += 1
    if refused and (shadow.told() != before or shadow.tokens != tokens):
        tally.lost.append(f"{what} was refused and has happened, {failed} failed")
    found = _after_a_kill(shadow)
    if found != shadow.told() and refused and not once and "sync" in failed:
        # A disk that syncs nothing any more: what it has written may be found again, or not.
        tally.seen["refused and found again after a kill, on a disk that is dead"] += 1
        with shadow.log.at_once():
            pass  # the disk is well again
        if _after_a_kill(shadow) != shadow.told():
            tally.lost.append(f"{what} was refused, and is found again for ever")
    elif found != shadow.told():
        outcome = "refused" if refused else "done"
        tally.lost.append(f"{what} was {outcome}, {failed} failed: another game after a kill")


def _after_a_kill(shadow: Shadow) -> tuple:
    """What the files tell as they are."""
    copy = shadow.file.with_name("killed.sqlite3")
    for beside in ("", "-wal"):
        source = shadow.file.with_name(shadow.file.name + beside)
        target = copy.with_name(copy.name + beside)
        target.unlink(missing_ok=True)
        if source.exists():
            shutil.copyfile(source, target)
    last = survey(copy).kept[-1]
    return told(last.number, last.standing)
