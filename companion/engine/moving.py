"""What happens to canoes and their gems on the table: pure changes, no question whether they are legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.board import BEACH, FALLS, GEM_HOME
from companion.engine.state import Canoe, Player, Table, owner, with_gems

if TYPE_CHECKING:
    from companion.engine.frozen import FrozenMap


def placed(table: Table, name: str, at: str, cargo: tuple[str, ...]) -> Table:
    """A canoe on another space, or with other gems."""
    canoes = table.canoes.put_one(name, Canoe(at, cargo, table.canoes[name].places))
    return Table(canoes, table.deposits, table.players, table.weather, table.spirits)


def landed(table: Table, name: str, cargo: tuple[str, ...]) -> Table:
    """A canoe reaches the beach with these gems and gives them to its player, in the open (B10)."""
    players = table.players
    if cargo:
        player = players[owner(name)]
        delivered = player.delivered
        for gem in cargo:
            delivered = with_gems(delivered, gem, 1)
        players = players.put_one(owner(name), Player(player.hand, player.chosen, player.played, delivered))
    canoes = table.canoes.put_one(name, Canoe(BEACH, (), table.canoes[name].places))
    return Table(canoes, table.deposits, players, table.weather, table.spirits.without(name))


def lost(table: Table, name: str, cargo: tuple[str, ...]) -> Table:
    """A canoe goes over the falls with these gems, which go back to the deposits of their colours (B15)."""
    deposits = table.deposits
    for gem in cargo:
        deposits = gem_home(deposits, gem)
    canoes = table.canoes.put_one(name, Canoe(FALLS, (), table.canoes[name].places))
    return Table(canoes, deposits, table.players, table.weather, table.spirits.without(name))


def gem_home(deposits: FrozenMap[str, FrozenMap[str, int]], gem: str) -> FrozenMap[str, FrozenMap[str, int]]:
    """The deposits with one gem more, where its colour belongs."""
    home = str(GEM_HOME[gem])
    return deposits.put_one(home, with_gems(deposits[home], gem, 1))


def gem_taken(table: Table, taker: str, holder: str, gem: str) -> Table:
    """One gem goes from one canoe into another (B9, J4)."""
    giving, taking = table.canoes[holder], table.canoes[taker]
    canoes = table.canoes.put(
        {
            holder: Canoe(giving.at, without(giving.cargo, gem), giving.places),
            taker: Canoe(taking.at, with_one(taking.cargo, gem), taking.places),
        }
    )
    return Table(canoes, table.deposits, table.players, table.weather, table.spirits)


def without(cargo: tuple[str, ...], gem: str) -> tuple[str, ...]:
    """A cargo with one gem of a colour less.

    >>> without(("pink", "pink", "violet"), "pink")
    ('pink', 'violet')
    """
    index = cargo.index(gem)
    return cargo[:index] + cargo[index + 1 :]


def with_one(cargo: tuple[str, ...], gem: str) -> tuple[str, ...]:
    """A cargo with one gem more, sorted."""
    return tuple(sorted((*cargo, gem)))
