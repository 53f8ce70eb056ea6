"""What the system does to a running companion: a disk that is full, one that is read-only, clocks that jump."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from builders import PLAYERS

from companion.errors import Refused
from companion.game.stored import survey
from faults.browser import Browser
from faults.evenings import random_order
from faults.server import start_server
from faults.shadow import Shadow, told
from faults.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

OK, REFUSED = 200, 409
ORDERS_AT_ONE_DISK = 50
JUMPS_AT_ONE_SERVER = 50
"""Below the limit of orders for one device."""
JUMPS_S = (-30, 30, -3600, 3600, -86400, 86400, -365 * 86400, 365 * 86400, -1_700_000_000)
"""Set back and forward by half a minute, an hour, a day, a year, and to when no battery has kept the time."""


def full_files(count: int, seed: int) -> Tally:
    """``count`` orders to servers whose files may not grow (RLIMIT_FSIZE: writes are refused by the system)."""
    rng, tally = Random(seed), Tally("disk full: files may not grow")
    while tally.tried < count:
        with tempfile.TemporaryDirectory() as place:
            _orders(Path(place), rng, tally, count, largest_file=rng.choice((16_384, 20_480, 30_000, 50_000)))
    return tally


def full_disks(count: int, seed: int) -> Tally:
    """``count`` orders to servers on a disk of a few hundred kilobytes (a tmpfs, as root: ENOSPC)."""
    rng, tally = Random(seed), Tally("disk full: a small disk")
    while tally.tried < count:
        with _small_disk(rng.choice((48, 56, 64, 80, 96))) as disk:
            if disk is None:
                tally.seen["not root: left out"] += 1
                return tally
            _orders(disk, rng, tally, count)
    return tally


@contextmanager
def _small_disk(kilobytes: int) -> Iterator[Path | None]:
    """A disk of its own, with nobody else on it; ``None`` where this user may mount nothing."""
    with tempfile.TemporaryDirectory() as place:
        command = ("mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", place)
        if os.geteuid() != 0 or subprocess.run(command, check=False, capture_output=True).returncode:  # noqa: S603
            yield None
            return
        try:
            yield Path(place)
        finally:
            subprocess.run(("umount", "-l", place), check=True)  # noqa: S603, S607


def _orders(folder: Path, rng: Random, tally: Tally, count: int, *, largest_file: int | None = None) -> None:
    """Orders until the disk has refused some; the old state stands after each that it refused, and after a kill."""
    file = folder / "games.sqlite3"
    with tempfile.TemporaryDirectory() as elsewhere:
        shadow = Shadow(Path(elsewhere) / "games.sqlite3")
        try:
            server = start_server(file, largest_file=largest_file)
        except RuntimeError as error:
            tally.tried += 1
            tally.seen["no room for a game, told in a sentence"] += 1
            if "Error: " in str(error) and "LogError" not in str(error) and "Refused" not in str(error):
                tally.lost.append(f"no start: {error}")
            shadow.close()
            return
        browsers = {who: Browser(f"127.0.0.{2 + at}") for at, who in enumerate(("host", *PLAYERS))}
        try:
            for browser in browsers.values():
                browser.find(server.port)
            browsers["host"].get(f"/host/{server.host_key}")
            for _ in range(min(ORDERS_AT_ONE_DISK, count - tally.tried)):
                _order(shadow, browsers, rng, tally)
            server.kill()
            last = survey(file).kept[-1]
            if told(last.number, last.standing) != shadow.told():
                tally.lost.append("after a kill another game than was acknowledged")
        finally:
            server.kill()
            shadow.close()
            for browser in browsers.values():
                browser.close()


def _order(shadow: Shadow, browsers: dict[str, Browser], rng: Random, tally: Tally) -> None:
    """One order; the shadow is given what was acknowledged."""
    who, what, fields = random_order(shadow.game.state, shadow.seated, rng)
    status, text = browsers[who].order(what, fields)
    tally.tried += 1
    unstored = status == REFUSED and "could not be stored" in text
    if unstored:
        tally.seen["refused by the disk"] += 1
        return
    try:
        shadow.order(who, what, fields)
        expected = OK
    except Refused:
        expected = REFUSED
    tally.seen["acknowledged" if status == OK else "refused by a rule"] += 1
    if status != expected:
        tally.lost.append(f"{what} of {who}: {status} instead of {expected} ({text[:120]})")


def read_only(count: int, seed: int) -> Tally:
    """``count`` starts and readings on a disk that can only be read (as root: a tmpfs mounted anew, EROFS)."""
    rng, tally = Random(seed), Tally("read-only disk")
    for _ in range(count):
        with _small_disk(4000) as disk:
            if disk is None:
                tally.seen["not root: left out"] += 1
                return tally
            shadow = Shadow(disk / "games.sqlite3")
            for _ in range(10):
                who, what, fields = random_order(shadow.game.state, shadow.seated, rng)
                try:
                    shadow.order(who, what, fields)
                except Refused:
                    continue
            expected = shadow.told()
            shadow.close()
            subprocess.run(("mount", "-o", "remount,ro", str(disk)), check=True)  # noqa: S603, S607
            tally.tried += 1
            try:
                start_server(disk / "games.sqlite3").kill()
                tally.lost.append("a companion plays where nothing can be stored")
            except RuntimeError as error:
                tally.seen["no start, told in a sentence"] += "games.sqlite3" in str(error)
            last = survey(disk / "games.sqlite3").kept[-1]
            if told(last.number, last.standing) != expected:
                tally.lost.append("another game is read than was played")
    return tally


def clock_jumps(count: int, seed: int) -> Tally:
    """``count`` jumps of a running server's clock: every seat stays open, and takes an order."""
    rng, tally = Random(seed), Tally("clock jumps")
    while tally.tried < count:
        _jumps(min(JUMPS_AT_ONE_SERVER, count - tally.tried), rng, tally)
    return tally


def _jumps(count: int, rng: Random, tally: Tally) -> None:
    with tempfile.TemporaryDirectory() as place:
        clock = multiprocessing.get_context("forkserver").Value("d", 0.0)
        server = start_server(Path(place) / "games.sqlite3", clock=clock)
        browsers = {colour: Browser(f"127.0.0.{2 + at}") for at, colour in enumerate(PLAYERS)}
        try:
            for colour, browser in browsers.items():
                browser.find(server.port)
                browser.order("sit", {"colour": colour, "name": colour.title()})
            for _ in range(count):
                clock.value = clock.value + rng.choice(JUMPS_S) if rng.random() < 0.8 else 0.0
                colour, card = rng.choice(PLAYERS), str(rng.randrange(1, 7))
                tally.tried += 1
                _still_in(browsers[colour], colour, card, tally)
        finally:
            server.kill()
            for browser in browsers.values():
                browser.close()


def _still_in(browser: Browser, colour: str, card: str, tally: Tally) -> None:
    status, text = browser.get("/api/seat")
    if status != OK or json.loads(text)["colour"] != colour:
        tally.lost.append(f"{colour} is locked out ({status})")
        return
    seat = json.loads(text)
    if colour == PLAYERS[-1]:
        return  # whoever lays the last card ends the choosing
    status, text = browser.order(
        "undo" if seat["chosen"] else "choose", {} if seat["chosen"] else {"card": card}
    )
    tally.seen["orders acknowledged" if status == OK else "refused by a rule"] += 1
    if status not in (OK, REFUSED):
        tally.lost.append(f"{colour}'s order: {status} {text[:120]}")
