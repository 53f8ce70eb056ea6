"""The bench's findings as tables for people and as JSON for programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from vision.bench.costs import MOST_GATE, MOST_READ
from vision.bench.score import FactKind
from vision.bench.side_by_side import bounds_json, bounds_text, groups
from vision.bench.statistics import THRESHOLDS, Outcome, leave_one_out, outcome_at, reliability
from vision.bench.targets import SINGLE, TARGETS, WRONG_AS_CERTAIN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.bench.costs import ReadingCosts
    from vision.bench.score import Fact
    from vision.bench.side_by_side import TableKind
    from vision.bench.statistics import Rate
    from vision.bench.targets import Target

AXES = ("clean", "relit", "bumped", "hand", "glare", "fault")
"""What may be hard about a picture, in the order of the table's columns."""
SHOWN_OF_PARTS = ("wrong as certain", "exact pictures", "discs", "canoes", "weather", "cargo", "deposits")
"""The targets that are told of each kind of table."""
MEGABYTE = 1_000_000
"""Bytes."""


@dataclass(frozen=True, slots=True)
class Findings:
    """All facts by session and by axis, what reading cost, and what is to be said besides."""

    sessions: Mapping[str, Sequence[Fact]]
    axes: Mapping[str, Sequence[Fact]]
    costs: ReadingCosts | None
    notes: tuple[str, ...]
    kinds: Mapping[str, TableKind] = field(default_factory=dict)
    """Of each session what it was used for, by whom it was made, and with or without stickers."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All of them, once."""
        return tuple(fact for facts in self.sessions.values() for fact in facts)

    def swept(self) -> dict[FactKind, dict[str, list[Fact]]]:
        """By kind and session, the facts of kinds whose answers come with a confidence."""
        kinds = {fact.kind for fact in self.facts if fact.confidence is not None}
        return {
            kind: {
                name: [fact for fact in facts if fact.kind is kind] for name, facts in self.sessions.items()
            }
            for kind in FactKind
            if kind in kinds
        }


def as_text(findings: Findings) -> str:
    """Everything as tables of plain text."""
    side_by_side = groups(findings.sessions, findings.kinds)
    parts = [
        *(["\n".join(findings.notes)] if findings.notes else []),
        _targets(findings.facts),
        _groups("per split", side_by_side["split"]),
        bounds_text(side_by_side["split"] or {"all": findings.facts}),
        _columns("per split and kind of table", side_by_side["part"]),
        _groups("per axis", {axis: findings.axes.get(axis, ()) for axis in AXES}),
        _groups("per session", findings.sessions),
        _sweep(findings),
        _reliability(findings),
        _costs(findings.costs),
    ]
    return "\n\n".join(parts)


def as_json(findings: Findings) -> dict[str, Any]:
    """The same figures as one JSON document."""
    costs = findings.costs
    side_by_side = groups(findings.sessions, findings.kinds)
    return {
        "targets": _rates_json(findings.facts),
        "splits": {name: _rates_json(facts) for name, facts in side_by_side["split"].items()},
        "bounds": bounds_json(side_by_side["split"]),
        "parts": {name: _rates_json(facts) for name, facts in side_by_side["part"].items()},
        "axes": {axis: _rates_json(findings.axes.get(axis, ())) for axis in AXES},
        "sessions": {name: _rates_json(facts) for name, facts in findings.sessions.items()},
        "sweep": {
            str(kind): {
                "thresholds": [
                    {"threshold": threshold, **_outcome_json(outcome_at(_flat(sessions), threshold))}
                    for threshold in THRESHOLDS
                ],
                "leave_one_session_out": _outcome_json(leave_one_out(sessions, WRONG_AS_CERTAIN.wanted)),
                "reliability": [
                    {"from": low, "right": rate.hits, "told": rate.of}
                    for low, rate in reliability(_flat(sessions))
                ],
            }
            for kind, sessions in findings.swept().items()
        },
        "costs": None
        if costs is None
        else {
            "search_s": costs.search_s,
            "read_s": costs.read_s,
            "gate_s": costs.gate_s,
            "average_s": costs.average_s,
            "glimpse_s": costs.slide_s,
            "read_searches": costs.read,
            "gate_searches": costs.gate,
            "memory_bytes": costs.memory_bytes,
        },
        "notes": list(findings.notes),
    }


def _rates_json(facts: Sequence[Fact]) -> dict[str, Any]:
    document = {}
    for target in TARGETS:
        rate = target.rate(facts)
        document[target.name] = {
            "hits": rate.hits,
            "of": rate.of,
            "interval_95": [round(end, 4) for end in rate.interval],
            "wanted": target.wanted,
            "reached": target.reached(rate),
        }
    return document


def _outcome_json(outcome: Outcome) -> dict[str, int]:
    return {"right": outcome.right, "abstained": outcome.abstained, "wrong": outcome.wrong}


