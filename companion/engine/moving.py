"""Carrying out one canoe's move on the water: pure changes of canoes, deposits and delivered gems.

Nothing here asks whether a move is legal; `companion.engine.paddling` and `companion.engine.refusing` do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.engine.actions import LOAD
from companion.engine.board import BEACH, DEPOSIT_BESIDE
from companion.engine.state import Canoe, owner, with_gems

if TYPE_CHECKING:
    from companion.engine.actions import Move
    from companion.engine.frozen import FrozenMap
    from companion.engine.state import Player, State


@dataclass(frozen=True, slots=True)
class Water:
    """What a turn of paddling changes: canoes, deposits, and the gems that were delivered."""

    canoes: FrozenMap[str, Canoe]
    deposits: FrozenMap[str, FrozenMap[str, int]]
    players: FrozenMap[str, Player]


def water_of(state: State) -> Water:
    """The part of a position that paddling changes."""
    return Water(state.canoes, state.deposits, state.players)


def moved(water: Water, move: Move) -> Water:
    """The water after one canoe's whole move: operations, paddling, operations, theft, delivery."""
    for operation in move.before:
        water = operated(water, move.canoe, operation)
    canoe = water.canoes[move.canoe]
    water = replace(water, canoes=water.canoes.put({move.canoe: replace(canoe, at=move.to)}))
    for operation in move.after:
        water = operated(water, move.canoe, operation)
    for robbed in move.steal:
        water = stolen(water, move.canoe, robbed)
    return delivered(water, move.canoe) if move.to == BEACH else water


def operated(water: Water, name: str, operation: str) -> Water:
    """One gem loaded or unloaded at the deposit beside the canoe (B7)."""
    canoe = water.canoes[name]
    home = str(DEPOSIT_BESIDE[canoe.at])
    if operation.startswith(LOAD):
        gem, change = operation.removeprefix(LOAD), -1
    else:
        (gem,), change = canoe.cargo, 1
    cargo = (gem,) if change < 0 else ()
    return replace(
        water,
        canoes=water.canoes.put({name: replace(canoe, cargo=cargo)}),
        deposits=water.deposits.put({home: with_gems(water.deposits[home], gem, change)}),
    )


def stolen(water: Water, thief: str, robbed: str) -> Water:
    """The gem of one canoe goes into another on the same space (B9)."""
    taker, victim = water.canoes[thief], water.canoes[robbed]
    changes = {thief: replace(taker, cargo=victim.cargo), robbed: replace(victim, cargo=())}
    return replace(water, canoes=water.canoes.put(changes))


def delivered(water: Water, name: str) -> Water:
    """A canoe that landed gives its gem to its player (B10)."""
    canoe = water.canoes[name]
    if not canoe.cargo:
        return water
    player = owner(name)
    holding = water.players[player]
    gems = holding.delivered
    for gem in canoe.cargo:
        gems = with_gems(gems, gem, 1)
    return replace(
        water,
        canoes=water.canoes.put({name: replace(canoe, cargo=())}),
        players=water.players.put({player: replace(holding, delivered=gems)}),
    )
