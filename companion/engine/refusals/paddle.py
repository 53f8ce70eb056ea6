"""*Why not*, for paddling: which canoes, which way, which points, which gems (B4-B9, J4, N2-N6)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from companion.engine.actions import LOAD, UNLOAD, Move, Paddle
from companion.engine.board import (
    BEACH,
    DEPOSIT_BESIDE,
    FALLS,
    GEM_HOME,
    JOE,
    LEVEL,
    NUMBERS,
    SPACES,
    Card,
    downstream,
    upstream,
)
from companion.engine.dealing import OPERATION_COST
from companion.engine.errors import Refusal
from companion.engine.in_play import rulebook
from companion.engine.message import Message
from companion.engine.modules.cards import VALUES
from companion.engine.modules.moose import waits_beside, with_moose
from companion.engine.paddling import followed
from companion.engine.plays import canoes_of, orders
from companion.engine.setup import Module
from companion.engine.state import Table, afloat, owner

if TYPE_CHECKING:
    from companion.engine.setup import Options, Setup
    from companion.engine.state import Canoe, State


def paddle_refused(state: State, action: Paddle) -> Refusal | None:
    """The rule that forbids this paddling to the player whose turn it is."""
    card = state.players[action.player].chosen
    if card == Card.CLOUD:
        return _no("B11", "cloud-moves-no-canoe")
    if card == Card.LASSO:
        return _no("N2", "lasso-moves-no-canoe")
    if card == Card.ONE_TWO_THREE:
        if action.value not in VALUES:
            return _no("N2", "name-a-value")
        points = action.value
    elif action.value is not None:
        return _no("N2", "value-needs-its-card", card=card)
    else:
        points = NUMBERS[str(card)]
    return _which_canoes(state.table, action) or _moves(state, action, points)


def _no(rule: str, reason: str, **values: object) -> Refusal:
    return Refusal(rule, Message(f"why-not.{reason}", values))


def _which_canoes(table: Table, action: Paddle) -> Refusal | None:
    """B4: all canoes on the river move, and at most one is launched; 1/2/3 moves exactly one (N2)."""
    named = tuple(move.canoe for move in action.moves)
    for name in named:
        if name not in table.canoes or owner(name) != action.player:
            return _no("B4", "not-your-canoe", canoe=name)
        if table.canoes[name].at == FALLS:
            return _no("B4", "canoe-is-lost", canoe=name)
    if len(set(named)) < len(named):
        return _no("B4", "canoe-moves-twice")
    own = canoes_of(table, action.player)
    if action.value is not None:
        return None if len(named) == min(1, len(own)) else _no("N2", "exactly-one-canoe")
    for name in own:
        if afloat(table.canoes[name]) and name not in named:
            return _no("B4", "river-canoe-must-move", canoe=name)
    if named in orders(table, action.player):
        return None
    return _no("B4", "one-launch-a-turn" if named else "one-canoe-must-move")


def _moves(state: State, action: Paddle, points: int) -> Refusal | None:
    """The first canoe's move that cannot be made, and why."""
    table, book = state.table, rulebook(state.setup)
    for move in action.moves:
        after = followed(table, move, points, book)
        if after is None:
            return _move(table, move, points, state.setup)
        table = after
    return None


def _move(table: Table, move: Move, points: int, setup: Setup) -> Refusal | None:
    """One canoe's part: where it goes, what it loads and unloads, how it spends its points, what it meets."""
    canoe = table.canoes[move.canoe]
    if move.moose and Module.MOOSE not in setup.modules:
        return _no("N5", "moose-does-not-play")
    if move.moose and not waits_beside(table, move.canoe):
        return _no("N5", "moose-not-here")
    if move.moose or table.spirits.moose == move.canoe:
        points = with_moose(points, setup.options.moose)
    if move.to not in (*SPACES, BEACH, FALLS):
        return _no("B5", "no-such-place", place=move.to)
    if move.before and move.after:
        return _no("B7", "before-or-after", canoe=move.canoe)
    if move.after and move.to == BEACH:
        return _no("B5", "landing-ends-the-turn")
    if move.after and move.to == canoe.at:
        return _no("B7", "after-needs-a-move")
    if move.to == FALLS and Module.WHIRLPOOL not in setup.modules:
        return _no("B6", "never-over-the-falls")
    at = canoe.at if move.before else move.to
    return (
        _operations(table, move.canoe, at, move.before or move.after, setup.options)
        or _way(table, canoe.at, move, points, setup)
        or _theft(table, canoe, move, setup.options)
        or _meeting(table, canoe, move, setup)
    )


def _way(table: Table, start: str, move: Move, points: int, setup: Setup) -> Refusal | None:
    """B5, B6, N3: one direction, all points spent, nobody rests on the whirlpool."""
    if move.to == table.spirits.whirlpool:
        return _no("N3", "no-rest-on-the-whirlpool", place=move.to)
    steps = _steps(start, move.to)
    if steps is None:
        return _no("B6", "other-arm", start=start, to=move.to)
    left = points - OPERATION_COST * (len(move.before) + len(move.after))
    rests = rulebook(setup).rests(table, start, left) if left >= 0 else ()
    if any(rest.at == move.to for rest in rests) and (left or move.before):
        return None
    values = {"canoe": move.canoe, "points": points, "spent": points - left + steps}
    if move.to == FALLS:
        return _no("B6", "never-over-the-falls")
    if table.spirits.whirlpool is not None:
        return _no("N3", "points-with-whirlpool", **values)
    return _no("B5", "too-few-points" if steps > left else "points-left", **values)


