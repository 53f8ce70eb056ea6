"""Reads every picture of every session and prints how well and how fast: `python -m vision.bench`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.bench.score import Fact, Kind, Verdict, score
from vision.bench.truth import load_sessions
from vision.calibration import calibrate
from vision.errors import VisionError
from vision.markers import find_markers
from vision.pictures import read_picture
from vision.reader import Reader
from vision.settle import Settler

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from vision.bench.truth import Session
    from vision.layout import Markers

OWN_PICTURES = Path(__file__).resolve().parents[2] / "tests" / "pictures"
ALL = "all"


class Costs:
    """Seconds a read, a look of the gate, and one full-frame search for stickers took on the same pictures."""

    def __init__(self) -> None:
        self._reads: list[float] = []
        self._gates: list[float] = []
        self._searches: list[float] = []

    def time(self, reader: Reader, bgr: NDArray[np.uint8], markers: Markers) -> None:
        """Time one more picture; the reader has just seen it, as it has when a table has settled."""
        settler = Settler()
        settler.see(bgr)
        grey = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)
        self._reads.append(_seconds(lambda: reader.read(bgr)))
        self._gates.append(_seconds(lambda: settler.see(bgr)))
        self._searches.append(_seconds(lambda: find_markers(grey, markers)))

    def __str__(self) -> str:
        if not self._reads:
            return "no picture was timed"
        search, read, gate = (median(taken) for taken in (self._searches, self._reads, self._gates))
        return (
            f"one search for stickers {1000 * search:.1f} ms; a settled read {1000 * read:.1f} ms "
            f"({read / search:.1f} x); a look of the gate {1000 * gate:.2f} ms ({gate / search:.2f} x)"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; the exit status is 2 when there is nothing to read."""
    parser = argparse.ArgumentParser(prog="python -m vision.bench", description=__doc__)
    parser.add_argument(
        "--pictures", type=Path, default=OWN_PICTURES, metavar="DIR", help="folder of sessions"
    )
    parser.add_argument("--misses", action="store_true", help="name every fact that was not told rightly")
    options = parser.parse_args(arguments)
    sessions = load_sessions(options.pictures)
    if not sessions:
        print(f"{options.pictures}: no sessions there; expected folders with a session.json", file=sys.stderr)
        return 2
    groups: dict[str, list[Fact]] = defaultdict(list)
    costs = Costs()
    for session in sessions:
        _read_session(session, groups, costs, misses=options.misses)
    print(_table(groups))
    print(costs)
    return 0


def _read_session(session: Session, groups: dict[str, list[Fact]], costs: Costs, *, misses: bool) -> None:
    try:
        calibration = calibrate(
            read_picture(session.empty), read_picture(session.setup), session.players, joe=session.joe
        )
    except VisionError as error:
        print(f"{session.name}: {error}")
        return
    for note in calibration.notes:
        print(f"{session.name}: note: {note}")
    reader = Reader(calibration)
    for truth in session.pictures:
        bgr = read_picture(truth.picture)
        facts = score(truth, reader.read(bgr))
        for group in (ALL, *truth.tags, session.name):
            groups[group].extend(facts)
        if misses:
            _print_misses(f"{session.name}/{truth.picture.stem} [{' '.join(truth.tags)}]", facts)
        costs.time(reader, bgr, calibration.layout.markers)


def _print_misses(picture: str, facts: Iterable[Fact]) -> None:
    for fact in facts:
        if fact.verdict is not Verdict.RIGHT and (fact.true or fact.told):
            print(f"{picture} {fact.verdict}: {fact.kind} {fact.where} {fact.true} -> {fact.told}")


def _table(groups: dict[str, list[Fact]]) -> str:
    """A row for each group of pictures: right facts of all, and what was wrongly told as certain."""
    head = f"{'':12}" + "".join(f"{kind:>13}" for kind in Kind) + f"{'wrong':>13}"
    order = sorted(groups, key=lambda name: (name != ALL, name.startswith("session"), name))
    return "\n".join([head, *(_row(name, groups[name]) for name in order)])


def _row(name: str, facts: list[Fact]) -> str:
    cells = [_share([fact for fact in facts if fact.kind is kind], Verdict.RIGHT) for kind in Kind]
    single = [fact for fact in facts if fact.kind is not Kind.PICTURE]
    return f"{name:12}" + "".join(f"{cell:>13}" for cell in (*cells, _share(single, Verdict.WRONG)))


def _share(facts: list[Fact], verdict: Verdict) -> str:
    if not facts:
        return "-"
    count = sum(fact.verdict is verdict for fact in facts)
    return f"{100 * count / len(facts):.1f} ({count})"


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
