"""What can go wrong with a game; three refusals of an action, three types::

EngineError
├── SetupError    (also ValueError)   a game that cannot be set up like this
├── NotUnderstood (also ValueError)   a text or document that is no action, state or record
├── NotClear      (also ValueError)   a text that may mean several legal actions; carries them
└── IllegalAction                     understood, but a rule forbids it now; carries the `Refusal`
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.engine.actions import Action
    from companion.engine.message import Message


class EngineError(Exception):
    """Root of the errors raised on purpose here."""


class SetupError(EngineError, ValueError):
    """A game cannot be set up like this; the text says what was expected.

    ``problems`` say the same in the catalogue's words; there are none for what only a file can have wrong.
    """

    def __init__(self, text: str, problems: tuple[Message, ...] = ()) -> None:
        super().__init__(text)
        self.problems = problems


class NotUnderstood(EngineError, ValueError):
    """A document cannot be read; the text says where and what was expected."""


class NotClear(EngineError, ValueError):
    """A text may mean several legal actions, the ``candidates``; the text of the error names them."""

    def __init__(self, text: str, candidates: tuple[Action, ...]) -> None:
        super().__init__(text)
        self.candidates = candidates


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not legal: the rule's number, the reason, and legal things near to what was meant."""

    rule: str
    message: Message
    nearest: tuple[Action, ...] = ()


class IllegalAction(EngineError):
    """A rule forbids this action in this position."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        super().__init__(f"{action} is not legal ({refusal.rule}: {refusal.message.key})")
        self.action = action
        self.refusal = refusal
