"""The modules, each in a file of its own, in the order in which they join the recipe."""

from companion.engine.expansion import Expansion
from companion.engine.modules.beaver import Beaver
from companion.engine.modules.cards import Cards
from companion.engine.modules.double_canoes import DoubleCanoes
from companion.engine.modules.joe import Joe
from companion.engine.modules.moose import Moose
from companion.engine.modules.six_players import SixPlayers
from companion.engine.modules.whirlpool import Whirlpool

EXPANSIONS: dict[str, Expansion] = {
    "six-players": SixPlayers(),
    "double-canoes": DoubleCanoes(),
    "joe": Joe(),
    "whirlpool": Whirlpool(),
    "beaver": Beaver(),
    "moose": Moose(),
    "cards": Cards(),
}
"""By the name a record gives them."""

__all__ = ["EXPANSIONS"]
