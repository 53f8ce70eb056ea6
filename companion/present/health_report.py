"""What the doctor says: one finding for each thing looked at, as data that command line, page and zip show alike.

Sentences are messages by key; a finding's ``key`` names a pair of them, what is the case and what to do about it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from companion.engine.message import Message
from companion.words import DEFAULT_LANGUAGE, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Health(StrEnum):
    """How something is."""

    GOOD = "good"
    NOTE = "note"
    """The table can be played on, but somebody should know."""
    WRONG = "wrong"
    """Something the settings ask for does not work."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing, how it is, and what to do about it; only what is good needs no cure."""

    thing: str
    """What was looked at, the same in every language: ``camera``, ``frame rate``, ``disk`` …"""
    health: Health
    key: str
    """Names the sentences: ``doctor.says.KEY`` and, unless all is good, ``doctor.cure.KEY``."""
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def title(self) -> Message:
        """What was looked at, for people."""
        return Message(f"doctor.thing.{self.thing.replace(' ', '-')}")

    @property
    def says(self) -> Message:
        """How it is, in one sentence."""
        return Message(f"doctor.says.{self.key}", self.values)

    @property
    def cure(self) -> Message | None:
        """What to do about it; ``None`` when there is nothing to do."""
        return None if self.health is Health.GOOD else Message(f"doctor.cure.{self.key}", self.values)


@dataclass(frozen=True, slots=True)
class Report:
    """All findings in the order in which a person would set the table up."""

    findings: tuple[Finding, ...]

    @property
    def healthy(self) -> bool:
        """Nothing is wrong; there may be notes."""
        return all(finding.health is not Health.WRONG for finding in self.findings)

    def of(self, thing: str) -> tuple[Finding, ...]:
        """What was found about one thing."""
        return tuple(finding for finding in self.findings if finding.thing == thing)

    def lines(self, language: str = DEFAULT_LANGUAGE) -> Iterator[str]:
        """The report for people: health, thing and sentence, and under it the cure."""
        rows = [
            (say(Message(f"doctor.health.{one.health}"), language), say(one.title, language), one)
            for one in self.findings
        ]
        health_width = max(len(health) for health, _, _ in rows)
        width = max(len(title) for _, title, _ in rows)
        for health, title, one in rows:
            yield f"{health:<{health_width}}  {title:<{width}}  {say(one.says, language)}"
            if one.cure is not None:
                yield f"{'':<{health_width}}  {'':<{width}}  -> {say(one.cure, language)}"

    def to_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, Any]:
        """The report for programs: ``thing``, ``state`` and ``key`` are the same in every language."""
        return {
            "healthy": self.healthy,
            "findings": [
                {
                    "thing": one.thing,
                    "state": str(one.health),
                    "key": one.key,
                    "says": say(one.says, language),
                    "cure": None if one.cure is None else say(one.cure, language),
                }
                for one in self.findings
            ],
        }


Doctor = Callable[[], Report]
"""Looks at the table now. May be called from any thread, takes a few seconds, changes nothing and never raises."""


def good(thing: str, key: str, **values: object) -> Finding:
    """Nothing to do."""
    return Finding(thing, Health.GOOD, key, values)


def note(thing: str, key: str, **values: object) -> Finding:
    """Playable, with something to know."""
    return Finding(thing, Health.NOTE, key, values)


def wrong(thing: str, key: str, **values: object) -> Finding:
    """Not working."""
    return Finding(thing, Health.WRONG, key, values)
