"""Circles of a known radius by a Hough transform: every edge votes for the middles it may lie around.

The transform for circles is R. Duda's and P. Hart's (1972); that edges vote by their direction, too, is C. Kimme's,
D. Ballard's and J. Sklansky's ("Finding circles by an array of accumulators", 1975). Here the votes are weighed by the
cosine of twice the angle between gradient and radius, and summed by convolution with a ring, through its spectrum.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.spectra import filtered, kernel_spectrum, roomy, spectrum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.imaging.spectra import Size


@dataclass(frozen=True, slots=True)
class GradientParameters:
    """How edges are measured before they vote.

    Chosen on sessions 00-07 of the photo-real development tables, bench figures *discs* and *faults found*.
    """

    strongest_levels: float = 4.0
    """Edges count up to this many grey levels a pixel: a sparkle is not worth many faint edges. More lets glints
    outvote rims, less makes strong rims no better than noise."""
    smoothing_px: float = 0.7
    """Standard deviation of the Gaussian that takes the finest grain away. More blurs rims, less lets noise vote."""


EDGES = GradientParameters()


def slopes(grey: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How much a picture without its finest grain rises across and down, a pixel."""
    smooth = cv2.GaussianBlur(grey, (0, 0), EDGES.smoothing_px)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


class RingVotes:
    """Votes for circles of one radius.

    An edge on a circle lies across the line to its middle. Each edge's strength, times the cosine of twice the angle
    by which it does not, is summed on the ring: edges along the circle count, those across it count against it, and
    ripples, which lie any way, come to nothing.
    """

    def __init__(self, radius_px: float, width_px: float, strongest: float = EDGES.strongest_levels) -> None:
        self.radius_px = radius_px
        self._strongest = strongest
        self._reach = math.ceil(radius_px + 2 * width_px)
        off, turn = _polar(radius_px, self._reach)
        ring = np.exp(-0.5 * (off / width_px) ** 2)
        turn *= 2
        self._along = (ring / ring.sum() * np.cos(turn)).astype(np.float32)
        self._aslant = (ring / ring.sum() * np.sin(turn)).astype(np.float32)
        self._ring = (ring / ring.sum()).astype(np.float32)
        self._spectra = functools.lru_cache(maxsize=2)(self._kernel_spectra)

    def of(self, grey: NDArray[np.float32], region: NDArray[np.bool_]) -> NDArray[np.float32]:
        """The votes of the edges in ``region`` for each pixel as a middle, in grey levels a pixel."""
        along, aslant = self._edges(grey, region)
        return self._votes(along, aslant)

    def share(self, region: NDArray[np.bool_]) -> NDArray[np.float32]:
        """The share of the circle around each pixel that lies in ``region``."""
        size = roomy(region.shape, len(self._ring))
        *_, ring = self._spectra(size)
        return filtered(region.shape, (spectrum(region.astype(np.float32), size), ring))

    def _edges(
        self, grey: NDArray[np.float32], region: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Each pixel's edge as a direction without a sign: its strength times cosine and sine of twice the angle."""
        across, down = slopes(grey)
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


def ring_kernel(radius_px: float, width_px: float = 2.0) -> NDArray[np.float32]:
    """A ring that scores a rim of this radius: positive on it, negative just inside and outside, sum zero."""
    away, _ = _polar(radius_px, math.ceil(radius_px + 5 * width_px))
    away = np.abs(away)
    on = (away <= width_px).astype(np.float32)
    beside = ((away > 1.5 * width_px) & (away <= 4 * width_px)).astype(np.float32)
    return np.asarray(on / on.sum() - beside / beside.sum(), np.float32)


def _polar(radius_px: float, reach_px: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each pixel of a kernel: how far off the circle it lies, outside above 0, and its direction, in radians."""
    y, x = np.mgrid[-reach_px : reach_px + 1, -reach_px : reach_px + 1]
    return np.hypot(x, y) - radius_px, np.arctan2(y, x)
