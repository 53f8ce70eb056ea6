"""Stones that lie close: discs of one size laid together so that they cover what shows stones and nothing else."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.masks import disc

Plane = NDArray[np.float32]
OUTSIDE = -0.5
"""Evidence beyond the picture's edge."""
LEAST = 0.2
"""A disc that adds less than this share of its area is not laid."""
STEP_PX = 2
"""A disc moves so far at a time when another is laid beside it."""
SWEEPS = 4
BESIDE = 2.3
"""Discs with their middles so many radii apart, or less, are beside each other."""


@dataclass(frozen=True, slots=True)
class Heap:
    """The best covers by ever more discs."""

    gains: tuple[float, ...]
    """What each further disc adds, in discs that are all stone (1: all of one)."""
    grounds: tuple[float, ...]
    """How much further ground each covers, in discs: a disc that shows only partly has little."""
    places: tuple[tuple[tuple[int, int], ...], ...]
    """For each number of discs from none on: their middles (column, row)."""


def lay_discs(evidence: Plane, radius_px: float, most: int, middles: NDArray[np.bool_] | None = None) -> Heap:
    """Cover the evidence (height, width; 1: stone for sure, -1: ground for sure) with up to ``most`` discs.

    ``middles`` says where a disc's middle may be. What two discs cover counts once. Each time one more
    is laid, where it adds most, the others may move.
    """
    cover = _Cover(evidence, radius_px, middles)
    places: list[tuple[int, int]] = []
    covers: list[tuple[tuple[int, int], ...]] = [()]
    totals, grounds = [0.0], [0.0]
    while len(places) < most:
        place, gain = cover.best()
        if gain < LEAST:
            break
        places.append(place)
        cover.put(place)
        _settle(places, cover)
        totals.append(cover.total())
        grounds.append(cover.ground())
        covers.append(tuple(places))
    return Heap(tuple(np.diff(totals).tolist()), tuple(np.diff(grounds).tolist()), tuple(covers))


def _settle(places: list[tuple[int, int]], cover: _Cover) -> None:
    """Move each disc to where it adds most; only those beside one that moved can gain by it."""
    moved = {len(places) - 1}
    for _ in range(SWEEPS):
        near, moved = moved, set()
        for number, place in enumerate(places):
            beside = (other for other in near if other != number)
            if any(math.dist(place, places[other]) <= BESIDE * cover.reach_px for other in beside):
                cover.take(place)
                better, _ = cover.best_near(place)
                cover.put(better)
                places[number] = better
                if better != place:
                    moved.add(number)


class _Cover:
    """Evidence, and how many discs lie on each pixel of it."""

    def __init__(self, evidence: Plane, radius_px: float, middles: NDArray[np.bool_] | None) -> None:
        self._middles = np.ones(evidence.shape, bool) if middles is None else middles
        self._inside, self._disc, self._coarse = _discs(radius_px)
        self.reach_px = reach = len(self._disc) // 2
        self._area = float(self._disc.sum())
        height, width = evidence.shape
        self._evidence = cv2.copyMakeBorder(
            evidence, reach, reach + height % 2, reach, reach + width % 2, cv2.BORDER_CONSTANT, value=OUTSIDE
        )
        self._left = self._evidence.copy()
        self._count = np.zeros(self._evidence.shape, np.uint8)
        self._size = evidence.shape[1], evidence.shape[0]

    def put(self, place: tuple[int, int]) -> None:
        """Lay a disc."""
        window = self._window(place)
        self._count[window] += self._inside
        self._left[window][self._inside] = 0.0

    def take(self, place: tuple[int, int]) -> None:
        """Take a disc away."""
        window = self._window(place)
        self._count[window] -= self._inside
        bare = self._inside & (self._count[window] == 0)
        self._left[window][bare] = self._evidence[window][bare]

    def best(self) -> tuple[tuple[int, int], float]:
        """Where a disc adds most, and how much of its area."""
        coarse = cv2.resize(self._left, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        added = cv2.matchTemplate(coarse, self._coarse, cv2.TM_CCORR)
        may = np.zeros(added.shape, np.uint8)
        fine = self._middles[::2, ::2]
        may[: fine.shape[0], : fine.shape[1]] = fine
        _, _, _, (x, y) = cv2.minMaxLoc(added, may)
        return self.best_near((min(2 * x, self._size[0] - 1), min(2 * y, self._size[1] - 1)))

    def best_near(self, place: tuple[int, int]) -> tuple[tuple[int, int], float]:
        """Where a disc adds most a step from a place, and how much of its area."""
        x, y = place
        left, top = max(x - STEP_PX, 0), max(y - STEP_PX, 0)
        right, bottom = min(x + STEP_PX + 1, self._size[0]), min(y + STEP_PX + 1, self._size[1])
        part = self._left[top : bottom + 2 * self.reach_px, left : right + 2 * self.reach_px]
        may = self._middles[top:bottom, left:right].astype(np.uint8)
        _, most, _, (across, down) = cv2.minMaxLoc(cv2.matchTemplate(part, self._disc, cv2.TM_CCORR), may)
        return (left + across, top + down), most / self._area

    def total(self) -> float:
        """The evidence covered, in whole discs."""
        return float(self._evidence[self._count > 0].sum()) / self._area

    def ground(self) -> float:
        """The area covered, in whole discs."""
        return float(np.count_nonzero(self._count)) / self._area

    def _window(self, place: tuple[int, int]) -> tuple[slice, slice]:
        x, y = place
        size = 2 * self.reach_px + 1
        return slice(y, y + size), slice(x, x + size)


@functools.lru_cache(maxsize=4)
def _discs(radius_px: float) -> tuple[NDArray[np.bool_], Plane, Plane]:
    """A disc's pixels, as a mask and as a plane, and the plane half as large."""
    inside = disc(radius_px)
    plane = inside.astype(np.float32)
    even = np.pad(plane, ((0, 1), (0, 1)))
    return inside, plane, np.asarray(cv2.resize(even, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
