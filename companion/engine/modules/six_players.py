"""Three to six players, and gems for so many (N1); the sixth colour is black, as `Setup` knows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.engine.board import GEM_HOME
from companion.engine.expansion import Expansion
from companion.engine.frozen import FrozenMap

if TYPE_CHECKING:
    from companion.engine.setup import Setup
    from companion.engine.state import Table

_GEMS_PER_DEPOSIT = {3: 6, 4: 7, 5: 7, 6: 8}


class SixPlayers(Expansion):
    """Rule N1."""

    def set_up(self, table: Table, setup: Setup) -> Table:
        """As many gems a deposit as the number of players asks for."""
        gems = _GEMS_PER_DEPOSIT[len(setup.players)]
        deposits = {str(home): FrozenMap({str(gem): gems}) for gem, home in GEM_HOME.items()}
        return replace(table, deposits=FrozenMap(deposits))
