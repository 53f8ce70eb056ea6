"""A deposit of coloured gems, counted: by how much of each shows, and how well its outline closes."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from vision.gems.counting import GemCount, Odds, chance, likeliest
from vision.gems.outlines import Outlines
from vision.gems.stone_colours import AT_SET_UP, StoneFinder, all_named
from vision.typical_colours import CLEAR_GEM

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.gems.background import Ground, Plane
    from vision.gems.clear_mixture import PaleFinder
    from vision.gems.stone_colours import Kinds, Stone

STRANGERS = 2
"""So many gems of other colours are reckoned with in a deposit."""
ODDS = Odds(shown=12.3, alone=9.5, closed=2.2, none=-11.4)
FOREIGN = -3.6
"""What the odds are less for a gem of another deposit's colour: they are rare."""
PALE, PALE_NONE = 50.0, -13.0
"""Logarithms of the odds that a pale spot is a clear gem: for all of such a gem's colour, and for none of it."""


class ColouredDeposit:
    """Counts the gems of a coloured deposit; ``most`` of its own colour, ``gem``, can be there."""

    def __init__(
        self,
        ground: Ground,
        set_up: Plane,
        gem: str,
        kinds: Kinds,
        pale: PaleFinder,
        radius_mm: float,
        most: int,
    ) -> None:
        self._ground, self._gem, self._pale, self._most = ground, gem, pale, most
        self._finder = StoneFinder(ground, kinds, radius_mm)
        places = [stone.place for stone in self._finder.find(set_up, AT_SET_UP)]
        self._outlines = Outlines(radius_mm, ground.within(0.0), _lightness(set_up), places)

    def count(self, bgr: NDArray[np.uint8]) -> GemCount:
        """The gems here in a rectified picture in the light of calibration."""
        unlike = self._ground.unlike(bgr)
        spots = self._pale.find(unlike, STRANGERS)
        clear, sure_clear = likeliest([chance(PALE * spot.paleness + PALE_NONE) for spot in spots])
        stones = self._finder.find(unlike, self._most + STRANGERS, [spot.place for spot in spots[:clear]])
        surest = sorted(
            zip(self._chances(unlike, stones), stones, strict=True), key=lambda pair: pair[0], reverse=True
        )
        own = accumulate((stone.gem == self._gem for _, stone in surest), initial=0)
        possible = [there <= self._most for there in own]
        count, sure = likeliest([one for one, _ in surest], possible)
        lying = [stone for _, stone in surest[:count]]
        gems = Counter(stone.gem for stone in lying)
        gems[CLEAR_GEM] = clear
        return GemCount.of(gems, sure * sure_clear * all_named(lying))

    def _chances(self, unlike: Plane, stones: list[Stone]) -> list[float]:
        """The chance of each stone to be one."""
        closed = self._outlines.closed(_lightness(unlike), [stone.place for stone in stones])
        return [
            ODDS.chance(stone.shown, stone.alone, outline, FOREIGN if stone.gem != self._gem else 0.0)
            for stone, outline in zip(stones, closed, strict=True)
        ]


def _lightness(unlike: Plane) -> Plane:
    return np.ascontiguousarray(unlike[..., 0])
