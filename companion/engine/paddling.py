"""Everything one canoe may do with its points: the generator of legal moves (B5-B10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.actions import LOAD, Move
from companion.engine.board import BEACH, DEPOSIT_BESIDE, FALLS
from companion.engine.dealing import OPERATION_COST, dealings
from companion.engine.moving import gem_taken, landed, lost, placed
from companion.engine.state import Table, owner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.engine.dealing import Dealing
    from companion.engine.reach import Rest
    from companion.engine.rulebook import Rulebook


def canoe_moves(table: Table, name: str, points: int, book: Rulebook) -> Iterator[tuple[Move, Table]]:
    """Every move of one canoe that spends its points exactly, each once, with the table after it."""
    for moose, own_points, boarded in book.boardings(table, name, points, book.setup):
        yield from _paddled_first(boarded, name, own_points, moose, book)
        yield from _dealt_first(boarded, name, own_points, moose, book)


def _paddled_first(
    table: Table, name: str, points: int, moose: bool, book: Rulebook
) -> Iterator[tuple[Move, Table]]:
    """The canoe paddles, and then loads and unloads where it came to rest."""
    canoe = table.canoes[name]
    start, cargo = canoe.at, canoe.cargo
    for rest in book.rests(table, start, points):
        yield from _at_rest(table, Move(name, rest.at, moose=moose), start, cargo, rest, book)
    for operations in range(1, 2 * canoe.places + 1):
        left = points - OPERATION_COST * operations
        if left <= 0:
            return
        for rest in book.rests(table, start, left):
            if rest.at == start:
                continue
            for dealing in _dealings(table, rest.at, cargo, canoe.places, book):
                if len(dealing.operations) == operations:
                    move = Move(name, rest.at, after=dealing.operations, moose=moose)
                    yield from _at_rest(
                        _dealt(table, rest.at, dealing), move, start, dealing.cargo, rest, book,
                        unloaded_here=dealing.unloads,
                    )  # fmt: skip


def _dealt_first(
    table: Table, name: str, points: int, moose: bool, book: Rulebook
) -> Iterator[tuple[Move, Table]]:
    """The canoe loads and unloads where it lies, and then paddles, or stays when its points are spent."""
    canoe = table.canoes[name]
    for dealing in _dealings(table, canoe.at, canoe.cargo, canoe.places, book):
        left = points - OPERATION_COST * len(dealing.operations)
        if left < 0:
            continue
        dealt = _dealt(table, canoe.at, dealing)
        barred = dealing.unloads and not book.setup.options.steal_after_unload
        for rest in book.rests(table, canoe.at, left):
            move = Move(name, rest.at, before=dealing.operations, moose=moose)
            yield from _at_rest(dealt, move, canoe.at, dealing.cargo, rest, book, unloaded_here=barred)


def _dealings(
    table: Table, at: str, cargo: tuple[str, ...], places: int, book: Rulebook
) -> tuple[Dealing, ...]:
    deposit = DEPOSIT_BESIDE.get(at)
    if deposit is None:
        return ()
    return dealings(deposit, table.deposits[deposit], cargo, places, book.setup.options.unload_home)


def _dealt(table: Table, at: str, dealing: Dealing) -> Table:
    """The deposit beside ``at`` after a dealing."""
    deposits = table.deposits.put_one(DEPOSIT_BESIDE[at], dealing.gems)
    return Table(table.canoes, deposits, table.players, table.weather, table.spirits)


def _at_rest(
    table: Table,
    move: Move,
    start: str,
    cargo: tuple[str, ...],
    rest: Rest,
    book: Rulebook,
    *,
    unloaded_here: bool = False,
) -> Iterator[tuple[Move, Table]]:
    """The canoe where its points ended: ashore (B10), over the falls (N3), or where it may meet others."""
    if rest.at == BEACH:
        yield move, landed(table, move.canoe, cargo)
        return
    if rest.at == FALLS:
        yield move, lost(table, move.canoe, cargo)
        return
    lying = placed(table, move.canoe, rest.at, cargo)
    yield move, lying
    if rest.upstream and not unloaded_here and len(cargo) < lying.canoes[move.canoe].places:
        for steal, after in _thefts(lying, move.canoe):
            yield Move(move.canoe, move.to, move.before, move.after, steal, None, move.moose), after
    if rest.at != start:
        for met in book.meetings:
            for word, after in met(lying, move.canoe):
                yield Move(move.canoe, move.to, move.before, move.after, (), word, move.moose), after


def _thefts(table: Table, thief: str) -> Iterator[tuple[tuple[str, ...], Table]]:
    """Every theft where the thief lies: one gem for each free place, from one canoe or several (B9, N6)."""
    canoe = table.canoes[thief]
    robbed = [
        name
        for name, other in table.canoes.items()
        if other.at == canoe.at
        and other.cargo
        and owner(name) not in ("", owner(thief))
        and name not in table.spirits.moored
    ]
    if robbed:
        yield from _looted(table, thief, tuple(prizes(table, robbed)))


def prizes(table: Table, robbed: list[str]) -> Iterator[tuple[str, str, str]]:
    """What can be taken: the word for it, the canoe and the gem; a gem is named where there is a choice."""
    for name in robbed:
        cargo = table.canoes[name].cargo
        for gem in sorted(set(cargo)):
            yield (name if len(set(cargo)) == 1 else f"{name}:{gem}"), name, gem


def _looted(
    table: Table, thief: str, left: tuple[tuple[str, str, str], ...]
) -> Iterator[tuple[tuple[str, ...], Table]]:
    """Every selection of prizes that fits, in their order; a prize stays while the canoe holds such a gem."""
    if len(table.canoes[thief].cargo) == table.canoes[thief].places:
        return
    for index, (word, name, gem) in enumerate(left):
        if gem in table.canoes[name].cargo:
            after = gem_taken(table, thief, name, gem)
            yield (word,), after
            for more, last in _looted(after, thief, left[index:]):
                yield (word, *more), last


def followed(table: Table, move: Move, points: int, book: Rulebook) -> Table | None:
    """The table after one canoe's move, or ``None`` when the canoe cannot make it."""
    wanted = orderless(move)
    return next(
        (after for one, after in canoe_moves(table, move.canoe, points, book) if orderless(one) == wanted),
        None,
    )


def orderless(move: Move) -> Move:
    """The move with loads, unloads and thefts sorted among themselves: their order makes no difference (N6)."""
    if max(len(move.before), len(move.after), len(move.steal)) < 2:
        return move
    steal = tuple(sorted(move.steal))
    return Move(move.canoe, move.to, _runs(move.before), _runs(move.after), steal, move.joe, move.moose)


def _runs(operations: tuple[str, ...]) -> tuple[str, ...]:
    """Unloads sorted, then loads sorted; left as they are when a load comes before an unload."""
    unloads = [operation for operation in operations if not operation.startswith(LOAD)]
    if any(operation.startswith(LOAD) for operation in operations[: len(unloads)]):
        return operations
    return (*sorted(unloads), *sorted(operations[len(unloads) :]))
