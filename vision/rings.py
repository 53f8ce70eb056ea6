"""Round outlines: every edge votes for the middles it may lie around."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.spectra import filtered, kernel_spectrum, roomy, spectrum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.spectra import Size

STRONGEST = 4.0
"""Edges count up to this many grey levels a pixel: a sparkle is not worth many faint edges."""
SMOOTH_PX = 0.7
TAKEN, TAKEN_WIDTHS = 0.85, 1.4
"""A circle found takes this share of the votes of the edges within so many widths of it."""
CANDIDATES = 24
"""So many middles with most votes are looked at."""
SIDES, FAIR_SHARE = 8, 1.2
"""A circle closes: of so many sides none counts more than this multiple of the mean."""


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle found: its middle (column, row), and the votes of its edges all around, in grey levels a pixel."""

    middle: tuple[int, int]
    votes: float


class RingVotes:
    """Votes for circles of one radius.

    An edge on a circle lies across the line to its middle. Each edge's strength, times the cosine of twice the angle
    by which it does not, is summed on the ring: edges along the circle count, those across it count against it, and
    ripples, which lie any way, come to nothing.
    """

    def __init__(self, radius_px: float, width_px: float, strongest: float = STRONGEST) -> None:
        self.radius_px = radius_px
        self._strongest = strongest
        self._reach = math.ceil(radius_px + 2 * width_px)
        y, x = np.mgrid[-self._reach : self._reach + 1, -self._reach : self._reach + 1]
        off = np.hypot(x, y) - radius_px
        ring = np.exp(-0.5 * (off / width_px) ** 2)
        turn = 2 * np.arctan2(y, x)
        self._side = ((turn.ravel() / (4 * math.pi) + 0.5) * SIDES).astype(np.intp) % SIDES
        self._along = (ring / ring.sum() * np.cos(turn)).astype(np.float32)
        self._aslant = (ring / ring.sum() * np.sin(turn)).astype(np.float32)
        self._ring = (ring / ring.sum()).astype(np.float32)
        self._left = np.where(np.abs(off) < TAKEN_WIDTHS * width_px, 1 - TAKEN, 1.0).astype(np.float32)
        self._spectra = functools.lru_cache(maxsize=2)(self._kernel_spectra)

    def of(self, grey: NDArray[np.float32], region: NDArray[np.bool_]) -> NDArray[np.float32]:
        """The votes of the edges in ``region`` for each pixel as a middle, in grey levels a pixel."""
        along, aslant = self._edges(grey, region)
        return self._votes(along, aslant)

    def found(
        self,
        grey: NDArray[np.float32],
        region: NDArray[np.bool_],
        middles: NDArray[np.bool_],
        apart_px: float,
        most: int,
    ) -> list[Circle]:
        """Up to ``most`` circles with their middles in ``middles``, about in the order of their votes.

        An edge that belongs to one circle does not vote for the next: what lies between circles is none.
        """
        reach = self._reach
        along, aslant = (np.pad(edges, reach) for edges in self._edges(grey, region))
        votes = self._votes(along, aslant)[reach:-reach, reach:-reach] * middles
        peaks = (votes >= cv2.dilate(votes, np.ones((5, 5), np.uint8))) & (votes > 0)
        rows, columns = np.nonzero(peaks)
        order = np.argsort(-votes[peaks])[:CANDIDATES]
        left = {(int(columns[i]), int(rows[i])): float(votes[rows[i], columns[i]]) for i in order}
        circles: list[Circle] = []
        while left and len(circles) < most:
            place = max(left, key=lambda candidate: left[candidate])
            if left[place] <= 0:
                break
            circles.append(Circle(place, self._all_around(along, aslant, place)))
            along[self._around(place)] *= self._left
            aslant[self._around(place)] *= self._left
            left = {
                other: self._vote(along, aslant, other) if math.dist(place, other) < 2 * reach else votes_then
                for other, votes_then in left.items()
                if math.dist(place, other) >= apart_px
            }
        return circles

    def share(self, region: NDArray[np.bool_]) -> NDArray[np.float32]:
        """The share of the circle around each pixel that lies in ``region``."""
        size = roomy(region.shape, len(self._ring))
        *_, ring = self._spectra(size)
        return filtered(region.shape, (spectrum(region.astype(np.float32), size), ring))

    def _edges(
        self, grey: NDArray[np.float32], region: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Each pixel's edge as a direction without a sign: its strength times cosine and sine of twice the angle."""
        smooth = cv2.GaussianBlur(grey, (0, 0), SMOOTH_PX)
        across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8)
        down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
        strength = cv2.magnitude(across, down) + np.float32(1e-6)
        weight = np.minimum(strength, self._strongest) / (strength * strength) * region
        along = (across * across - down * down) * weight
        aslant = 2 * across * down * weight
        return along, aslant

    def _votes(self, along: NDArray[np.float32], aslant: NDArray[np.float32]) -> NDArray[np.float32]:
        size = roomy(along.shape, len(self._ring))
        on_along, on_aslant, _ = self._spectra(size)
        return filtered(along.shape, (spectrum(along, size), on_along), (spectrum(aslant, size), on_aslant))

    def _kernel_spectra(self, size: Size) -> tuple[NDArray[np.float32], ...]:
        """The spectra of the votes along and aslant, and of the ring."""
        return tuple(kernel_spectrum(kernel, size) for kernel in (self._along, self._aslant, self._ring))

    def _vote(self, along: NDArray[np.float32], aslant: NDArray[np.float32], place: tuple[int, int]) -> float:
        """The votes for one middle, of edges padded by the reach."""
        window = self._around(place)
        return float((along[window] * self._along).sum() + (aslant[window] * self._aslant).sum())

    def _all_around(
        self, along: NDArray[np.float32], aslant: NDArray[np.float32], place: tuple[int, int]
    ) -> float:
        """The votes for one middle when no side of the circle has more than little above its share."""
        window = self._around(place)
        votes = along[window] * self._along + aslant[window] * self._aslant
        sides = SIDES * np.bincount(self._side, votes.ravel(), SIDES)
        return float(np.minimum(sides, FAIR_SHARE * float(votes.sum())).mean())

    def _around(self, place: tuple[int, int]) -> tuple[slice, slice]:
        """The window around a middle, in edges padded by the reach."""
        x, y = place
        size = 2 * self._reach + 1
        return slice(y, y + size), slice(x, x + size)
