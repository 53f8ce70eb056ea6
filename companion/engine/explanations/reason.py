"""A thing that happened and the rule it follows from."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.message import Message


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of what an action does: the rule's number and the sentence that tells it."""

    rule: str
    message: Message


def because(rule: str, step: str, **values: object) -> Reason:
    """The reason whose sentence is ``why.step`` in the catalogues."""
    return Reason(rule, Message(f"why.{step}", values))
