"""Everything a player may paddle with a number card: the generator of legal moves (B4-B9, B12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.actions import UNLOAD, Move, Paddle, load
from companion.engine.board import BEACH, DEPOSIT_BESIDE, GEM_HOME, downstream, upstream
from companion.engine.moving import Water, moved, operated, water_of
from companion.engine.state import afloat, owner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.engine.setup import Options
    from companion.engine.state import State

OPERATION_COST = 2
"""Points for loading or unloading one gem (B7)."""


def paddles(state: State, player: str, points: int) -> Iterator[tuple[Paddle, Water]]:
    """Every way to play a number card of so many points, with the water after it."""
    for order in orders(state, player):
        for moves, water in _in_turn(water_of(state), order, points, state.setup.options):
            yield Paddle(player, moves), water


def orders(state: State, player: str) -> tuple[tuple[str, ...], ...]:
    """Which canoes move, in which order (B4, B12): all on the river, and at most one launched beside them.

    One empty order when the player has no canoe.
    """
    canoes = state.canoes_of(player)
    river = tuple(name for name in canoes if afloat(state.canoes[name]))
    ashore = tuple(name for name in canoes if state.canoes[name].at == BEACH)
    if len(river) > 1:
        return (river, river[::-1])
    if river:
        both = tuple(pair for name in ashore for pair in ((*river, name), (name, *river)))
        return (river, *both)
    return tuple((name,) for name in ashore) or ((),)


def _in_turn(
    water: Water, order: tuple[str, ...], points: int, options: Options
) -> Iterator[tuple[tuple[Move, ...], Water]]:
    """The canoes one after the other; what the first does to a deposit counts for the second (B12)."""
    if not order:
        yield (), water
        return
    for move in canoe_moves(water, order[0], points, options):
        between = moved(water, move)
        for rest, after in _in_turn(between, order[1:], points, options):
            yield (move, *rest), after


def canoe_moves(water: Water, name: str, points: int, options: Options) -> Iterator[Move]:
    """Every move of one canoe that spends its points as B5 and B7 say."""
    start = water.canoes[name].at
    for before in operations(water, name, options):
        left = points - OPERATION_COST * len(before)
        if left < 0:
            continue
        if before and left == 0:
            yield Move(name, start, before=before)
        loaded = water
        for operation in before:
            loaded = operated(loaded, name, operation)
        for to, spent in _destinations(start, left):
            yield from _arrivals(loaded, Move(name, to, before=before), start, left - spent, options)


def operations(water: Water, name: str, options: Options) -> Iterator[tuple[str, ...]]:
    """What may be loaded and unloaded where the canoe is: nothing, one thing, or unload then load (B7, B8)."""
    yield ()
    canoe = water.canoes[name]
    deposit = DEPOSIT_BESIDE.get(canoe.at)
    if deposit is None:
        return
    lying = [gem for gem, home in GEM_HOME.items() if water.deposits[str(deposit)].get(gem, 0)]
    if not canoe.cargo:
        yield from ((load(gem),) for gem in lying)
        return
    (cargo,) = canoe.cargo
    if not options.unload_home and GEM_HOME[cargo] == deposit:  # type: ignore[index]
        return
    yield (UNLOAD,)
    yield from ((UNLOAD, load(gem)) for gem in lying if gem != cargo)


def _destinations(start: str, points: int) -> Iterator[tuple[str, int]]:
    """Places at least one space away that so many points reach, with the points the way takes (B5, B6)."""
    seen = set()
    for way in downstream(start):
        for spent, space in enumerate(way[:points], 1):
            if space not in seen:
                seen.add(space)
                yield space, spent
    if start != BEACH:
        for spent, place in enumerate(upstream(start)[:points], 1):
            # Landing may waste the surplus and ends the canoe's turn (B5).
            yield place, points if place == BEACH else spent


def _arrivals(water: Water, move: Move, start: str, left: int, options: Options) -> Iterator[Move]:
    """What the canoe may do where it arrives with ``left`` points: nothing, operations, or a theft."""
    if left == 0:
        yield move
        yield from thefts(water, move, start, options)
    elif not move.before:
        arrived = moved(water, move)
        for after in operations(arrived, move.canoe, options):
            if after and left == OPERATION_COST * len(after):
                yield Move(move.canoe, move.to, after=after)


def thefts(water: Water, move: Move, start: str, options: Options) -> Iterator[Move]:
    """The same move with a theft on arrival, for each canoe that may be robbed (B9).

    ``water`` is as it was when the canoe began to paddle, its operations before that done.
    """
    if water.canoes[move.canoe].cargo or move.to not in upstream_spaces(start):
        return
    if UNLOAD in move.before and not options.steal_after_unload:
        return
    for name, canoe in water.canoes.items():
        if canoe.at == move.to and canoe.cargo and owner(name) != owner(move.canoe):
            yield Move(move.canoe, move.to, before=move.before, steal=(name,))


def upstream_spaces(start: str) -> tuple[str, ...]:
    """The river spaces above ``start``; none for a canoe on the beach."""
    return () if start == BEACH else upstream(start)[:-1]
