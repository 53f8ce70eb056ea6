"""The moose waits at the ruby and gives a canoe strength until it lands or falls (N5).

`Spirits.without` sends him home when his canoe leaves the river.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.engine.board import DEPOSIT_BESIDE, Deposit
from companion.engine.expansion import Expansion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.engine.setup import Setup
    from companion.engine.state import Table


class Moose(Expansion):
    """Rule N5."""

    def boardings(
        self, table: Table, canoe: str, points: int, setup: Setup
    ) -> Iterator[tuple[bool, int, Table]]:
        """He may be taken aboard beside the ruby before the move, if he waits there."""
        stronger = with_moose(points, setup.options.moose)
        if table.spirits.moose == canoe:
            yield False, stronger, table
            return
        yield False, points, table
        if waits_beside(table, canoe):
            yield True, stronger, replace(table, spirits=replace(table.spirits, moose=canoe))


def waits_beside(table: Table, canoe: str) -> bool:
    """Whether this canoe could take him aboard."""
    return table.spirits.moose is None and DEPOSIT_BESIDE.get(table.canoes[canoe].at) == Deposit.RUBY


def with_moose(points: int, option: str) -> int:
    """The points of a canoe with the moose aboard.

    >>> with_moose(3, "+2"), with_moose(3, "double")
    (5, 6)
    """
    return points * 2 if option == "double" else points + 2
