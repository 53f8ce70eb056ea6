"""All hulls in a picture of colour labels: connected parts, in each those that stand alone, then a search for the rest.

The search is greedy: the best match is taken, the pixels it claims are erased, and the next is looked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.canoes.hull_matching import HULL_MATCHING_PARAMETERS, HullMatcher
from vision.canoes.isolated_hulls import isolated_hulls

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.canoes.hull_shapes import Hull, HullShape

Labels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class HullFinderThresholds:
    """What is looked at, and when the search in a part ends.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *canoe*.
    """

    least_cover: float = 0.25
    """Share (0..1) of a hull's area that must show a colour for a part to be looked at, and for a match to be a hull.
    More overlooks hulls under others; less makes hulls of shade."""
    most_searched: int = 6
    """Hulls searched for in one part. More spends time on parts that are no canoes; less leaves some of a heap out."""
    claim: float = 1.12
    """A hull found claims the pixels within an outline this many times as large. More eats into a neighbour; less
    leaves slivers around it that are found again."""
    speckle_px: int = 3
    """Pixels: what a disc of this diameter does not fit into is no part of a hull. More cuts bows and sterns off; less
    lets noise join parts."""
    component_stride: int = 2
    """Pixels: the step between the rows and columns that are looked at for what is connected; each part is then grown
    by those passed over. More is quicker; less sees thin gaps."""


HULL_FINDER_THRESHOLDS = HullFinderThresholds()


class HullFinder:
    """Finds hulls of one shape."""

    def __init__(self, shape: HullShape, thresholds: HullFinderThresholds = HULL_FINDER_THRESHOLDS) -> None:
        self._shape = shape
        self._thresholds = thresholds
        self._matcher = HullMatcher(shape)
        self._least_px = thresholds.least_cover * shape.area_px
        size = (thresholds.speckle_px, thresholds.speckle_px)
        self._speckle = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, size)

    def find(self, labels: Labels, count: int) -> list[Hull]:
        """All hulls in a picture (height, width) of labels 1..``count``; 0 is no canoe's colour."""
        found: list[Hull] = []
        for top, left, part in self._parts(labels):
            found.extend(hull.moved(left, top) for hull in self._in_part(part, count))
        return found

    def _in_part(self, part: Labels, count: int) -> list[Hull]:
        """The hulls of one connected part: first those that stand alone in their colour, then the rest by search."""
        hulls: list[Hull] = []
        left = part.copy()
        for label in range(1, count + 1):
            own = left == label
            if np.count_nonzero(own) >= self._least_px:
                for hull in isolated_hulls(self._without_speckles(own), label, self._shape):
                    hulls.append(hull)
                    self._claim(left, hull)
        for _ in range(self._thresholds.most_searched):
            labels = [
                label for label in range(1, count + 1) if np.count_nonzero(left == label) >= self._least_px
            ]
            if not labels:
                break
            best = self._matcher.best(left, labels)
            if best.cover < self._thresholds.least_cover:
                break
            hulls.append(best)
            self._claim(left, best)
        return hulls

    def _claim(self, labels: Labels, hull: Hull) -> None:
        """Erase what a hull explains."""
        labels[self._shape.fill(labels.shape, hull, self._thresholds.claim)] = 0

    def _without_speckles(self, mask: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """Morphological opening."""
        return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, self._speckle), np.uint8)

    def _parts(self, labels: Labels) -> Iterator[tuple[int, int, Labels]]:
        """Each connected part that is large enough, and the row and column it was cut out from.

        It has a margin of two of the search's coarse pixels: the outline of a hull at its edge needs some room.
        """
        stride = self._thresholds.component_stride
        margin = 2 * HULL_MATCHING_PARAMETERS.downscale
        grow = np.ones((2 * stride - 1, 2 * stride - 1), np.uint8)
        coloured = self._without_speckles(labels > 0)
        sparse = np.ascontiguousarray(coloured[::stride, ::stride])
        count, numbers, stats, _ = cv2.connectedComponentsWithStats(sparse, connectivity=8)
        height, width = labels.shape
        for number in range(1, count):
            left, top, across, down, area = (int(value) for value in stats[number])
            if stride**2 * area < self._least_px:
                continue
            mine = (numbers[top : top + down, left : left + across] == number).astype(np.uint8)
            left, top = stride * left, stride * top
            window = (
                slice(top, min(top + stride * down, height)),
                slice(left, min(left + stride * across, width)),
            )
            here = labels[window]
            whole = cv2.resize(mine, (stride * across, stride * down), interpolation=cv2.INTER_NEAREST)
            whole = cv2.dilate(whole, grow)
            own = np.pad(here * whole[: here.shape[0], : here.shape[1]], margin)
            yield top - margin, left - margin, own
