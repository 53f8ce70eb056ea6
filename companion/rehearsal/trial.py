"""A trial of trust: whole games on the virtual table, through pictures, with every kind of human mistake.

``python -m companion.rehearsal.trial --rounds 2000 --jobs 2`` draws a table for each seed - any colours, three to six
players, Joe, boards of their own layout, with and without stickers - and prints, for each kind of mistake, how many
were made, caught and rightly named; false alarms, silent errors, questions and delays. The same seeds play the same
games, however many at a time; ``--keep`` writes what the camera saw and the game so far for each failure.
"""

from __future__ import annotations

import itertools
import json
import multiprocessing
import tempfile
import time
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import click
import cv2

from companion.operation.settings import PatienceSettings, Settings
from companion.rehearsal.drawn_table import DrawnTable
from companion.rehearsal.habits import FAST_HABITS
from companion.rehearsal.results import FALSE_ALARM, SILENT, GameResults
from companion.rehearsal.trial_report import PlayedTable, report
from companion.rehearsal.virtual_players import VirtualPlayers
from companion.rehearsal.virtual_rig import build_drawn_rig, stepped_table
from vision.errors import CalibrationError
from vision.simulate import Light, View

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from concurrent.futures import Future

    from companion.rehearsal.results import Failure
    from companion.rehearsal.table_clock import FrameClock
    from companion.rehearsal.virtual_rig import VirtualRig
    from companion.service import Service

FAST_PATIENCE = PatienceSettings(wrong_after_s=1.0, remind_after_s=2.0, follow_s=4.0)
"""Nobody at this table dawdles between two canoes."""
PLAIN = DrawnTable(("red", "blue", "green"))
"""The table of a trial that draws none: stickers, and a board whose layout is known."""
AHEAD = 2
"""So many games are handed out for each process, so that none waits for the next."""
MOST_SECONDS_A_TURN = 12.0
"""After so long without a word of the companion the bots help by hand: longer than anything it waits for."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How often things go wrong, each turn."""

    slip: float = 0.12
    lamp: float = 0.02
    """Somebody switches a lamp: brightness and warmth change."""
    knock: float = 0.02
    """Somebody knocks the camera or the board."""
    hurry: float = 0.1
    """The next player moves before the turn has been seen."""


CALM = Rates(lamp=0.0, knock=0.0)


@dataclass(frozen=True, slots=True)
class Trial:
    """One game played through the pictures, and what came of it."""

    seed: int
    results: GameResults
    seconds: float
    table: DrawnTable = PLAIN
    not_calibrated: str = ""
    """Why the table could not be calibrated, so that no game was played."""

    @classmethod
    def played(cls, seed: int, table: DrawnTable, rates: Rates = CALM, keep: Path | None = None) -> Trial:
        """Play one whole game, from set-up to a winner; failures are written into the folder ``keep``."""
        began = time.perf_counter()
        try:
            results, why = _game(seed, table, rates, keep), ""
        except CalibrationError as error:
            results, why = GameResults(), str(error)
        return cls(seed, results, time.perf_counter() - began, table, why)

    def to_json(self) -> dict[str, Any]:
        """The trial as plain values; counts by kind of slip too."""
        results = self.results
        return {
            "seed": self.seed,
            "rounds": results.rounds,
            "mistakes": results.made.total(),
            "announced": results.caught.total(),
            "named": results.named.total(),
            "made": {str(slip): count for slip, count in results.made.items()},
            "false_alarms": results.count(FALSE_ALARM),
            "silent": results.count(SILENT),
            "questions": results.questions,
            "by_hand": results.entered_by_hand,
            "seconds": round(self.seconds, 1),
            "winners": list(results.winners),
        }

    def line(self) -> str:
        """The trial as a row of the table."""
        row = self.to_json()
        cells = "  ".join(str(row[name]).rjust(len(title)) for name, title in _COLUMNS.items())
        traits = ", ".join(self.table.traits)
        how = f"not calibrated: {self.not_calibrated}" if self.not_calibrated else ", ".join(row["winners"])
        return f"{self.seed:4}  {cells}  {self.seconds:7.1f}  {traits}; {how}"


_COLUMNS = {
    "rounds": "rounds",
    "mistakes": "mistakes",
    "announced": "announced",
    "named": "named",
    "false_alarms": "false alarms",
    "silent": "silent",
    "questions": "questions",
    "by_hand": "by hand",
}
"""What a row counts, and what stands above it."""
HEADING = "  ".join(("seed", *_COLUMNS.values(), "seconds", "table; winner"))


