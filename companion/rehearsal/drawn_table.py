"""What kind of table a trial plays at: who plays, with which modules, on which board, with or without stickers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

from companion.engine import setup_from_parts
from companion.engine.board import PLAYER_COLOURS, SIXTH_COLOUR
from companion.engine.setup import Module
from companion.rehearsal.own_board import own_board
from vision.layout import default_layout

if TYPE_CHECKING:
    from companion.engine import Setup
    from vision.layout import Layout

ALL_COLOURS = (*PLAYER_COLOURS, SIXTH_COLOUR)
FEWEST, MOST = 3, 6
BASE_GAME_PLAYERS = 5
JOE_SHARE = 0.4
"""So often Joe is on the river."""
OWN_SHARE = 0.5
"""So often the board is of its own layout."""
STICKERS_SHARE = 0.5
"""So often there are stickers."""


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """One kind of table."""

    players: tuple[str, ...]
    joe: bool = False
    layout: Layout = field(default_factory=default_layout)
    """Where things truly lie on its board."""
    own: bool = False
    """Whether calibration has to find the places of the board, or is told them."""
    stickers: bool = True

    @classmethod
    def of_seed(cls, seed: int) -> DrawnTable:
        """The table of this seed: any three to six colours, Joe or not, any board, with stickers or without."""
        rng = Random(f"table {seed}")
        players = tuple(rng.sample(ALL_COLOURS, rng.randint(FEWEST, MOST)))
        joe, own, stickers = (rng.random() < share for share in (JOE_SHARE, OWN_SHARE, STICKERS_SHARE))
        return cls(players, joe, own_board(rng) if own else default_layout(), own, stickers)

    @property
    def setup(self) -> Setup:
        """The game that is played at it."""
        six = len(self.players) > BASE_GAME_PLAYERS or SIXTH_COLOUR in self.players
        modules = [str(Module.SIX_PLAYERS)] * six + [str(Module.JOE)] * self.joe
        return setup_from_parts(self.players, self.players[0], modules, {})

    @property
    def printed(self) -> Layout:
        """The layout with the stickers that lie on the board."""
        if self.stickers:
            return self.layout
        return replace(self.layout, markers=replace(self.layout.markers, centres={}))

    @property
    def traits(self) -> tuple[str, ...]:
        """By what the results of many tables are told apart."""
        return (
            f"{len(self.players)} players",
            "Joe" if self.joe else "no Joe",
            "own board" if self.own else "default board",
            "stickers" if self.stickers else "no stickers",
        )
