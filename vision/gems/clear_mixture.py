"""Clear gems among coloured ones: they pale the ground they lie on, and hardly darken it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.gems.background import DARKEST, FINE, TO_COLOUR, disc_means

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.gems.background import Ground, Plane

FAINTEST = 0.12
"""Ground whose colour is nearer than this to a clear gem's cannot be paled by one."""
MOST, LEAST = 0.5, -0.3
"""Shares of a clear gem's own colour count between these: one pixel is not worth many."""
BEYOND, ASIDE = 1.3, 0.2
"""What is farther than a clear gem's own colour, or so far aside of the way there, is coloured."""
DARKENED, BRIGHTENED = -0.2, 0.25
"""A clear gem is no darker than this beside the ground, and no lighter than this beside its own colour or the ground:
what is darker is a coloured one, what is lighter a lamp."""
FAINT, SPECKS = 0.2, 0.8
"""Where fewer pixels than so many squared radii have even so little of a clear gem's colour, there is none."""
WITHIN = 0.8
"""The paleness of a gem is the mean within so many radii of its middle."""
ROOM_MM = 3.5
"""A gem's middle lies so far inside; what is pale farther out is the rim in another light."""
APART = 2.0
"""No other clear gem is looked for nearer than so many radii."""


@dataclass(frozen=True, slots=True)
class PaleSpot:
    """A place (column, row) where the ground is pale, and how much of a clear gem's colour it has (0..`MOST`)."""

    place: tuple[int, int]
    paleness: float


class PaleFinder:
    """Finds where the ground of one deposit is paled as by a clear gem; ``radius_mm`` is a gem's."""

    def __init__(self, ground: Ground, clear_bgr: NDArray[np.float64], radius_mm: float) -> None:
        self._room = ground.within(-ROOM_MM)
        self._radius_px = radius_mm * FINE
        lightness, *towards = (np.log(clear_bgr + DARKEST) - ground.middle) @ TO_COLOUR
        self._lightest = BRIGHTENED + max(float(lightness), 0.0)
        far = float(np.hypot(*towards))
        self._visible = far > FAINTEST
        along, across = np.array(towards) / far**2, np.array([-towards[1], towards[0]]) / far
        self._to_shares = np.array([[0.0, *along], [0.0, *across]], np.float32)

    def find(self, unlike: Plane, most: int) -> list[PaleSpot]:
        """Up to ``most`` spots in what `Ground.unlike` showed, the palest first."""
        if not self._visible:
            return []
        share, aside = cv2.split(cv2.transform(unlike, self._to_shares))
        lightness = unlike[..., 0]
        clear = (
            (share < BEYOND) & (np.abs(aside) < ASIDE) & (lightness > DARKENED) & (lightness < self._lightest)
        )
        pale = np.where(clear, np.clip(share, LEAST, MOST), 0.0).astype(np.float32)
        if np.count_nonzero(pale > FAINT) < SPECKS * self._radius_px**2:
            return []
        means = np.where(self._room, disc_means(pale, WITHIN * self._radius_px), 0.0).astype(np.float32)
        spots: list[PaleSpot] = []
        for _ in range(most):
            _, paleness, _, place = cv2.minMaxLoc(means)
            if paleness <= 0:
                break
            spots.append(PaleSpot((place[0], place[1]), paleness))
            cv2.circle(means, place, round(APART * self._radius_px), 0.0, -1)
        return spots
