"""A position of the game: everything there is to know, never changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.engine.board import (
    BEACH,
    FALLS,
    GEM_HOME,
    GEMS_A_DEPOSIT,
    Arm,
    Card,
    Phase,
)
from companion.engine.frozen import FrozenMap

if TYPE_CHECKING:
    from companion.engine.setup import Setup

FULL_HAND = tuple(Card)
"""The hand at the start, sorted as on the cards (B1)."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player's cards and delivered gems; ``chosen`` lies face down, ``played`` lies open this round."""

    hand: tuple[str, ...] = FULL_HAND
    chosen: str | None = None
    played: str | None = None
    delivered: FrozenMap[str, int] = FrozenMap()  # noqa: RUF009 - cannot be changed


@dataclass(frozen=True, slots=True)
class Canoe:
    """Where a canoe is - a space, ``beach`` or ``falls`` - and its gems, sorted."""

    at: str = BEACH
    cargo: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A position. ``to_act``: who may act now, in seat order while choosing, one player while paddling."""

    setup: Setup
    round: int
    phase: Phase
    first: str
    to_act: tuple[str, ...]
    weather: int
    river_distance: int | None
    players: FrozenMap[str, Player]
    """In seat order, clockwise."""
    canoes: FrozenMap[str, Canoe]
    deposits: FrozenMap[str, FrozenMap[str, int]]
    last_arm: Arm | None = None
    retrieved: tuple[str, ...] = ()
    """Who has put a canoe back this round, once for each canoe."""
    winners: tuple[str, ...] = ()

    def canoes_of(self, player: str) -> tuple[str, ...]:
        """The names of a player's canoes."""
        return tuple(name for name in self.canoes if owner(name) == player)


def with_gems(gems: FrozenMap[str, int], gem: str, change: int) -> FrozenMap[str, int]:
    """Gem counts with some of one colour more or fewer; a colour of which none is left is not counted."""
    count = gems.get(gem, 0) + change
    rest = {colour: number for colour, number in gems.items() if colour != gem}
    return FrozenMap(rest | {gem: count} if count else rest)


def owner(canoe: str) -> str:
    """The player of a canoe.

    >>> owner("red-2")
    'red'
    """
    return canoe.rpartition("-")[0]


def afloat(canoe: Canoe) -> bool:
    """Whether a canoe is on the river."""
    return canoe.at not in (BEACH, FALLS)


def initial_state(setup: Setup) -> State:
    """The position before the first card is chosen (B1)."""
    return State(
        setup=setup,
        round=1,
        phase=Phase.CHOOSE,
        first=setup.first,
        to_act=setup.players,
        weather=0,
        river_distance=None,
        players=FrozenMap({player: Player() for player in setup.players}),
        canoes=FrozenMap({f"{player}-{number}": Canoe() for player in setup.players for number in (1, 2)}),
        deposits=FrozenMap(
            {str(home): FrozenMap({str(gem): GEMS_A_DEPOSIT}) for gem, home in GEM_HOME.items()}
        ),
    )
