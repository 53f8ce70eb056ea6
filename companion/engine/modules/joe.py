"""Diamanten Joe paddles up and down the river by himself (J1-J4)."""

# ruff: noqa: ARG002 - a step of the recipe offers what some module needs, not what each one does

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.engine.board import ARMS, DEPOSIT_BESIDE, FALLS, GEM_HOME, JOE, MAIN, Arm
from companion.engine.expansion import Expansion
from companion.engine.moving import gem_taken, placed, with_one, without
from companion.engine.state import Canoe, number_played, with_gems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.engine.setup import Setup
    from companion.engine.state import State, Table

_START = MAIN[0]
_COURSE = MAIN + ARMS[Arm.RIGHT]
"""Joe's way down: by the right arm (J2)."""
_GEM_OF = {home: str(gem) for gem, home in GEM_HOME.items()}


class Joe(Expansion):
    """Rules J1-J4; that he drifts, falls and loses his gem is the river's doing, as with every canoe (J3)."""

    def set_up(self, table: Table, setup: Setup) -> Table:
        """He starts on M1 (J1)."""
        return replace(table, canoes=table.canoes.put({JOE: Canoe(_START)}))

    def meetings(self, table: Table, canoe: str) -> Iterator[tuple[str, Table]]:
        """Take his gem, swap gems, or give him one (J4); a double says which of two colours (N6)."""
        own, joe = table.canoes[canoe], table.canoes[JOE]
        if joe.at != own.at:
            return
        if joe.cargo:
            (gem,) = joe.cargo
            if len(own.cargo) < own.places:
                yield "take", gem_taken(table, canoe, JOE, gem)
            for word, given in _offers("swap", own.cargo):
                yield word, _swapped(table, canoe, given)
        else:
            for word, given in _offers("give", own.cargo):
                yield word, gem_taken(table, JOE, canoe, given)

    def river_over(self, state: State, table: Table, last_arm: Arm | None) -> Table:
        """An empty Joe loads, then he moves as the first player's number says (J2); lost, he comes back (J3)."""
        if table.canoes[JOE].at == FALLS:
            return placed(table, JOE, _START, ())
        table = _loaded(table)
        joe = table.canoes[JOE]
        number = number_played(table, state.first)
        return table if number is None else placed(table, JOE, paddled(joe.at, number), joe.cargo)


def _offers(word: str, cargo: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each gem that can be given, and the word for it: the gem is named where there is a choice."""
    for gem in sorted(set(cargo)):
        yield (word if len(set(cargo)) == 1 else f"{word}:{gem}"), gem


def _swapped(table: Table, canoe: str, given: str) -> Table:
    own, joe = table.canoes[canoe], table.canoes[JOE]
    cargo = with_one(without(own.cargo, given), joe.cargo[0])
    return placed(placed(table, canoe, own.at, cargo), JOE, joe.at, (given,))


def _loaded(table: Table) -> Table:
    """Joe takes a gem of the deposit's own colour, if he is empty and one lies there (J2)."""
    joe = table.canoes[JOE]
    deposit = DEPOSIT_BESIDE.get(joe.at)
    if joe.cargo or deposit is None:
        return table
    gem, gems = _GEM_OF[deposit], table.deposits[deposit]
    if not gems.get(gem, 0):
        return table
    table = replace(table, deposits=table.deposits.put_one(deposit, with_gems(gems, gem, -1)))
    return placed(table, JOE, joe.at, (gem,))


def paddled(space: str, points: int) -> str:
    """Where Joe is after so many points: up to M1, then down again, never over the falls.

    >>> paddled("L1", 2), paddled("M3", 4), paddled("M1", 7)
    ('M4', 'M3', 'R2')
    """
    course = _COURSE if space in _COURSE else MAIN + ARMS[Arm.LEFT]
    level = course.index(space)
    if points <= level:
        return course[level - points]
    return _COURSE[min(points - level, len(_COURSE) - 1)]
