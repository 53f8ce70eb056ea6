"""Game records (``.ngr``): a header and one action a line, as JSON Lines or in notation.

Replaying stops at the first line that is broken or against the rules; everything before it is kept.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.engine.errors import EngineError, IllegalAction, NotClear, NotUnderstood, SetupError
from companion.engine.records.corrections import (
    Correction,
    correction_from_json,
    correction_meant,
    correction_to_json,
    is_correction,
)
from companion.engine.records.documents import (
    action_from_json,
    action_to_json,
    header_from_json,
    header_to_json,
)
from companion.engine.records.notation import action_meant, notation
from companion.engine.records.reading import json_document
from companion.engine.records.scoresheet import REMARK, TITLE, header_from_notation
from companion.engine.rules import apply, initial_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.engine.actions import Action
    from companion.engine.errors import Refusal
    from companion.engine.setup import Setup
    from companion.engine.state import State


@dataclass(frozen=True, slots=True)
class Broken:
    """The line at which a record cannot be followed: broken text, or an action a rule forbids (``refusal``)."""

    line: int
    text: str
    refusal: Refusal | None = None
    nearest: tuple[str, ...] = ()
    """Legal lines near to a forbidden one, written as the record is."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played as far as it goes: ``states`` holds the position after the header and after each action."""

    setup: Setup
    actions: tuple[Action | Correction, ...]
    """In the order played; a correction stands where the board was declared right."""
    states: tuple[State, ...]
    broken: Broken | None = None

    @property
    def state(self) -> State:
        """The position at the end."""
        return self.states[-1]


@dataclass(frozen=True, slots=True)
class _Script:
    """How a record is written: what its first line and the others say; ``remark`` begins what says nothing."""

    header: Callable[[str], Setup]
    action: Callable[[State, str], Action | Correction]
    write: Callable[[Action], str]
    remark: str | None = None

    def says_nothing(self, line: str) -> bool:
        return not line.strip() or (self.remark is not None and line.lstrip().startswith(self.remark))


def replay(text: str, name: str = "record") -> Replay:
    """Play a record; raises `NotUnderstood` or `SetupError` when even the header cannot be read."""
    script = _NOTATION if text.startswith(TITLE) else _JSON_LINES
    lines = text.split("\n")
    try:
        setup = script.header(lines[0])
    except SetupError as error:
        raise SetupError(f"{name}, line 1: {error}", error.problems) from error
    except EngineError as error:
        raise type(error)(f"{name}, line 1: {error}") from error
    actions: list[Action | Correction] = []
    states = [initial_state(setup)]
    broken = None
    for number, line in enumerate(lines[1:], 2):
        if script.says_nothing(line):
            continue
        try:
            action = script.action(states[-1], line)
            states.append(after(states[-1], action))
            actions.append(action)
        except IllegalAction as error:
            nearest = tuple(script.write(legal) for legal in error.refusal.nearest)
            broken = Broken(number, line.strip(), error.refusal, nearest)
            break
        except (NotUnderstood, NotClear) as error:
            broken = Broken(number, str(error))
            break
    return Replay(setup, tuple(actions), tuple(states), broken)


def read_record(text: str, name: str = "record") -> Replay:
    """Play a record that must be whole; raises `NotUnderstood` naming the line where it is not."""
    played = replay(text, name)
    if played.broken is not None:
        reason = "is against the rules" if played.broken.refusal else "cannot be read"
        raise NotUnderstood(f"{name}, line {played.broken.line} {reason}: {played.broken.text}")
    return played


def after(state: State, action: Action | Correction) -> State:
    """The position after one line of a record; raises `IllegalAction` as the rules do."""
    return action.state if isinstance(action, Correction) else apply(state, action)


def record_line(action: Action | Correction) -> dict[str, Any]:
    """One line of a record as a document."""
    return correction_to_json(action) if isinstance(action, Correction) else action_to_json(action)


def write_record(setup: Setup, actions: Iterable[Action | Correction]) -> str:
    """A record as text."""
    documents = [header_to_json(setup), *map(record_line, actions)]
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in documents)


def _from_document(state: State, line: str) -> Action | Correction:
    document = json_document(line)
    return correction_from_json(document, state) if is_correction(document) else action_from_json(document)


def _from_notation(state: State, line: str) -> Action | Correction:
    text = line.partition(REMARK)[0]
    return correction_meant(text, state) or action_meant(state, text)


_JSON_LINES = _Script(
    header=lambda line: header_from_json(json_document(line)),
    action=_from_document,
    write=lambda action: json.dumps(action_to_json(action)),
)
_NOTATION = _Script(
    header=header_from_notation,
    action=_from_notation,
    write=notation,
    remark=REMARK,
)
