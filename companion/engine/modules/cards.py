"""Three more paddle cards: 7 (a number card like the others), 1/2/3 and the lasso (N2)."""

# ruff: noqa: ARG002 - a step of the recipe offers what some module needs, not what each one does

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from companion.engine.actions import Action, Lasso, Paddle
from companion.engine.board import HAND_ORDER, NUMBERS, Arm, Card
from companion.engine.expansion import Expansion
from companion.engine.frozen import FrozenMap
from companion.engine.paddling import canoe_moves, followed
from companion.engine.plays import NumberCard, canoes_of
from companion.engine.rulebook import Play
from companion.engine.state import afloat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.engine.rulebook import Rulebook
    from companion.engine.setup import Setup
    from companion.engine.state import State, Table

VALUES = (1, 2, 3)
"""What may be named with 1/2/3."""


class NamedCard(Play):
    """The value that the player names moves exactly one canoe of his choice, wherever it is."""

    def options(self, table: Table, player: str, book: Rulebook) -> Iterator[tuple[Action, Table]]:
        """Each value with each move of each canoe; without a canoe the value alone."""
        canoes = canoes_of(table, player)
        for value in VALUES:
            said = _named(table, player, value)
            for name in canoes:
                for move, after in canoe_moves(said, name, value, book):
                    yield Paddle(player, (move,), value), after
            if not canoes:
                yield Paddle(player, (), value), said

    def outcome(self, table: Table, action: Action, book: Rulebook) -> Table | None:
        """The one canoe's move, looked up among those it can make."""
        if not isinstance(action, Paddle) or action.value not in VALUES:
            return None
        said, canoes = _named(table, action.player, action.value), canoes_of(table, action.player)
        if not canoes:
            return None if action.moves else said
        if len(action.moves) != 1 or action.moves[0].canoe not in canoes:
            return None
        return followed(said, action.moves[0], action.value, book)


class LassoCard(Play):
    """At least one canoe on the river, if there is one, is moored beside its space."""

    def options(self, table: Table, player: str, book: Rulebook) -> Iterator[tuple[Action, Table]]:
        """Each selection of the player's canoes on the river, but not none of them."""
        river = tuple(name for name in canoes_of(table, player) if afloat(table.canoes[name]))
        for count in range(min(1, len(river)), len(river) + 1):
            for moored in combinations(river, count):
                held = tuple(sorted((*table.spirits.moored, *moored)))
                yield Lasso(player, moored), replace(table, spirits=replace(table.spirits, moored=held))

    def outcome(self, table: Table, action: Action, book: Rulebook) -> Table | None:
        """As named, in any order."""
        if not isinstance(action, Lasso):
            return None
        return super().outcome(table, Lasso(action.player, tuple(sorted(action.canoes))), book)


class Cards(Expansion):
    """Rule N2; the river and Joe take the number played or named, and moored canoes do not drift."""

    def set_up(self, table: Table, setup: Setup) -> Table:
        """Everybody holds ten cards."""
        players = {name: replace(player, hand=HAND_ORDER) for name, player in table.players.items()}
        return replace(table, players=FrozenMap(players))

    def plays(self) -> Mapping[str, Play]:
        """The 7 is a number card as it is."""
        return {
            str(Card.SEVEN): NumberCard(NUMBERS[Card.SEVEN]),
            str(Card.ONE_TWO_THREE): NamedCard(),
            str(Card.LASSO): LassoCard(),
        }

    def river_over(self, state: State, table: Table, last_arm: Arm | None) -> Table:
        """What was moored is back on the river, what was named counts no longer."""
        return replace(table, spirits=replace(table.spirits, moored=(), named=FrozenMap()))


def _named(table: Table, player: str, value: int) -> Table:
    named = table.spirits.named.put_one(player, value)
    return replace(table, spirits=replace(table.spirits, named=named))
