"""Gems in their deposits, counted by colour.

Coloured gems: discs of a gem's size are laid together on what shows stone (`coloured_gems`). Clear gems show what lies
below: among coloured ones they pale the ground (`pale`), on their own deposit their outlines close (`clear_gems`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.gems.background import Ground
from vision.gems.clear import ClearDeposit
from vision.gems.clear_mixture import PaleFinder
from vision.gems.coloured import ColouredDeposit
from vision.gems.stone_colours import AT_SET_UP, Kinds, foreign_look, learn_clear_ground, learn_looks
from vision.imaging.colour_models import to_bgr
from vision.typical_colours import CLEAR_GEM

if TYPE_CHECKING:
    from vision.calibration.model import Calibration
    from vision.gems.counting import GemCount
    from vision.photometry.relight import Relit

MOST_OF_SEVEN = 5
"""With more players than this there are eight gems in each deposit (N1)."""


class GemReader:
    """Counts gems; keeps what was learnt of each deposit's ground and gems."""

    def __init__(self, calibration: Calibration) -> None:
        layout = calibration.layout
        radius_mm = layout.pieces.gem_size / 2
        most = AT_SET_UP + 1 if len(calibration.players) > MOST_OF_SEVEN else AT_SET_UP
        grounds = {deposit.gem: Ground.of(deposit, calibration) for deposit in layout.deposits.values()}
        at_set_up = {gem: ground.unlike(calibration.setup_bgr) for gem, ground in grounds.items()}
        learnt = {
            gem: learn_looks(ground, at_set_up[gem], radius_mm)
            for gem, ground in grounds.items()
            if gem != CLEAR_GEM
        }
        clear_bgr = to_bgr(calibration.gems[CLEAR_GEM].mean)
        self._deposits: dict[str, ColouredDeposit | ClearDeposit] = {}
        for name, deposit in layout.deposits.items():
            gem, ground, set_up = deposit.gem, grounds[deposit.gem], at_set_up[deposit.gem]
            foreign = {
                other: foreign_look(grounds[other], own, ground)
                for other, (own, _) in learnt.items()
                if other != gem
            }
            if gem == CLEAR_GEM:
                kinds = Kinds(learn_clear_ground(ground, set_up), None, foreign)
                self._deposits[name] = ClearDeposit(ground, set_up, kinds, radius_mm, most)
            else:
                own, bare = learnt[gem]
                kinds = Kinds(bare, (gem, own), foreign)
                pale = PaleFinder(ground, np.maximum(clear_bgr, 1.0), radius_mm)
                self._deposits[name] = ColouredDeposit(ground, set_up, gem, kinds, pale, radius_mm, most)

    def read(self, relit: Relit) -> dict[str, GemCount]:
        """The gems of every deposit."""
        return {name: deposit.count(relit.bgr) for name, deposit in self._deposits.items()}
