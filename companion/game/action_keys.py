"""An action as a client names it: compact JSON of the record's format, out and in again."""

from __future__ import annotations

import json

from companion.engine import Action, Choose, EngineError, action_from_json, action_to_json, json_document
from companion.engine.message import Message
from companion.errors import LONGEST_QUOTE, Refused


def key_of(action: Action) -> str:
    """What a client sends back to play an action: its line of the record, compact."""
    return json.dumps(action_to_json(action), separators=(",", ":"))


def action_of(key: str) -> Action:
    """The action a client names; raises `Refused` for what is none, and for cards, which are nobody else's."""
    try:
        action = action_from_json(json_document(key))
    except EngineError as error:
        raise Refused(Message("refused.not-understood", {"text": key[:LONGEST_QUOTE]})) from error
    if isinstance(action, Choose):
        raise Refused(Message("refused.not-yours"))
    return action