def _targets(facts: Sequence[Fact]) -> str:
    head = f"{'in percent':18}{'wanted':>9}{'reached':>9}{'95 % interval':>16}{'count':>14}"
    return "\n".join([head, *(_target(target, target.rate(facts)) for target in TARGETS)])


def _target(target: Target, rate: Rate) -> str:
    sign, wanted = "<=" if target.at_most else ">=", f"{100 * target.wanted:.1f}"
    if rate.share is None:
        return f"{target.name:18}{f'{sign} {wanted}':>9}{'-':>9}"
    low, high = (100 * end for end in rate.interval)
    mark = "" if target.reached(rate) else "  not reached"
    return (
        f"{target.name:18}{f'{sign} {wanted}':>9}{100 * rate.share:9.1f}{f'{low:.1f} - {high:.1f}':>16}"
        f"{f'{rate.hits} of {rate.of}':>14}{mark}"
    )


def _groups(title: str, groups: Mapping[str, Sequence[Fact]]) -> str:
    """A column for each group: the share and its interval in percent."""
    rows = [f"{title:18}" + "".join(f"{name:>17}" for name in groups)]
    for target in TARGETS:
        cells = (_cell(target.rate(facts)) for facts in groups.values())
        rows.append(f"{target.name:18}" + "".join(f"{cell:>17}" for cell in cells))
    return "\n".join(rows)


def _columns(title: str, groups: Mapping[str, Sequence[Fact]]) -> str:
    """A row for each group, whose name is too long for a column: what players feel most."""
    shown = [target for target in TARGETS if target.name in SHOWN_OF_PARTS]
    rows = [f"{title:46}" + "".join(f"{target.name:>18}" for target in shown)]
    for name, facts in groups.items():
        rows.append(f"{name:46}" + "".join(f"{_cell(target.rate(facts)):>18}" for target in shown))
    return "\n".join(rows)


def _cell(rate: Rate) -> str:
    if rate.share is None:
        return "-"
    low, high = (100 * end for end in rate.interval)
    return f"{100 * rate.share:.1f} ({low:.0f}-{high:.0f})"


def _sweep(findings: Findings) -> str:
    """Right, withheld and wrong in percent of all facts of a kind, the more confidence is asked for."""
    lines = ["right / withheld / wrong in percent, when answers of less confidence are withheld"]
    lines.append(f"{'':12}" + "".join(f"{threshold:>19.2f}" for threshold in THRESHOLDS))
    for kind, sessions in findings.swept().items():
        cells = (_outcome(outcome_at(_flat(sessions), threshold)) for threshold in THRESHOLDS)
        lines.append(f"{kind:12}" + "".join(f"{cell:>19}" for cell in cells))
    lines.append("")
    lines.append("the same, each session with the confidence that the other sessions need for their target")
    lines.extend(
        f"{kind:12}{_outcome(leave_one_out(sessions, WRONG_AS_CERTAIN.wanted)):>19}"
        for kind, sessions in findings.swept().items()
    )
    return "\n".join(lines)


def _outcome(outcome: Outcome) -> str:
    return " / ".join(
        f"{100 * part / max(outcome.facts, 1):.1f}"
        for part in (outcome.right, outcome.abstained, outcome.wrong)
    )


def _reliability(findings: Findings) -> str:
    """How often answers of some confidence are right: a good confidence is right about that often."""
    told = [fact for fact in findings.facts if fact.kind in SINGLE]
    rows = (f"from {low:.2f}: {_cell(rate):>17} of {rate.of}" for low, rate in reliability(told))
    return "\n".join(["answers given that were right, in percent, by their confidence", *rows])


def _costs(costs: ReadingCosts | None) -> str:
    if costs is None:
        return "no picture was timed"
    read = f"{1000 * costs.read_s:8.2f} ms = {costs.read:.2f} searches (wanted <= {MOST_READ:.2f})"
    gate = f"{1000 * costs.gate_s:8.2f} ms = {costs.gate:.3f} searches (wanted <= {MOST_GATE:.3f})"
    return "\n".join(
        (
            f"medians of {costs.pictures} pictures on one thread, decoding excluded",
            f"one search for stickers   {1000 * costs.search_s:8.2f} ms",
            f"a settled read            {read}",
            f"a look of the gate        {gate}",
            f"averaging before a read   {1000 * costs.average_s:8.2f} ms = {costs.average:.2f} searches",
            f"following the river       {1000 * costs.slide_s:8.2f} ms = {costs.slide:.2f} searches",
            f"memory of this process    {costs.memory_bytes / MEGABYTE:8.0f} MB at most",
        )
    )


def _flat(sessions: Mapping[str, Sequence[Fact]]) -> list[Fact]:
    return [fact for facts in sessions.values() for fact in facts]
