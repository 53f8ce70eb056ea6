"""The check trial: pictures of whole games held against their records, as `niagara check` does it.

A table of a game has a ``game.ngr`` beside its ``session.json``; each picture's document says how many lines of the
record came before (``record_lines``), which ``action`` was then played, and which ``mistake`` was made instead, or
null. The same judgement is made of what truly lies there: what not even perfect eyes could tell is counted apart.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import click

from companion.adapters.sighting_to_board import board_picture
from companion.board.discrepancy import DISC_KINDS, RIVER_KINDS, Kind
from companion.board.expectation import expected_picture
from companion.engine import action_from_json, apply, read_record
from companion.interpret.judgement import Agrees, Disagrees, Explained, Unclear, judge
from vision.bench.binomial import upper_bound
from vision.bench.statistics import Rate
from vision.bench.truth import load_sessions
from vision.calibrating.calibrate import calibrate
from vision.errors import VisionError
from vision.imaging.picture_files import read_picture
from vision.reader import Reader
from vision.sighting import Board, SeenSpace, Sighting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from companion.board.picture import BoardPicture
    from companion.engine import Action, State
    from companion.interpret.judgement import Finding
    from vision.bench.truth import Session, Truth

_CANOES = frozenset(
    {
        Kind.CANOE_MISSING,
        Kind.CANOE_UNEXPECTED,
        Kind.CANOE_MISPLACED,
        Kind.CANOE_WRONG_COLOUR,
        Kind.MOVE_ILLEGAL,
    }
)
RIGHT_NAMES = {
    "wrong-space": _CANOES | RIVER_KINDS,
    "wrong-canoe": _CANOES | RIVER_KINDS,
    "gem-taken": frozenset({Kind.CARGO_WRONG, Kind.DEPOSIT_WRONG, Kind.MOVE_ILLEGAL}),
    "disc-missing": DISC_KINDS,
    "disc-displaced": DISC_KINDS,
    "wrong-weather": frozenset({Kind.WEATHER_WRONG}),
}
"""The kinds of discrepancy that name each mistake rightly."""


class CheckOutcome(StrEnum):
    """What became of one picture."""

    EXPLAINED = "explained by the right action"
    ASKED = "asked, or not told"
    OTHER_ACTION = "taken for another action"
    CALLED_WRONG = "called wrong"
    NAMED = "caught and rightly named"
    CAUGHT = "caught under another name"
    DOUBTED = "asked about"
    ACCEPTED = "accepted silently"
    LOOKS_LEGAL = "no camera could tell"
    """A mistake that looks like a legal turn or like no turn at all, or a turn that perfect eyes call wrong."""


LEGAL = (CheckOutcome.EXPLAINED, CheckOutcome.ASKED, CheckOutcome.OTHER_ACTION, CheckOutcome.CALLED_WRONG)
MISTAKES = (CheckOutcome.NAMED, CheckOutcome.CAUGHT, CheckOutcome.DOUBTED, CheckOutcome.ACCEPTED)


@dataclass(frozen=True, slots=True)
class Moment:
    """One picture of a game: the position before, what was to be played, and what went wrong instead."""

    name: str
    state: State
    action: Action
    mistake: str | None


@dataclass(frozen=True, slots=True)
class CheckedPicture:
    """One picture and what became of it."""

    moment: Moment
    outcome: CheckOutcome


def game_moments(session: Session, folder: Path) -> Iterator[tuple[Moment, Truth]]:
    """Each picture of a table with its place in the game."""
    record = (folder / "game.ngr").read_text(encoding="utf-8").splitlines(keepends=True)
    for truth in session.pictures:
        document = json.loads(truth.picture.with_suffix(".json").read_text(encoding="utf-8"))
        before = read_record("".join(record[: document["record_lines"]]), str(folder / "game.ngr")).state
        action = action_from_json(document["action"])
        name = f"{folder.name}/{truth.picture.stem}"
        yield Moment(name, before, action, document["mistake"]), truth


def outcome_of(moment: Moment, seen: BoardPicture | None, truly: BoardPicture) -> CheckOutcome:
    """What becomes of a picture; ``seen`` is ``None`` when it was not readable, ``truly`` is what lies there."""
    found = None if seen is None else judge(moment.state, seen)
    told = judge(moment.state, truly)
    if moment.mistake is None:
        if not _is_right(moment, told):
            return CheckOutcome.LOOKS_LEGAL
        return _of_legal(moment, found)
    if not isinstance(told, Disagrees):
        return CheckOutcome.LOOKS_LEGAL
    return _of_mistake(moment.mistake, found)


def _is_right(moment: Moment, found: Finding | None) -> bool:
    """Whether the finding is the action that was played, or that nothing changed where it changes nothing."""
    after = apply(moment.state, moment.action)
    if isinstance(found, Explained):
        return found.hypothesis.state == after or expected_picture(
            found.hypothesis.state
        ) == expected_picture(after)
    unchanged = expected_picture(moment.state) == expected_picture(after)
    return isinstance(found, Agrees) and unchanged


def _of_legal(moment: Moment, found: Finding | None) -> CheckOutcome:
    if _is_right(moment, found):
        return CheckOutcome.EXPLAINED
    if isinstance(found, Disagrees):
        return CheckOutcome.CALLED_WRONG
    # A board that is said to agree is a turn not noticed: the player says that he is done.
    return CheckOutcome.OTHER_ACTION if isinstance(found, Explained) else CheckOutcome.ASKED


def _of_mistake(mistake: str, found: Finding | None) -> CheckOutcome:
    if isinstance(found, Disagrees):
        kinds = {item.kind for item in found.discrepancies}
        return CheckOutcome.NAMED if kinds & RIGHT_NAMES[mistake] else CheckOutcome.CAUGHT
    return CheckOutcome.DOUBTED if found is None or isinstance(found, Unclear) else CheckOutcome.ACCEPTED


def perfect_sighting(truth: Truth) -> Sighting:
    """What perfect eyes would report of a picture."""
    return Sighting(
        board=Board.FOUND,
        board_by="markers",
        readable=True,
        why=None,
        hand=False,
        reprojection_px=0.0,
        spaces={name: SeenSpace(disc, truth.canoes[name]) for name, disc in truth.discs.items()},
        insertion=truth.insertion,
        beach=dict(truth.beach),
        falls=dict(truth.falls),
        weather=truth.weather,
        buoy=truth.buoy,
        deposits=dict(truth.deposits),
        confidence={},
    )


def try_table(session: Session, folder: Path) -> Iterator[CheckedPicture]:
    """Read all pictures of a table and hold them against its game; of a table not calibrated nothing is told."""
    try:
        empty, setup = read_picture(session.empty), read_picture(session.setup)
        reader = Reader(calibrate(empty, setup, session.players, joe=session.joe))
    except VisionError as error:
        click.echo(f"{session.name}: not calibrated: {error}", err=True)
        reader = None
    for moment, truth in game_moments(session, folder):
        players = [str(player) for player in moment.state.players]
        seen = None if reader is None else reader.read(read_picture(truth.picture))
        picture = board_picture(seen, players) if seen is not None and seen.readable else None
        truly = board_picture(perfect_sighting(truth), players)
        yield CheckedPicture(moment, outcome_of(moment, picture, truly))


def as_text(trials: Iterable[CheckedPicture]) -> str:
    """How often each outcome was, with its 95 % interval and its upper bound."""
    done = tuple(trials)
    lines = [f"{len(done)} pictures; shares in percent with their 95 % interval, and the 95 % upper bound"]
    for title, outcomes in (("legal turns", LEGAL), ("mistakes", MISTAKES)):
        counts = Counter(trial.outcome for trial in done if trial.outcome in outcomes)
        of = sum(counts.values())
        lines.append(f"{title}: {of}")
        lines.extend(_line(outcome, counts[outcome], of) for outcome in outcomes)
    beyond = sum(trial.outcome is CheckOutcome.LOOKS_LEGAL for trial in done)
    lines.append(f"left out, as no camera could tell: {beyond}")
    return "\n".join(lines)


def _line(outcome: CheckOutcome, hits: int, of: int) -> str:
    low, high = (100 * end for end in Rate(hits, of).interval)
    share = f"{100 * hits / of:6.1f}" if of else f"{'-':>6}"
    bound = f"<= {100 * upper_bound(hits, of):.1f}"
    return f"  {outcome:32}{hits:5}{share}{f'{low:.1f} - {high:.1f}':>16}{bound:>12}"


def run_bench(folders: Iterable[Path], *, misses: bool) -> bool:
    """Print the trial of all tables with games; whether there was one."""
    trials: list[CheckedPicture] = []
    for folder in folders:
        for session in load_sessions(folder):
            table = session.empty.parent.parent
            if (table / "game.ngr").exists():
                trials.extend(try_table(session, table))
    if not trials:
        return False
    good = (CheckOutcome.EXPLAINED, CheckOutcome.NAMED, CheckOutcome.LOOKS_LEGAL)
    for trial in trials:
        if misses and trial.outcome not in good:
            wanted = trial.moment.mistake or trial.moment.action
            click.echo(f"{trial.moment.name}: {trial.outcome}: {wanted}")
    click.echo(as_text(trials))
    return True
