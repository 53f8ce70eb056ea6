"""*Why did that happen*, for paddling: points, ways, gems, thefts and meetings (B4-B10, J4, N2, N3, N5, N6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.actions import LOAD, UNLOAD, Move, Paddle
from companion.engine.board import BEACH, DEPOSIT_BESIDE, FALLS, GEM_HOME, LEVEL, MAIN, NUMBERS, upstream
from companion.engine.dealing import OPERATION_COST
from companion.engine.explanations.reason import Reason, because
from companion.engine.in_play import rulebook
from companion.engine.modules.moose import with_moose
from companion.engine.paddling import followed
from companion.engine.state import owner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.engine.setup import Setup
    from companion.engine.state import State, Table


def paddled(before: State, action: Paddle) -> Iterator[Reason]:
    """What a legal paddling does, canoe by canoe."""
    card = before.players[action.player].chosen
    if action.value is None:
        points = NUMBERS[str(card)]
        yield because("B5", "points", player=action.player, points=points)
    else:
        points = action.value
        yield because("N2", "named", player=action.player, value=points)
    if not action.moves:
        yield because("B4", "no-canoe", player=action.player)
    table = before.table
    for move in action.moves:
        after = followed(table, move, points, rulebook(before.setup))
        assert after is not None  # noqa: S101 - the action is legal
        yield from _moved(table, after, move, points, before.setup)
        table = after


def _moved(table: Table, after: Table, move: Move, points: int, setup: Setup) -> Iterator[Reason]:
    """One canoe's move, in the order in which it is done."""
    aboard = move.moose or table.spirits.moose == move.canoe
    if aboard:
        points = with_moose(points, setup.options.moose)
        yield because("N5", "moose-aboard" if move.moose else "moose-rides", canoe=move.canoe, points=points)
    start = table.canoes[move.canoe].at
    cargo = table.canoes[move.canoe].cargo
    yield from _dealt(move.canoe, start, move.before, cargo)
    left = points - OPERATION_COST * (len(move.before) + len(move.after))
    yield from _way(table, move, start, left)
    yield from _dealt(move.canoe, move.to, move.after, cargo)
    for prize in move.steal:
        robbed, _, gem = prize.partition(":")
        yield because(
            "B9", "stolen", canoe=move.canoe, robbed=robbed, gem=gem or table.canoes[robbed].cargo[0]
        )
    if move.joe is not None:
        yield because("J4", f"joe-{move.joe.partition(':')[0]}", canoe=move.canoe)
    yield from _ended(table, after, move)


def _dealt(canoe: str, place: str, operations: tuple[str, ...], cargo: tuple[str, ...]) -> Iterator[Reason]:
    """Loading and unloading, two points each (B7)."""
    for operation in operations:
        gem = operation.partition(":")[2] or cargo[0]
        step = "loaded" if operation.startswith(LOAD) else UNLOAD + "ed"
        yield because("B7", step, canoe=canoe, gem=gem, deposit=DEPOSIT_BESIDE[place], points=OPERATION_COST)


def _way(table: Table, move: Move, start: str, left: int) -> Iterator[Reason]:
    """How the points left for paddling were spent (B5, B6), and what the whirlpool made of it (N3)."""
    to, values = move.to, {"canoe": move.canoe, "start": start, "to": move.to}
    if left == 0:
        return
    if to == start:
        yield because("N3", "held-up", canoe=move.canoe, place=start)
    elif to == FALLS:
        yield because("N3", "thrown-over", canoe=move.canoe)
    elif to == BEACH:
        yield because("B5", "lands", points=LEVEL[start], **values)
        if left > LEVEL[start]:
            yield because("B5", "surplus", canoe=move.canoe)
    elif start != BEACH and to in upstream(start):
        yield because("B5", "upstream", count=LEVEL[start] - LEVEL[to], **values)
    else:
        carried = LEVEL[to] - LEVEL.get(start, 0) > left
        reached = table.spirits.whirlpool if carried else to
        yield because(
            "B5",
            "launched" if start == BEACH else "downstream",
            canoe=move.canoe,
            start=start,
            to=reached,
            count=left,
        )
        if carried:
            yield because("N3", "carried-on", canoe=move.canoe, place=reached, to=to)
        if to not in MAIN and start in (*MAIN, BEACH):
            yield because("B6", "arm", player=owner(move.canoe))
    if start != BEACH and to in upstream(start) and table.spirits.whirlpool in _passed(start, to):
        yield because("N3", "entered", canoe=move.canoe, place=table.spirits.whirlpool)


def _passed(start: str, to: str) -> tuple[str, ...]:
    """The spaces between two places upstream, both ends left out."""
    way = upstream(start)
    return way[: way.index(to)]


def _ended(table: Table, after: Table, move: Move) -> Iterator[Reason]:
    """Ashore the gems are delivered (B10), over the falls they go home (B15); the moose leaves (N5)."""
    player = owner(move.canoe)
    if move.to == BEACH:
        earlier, now = table.players[player].delivered, after.players[player].delivered
        for gem, count in now.items():
            for _ in range(count - earlier.get(gem, 0)):
                yield because("B10", "delivered", player=player, gem=gem)
    elif move.to == FALLS:
        for gem in table.canoes[move.canoe].cargo:
            yield because("B15", "gem-home", gem=gem, deposit=GEM_HOME[gem])
    if move.to in (BEACH, FALLS) and (move.moose or table.spirits.moose == move.canoe):
        yield because("N5", "moose-home")
