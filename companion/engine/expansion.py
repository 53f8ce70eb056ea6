"""The seam between the recipe of the base game and the modules: every step a module may join."""

# ruff: noqa: ARG002 - a step of the recipe offers what some module needs, not what each one does

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.reach import rests

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.engine.board import Arm
    from companion.engine.reach import Rest
    from companion.engine.rulebook import Play
    from companion.engine.setup import Setup
    from companion.engine.state import State, Table


class Expansion:
    """A module; each method is a step of the recipe and changes nothing unless a module says otherwise."""

    def set_up(self, table: Table, setup: Setup) -> Table:
        """The table before the first card is chosen."""
        return table

    def plays(self) -> Mapping[str, Play]:
        """The plays of the cards that the module adds."""
        return {}

    def rests(self, table: Table, start: str, points: int) -> tuple[Rest, ...]:
        """Where a canoe ends that spends exactly ``points`` paddling from ``start``."""
        return rests(start, points)

    def boardings(
        self, table: Table, canoe: str, points: int, setup: Setup
    ) -> Iterator[tuple[bool, int, Table]]:
        """Before a canoe moves: whether the moose comes aboard, the points it then has, and the table."""
        yield False, points, table

    def meetings(self, table: Table, canoe: str) -> Iterator[tuple[str, Table]]:
        """What a canoe that has moved may do, free, where it rests: the word for it, and the table after."""
        yield from ()

    def weather_changed(self, table: Table) -> Table:
        """After a cloud card moved the marker."""
        return table

    def disc_pushed(self, table: Table, arm: Arm) -> Table:
        """After one disc was pushed in and the canoes rode on."""
        return table

    def put_back(self, table: Table, name: str, last_arm: Arm | None) -> Table:
        """After a moored canoe was put back on its space."""
        return table

    def river_over(self, state: State, table: Table, last_arm: Arm | None) -> Table:
        """After the last disc; ``state`` is the position before the river moved."""
        return table
