"""What the doctor says: one finding for each thing looked at."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


class State(StrEnum):
    """How something is."""

    GOOD = "good"
    NOTE = "note"
    """The table can be played on, but somebody should know."""
    WRONG = "wrong"
    """Something the settings ask for does not work."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing, how it is in one sentence, and what to do about it; only what is good needs no cure."""

    thing: str
    state: State
    says: str
    cure: str = ""

    def __post_init__(self) -> None:
        if (self.state is State.GOOD) == bool(self.cure):
            raise ValueError(f"{self.thing}: what is {self.state} needs {'no' if self.cure else 'a'} cure")


@dataclass(frozen=True, slots=True)
class Report:
    """All findings in the order in which a person would set the table up."""

    findings: tuple[Finding, ...]

    @property
    def healthy(self) -> bool:
        """Nothing is wrong; there may be notes."""
        return all(finding.state is not State.WRONG for finding in self.findings)

    def of(self, thing: str) -> tuple[Finding, ...]:
        """What was found about one thing."""
        return tuple(finding for finding in self.findings if finding.thing == thing)

    def lines(self) -> Iterator[str]:
        """The report for people: state, thing and sentence, and under it the cure."""
        width = max(len(finding.thing) for finding in self.findings)
        for finding in self.findings:
            yield f"{finding.state:<5}  {finding.thing:<{width}}  {finding.says}"
            if finding.cure:
                yield f"{'':<5}  {'':<{width}}  -> {finding.cure}"

    def to_json(self) -> dict[str, Any]:
        """The report for programs."""
        return {
            "healthy": self.healthy,
            "findings": [
                {"thing": one.thing, "state": str(one.state), "says": one.says, "cure": one.cure or None}
                for one in self.findings
            ],
        }


def good(thing: str, says: str) -> Finding:
    """Nothing to do."""
    return Finding(thing, State.GOOD, says)


def note(thing: str, says: str, cure: str) -> Finding:
    """Playable, with something to know."""
    return Finding(thing, State.NOTE, says, cure)


def wrong(thing: str, says: str, cure: str) -> Finding:
    """Not working."""
    return Finding(thing, State.WRONG, says, cure)
