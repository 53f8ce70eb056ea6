"""A position of the game: everything there is to know, never changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.engine.board import (
    BEACH,
    FALLS,
    GEM_HOME,
    GEMS_PER_DEPOSIT,
    NUMBERS,
    SPIRIT_CARDS,
    Arm,
    Card,
    Phase,
)
from companion.engine.frozen import FrozenMap

if TYPE_CHECKING:
    from companion.engine.setup import Setup

BASE_HAND = tuple(str(card) for card in Card if card not in SPIRIT_CARDS)
"""The hand of the base game, sorted as on the cards (B1)."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player's cards and delivered gems; ``chosen`` lies face down, ``played`` lies open this round."""

    hand: tuple[str, ...] = BASE_HAND
    chosen: str | None = None
    played: str | None = None
    delivered: FrozenMap[str, int] = FrozenMap()  # noqa: RUF009 - cannot be changed


@dataclass(frozen=True, slots=True)
class Canoe:
    """Where a canoe is - a space, ``beach`` or ``falls`` -, its gems, sorted, and how many it can hold."""

    at: str = BEACH
    cargo: tuple[str, ...] = ()
    places: int = 1


@dataclass(frozen=True, slots=True)
class Spirits:
    """What *The Spirits of Niagara* keep account of; all of it at rest where they do not play."""

    whirlpool: str | None = None
    """The space of the marked disc, ``None`` while nowhere (N3)."""
    beaver: str | None = None
    """The space of the beaver, ``None`` while he waits (N4)."""
    moose: str | None = None
    """The canoe the moose is aboard of, ``None`` while he waits at the ruby (N5)."""
    moored: tuple[str, ...] = ()
    """Canoes held by a lasso this round, sorted (N2)."""
    named: FrozenMap[str, int] = FrozenMap()  # noqa: RUF009 - cannot be changed
    """The values named this round with 1/2/3 (N2)."""

    def without(self, canoe: str) -> Spirits:
        """After ``canoe`` landed or fell: the moose aboard goes back to the ruby (N5)."""
        return replace(self, moose=None) if self.moose == canoe else self


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table and a turn can change."""

    canoes: FrozenMap[str, Canoe]
    deposits: FrozenMap[str, FrozenMap[str, int]]
    players: FrozenMap[str, Player]
    """In seat order, clockwise."""
    weather: int = 0
    spirits: Spirits = Spirits()


@dataclass(frozen=True, slots=True)
class State:
    """A position. ``to_act``: who may act now, in seat order while choosing, one player while paddling."""

    setup: Setup
    table: Table
    round: int
    phase: Phase
    first: str
    to_act: tuple[str, ...]
    river_distance: int | None = None
    last_arm: Arm | None = None
    retrieved: tuple[str, ...] = ()
    """Who has put a canoe back this round, once for each canoe."""
    winners: tuple[str, ...] = ()

    @property
    def canoes(self) -> FrozenMap[str, Canoe]:
        """The canoes by name."""
        return self.table.canoes

    @property
    def deposits(self) -> FrozenMap[str, FrozenMap[str, int]]:
        """The gems that lie in each deposit."""
        return self.table.deposits

    @property
    def players(self) -> FrozenMap[str, Player]:
        """The players in seat order, clockwise."""
        return self.table.players

    @property
    def weather(self) -> int:
        """The space of the weather marker."""
        return self.table.weather

    @property
    def spirits(self) -> Spirits:
        """What the Spirits keep account of."""
        return self.table.spirits

    def on_table(self, **changes: Any) -> State:
        """The same moment with something else on the table, by the names of `Table`'s fields."""
        return replace(self, table=replace(self.table, **changes))

    def canoes_of(self, player: str) -> tuple[str, ...]:
        """The names of a player's canoes."""
        return tuple(name for name in self.table.canoes if owner(name) == player)


def with_gems(gems: FrozenMap[str, int], gem: str, change: int) -> FrozenMap[str, int]:
    """Gem counts with some of one colour more or fewer; a colour of which none is left is not counted."""
    count = gems.get(gem, 0) + change
    rest = {colour: number for colour, number in gems.items() if colour != gem}
    return FrozenMap(rest | {gem: count} if count else rest)


def owner(canoe: str) -> str:
    """The player of a canoe; Joe's has none.

    >>> owner("red-2")
    'red'
    """
    return canoe.rpartition("-")[0]


def afloat(canoe: Canoe) -> bool:
    """Whether a canoe is on the river."""
    return canoe.at not in (BEACH, FALLS)


def number_played(table: Table, player: str) -> int | None:
    """The number a player's card counts for the river and for Joe (B13, J2, N2); ``None`` for one without."""
    return NUMBERS.get(table.players[player].played or "", table.spirits.named.get(player))


def base_table(setup: Setup) -> Table:
    """What lies on the table of the base game before the first card is chosen (B1)."""
    return Table(
        canoes=FrozenMap({f"{player}-{number}": Canoe() for player in setup.players for number in (1, 2)}),
        deposits=FrozenMap(
            {str(home): FrozenMap({str(gem): GEMS_PER_DEPOSIT}) for gem, home in GEM_HOME.items()}
        ),
        players=FrozenMap({player: Player() for player in setup.players}),
    )
