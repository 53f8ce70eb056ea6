"""Views as plain values for those who read JSON, in their language and with the players' names."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from companion.engine.message import Message
from companion.referee.situation import distinct_names
from companion.words import NOBODY, say

if TYPE_CHECKING:
    from companion.present.views import TableView


def names_of(table: TableView) -> dict[str, str]:
    """What the people at the table are called, by colour; a name that two share has its colour added."""
    return distinct_names((player.colour, player.name) for player in table.players if not player.bot)


def as_json(view: Any, language: str, names: Mapping[str, str] = NOBODY) -> Any:
    """A view as plain JSON values, every message said in ``language``, players called by their ``names``."""
    if isinstance(view, Message):
        return say(view, language, names)
    if dataclasses.is_dataclass(view) and not isinstance(view, type):
        return {
            part.name: as_json(getattr(view, part.name), language, names) for part in dataclasses.fields(view)
        }
    if isinstance(view, Mapping):
        return {str(key): as_json(value, language, names) for key, value in view.items()}
    if isinstance(view, tuple | list | frozenset):
        return [as_json(value, language, names) for value in view]
    if isinstance(view, StrEnum):
        return str(view)
    return view
