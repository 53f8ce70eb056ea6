"""One canoe of each player holds two gems (N6); loading, stealing and Joe go by the places a canoe has."""

# ruff: noqa: ARG002 - a step of the recipe offers what some module needs, not what each one does

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.engine.expansion import Expansion

if TYPE_CHECKING:
    from companion.engine.setup import Setup
    from companion.engine.state import Table

_DOUBLE = "-2"
_PLACES = 2


class DoubleCanoes(Expansion):
    """Rule N6."""

    def set_up(self, table: Table, setup: Setup) -> Table:
        """The second canoe of each player is a double."""
        doubles = {
            name: replace(canoe, places=_PLACES)
            for name, canoe in table.canoes.items()
            if name.endswith(_DOUBLE)
        }
        return replace(table, canoes=table.canoes.put(doubles))
