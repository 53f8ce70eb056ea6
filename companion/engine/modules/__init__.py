"""The modules, each in a file of its own, in the order in which they join the recipe."""

from companion.engine.expansion import Expansion
from companion.engine.modules.beaver import Beaver
from companion.engine.modules.cards import Cards
from companion.engine.modules.double_canoes import DoubleCanoes
from companion.engine.modules.joe import Joe
from companion.engine.modules.moose import Moose
from companion.engine.modules.six_players import SixPlayers
from companion.engine.modules.whirlpool import Whirlpool
from companion.engine.setup import Module

EXPANSIONS: dict[str, Expansion] = {
    Module.SIX_PLAYERS: SixPlayers(),
    Module.DOUBLE_CANOES: DoubleCanoes(),
    Module.JOE: Joe(),
    Module.WHIRLPOOL: Whirlpool(),
    Module.BEAVER: Beaver(),
    Module.MOOSE: Moose(),
    Module.CARDS: Cards(),
}
"""By the name a record gives them."""

__all__ = ["EXPANSIONS"]
