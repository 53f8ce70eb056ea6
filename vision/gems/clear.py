"""The deposit of clear gems, counted: coloured ones are found first, then discs are laid on what looks like glass.

A clear gem shows the ground below, but it is full of edges and darkens what it covers, and its outline closes.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.gems.background import FINE, disc_means
from vision.gems.counting import GemCount, Odds, likeliest
from vision.gems.outlines import STRONGEST, Outlines
from vision.gems.packing import lay_discs
from vision.gems.stone_colours import AT_SET_UP, StoneFinder, all_named, covered
from vision.imaging.rings import slopes
from vision.typical_colours import CLEAR_GEM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.gems.background import Ground, Plane
    from vision.gems.packing import Heap
    from vision.gems.stone_colours import Kinds, Stone

STRANGERS = 2
"""So many coloured gems are reckoned with, and so many clear ones more than there are."""
COLOURED_ODDS = Odds(shown=18.4, alone=2.2, closed=0.0, none=-14.3)
CLEAR_ODDS = Odds(shown=7.9, alone=13.3, closed=2.3, none=-12.5)
SEEN = 1.18
"""A clear gem with its edges and its shade is seen as a disc so much larger than itself."""
AROUND_PX = 2.0
"""Edges and lightness are looked at together with what is so near."""
BUSY, BUSIEST, DARK = 0.47, 5.0, 33.0
"""The share of edges from which on a place rather looks like glass, what each share of one more says for that, and what
lightness in logarithms says against it."""
DARKEST, LIGHTEST = -0.1, 0.05
"""Lightness says so within these: beyond are coloured gems and lamps."""
NOTHING = -1.0
"""The evidence where no clear gem can lie."""
SHADE, FREE = 1.45, 1.5
"""A coloured gem's outline and shade reach so many radii; no clear gem's middle is nearer than that."""
ENDS_MM, ROOM_MM = 0.5, 2.0
"""Glass is looked for so far inside the edge, and the middles of gems."""


class ClearDeposit:
    """Counts the gems of the deposit of clear ones; ``most`` of these can be there."""

    def __init__(self, ground: Ground, set_up: Plane, kinds: Kinds, radius_mm: float, most: int) -> None:
        self._ground, self._most = ground, most
        self._finder = StoneFinder(ground, kinds, radius_mm)
        self._radius_px = radius_mm * FINE
        self._ends, self._room = ground.within(-ENDS_MM), ground.within(-ROOM_MM)
        lightness = self._lightness(set_up)
        heap = self._laid(lightness, self._ends, self._room, AT_SET_UP)
        self._outlines = Outlines(radius_mm, self._ends, lightness, heap.places[-1])

    def count(self, bgr: NDArray[np.uint8]) -> GemCount:
        """The gems here in a rectified picture in the light of calibration."""
        unlike = self._ground.unlike(bgr)
        stones = self._finder.find(unlike, STRANGERS)
        coloured, sure = likeliest([COLOURED_ODDS.chance(stone.shown, stone.alone) for stone in stones])
        chances = self._chances(self._lightness(unlike), stones[:coloured])
        clear, closed = likeliest(chances, [count <= self._most for count in range(len(chances) + 1)])
        gems = Counter(stone.gem for stone in stones[:coloured])
        gems[CLEAR_GEM] = clear
        return GemCount.of(gems, sure * closed * all_named(stones[:coloured]))

    def _lightness(self, unlike: Plane) -> Plane:
        return self._ground.without_rim(unlike[..., 0])

    def _chances(self, lightness: Plane, stones: Sequence[Stone]) -> list[float]:
        """The chances of what may be clear gems beside these coloured ones, the surest first."""
        places, shape = [stone.place for stone in stones], lightness.shape
        beside = self._ends & ~covered(shape, places, SHADE * self._radius_px)
        middles = self._room & ~covered(shape, places, FREE * self._radius_px)
        heap = self._laid(lightness, beside, middles, self._most + STRANGERS)
        closed = self._outlines.closed(lightness, heap.places[-1], beside)
        discs = zip(heap.gains, heap.grounds, closed, strict=True)
        return sorted((CLEAR_ODDS.chance(*disc) for disc in discs), reverse=True)

    def _laid(
        self, lightness: Plane, beside: NDArray[np.bool_], middles: NDArray[np.bool_], most: int
    ) -> Heap:
        """Up to ``most`` discs with their ``middles`` there, laid on what looks like glass ``beside`` all else."""
        busy = disc_means(_edges(lightness) * beside, AROUND_PX) / STRONGEST
        light = np.clip(disc_means(lightness, AROUND_PX), DARKEST, LIGHTEST)
        evidence = np.tanh(BUSIEST * (busy - BUSY) - DARK * light)
        evidence[~beside] = NOTHING
        return lay_discs(evidence, SEEN * self._radius_px, most, middles)


def _edges(lightness: Plane) -> Plane:
    """How strong the edges are, up to `STRONGEST`."""
    return np.minimum(cv2.magnitude(*slopes(lightness)), np.float32(STRONGEST))
