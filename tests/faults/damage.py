"""Damaged files: bits flipped, sectors zeroed, garbled or misplaced, files cut short; and all commands that meet them.

Damage may be told in a sentence, or change nothing; a game that is called whole must be the very game that was played.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from called import niagara

from companion.engine import read_record, write_record
from companion.errors import CompanionError
from companion.game.log import GameLog
from companion.game.recovery import recover
from companion.game.stored import stored_in, survey
from companion.operation.backup import Memory, back_up
from companion.operation.doctor.games import check_games
from companion.operation.settings import Settings
from companion.operation.support_zip import outlines
from companion.operation.wiring import open_table
from faults.evenings import play
from faults.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.game.log import Entry

SECTOR = 512
NAME = "games.sqlite3"
WAYS = ("a bit", "bits", "a digit", "zeroed", "garbled", "misplaced", "cut", "emptied a page")
_WORTH_A_LIE = re.compile(rb'[0-9](?="[,:}\]])')
TABLES = 12
"""Different tables whose files are damaged."""


def damaged_logs(count: int, seed: int) -> Tally:
    """``count`` damaged tables: the file of games, its write-ahead log, or both as a power cut leaves them."""
    rng, tally = Random(seed), Tally("damaged log")
    with tempfile.TemporaryDirectory() as place:
        tables = [_table(Path(place, str(number)), rng) for number in range(TABLES)]
        for _ in range(count):
            files, games = rng.choice(tables)
            folder = Path(place, "damaged")
            folder.mkdir()
            for name, content in files.items():
                (folder / name).write_bytes(content)
            name = rng.choice(sorted(files))
            how, content = damaged(files[name], rng)
            (folder / name).write_bytes(content)
            tally.tried += 1
            lost = len(tally.lost)
            _meet(folder / NAME, games, f"{name} {how}", rng, tally)
            del tally.lost[lost + 1 :]  # one sentence for each fault
            shutil.rmtree(folder)
    return tally


def _table(folder: Path, rng: Random) -> tuple[dict[str, bytes], dict[int, tuple[Entry, ...]]]:
    """The files of a table and the entries of its games; every other one as a power cut leaves it."""
    log = GameLog(folder / NAME)
    numbers = range(1, rng.randrange(2, 5))
    for number in numbers:
        play(log, rng, rng.randrange(5, 60), close=number < numbers[-1])
    games = {number: log.entries(number) for number in numbers}
    cut = rng.random() < 0.5
    names = (NAME, f"{NAME}-wal") if cut else (NAME,)
    if not cut:
        log.close()
    files = {name: (folder / name).read_bytes() for name in names}
    log.close()
    return files, games


def damaged(content: bytes, rng: Random) -> tuple[str, bytes]:
    """A file damaged in one of the ways in which disks, cards and copies damage files."""
    changed = bytearray(content)
    sector = rng.randrange(max(len(content) // SECTOR, 1)) * SECTOR
    way = rng.choice(WAYS)
    match way:
        case "a digit":
            # The bit that makes of a card, a canoe or a place another one that reads as well.
            digits = [found.start() for found in _WORTH_A_LIE.finditer(content)]
            changed[rng.choice(digits or [0])] ^= 1
        case "a bit" | "bits":
            for _ in range(1 if way == "a bit" else rng.randrange(2, 9)):
                changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        case "zeroed":
            changed[sector : sector + SECTOR] = bytes(len(changed[sector : sector + SECTOR]))
        case "garbled":
            changed[sector : sector + SECTOR] = rng.randbytes(len(changed[sector : sector + SECTOR]))
        case "misplaced":
            other = rng.randrange(max(len(content) // SECTOR, 1)) * SECTOR
            changed[sector : sector + SECTOR] = content[
                other : other + len(changed[sector : sector + SECTOR])
            ]
        case "cut":
            del changed[rng.randrange(len(changed)) :]
        case "emptied a page":
            page = sector // 4096 * 4096
            changed[page : page + 4096] = bytes(len(changed[page : page + 4096]))
    return way, bytes(changed)


def _meet(file: Path, games: dict[int, tuple[Entry, ...]], how: str, rng: Random, tally: Tally) -> None:
    """Every command that meets a damaged file."""
    try:
        stored = survey(file)
        if stored.whole:
            tally.seen["nothing was changed by it"] += 1
        else:
            tally.seen["told in a sentence"] += 1
        for game in stored.kept:
            true = games.get(game.number, ())
            if game.entries != true[: len(game.entries)] or (game.whole and len(game.entries) < len(true)):
                tally.lost.append(f"{how}: game {game.number} is silently another one")
        if stored.whole and stored.games != len(games):
            tally.lost.append(f"{how}: {stored.games} games of {len(games)} are called whole")
        outlines(file)
        check_games(file)
        _told(lambda: stored_in(file), stored.whole, f"{how}: reading", tally)
        memory = Memory(file, file.with_name("calibration.zip"), file.with_name("settings.toml"))
        _told(lambda: back_up(memory, file.with_name("b.zip")), stored.whole, f"{how}: backup", tally)
        command = rng.choice((("games", "--json"), ("export", rng.choice(sorted(games)))))
        done = niagara(*command, "--games", file)
        if "Traceback" in done.stderr or done.returncode not in (0, 2):
            tally.lost.append(f"{how}: {command} ends with {done.returncode}: {done.stderr[-200:]}")
        _told(lambda: _run(file), stored.whole, f"{how}: run", tally)
        kept, _ = recover(file)
        if not stored_in(file).whole:
            tally.lost.append(f"{how}: recovered, and damaged")
        tally.seen["entries told to be unreadable"] += sum(map(len, games.values())) - sum(
            len(game.entries) for game in kept.kept
        )
        tally.seen["entries"] += sum(map(len, games.values()))
        _run(file)
    except Exception as error:  # noqa: BLE001 - what is looked for
        tally.lost.append(f"{how}: {error!r}")


def _told(does: Callable[[], object], whole: bool, what: str, tally: Tally) -> None:
    """A whole file is used, a damaged one refused in a sentence."""
    try:
        does()
    except CompanionError as error:
        if whole:
            tally.lost.append(f"{what} is refused, and nothing is damaged: {error}")
    else:
        if not whole:
            tally.lost.append(f"{what} of a damaged file is done")


def _run(file: Path) -> None:
    settings = {"games": file, "camera": {"source": "none"}, "panel": {"kind": "none"}}
    open_table(Settings.model_validate(settings)).close()


def damaged_records(count: int, seed: int) -> Tally:
    """``count`` damaged records (.ngr): a status and a sentence each, never a traceback."""
    rng, tally = Random(seed), Tally("damaged record")
    with tempfile.TemporaryDirectory() as place:
        records = []
        for number in range(TABLES):
            with GameLog(Path(place, f"{number}.sqlite3")) as log:
                game = play(log, rng, 60)
                records.append(write_record(game.setup, (step.line for step in game.steps)).encode())
                read_record(records[-1].decode())
        file = Path(place, "damaged.ngr")
        for _ in range(count):
            how, content = damaged(rng.choice(records), rng)
            file.write_bytes(content)
            tally.tried += 1
            try:
                done = niagara("replay", file, *rng.choice(((), ("--json",), ("--notation",))))
            except Exception as error:  # noqa: BLE001 - what is looked for
                tally.lost.append(f"{how}: {error!r}")
                continue
            tally.seen[f"status {done.returncode}"] += 1
            if done.returncode not in (0, 1, 2) or "Traceback" in done.stderr:
                tally.lost.append(f"{how}: {done.returncode} {done.stderr[-200:]}")
    return tally
