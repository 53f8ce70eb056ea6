"""Reads every picture of every session and says how well and how fast: `python -m vision.bench`."""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from vision.bench.costs import Stopwatch
from vision.bench.report import Findings, as_json, as_text
from vision.bench.score import Fact, FactKind, Verdict, score
from vision.bench.sheet import MOST_TILES, Tile, cut_out, draw_sheet
from vision.bench.side_by_side import TableKind
from vision.bench.splits import split_of
from vision.bench.stickers import without_stickers
from vision.bench.targets import SINGLE
from vision.bench.truth import corners_of, load_sessions
from vision.calibrating.calibrate import calibrate
from vision.errors import VisionError
from vision.imaging.picture_files import read_picture
from vision.layout import default_layout
from vision.motion.channel_slide import ChannelSlideReader
from vision.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vision.bench.truth import Corners, Session, Truth
    from vision.layout import Layout

OWN_PICTURES = Path(__file__).resolve().parents[2] / "tests" / "pictures"
TIMED_EVERY = 4
"""One picture in so many is timed, the first of each table among them: timing takes longer than reading. More is a
quicker bench, less a surer median."""


@dataclass(slots=True)
class Bench:
    """What has been found so far."""

    misses: bool
    """Whether each fact not told rightly is to be named."""
    sheet: bool
    sessions: dict[str, list[Fact]] = field(default_factory=dict)
    kinds: dict[str, TableKind] = field(default_factory=dict)
    axes: dict[str, list[Fact]] = field(default_factory=lambda: defaultdict(list))
    notes: list[str] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)
    watch: Stopwatch = field(default_factory=Stopwatch)

    def read(self, session: Session, *, stickers: bool) -> None:
        """Calibrate one table and read its pictures; one that cannot be calibrated leaves all facts untold.

        Without ``stickers`` they are painted over first, where there are any.
        """
        painted = session.stickers and not stickers
        if painted:
            session = replace(session, name=f"{session.name}, painted over")
        self.sessions[session.name] = []
        self.kinds[session.name] = TableKind(
            split_of(session.provenance),
            session.provenance.maker,
            session.stickers and stickers,
            session.own_layout,
        )
        reader = self._calibrated(session, painted=painted)
        slides = None if reader is None else ChannelSlideReader(reader.calibration)
        for number, truth in enumerate(session.pictures):
            bgr = picture_of(truth.picture, truth.corners_px, painted=painted)
            facts = score(truth, None if reader is None else reader.read(bgr))
            self.sessions[session.name].extend(facts)
            for tag in truth.tags:
                self.axes[tag].extend(facts)
            layout = default_layout() if reader is None else reader.calibration.layout
            self._keep_failures(session, truth, bgr, facts, layout)
            if reader is not None and slides is not None and number % TIMED_EVERY == 0:
                self.watch.time(reader, slides, bgr)

    def findings(self) -> Findings:
        """All of it."""
        return Findings(self.sessions, self.axes, self.watch.costs(), tuple(self.notes), self.kinds)

    def _calibrated(self, session: Session, *, painted: bool) -> Reader | None:
        try:
            empty, setup = (
                picture_of(file, corners_of(file), painted=painted) for file in (session.empty, session.setup)
            )
            calibration = calibrate(empty, setup, session.players, joe=session.joe)
        except VisionError as error:
            self.notes.append(f"{session.name}: not calibrated, so nothing of it is told: {error}")
            return None
        self.notes.extend(f"{session.name}: {note}" for note in calibration.notes)
        return Reader(calibration)

    def _keep_failures(
        self,
        session: Session,
        truth: Truth,
        bgr: NDArray[np.uint8],
        facts: Sequence[Fact],
        layout: Layout,
    ) -> None:
        refused = any(fact.kind is FactKind.USED and fact.verdict is Verdict.ABSTAINED for fact in facts)
        failed = [
            fact
            for fact in facts
            # Of a picture that was not read, one line says it all.
            if fact.verdict is not Verdict.RIGHT
            and ((fact.kind in (FactKind.USED, FactKind.HAND)) or (fact.kind in SINGLE and not refused))
        ]
        if self.misses:
            if truth.doubtful:
                doubtful = ", ".join(sorted(truth.doubtful))
                self.notes.append(f"{session.name}/{truth.picture.stem}: nobody vouches for {doubtful}")
            self.notes.extend(
                f"{session.name}/{truth.picture.stem} [{' '.join(truth.tags)}] {fact.verdict}: "
                f"{fact.kind} {fact.where} {fact.true} -> {fact.told}"
                for fact in failed
            )
        if self.sheet:
            self.tiles.extend(cut_out(truth, bgr, fact, layout) for fact in failed)


