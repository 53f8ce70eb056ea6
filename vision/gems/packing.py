"""Packing discs of one size on evidence, so that together they cover what shows gems and little else.

Greedy weighted maximum coverage (Nemhauser, Wolsey & Fisher, 1978): again and again one more disc is laid where it
adds most; what two discs cover counts once. After each, the discs beside it may move (local search), so that an early
disc laid between two gems makes room. Evidence against gems has negative weight.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging import windows
from vision.masks import disc

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.gems.log_colour import FloatImage


@dataclass(frozen=True, slots=True)
class PackingParameters:
    """How discs are packed.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    outside_evidence: float = -0.5
    """Evidence of each pixel beyond the image's edge. Less: gems at the edge are not found; more: discs slip out."""
    least_gain: float = 0.2
    """A disc that adds less than this share of its area, all gem, is not laid. Less: slivers get discs."""
    step_px: int = 2
    """A disc is moved up to so far at a time, each way. More: slower; less: discs stay where they were laid first."""
    sweeps: int = 4
    """How often all discs beside one that moved are looked at again. More: slower."""
    beside_radii: float = 2.3
    """Discs whose centres are at most so many radii apart are beside each other. Less: a disc that overlaps is not
    moved; more: slower."""


PACKING = PackingParameters()


@dataclass(frozen=True, slots=True)
class DiscPacking:
    """The best covers by ever more discs."""

    gains: tuple[float, ...]
    """The evidence that each further disc adds, as a share of a disc that is all gem."""
    own_areas: tuple[float, ...]
    """The area that each further disc adds, as a share of a disc: a disc that overlaps others has little."""
    centres: tuple[tuple[tuple[int, int], ...], ...]
    """For each number of discs from none on: their centres (column, row)."""


def pack_discs(
    evidence: FloatImage,
    radius_px: float,
    most: int,
    centres: NDArray[np.bool_] | None = None,
    parameters: PackingParameters = PACKING,
) -> DiscPacking:
    """Cover the evidence (height, width; 1: surely gem, -1: surely none) with up to ``most`` discs.

    ``centres`` (height, width) says where a disc's centre may be; by default anywhere.
    """
    cover = _Cover(evidence, radius_px, centres, parameters)
    laid: list[tuple[int, int]] = []
    covers: list[tuple[tuple[int, int], ...]] = [()]
    totals, areas = [0.0], [0.0]
    while len(laid) < most:
        centre, gain = cover.best()
        if gain < parameters.least_gain:
            break
        laid.append(centre)
        cover.put(centre)
        _settle(laid, cover, parameters)
        totals.append(cover.total())
        areas.append(cover.area())
        covers.append(tuple(laid))
    return DiscPacking(tuple(np.diff(totals).tolist()), tuple(np.diff(areas).tolist()), tuple(covers))


def _settle(laid: list[tuple[int, int]], cover: _Cover, parameters: PackingParameters) -> None:
    """Move each disc to where it adds most; only those beside one that moved can gain by it."""
    reach = parameters.beside_radii * cover.reach_px
    moved = {len(laid) - 1}
    for _ in range(parameters.sweeps):
        before, moved = moved, set()
        for number, centre in enumerate(laid):
            beside = (other for other in before if other != number)
            if any(math.dist(centre, laid[other]) <= reach for other in beside):
                cover.take(centre)
                better, _ = cover.best_near(centre)
                cover.put(better)
                laid[number] = better
                if better != centre:
                    moved.add(number)


class _Cover:
    """Evidence, and how many discs lie on each pixel of it."""

    def __init__(
        self,
        evidence: FloatImage,
        radius_px: float,
        centres: NDArray[np.bool_] | None,
        parameters: PackingParameters,
    ) -> None:
        self._centres = np.ones(evidence.shape, bool) if centres is None else centres
        self._step = parameters.step_px
        self._inside, self._disc, self._half_disc = _disc_kernels(radius_px)
        self.reach_px = reach = len(self._disc) // 2
        self._area = float(self._disc.sum())
        height, width = evidence.shape
        self._evidence = cv2.copyMakeBorder(
            evidence,
            reach,
            reach + height % 2,
            reach,
            reach + width % 2,
            cv2.BORDER_CONSTANT,
            value=parameters.outside_evidence,
        )
        self._left = self._evidence.copy()
        self._count = np.zeros(self._evidence.shape, np.uint8)
        self._size = evidence.shape[1], evidence.shape[0]

    def put(self, centre: tuple[int, int]) -> None:
        """Lay a disc."""
        window = self._window(centre)
        self._count[window] += self._inside
        self._left[window][self._inside] = 0.0

    def take(self, centre: tuple[int, int]) -> None:
        """Take a disc away."""
        window = self._window(centre)
        self._count[window] -= self._inside
        bare = self._inside & (self._count[window] == 0)
        self._left[window][bare] = self._evidence[window][bare]

    def best(self) -> tuple[tuple[int, int], float]:
        """Where a disc adds most, and how much of its area: first at half scale, then near the best found so."""
        half = cv2.resize(self._left, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        added = cv2.matchTemplate(half, self._half_disc, cv2.TM_CCORR)
        may = np.zeros(added.shape, np.uint8)
        halved = self._centres[::2, ::2]
        may[: halved.shape[0], : halved.shape[1]] = halved
        _, _, _, (x, y) = cv2.minMaxLoc(added, may)
        return self.best_near((min(2 * x, self._size[0] - 1), min(2 * y, self._size[1] - 1)))

    def best_near(self, centre: tuple[int, int]) -> tuple[tuple[int, int], float]:
        """Where a disc adds most within a step of a centre, and how much of its area."""
        rows, columns = windows.around(centre, self._step, self._centres.shape)
        top, left, margin = rows.start, columns.start, 2 * self.reach_px
        part = self._left[top : rows.stop + margin, left : columns.stop + margin]
        may = self._centres[rows, columns].astype(np.uint8)
        _, most, _, (across, down) = cv2.minMaxLoc(cv2.matchTemplate(part, self._disc, cv2.TM_CCORR), may)
        return (left + across, top + down), most / self._area

    def total(self) -> float:
        """The evidence covered, in whole discs."""
        return float(self._evidence[self._count > 0].sum()) / self._area

    def area(self) -> float:
        """The area covered, in whole discs."""
        return float(np.count_nonzero(self._count)) / self._area

    def _window(self, centre: tuple[int, int]) -> windows.Window:
        x, y = centre
        return windows.around((x + self.reach_px, y + self.reach_px), self.reach_px, self._count.shape)


@functools.lru_cache(maxsize=4)
def _disc_kernels(radius_px: float) -> tuple[NDArray[np.bool_], FloatImage, FloatImage]:
    """A disc's pixels, as a mask and as numbers, and the numbers at half scale."""
    inside = disc(radius_px)
    numbers = inside.astype(np.float32)
    even = np.pad(numbers, ((0, 1), (0, 1)))
    half = cv2.resize(even, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return inside, numbers, np.asarray(half, np.float32)
