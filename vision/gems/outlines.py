"""Outlines of gems: how well one closes around the place of each."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from vision.gems.background import FINE
from vision.imaging.rings import RingVotes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.gems.background import Plane

    Spot = tuple[int, int]

RADIUS, WIDTH_MM = 0.9, 0.85
"""The outline of a gem that is seen: its radius as a share of the gem's, and how far it strays."""
STRONGEST = 0.036
"""Edges count up to this change of the logarithm of light a pixel: a sparkle is not worth many faint ones."""
LEAST = 0.08
"""Fewer votes than this share of those at set-up say nothing more."""
ASTRAY_PX = 2
"""A gem is laid so near to where its outline has its middle."""


class Outlines:
    """Tells outlines of gems of one deposit by those at set-up, at the places (column, row) where gems lay then."""

    def __init__(
        self, radius_mm: float, region: NDArray[np.bool_], set_up: Plane, places: Sequence[Spot]
    ) -> None:
        self._rings = RingVotes(RADIUS * radius_mm * FINE, WIDTH_MM * FINE, STRONGEST)
        self._region = region
        votes = self._votes(set_up, region, places)
        self._at_set_up = max(float(np.mean(votes)) if votes else 0.0, 1e-6)

    def closed(
        self, lightness: Plane, places: Sequence[Spot], region: NDArray[np.bool_] | None = None
    ) -> list[float]:
        """The logarithm of each outline's votes over those at set-up; of edges in a part of the region."""
        votes = self._votes(lightness, self._region if region is None else region, places)
        return [math.log(max(vote / self._at_set_up, LEAST)) for vote in votes]

    def _votes(self, lightness: Plane, region: NDArray[np.bool_], places: Sequence[Spot]) -> list[float]:
        if not places:
            return []
        votes = self._rings.of(lightness, region)
        return [float(votes[_around(place)].max()) for place in places]


def _around(place: Spot) -> tuple[slice, slice]:
    (left, right), (top, bottom) = ((max(at - ASTRAY_PX, 0), at + ASTRAY_PX + 1) for at in place)
    return slice(top, bottom), slice(left, right)
