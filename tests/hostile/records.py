"""Hostile records: whole files in both spellings, single documents, and what a page may ask of an action."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from paths import TESTS

from companion.engine import (
    EngineError,
    action_from_json,
    header_from_json,
    json_document,
    read_record,
    replay,
    state_from_json,
    state_to_json,
    write_record,
)
from companion.errors import Refused
from companion.game.action_keys import action_of
from companion.words import say
from hostile.changes import NASTY_WORDS, as_text, changed_bytes, changed_document, nasty
from hostile.verdict import Refusal, Tally, Unforeseen, judge

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.engine import Setup

KIND = "records"
LINES = 14
"""Lines of a game that are kept: most of what can go wrong does in the first rounds, and a case is quick."""


@cache
def good() -> tuple[tuple[str, str], ...]:
    """The beginnings of whole games: in notation, and as JSON Lines."""
    files = sorted((TESTS / "companion/engine/playthroughs").glob("*.ngn"))
    found = []
    for file in files:
        text = file.read_text(encoding="utf-8")
        played = replay(text)
        lines = [line for line in text.split("\n") if line and not line.startswith(("#", " "))]
        found.append(("\n".join(lines[:LINES]), write_record(played.setup, played.actions[:LINES])))
    return tuple(found)


@cache
def states() -> tuple[tuple[Setup, object], ...]:
    """Positions out of those games, as documents, each with its set-up."""
    ends = [read_record(lines) for _, lines in good()]
    return tuple((end.setup, state_to_json(end.state)) for end in ends)


class Case:
    """One text, and the reader it is given to."""

    def __init__(self, reader: Callable[[str], object], text: str) -> None:
        self.reader = reader
        self.text = text

    def __call__(self) -> None:
        try:
            self.reader(self.text)
        except (EngineError, Refused) as error:
            _check(str(error))
            raise Refusal from error

    def __str__(self) -> str:
        return f"{self.reader.__name__} {self.text!r}"


def _check(sentence: str) -> None:
    if not sentence.strip():
        raise Unforeseen("refused without a word")
    sentence.encode()


def played(text: str) -> None:
    """Play a record; where it breaks off, in words that can be sent."""
    broken = replay(text).broken
    if broken is not None:
        _check(broken.text.encode("utf-8", "replace").decode() if broken.refusal else broken.text)
        if broken.refusal is not None:
            _check(say(broken.refusal.message))
        raise Refusal


def header(text: str) -> object:
    """The first line."""
    return header_from_json(json_document(text))


def action(text: str) -> object:
    """Another line."""
    return action_from_json(json_document(text))


def position_of(setup: Setup) -> Callable[[str], object]:
    """A position in a game, such as a correction holds."""

    def position(text: str) -> object:
        return state_to_json(state_from_json(json_document(text), setup))

    return position


def asked(text: str) -> object:
    """An action that a page names."""
    return action_of(text)


def case(random: Random) -> Case:
    """Any of these."""
    notation, lines = random.choice(good())
    kind = random.randrange(8)
    if kind == 0:
        return Case(played, changed_bytes(notation.encode(), random).decode("utf-8", "replace"))
    if kind == 1:
        words = notation.split(" ")
        for _ in range(random.choice((1, 2, 5))):
            words[random.randrange(len(words))] = random.choice((*words, *map(str, NASTY_WORDS)))
        return Case(played, " ".join(words).encode("utf-8", "replace").decode())
    if kind == 2:
        return Case(played, changed_bytes(lines.encode(), random).decode("utf-8", "replace"))
    if kind in (3, 4):
        parts = lines.rstrip("\n").split("\n")
        at = random.randrange(len(parts))
        parts[at] = as_text(changed_document(json.loads(parts[at]), random))
        if random.random() < 0.2:
            random.shuffle(parts)
        return Case(played, "\n".join(parts))
    if kind == 5:
        setup, document = random.choice(states())
        return Case(position_of(setup), as_text(changed_document(document, random)))
    document = json.loads(random.choice(lines.rstrip("\n").split("\n")))
    changed = changed_document(document, random) if random.random() < 0.9 else nasty(random)
    return Case(random.choice((header, action, asked)), as_text(changed))


def run(cases: int, seed: int) -> Tally:
    """Try so many."""
    return judge(KIND, cases, Random(seed), case)
