"""A trial of trust: whole games on the virtual table, through pictures, with every kind of human mistake.

``python -m companion.rehearsal.trial --rounds 2000`` prints, for each kind of mistake, how many were made, caught
and rightly named; false alarms, silent errors, questions and delays. The same seed plays the same games; ``--keep``
writes what the camera saw and the game so far for each failure.
"""

from __future__ import annotations

import json
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

import click
import cv2

from companion.operation.settings import PatienceSettings, Settings
from companion.rehearsal.habits import FAST_HABITS
from companion.rehearsal.human_errors import Slip
from companion.rehearsal.results import FALSE_ALARM, MISSED, SILENT, UNNAMED, DiscCount, total
from companion.rehearsal.virtual_players import VirtualPlayers
from companion.rehearsal.virtual_rig import build_rig, stepped_table
from vision.simulate import Light, View

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Sequence

    from companion.rehearsal.results import Failure, GameResults
    from companion.rehearsal.table_clock import FrameClock
    from companion.rehearsal.virtual_rig import VirtualRig
    from companion.service import Service

FAST_PATIENCE = PatienceSettings(wrong_after_s=1.0, remind_after_s=2.0, follow_s=4.0)
"""Nobody at this table dawdles between two canoes."""
PLAYERS = ("red", "blue", "green")
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

    @classmethod
    def played(
        cls, seed: int, players: Sequence[str], rates: Rates = CALM, keep: Path | None = None
    ) -> Trial:
        """Play one whole game, from set-up to a winner; failures are written into the folder ``keep``."""
        began = time.perf_counter()
        results = _game(seed, players, rates, keep)
        return cls(seed, results, time.perf_counter() - began)

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
        return f"{self.seed:4}  {cells}  {self.seconds:7.1f}  {', '.join(self.results.winners)}"


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
HEADING = "  ".join(("seed", *_COLUMNS.values(), "seconds", "winner"))


def _game(seed: int, players: Sequence[str], rates: Rates, keep: Path | None) -> GameResults:
    """One whole game through the pictures, in virtual time."""
    rng = Random(seed)
    rig = build_rig(players, rng, paced=False)
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


def report(games: Sequence[GameResults]) -> str:
    """The tables over many games: by kind of mistake, then what the issue of trust is measured by."""
    summed = total(games)
    hours = summed.played_s / 3600
    lines = ["mistake               made  caught  rightly named"]
    lines += [
        f"{slip:<20} {summed.made[slip]:5}  {summed.caught[slip]:6}  {summed.named[slip]:13}"
        for slip in Slip
        if summed.made[slip]
    ]
    made, caught, named = (counted.total() for counted in (summed.made, summed.caught, summed.named))
    at_once = [m.delay_s for m in summed.slips if m.delay_s is not None and not m.mendable]
    waited = [m.delay_s for m in summed.slips if m.delay_s is not None and m.mendable]
    alarms = summed.count(FALSE_ALARM)
    a_game, a_turn = summed.questions / len(games), summed.questions / max(summed.turns, 1)
    figures = (
        ("rounds", f"{summed.rounds} in {len(games)} games, {hours:.2f} h at the table"),
        ("turns", f"{summed.turns}, {summed.hurried_turns} of them hurried"),
        ("caught", f"{_share(caught, made)}; missed {summed.count(MISSED)}"),
        ("rightly named", f"{_share(named, made)}; wrong name {summed.count(UNNAMED)}"),
        ("false alarms", f"{alarms}, {alarms / max(hours, 1e-9):.2f} an hour"),
        ("wrong silent commits", f"{summed.count(SILENT)}"),
        ("questions", f"{summed.questions}, {a_game:.2f} a game, {a_turn:.3f} a turn"),
        ("done pressed", f"{summed.pressed_done}"),
        ("moves entered by hand", f"{summed.entered_by_hand}"),
        ("discs counted", _shares(summed.discs_counted)),
        ("arms read right", _share(summed.arms_read[True], summed.arms_read.total())),
        ("still to announced, s", _spread(at_once)),
        ("the same, mendable, s", _spread(waited)),
        ("still to move read, s", _spread(summed.commit_delays_s)),
    )
    lines += [f"{'all':<20} {made:5}  {caught:6}  {named:13}", ""]
    lines += [f"{name:<22} {value}" for name, value in figures]
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _shares(counted: Counter[DiscCount]) -> str:
    return ", ".join(f"{_share(counted[how], counted.total())} {how.value}" for how in DiscCount)


def _spread(values: Sequence[float]) -> str:
    """Median and the value that nineteen in twenty stay below."""
    if len(values) < 2:
        return "-"
    return f"{median(values):.2f} (95 %: {quantiles(values, n=20)[-1]:.2f})"


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
def main(
    rounds: int, seed: int, slips: float, lamps: float, knocks: float, hurry: float, keep: Path | None
) -> None:
    """Play whole games through the pictures and print how far the companion can be trusted."""
    rates = Rates(slips, lamps, knocks, hurry)
    games: list[GameResults] = []
    click.echo(HEADING)
    while sum(results.rounds for results in games) < rounds:
        trial = Trial.played(seed + len(games), PLAYERS, rates, keep)
        click.echo(trial.line())
        for failure in trial.results.failures:
            click.echo(f"      round {failure.round}, {failure.at_s:.0f} s: {failure.what}: {failure.detail}")
        games.append(trial.results)
    click.echo("\n" + report(games))


if __name__ == "__main__":
    main()
