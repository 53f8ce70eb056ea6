"""What many games of a trial came to, as tables for the screen or for a document; shares with their intervals."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median, quantiles
from typing import TYPE_CHECKING

from companion.rehearsal.human_errors import Slip
from companion.rehearsal.results import FALSE_ALARM, MISSED, SILENT, UNNAMED, DiscCount, total
from vision.bench.statistics import Rate

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from companion.rehearsal.results import GameResults


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A game and the traits of the table it was played at."""

    traits: tuple[str, ...]
    results: GameResults


@dataclass(frozen=True, slots=True)
class Columns:
    """A table of text; the first cell of each row names it."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def as_text(self) -> str:
        """Aligned, for the screen."""
        lines = (self.heading, *self.rows)
        widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(
                [row[0].ljust(widths[0])]
                + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            ).rstrip()
            for row in lines
        )

    def as_markdown(self) -> str:
        """For a document."""
        rule = ("---", *("---:" for _ in self.heading[1:]))
        return "\n".join("| " + " | ".join(row) + " |" for row in (self.heading, rule, *self.rows))


def report(games: Sequence[PlayedTable], uncalibrated: int = 0) -> tuple[Columns, ...]:
    """By kind of mistake; all together; by kind of table. Shares stand with their 95 % intervals (Wilson)."""
    summed = total(game.results for game in games)
    return _by_slip(summed), _figures(summed, len(games), uncalibrated), _by_trait(games)


def _by_slip(summed: GameResults) -> Columns:
    rows = [
        (
            str(slip),
            str(summed.made[slip]),
            _share(Rate(summed.caught[slip], summed.made[slip])),
            _share(Rate(summed.named[slip], summed.made[slip])),
        )
        for slip in Slip
        if summed.made[slip]
    ]
    made, caught, named = (counted.total() for counted in (summed.made, summed.caught, summed.named))
    rows.append(("all", str(made), _share(Rate(caught, made)), _share(Rate(named, made))))
    return Columns(("mistake", "made", "caught", "rightly named"), tuple(rows))


def _figures(summed: GameResults, games: int, uncalibrated: int) -> Columns:
    hours = summed.played_s / 3600
    at_once = [m.delay_s for m in summed.slips if m.delay_s is not None and not m.mendable]
    waited = [m.delay_s for m in summed.slips if m.delay_s is not None and m.mendable]
    alarms, turns = summed.count(FALSE_ALARM), max(summed.turns, 1)
    rows = (
        ("rounds", f"{summed.rounds} in {games} games, {hours:.2f} h at the table"),
        ("tables not calibrated", str(uncalibrated)),
        ("turns", f"{summed.turns}, {summed.hurried_turns} of them hurried"),
        ("mistakes missed", str(summed.count(MISSED))),
        ("wrong name", str(summed.count(UNNAMED))),
        ("false alarms", f"{alarms}, {alarms / max(hours, 1e-9):.2f} an hour"),
        ("turns with a false alarm", _share(Rate(min(alarms, turns), turns))),
        ("wrong silent commits", _share(Rate(summed.count(SILENT), turns))),
        ("questions", f"{summed.questions}, {summed.questions / turns:.3f} a turn"),
        ("done pressed", str(summed.pressed_done)),
        ("moves entered by hand", _share(Rate(min(summed.entered_by_hand, turns), turns))),
        ("discs counted", _shares(summed.discs_counted)),
        ("arms read right", _share(Rate(summed.arms_read[True], summed.arms_read.total()))),
        ("still to announced, s", _spread(at_once)),
        ("the same, mendable, s", _spread(waited)),
        ("still to move read, s", _spread(summed.commit_delays_s)),
    )
    return Columns(("all games", ""), rows)


def _by_trait(games: Sequence[PlayedTable]) -> Columns:
    """Of each trait, the games at tables that have it."""
    traits = sorted({trait for game in games for trait in game.traits})
    rows = []
    for trait in traits:
        these = [game.results for game in games if trait in game.traits]
        summed = total(these)
        turns = max(summed.turns, 1)
        rows.append(
            (
                trait,
                str(len(these)),
                str(summed.turns),
                _share(Rate(summed.caught.total(), summed.made.total())),
                _share(Rate(min(summed.count(FALSE_ALARM), turns), turns)),
                _share(Rate(summed.count(SILENT), turns)),
                _share(Rate(min(summed.entered_by_hand, turns), turns)),
            )
        )
    heading = ("table", "games", "turns", "caught", "false alarms", "wrong silent commits", "by hand")
    return Columns(heading, tuple(rows))


def _share(rate: Rate) -> str:
    if rate.share is None:
        return "-"
    low, high = rate.interval
    return f"{rate.share:.1%} ({100 * low:.1f}-{100 * high:.1f})"


def _shares(counted: Counter[DiscCount]) -> str:
    return ", ".join(f"{_share(Rate(counted[how], counted.total()))} {how.value}" for how in DiscCount)


def _spread(values: Sequence[float]) -> str:
    """Median and the value that nineteen in twenty stay below."""
    if len(values) < 2:
        return "-"
    return f"{median(values):.2f} (95 %: {quantiles(values, n=20)[-1]:.2f})"
