"""What strangers bring: hostile records, files and requests; and crowds before the page, one of whom reads nothing."""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from hostile import files, records, requests

from companion.adapters.panel_signals import NoAnnouncer
from companion.bench.pages import announcement_times
from companion.engine import setup_from_parts
from companion.game.log import GameLog
from companion.referee.debounce import Patience
from companion.service import Service
from faults.tally import Tally
from web import create_app
from web.server import serve

if TYPE_CHECKING:
    from types import ModuleType

VIEWERS = 60


def hostile_records(count: int, seed: int) -> Tally:
    """Records, positions and actions that were tampered with."""
    return _tried(records, count, seed)


def hostile_files(count: int, seed: int) -> Tally:
    """Pictures, calibrations, backups, settings and layouts that were."""
    return _tried(files, count, seed)


def hostile_requests(count: int, seed: int) -> Tally:
    """Requests to every address of the page."""
    return _tried(requests, count, seed)


def _tried(kind: ModuleType, count: int, seed: int) -> Tally:
    told = kind.run(count, seed)
    tally = Tally(f"hostile {kind.KIND}", told.tried, list(told.failures))
    tally.lost += [f"{cause}, once more" for cause, often in told.causes.items() for _ in range(often - 3)]
    tally.seen.update({"taken": told.taken, "refused in words": told.refused})
    tally.seen["ms for the slowest"] = round(1000 * told.slowest_s)
    tally.seen["MiB added"] = round(told.added_mib)
    return tally


def crowds(count: int, _seed: int) -> Tally:
    """So many announcements to sixty pages, while one more viewer reads nothing."""
    tally = Tally(f"announcements to {VIEWERS} viewers and a stalled one")
    setup = setup_from_parts(("red", "blue", "green"), "red", [], {})
    with tempfile.TemporaryDirectory() as folder:
        log = GameLog(Path(folder, "games.sqlite3"))
        with Service(log, setup, announcer=NoAnnouncer(), patience=Patience(), camera=False) as service:
            server = serve(create_app(service, secret_key=b"k" * 32), "127.0.0.1", 0)
            try:
                taken_s = announcement_times(service, server, VIEWERS, count)
            except TimeoutError as error:
                tally.lost.append(str(error))
                taken_s = []
            finally:
                server.close()
    tally.tried = count
    if taken_s:
        tally.seen["ms in the median"] = round(1000 * statistics.median(taken_s))
        tally.seen["ms for the slowest"] = round(1000 * max(taken_s))
    return tally
