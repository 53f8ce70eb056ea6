"""The cards as plays: what each lets its player do (B4, B11, B12)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING

from companion.engine.actions import ChangeWeather, Paddle
from companion.engine.board import BEACH, FALLS, WEATHER_TRACK
from companion.engine.paddling import canoe_moves, followed
from companion.engine.rulebook import Play
from companion.engine.state import Table, afloat, owner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.engine.actions import Action, Move
    from companion.engine.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class NumberCard(Play):
    """All canoes on the river paddle, and at most one is launched (B4, B5, B12)."""

    points: int

    def options(self, table: Table, player: str, book: Rulebook) -> Iterator[tuple[Action, Table]]:
        """Each order of the canoes with each move of the first and, after it, of the second."""
        for order in orders(table, player):
            for moves, after in self._in_turn(table, order, book):
                yield Paddle(player, moves), after

    def _in_turn(
        self, table: Table, order: tuple[str, ...], book: Rulebook
    ) -> Iterator[tuple[tuple[Move, ...], Table]]:
        """One canoe after the other; what the first does to a deposit counts for the second (B12)."""
        if not order:
            yield (), table
            return
        name, *rest = order
        for move, between in canoe_moves(table, name, self.points, book):
            if not rest:
                yield (move,), between
                continue
            for later, after in self._in_turn(between, tuple(rest), book):
                yield (move, *later), after

    def outcome(self, table: Table, action: Action, book: Rulebook) -> Table | None:
        """Each canoe's move in turn, looked up among those it can make."""
        if not isinstance(action, Paddle) or action.value is not None:
            return None
        if tuple(move.canoe for move in action.moves) not in orders(table, action.player):
            return None
        after: Table | None = table
        for move in action.moves:
            if after is not None:
                after = followed(after, move, self.points, book)
        return after


class CloudCard(Play):
    """The weather marker moves exactly one step (B11)."""

    def options(self, table: Table, player: str, book: Rulebook) -> Iterator[tuple[Action, Table]]:
        """Down and up, as far as the track goes."""
        for to in (table.weather - 1, table.weather + 1):
            if to in WEATHER_TRACK:
                after = replace(table, weather=to)
                for changed in book.weather_changed:
                    after = changed(after)
                yield ChangeWeather(player, to), after


def canoes_of(table: Table, player: str) -> tuple[str, ...]:
    """The names of a player's canoes that are not lost."""
    return tuple(name for name, canoe in table.canoes.items() if owner(name) == player and canoe.at != FALLS)


def orders(table: Table, player: str) -> tuple[tuple[str, ...], ...]:
    """Which canoes move, in which order (B4, B12): all on the river, and at most one launched beside them.

    One empty order when the player has no canoe.
    """
    canoes = canoes_of(table, player)
    river = tuple(name for name in canoes if afloat(table.canoes[name]))
    ashore = tuple(name for name in canoes if table.canoes[name].at == BEACH)
    if not river:
        return tuple((name,) for name in ashore) or ((),)
    crews = (river, *((*river, name) for name in ashore))
    return tuple(order for crew in crews for order in permutations(crew))