def _steps(start: str, to: str) -> int | None:
    """Spaces of the way between two places in one direction, or ``None`` when there is none (B5, B6)."""
    if start == to:
        return 0
    if to == FALLS:
        return LEVEL["L2"] + 1 - LEVEL.get(start, 0)
    if start != BEACH and to in upstream(start):
        return LEVEL[start] - LEVEL.get(to, 0)
    if any(to in way for way in downstream(start)):
        return LEVEL[to] - LEVEL.get(start, 0)
    return None


def _operations(
    table: Table, name: str, at: str, operations: tuple[str, ...], options: Options
) -> Refusal | None:
    """B7, B8, N6: nothing, load, unload, or unload then load other colours, at one deposit."""
    if not operations:
        return None
    canoe = table.canoes[name]
    deposit = DEPOSIT_BESIDE.get(at)
    if deposit is None:
        return _no("B7", "no-deposit-here", place=at)
    kinds = [kind for kind, _ in groupby(op.startswith(LOAD) for op in operations)]
    if kinds not in ([True], [False], [False, True]):
        return _no("B7", "never-load-then-unload")
    loads = [op.removeprefix(LOAD) for op in operations if op.startswith(LOAD)]
    unloads = [op for op in operations if not op.startswith(LOAD)]
    if max(len(loads), len(unloads)) > canoe.places:
        return _no("B7", "one-load-one-unload", canoe=name)
    if canoe.places == 1 and unloads not in ([], [UNLOAD]):
        return _no("N6", "unload-by-colour-needs-double", canoe=name)
    if canoe.places > 1 and UNLOAD in unloads:
        return _no("N6", "double-unloads-by-colour", canoe=name)
    gems = list(canoe.cargo) if canoe.places == 1 else [op.removeprefix(f"{UNLOAD}:") for op in unloads]
    out = gems[: len(unloads)]
    if len(out) < len(unloads) or any(out.count(gem) > canoe.cargo.count(gem) for gem in out):
        return _no("B7", "nothing-to-unload", canoe=name)
    for gem in out:
        if not options.unload_home and GEM_HOME[gem] == deposit:
            return _no("B8", "not-in-its-own-deposit", gem=gem)
        if gem in loads:
            return _no("B7", "load-another-colour", gem=gem)
    for gem in loads:
        if loads.count(gem) > table.deposits[deposit].get(gem, 0):
            return _no("B7", "no-such-gem-here", gem=gem, deposit=str(deposit))
    if len(canoe.cargo) - len(out) + len(loads) > canoe.places:
        return _no("B7", "canoe-is-full", canoe=name)
    return None


def _theft(table: Table, canoe: Canoe, move: Move, options: Options) -> Refusal | None:
    """B9, N6: upstream, on the river, with room on arrival, from opponents' loaded canoes on the same space."""
    if not move.steal:
        return None
    if move.joe:
        return _no("J4", "no-theft-with-joe")
    if canoe.at == BEACH or move.to not in upstream(canoe.at)[:-1]:
        return _no("B9", "steal-only-upstream")
    unloads = [op for op in (*move.before, *move.after) if op.startswith(UNLOAD)]
    if set(unloads) & set(move.after) or (unloads and not options.steal_after_unload):
        return _no("B9", "no-steal-after-unload")
    loads = len(move.before) + len(move.after) - len(unloads)
    room = canoe.places - len(canoe.cargo) - loads + len(unloads)
    if room <= 0:
        return _no("B9", "steal-only-empty", canoe=move.canoe)
    if len(move.steal) > room:
        return _no("B9", "steal-one-gem")
    for prize in move.steal:
        robbed = prize.partition(":")[0]
        if owner(robbed) in ("", owner(move.canoe)) or robbed not in table.canoes:
            return _no("B9", "steal-from-opponents", canoe=robbed)
        if table.canoes[robbed].at != move.to:
            return _no("B9", "steal-on-the-same-space", canoe=robbed, place=move.to)
        if robbed in table.spirits.moored:
            return _no("N2", "no-steal-from-moored", canoe=robbed)
    for prize in move.steal:
        robbed, _, gem = prize.partition(":")
        if gem and set(table.canoes[robbed].cargo) == {gem}:
            return _no("B9", "gem-needs-no-name", gem=gem)
    return _no("B9", "nothing-to-steal", canoe=move.steal[0].partition(":")[0])


def _meeting(table: Table, canoe: Canoe, move: Move, setup: Setup) -> Refusal | None:
    """J4: after a move of at least one space, on Joe's space: take, swap or give."""
    if move.joe is None:
        return None
    if Module.JOE not in setup.modules:
        return _no("J4", "joe-does-not-play")
    if move.to == canoe.at:
        return _no("J4", "joe-after-a-move")
    if table.canoes[JOE].at != move.to:
        return _no("J4", "joe-is-elsewhere", place=table.canoes[JOE].at)
    word, _, gem = move.joe.partition(":")
    if gem and set(canoe.cargo) == {gem} and word in ("give", "swap") and not (move.before or move.after):
        return _no("J4", "gem-needs-no-name", gem=gem)
    return _no("J4", "joe-cannot", word=word)