def picture_of(file: Path, corners_px: Corners, *, painted: bool) -> NDArray[np.uint8]:
    """A picture as it is, or with its stickers ``painted`` over; ``corners_px`` are the board's corners in it."""
    bgr = read_picture(file)
    return without_stickers(bgr, corners_px, default_layout()) if painted else bgr


def sessions_of(folders: Sequence[Path]) -> list[Session]:
    """All sessions of these folders; named with their folder too where there are several."""
    sessions = [session for folder in folders for session in load_sessions(folder)]
    if len(folders) == 1:
        return sessions
    return [replace(one, name=f"{one.provenance.folder}/{one.name}") for one in sessions]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision.bench", description=__doc__)
    parser.add_argument(
        "--pictures",
        type=Path,
        nargs="+",
        action="extend",
        metavar="DIR",
        help="folders of sessions, fitted on and never seen side by side",
    )
    parser.add_argument("--misses", action="store_true", help="name every fact that was not told rightly")
    parser.add_argument(
        "--sheet", type=Path, metavar="FILE", help="write a contact sheet of the failures there"
    )
    stickers = parser.add_mutually_exclusive_group()
    stickers.add_argument(
        "--no-stickers", action="store_true", help="paint the stickers over first, as if there were none"
    )
    stickers.add_argument(
        "--both-ways",
        action="store_true",
        help="read tables with stickers twice: as they are, and painted over",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document instead of tables")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; the exit status is 2 when there is nothing to read."""
    options = _parser().parse_args(arguments)
    folders = options.pictures or [OWN_PICTURES]
    sessions = sessions_of(folders)
    if not sessions:
        where = ", ".join(map(str, folders))
        print(f"{where}: no sessions there; expected folders with a session.json", file=sys.stderr)
        return 2
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)  # so that multiples of a search do not depend on the number of cores
    try:
        bench = Bench(misses=options.misses, sheet=options.sheet is not None)
        for session in sessions:
            if not options.no_stickers:
                bench.read(session, stickers=True)
            if options.no_stickers or (options.both_ways and session.stickers):
                bench.read(session, stickers=False)
    finally:
        cv2.setNumThreads(threads)
    if options.sheet is not None and not _write_sheet(options.sheet, bench):
        print(
            f"{options.sheet}: cannot be written; expected a name that ends in .png or .jpg", file=sys.stderr
        )
        return 2
    findings = bench.findings()
    print(json.dumps(as_json(findings), indent=1) if options.json else as_text(findings))
    return 0


def _write_sheet(file: Path, bench: Bench) -> bool:
    if file.suffix.lower() not in (".png", ".jpg", ".jpeg") or not file.parent.is_dir():
        return False
    done, content = cv2.imencode(file.suffix.lower(), draw_sheet(bench.tiles))
    file.write_bytes(content.tobytes())
    shown = min(len(bench.tiles), MOST_TILES)
    bench.notes.append(f"contact sheet of {shown} of {len(bench.tiles)} failures: {file}")
    return bool(done)


if __name__ == "__main__":
    sys.exit(main())
