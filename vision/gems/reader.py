"""Gems in their deposits, counted by colour.

Each deposit is seen against its bare background (`background`). Coloured gems: discs of a gem's size are packed on what
shows their colour (`finder`, `coloured`). Clear gems show what lies below: among coloured ones they mix their colour
with the background's (`clear_mixture`), on their own deposit they are full of edges and their outlines close (`clear`).
A count that a network finds improbable, which knows gems from the set-up picture alone, is not told (`exemplars`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.gems.appearance import foreign_mean
from vision.gems.background import DepositBackground
from vision.gems.clear import ClearDeposit
from vision.gems.clear_mixture import ClearMixtureFinder
from vision.gems.coloured import ColouredDeposit
from vision.gems.exemplars import ExemplarCounter, unless_improbable
from vision.gems.finder import Appearances
from vision.gems.learning import AT_SET_UP, learn_appearances, learn_clear_background
from vision.imaging.colour_models import to_bgr
from vision.typical_colours import CLEAR_GEM

if TYPE_CHECKING:
    from vision.calibration.model import Calibration
    from vision.gems.counting import GemCount
    from vision.photometry.relight import Relit

MOST_PLAYERS_OF_SEVEN = 5
"""With more players than this there is an eighth gem of each colour (rule N1)."""


class GemReader:
    """Counts gems; keeps what was learnt of each deposit's background and gems."""

    def __init__(self, calibration: Calibration) -> None:
        layout = calibration.layout
        radius_mm = layout.pieces.gem_size / 2
        most = gems_of_a_colour(len(calibration.players))
        backgrounds = {
            deposit.gem: DepositBackground.of(deposit, calibration) for deposit in layout.deposits.values()
        }
        at_set_up = {
            gem: background.contrast(calibration.setup_bgr) for gem, background in backgrounds.items()
        }
        learnt = {
            gem: learn_appearances(background, at_set_up[gem], radius_mm)
            for gem, background in backgrounds.items()
            if gem != CLEAR_GEM
        }
        clear_bgr = np.maximum(to_bgr(calibration.gems[CLEAR_GEM].mean), 1.0)
        self._deposits: dict[str, ColouredDeposit | ClearDeposit] = {}
        for name, deposit in layout.deposits.items():
            gem, background, contrast = deposit.gem, backgrounds[deposit.gem], at_set_up[deposit.gem]
            foreign = {
                other: foreign_mean(backgrounds[other], own, background)
                for other, (own, _) in learnt.items()
                if other != gem
            }
            if gem == CLEAR_GEM:
                appearances = Appearances(learn_clear_background(background, contrast), None, foreign)
                self._deposits[name] = ClearDeposit(background, contrast, appearances, radius_mm, most)
            else:
                own, bare = learnt[gem]
                appearances = Appearances(bare, (gem, own), foreign)
                mixture = ClearMixtureFinder(background, clear_bgr, radius_mm)
                self._deposits[name] = ColouredDeposit(
                    background, contrast, gem, appearances, mixture, radius_mm, most
                )

        self._exemplars = ExemplarCounter(calibration)

    def read(self, relit: Relit) -> dict[str, GemCount]:
        """The gems of every deposit."""
        probable, colours = self._exemplars.probabilities(relit.bgr), self._exemplars.colours
        return {
            name: unless_improbable(deposit.count(relit.bgr), dict(zip(colours, probable[name], strict=True)))
            for name, deposit in self._deposits.items()
        }


def gems_of_a_colour(players: int) -> int:
    """How many gems of each colour so many players play with (rule N1)."""
    return AT_SET_UP + 1 if players > MOST_PLAYERS_OF_SEVEN else AT_SET_UP
