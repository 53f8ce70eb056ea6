"""The whirlpool: a marked disc that travels with the river and on which no canoe rests (N3)."""

# ruff: noqa: ARG002 - a step of the recipe offers what some module needs, not what each one does

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from companion.engine.board import BEACH, FALLS, Arm, carried, downstream, upstream
from companion.engine.expansion import Expansion
from companion.engine.moving import lost, placed
from companion.engine.reach import Rest, down, rests

if TYPE_CHECKING:
    from companion.engine.setup import Setup
    from companion.engine.state import Table

_START = "M3"
_ENTRY = "M1"
_ENTERING_COST = 2
"""Points for paddling onto the whirlpool upstream."""


class Whirlpool(Expansion):
    """Rules N3, and what they change in paddling and in the river's move."""

    def set_up(self, table: Table, setup: Setup) -> Table:
        """It lies on M3."""
        return replace(table, spirits=replace(table.spirits, whirlpool=_START))

    def rests(self, table: Table, start: str, points: int) -> tuple[Rest, ...]:
        """Where a canoe comes to rest that the whirlpool may hold up or carry on."""
        whirlpool = table.spirits.whirlpool
        return rests(start, points) if whirlpool is None else rests_around(whirlpool, start, points)

    def disc_pushed(self, table: Table, arm: Arm) -> Table:
        """It rides on; the one that fell is the next disc pushed in, now or with the next river move."""
        whirlpool = table.spirits.whirlpool
        at = _ENTRY if whirlpool is None else carried(whirlpool, arm)
        return replace(table, spirits=replace(table.spirits, whirlpool=None if at == FALLS else at))

    def put_back(self, table: Table, name: str, last_arm: Arm | None) -> Table:
        """A canoe put back from the lasso onto it goes one space down, from M5 into the arm of the last disc."""
        canoe = table.canoes[name]
        if canoe.at != table.spirits.whirlpool:
            return table
        at = carried(canoe.at, last_arm or Arm.LEFT) if canoe.at[0] == "M" else _below(canoe.at)[0]
        return lost(table, name, canoe.cargo) if at == FALLS else placed(table, name, at, canoe.cargo)


@cache
def rests_around(whirlpool: str, start: str, points: int) -> tuple[Rest, ...]:
    """The rests of a canoe that spends exactly ``points``, with the whirlpool on a space of the river.

    >>> [rest.at for rest in rests_around("M3", "M2", 1)]
    ['M4', 'M1']
    >>> [rest.at for rest in rests_around("M3", "M4", 1)]
    ['M5', 'M4']
    """
    if points == 0:
        return (Rest(start),)
    drifted: list[Rest] = []
    for rest in down(start, points):
        drifted += map(Rest, _below(rest.at)) if rest.at == whirlpool else (rest,)
    return (*dict.fromkeys(drifted), *_up(whirlpool, start, points))


def _below(space: str) -> tuple[str, ...]:
    """The spaces one disc further down; past the last one the falls."""
    return tuple(dict.fromkeys(way[0] if way else FALLS for way in downstream(space)))


def _up(whirlpool: str, start: str, points: int) -> tuple[Rest, ...]:
    """Entering it costs two; a canoe left on it or held up before it is on the space below in the end."""
    if start == BEACH:
        return ()
    at = below = start
    for place in upstream(start):
        cost = _ENTERING_COST if place == whirlpool else 1
        if points < cost:
            break
        points -= cost
        below, at = at, place
    rest = below if at == whirlpool else at
    return (Rest(rest, upstream=rest not in (start, BEACH)),)