def _game(seed: int, drawn: DrawnTable, rates: Rates, keep: Path | None) -> GameResults:
    """One whole game through the pictures, in virtual time."""
    rng = Random(seed)
    rig = build_drawn_rig(drawn, rng, paced=False)
    with (
        tempfile.TemporaryDirectory() as folder,
        stepped_table(rig, Settings(patience=FAST_PATIENCE), Path(folder), annotated=False) as (table, clock),
    ):
        habits = replace(FAST_HABITS, slip=rates.slip, hurry=rates.hurry, patience_s=MOST_SECONDS_A_TURN)
        disturbances = Random(seed + 1)
        bots = VirtualPlayers(
            table.service, rig.table, rig.layout, clock, rng, habits,
            between_turns=lambda: _disturb(rig, rates, disturbances),
            witness=_witness(clock, table.service, seed, keep),
        )  # fmt: skip
        return bots.play_game()


def _disturb(rig: VirtualRig, rates: Rates, rng: Random) -> None:
    """Lamps are switched and the camera is knocked, now and then."""
    if rng.random() < rates.lamp:
        rig.camera.change(light=Light(kelvin=rng.uniform(2900, 6500), level=rng.uniform(0.6, 1.15)))
    if rng.random() < rates.knock:
        view = View(tilt_deg=rng.uniform(-6, 6), roll_deg=rng.uniform(-4, 4))
        rig.camera.change(view=view)


def _witness(clock: FrameClock, service: Service, seed: int, keep: Path | None) -> Callable[[Failure], None]:
    """Writes what can be looked at later: the frames looked at last, the game so far, and what is wrong."""

    def write(failure: Failure) -> None:
        if keep is None:
            return
        what = failure.what.replace(" ", "-")
        folder = keep / f"seed-{seed}-round-{failure.round}-{what}-{failure.at_s:.0f}s"
        folder.mkdir(parents=True, exist_ok=True)
        for frame in clock.lately:
            cv2.imwrite(str(folder / f"{frame.taken_s:08.3f}s.png"), frame.bgr)
        lines = [json.dumps(line) for line in service.game_record()]
        (folder / "game.ngr").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (folder / "why.txt").write_text(f"{failure.what}: {failure.detail}\n", encoding="utf-8")

    return write


def trials(
    first: int, plan: Callable[[int], DrawnTable], rates: Rates, keep: Path | None, jobs: int
) -> Generator[Trial]:
    """Game after game without end, in the order of their seeds; ``jobs`` of them are played at a time."""
    seeds = itertools.count(first)
    if jobs == 1:
        yield from (Trial.played(seed, plan(seed), rates, keep) for seed in seeds)
        return
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _one_thread)
    waiting: deque[Future[Trial]] = deque()
    try:
        while True:
            while len(waiting) < jobs * AHEAD:
                seed = next(seeds)
                waiting.append(pool.submit(Trial.played, seed, plan(seed), rates, keep))
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _one_thread() -> None:
    """Several processes share the processor: none of them spreads over all of it."""
    cv2.setNumThreads(1)


@click.command()
@click.option(
    "--rounds", type=click.IntRange(1), default=200, show_default=True, help="Play at least so many."
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Of the first game; the next has the next."
)
@click.option("--slips", type=click.FloatRange(0, 1), default=Rates().slip, show_default=True)
@click.option("--lamps", type=click.FloatRange(0, 1), default=Rates().lamp, show_default=True)
@click.option("--knocks", type=click.FloatRange(0, 1), default=Rates().knock, show_default=True)
@click.option("--hurry", type=click.FloatRange(0, 1), default=Rates().hurry, show_default=True)
@click.option("--keep", type=click.Path(path_type=Path, file_okay=False), help="Folder for failures.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Games played at a time.")
@click.option(
    "--plain", is_flag=True, help="Three players at the default board with stickers; nothing is drawn."
)
@click.option("--markdown", is_flag=True, help="The tables at the end as they stand in a document.")
def main(
    rounds: int,
    seed: int,
    slips: float,
    lamps: float,
    knocks: float,
    hurry: float,
    keep: Path | None,
    jobs: int,
    plain: bool,
    markdown: bool,
) -> None:
    """Play whole games through the pictures and print how far the companion can be trusted."""
    rates = Rates(slips, lamps, knocks, hurry)
    games: list[Trial] = []
    click.echo(HEADING, err=markdown)
    playing = trials(seed, (lambda _: PLAIN) if plain else DrawnTable.of_seed, rates, keep, jobs)
    # Every game has a round: where no table can be calibrated, this ends too.
    while sum(trial.results.rounds for trial in games) < rounds and len(games) < rounds:
        trial = next(playing)
        click.echo(trial.line(), err=markdown)
        for failure in trial.results.failures:
            text = f"      round {failure.round}, {failure.at_s:.0f} s: {failure.what}: {failure.detail}"
            click.echo(text, err=markdown)
        games.append(trial)
    playing.close()
    played = [PlayedTable(trial.table.traits, trial.results) for trial in games if not trial.not_calibrated]
    tables = report(played, len(games) - len(played))
    click.echo("\n" + "\n\n".join(table.as_markdown() if markdown else table.as_text() for table in tables))


if __name__ == "__main__":
    main()
