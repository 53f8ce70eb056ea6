"""The beaver waits for bad weather, drifts down the river and takes the weather with him (N4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.engine.board import FALLS, WEATHER_TRACK, carried
from companion.engine.expansion import Expansion

if TYPE_CHECKING:
    from companion.engine.board import Arm
    from companion.engine.state import Table

_ENTRY = "M1"


class Beaver(Expansion):
    """Rule N4."""

    def weather_changed(self, table: Table) -> Table:
        """At +2 he goes into the water, if he was waiting."""
        if table.weather != WEATHER_TRACK[-1] or table.spirits.beaver is not None:
            return table
        return replace(table, spirits=replace(table.spirits, beaver=_ENTRY))

    def disc_pushed(self, table: Table, arm: Arm) -> Table:
        """He drifts; when he falls the weather is 0 and he waits again."""
        if table.spirits.beaver is None:
            return table
        at = carried(table.spirits.beaver, arm)
        if at == FALLS:
            return replace(table, weather=0, spirits=replace(table.spirits, beaver=None))
        return replace(table, spirits=replace(table.spirits, beaver=at))
