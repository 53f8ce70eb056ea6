"""Round outlines: every edge votes for the middles it may lie around."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

STRONGEST = 4.0
"""Edges count up to this many grey levels a pixel: a sparkle is not worth many faint edges."""
SMOOTH_PX = 0.7


class RingVotes:
    """Votes for circles of one radius.

    An edge on a circle lies across the line to its middle. Each edge's strength, times the cosine of twice the angle
    by which it does not, is summed on the ring: edges along the circle count, those across it count against it, and
    ripples, which lie any way, come to nothing.
    """

    def __init__(self, radius_px: float, width_px: float) -> None:
        reach = math.ceil(radius_px + 2 * width_px)
        y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        ring = np.exp(-0.5 * ((np.hypot(x, y) - radius_px) / width_px) ** 2)
        turn = 2 * np.arctan2(y, x)
        self._along = (ring / ring.sum() * np.cos(turn)).astype(np.float32)
        self._aslant = (ring / ring.sum() * np.sin(turn)).astype(np.float32)
        self._ring = (ring / ring.sum()).astype(np.float32)

    def of(self, grey: NDArray[np.float32], region: NDArray[np.bool_]) -> NDArray[np.float32]:
        """The votes of the edges in ``region`` for each pixel as a middle, in grey levels a pixel."""
        smooth = cv2.GaussianBlur(grey, (0, 0), SMOOTH_PX)
        across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8)
        down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
        strength = cv2.magnitude(across, down) + np.float32(1e-6)
        weight = np.where(region, np.minimum(strength, STRONGEST), 0.0) / (strength * strength)
        along = ((across * across - down * down) * weight).astype(np.float32)
        aslant = (2 * across * down * weight).astype(np.float32)
        return np.asarray(
            cv2.filter2D(along, cv2.CV_32F, self._along, borderType=cv2.BORDER_CONSTANT)
            + cv2.filter2D(aslant, cv2.CV_32F, self._aslant, borderType=cv2.BORDER_CONSTANT),
            np.float32,
        )

    def share(self, region: NDArray[np.bool_]) -> NDArray[np.float32]:
        """The share of the circle around each pixel that lies in ``region``."""
        inside = region.astype(np.float32)
        return np.asarray(
            cv2.filter2D(inside, cv2.CV_32F, self._ring, borderType=cv2.BORDER_CONSTANT), np.float32
        )
