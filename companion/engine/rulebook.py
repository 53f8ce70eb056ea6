"""What a rulebook is: the steps of the recipe for one set-up, and the plays its cards allow.

The modules join at the steps (`companion.engine.expansion`); `companion.engine.in_play` makes the rulebook of a set-up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from companion.engine.actions import Action
    from companion.engine.board import Arm
    from companion.engine.reach import Rest
    from companion.engine.setup import Setup
    from companion.engine.state import State, Table


class Play:
    """What a revealed card lets its player do."""

    def options(self, table: Table, player: str, book: Rulebook) -> Iterator[tuple[Action, Table]]:
        """Every way to play the card, with the table after it."""
        raise NotImplementedError

    def outcome(self, table: Table, action: Action, book: Rulebook) -> Table | None:
        """The table after one way to play the card, ``None`` when the card does not allow it."""
        player: str = getattr(action, "player", "")
        return next((after for option, after in self.options(table, player, book) if option == action), None)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Each field is a step of the recipe; a tuple holds what the modules do there, in the order of `MODULES`."""

    setup: Setup
    plays: Mapping[str, Play]
    """What each card of a full hand lets its player do, in the order of a hand."""
    rests: Callable[[Table, str, int], tuple[Rest, ...]]
    boardings: Callable[[Table, str, int, Setup], Iterator[tuple[bool, int, Table]]]
    set_up: tuple[Callable[[Table, Setup], Table], ...]
    meetings: tuple[Callable[[Table, str], Iterator[tuple[str, Table]]], ...]
    weather_changed: tuple[Callable[[Table], Table], ...]
    disc_pushed: tuple[Callable[[Table, Arm], Table], ...]
    put_back: tuple[Callable[[Table, str, Arm | None], Table], ...]
    river_over: tuple[Callable[[State, Table, Arm | None], Table], ...]
