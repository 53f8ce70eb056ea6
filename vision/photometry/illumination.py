"""How much brighter the lamps light each part of the board than at calibration: what wood shows of the change.

Print mirrors a lamp where wood does not. Lamps light a board softly, so that a surface of few unknowns fits the
change everywhere; mirror images, pieces and shadows stand out from it and are voted down.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.robust import geman_mcclure_weight

Plane = NDArray[np.float32]
ROUNDS = 6
EVERY = 2
"""Each second pixel each way tells enough."""
USUAL_LOG = 0.06
"""Differences of light within this (natural logarithm) are the camera's noise and the print's grain."""
DOUBT = 5.0
"""How many pixels of even light weigh as much as the first guess, so that little land makes no steep surface."""
BLACK = 6.0
"""Grey levels added to both pictures: the dark tells little."""
MOST_LOG = 1.3


def lamp_gain(now: Plane, then: Plane, weight: Plane) -> Plane:
    """The factor (rows, columns, 3) from coarse pictures of now to those of calibration, as wood shows it.

    ``weight`` (rows, columns) says how much each pixel is worth: 0 where pieces are put or light is lost.
    """
    rows, columns = weight.shape
    bases = _bases(rows, columns)
    chosen = np.zeros(weight.shape, bool)
    chosen[::EVERY, ::EVERY] = weight[::EVERY, ::EVERY] > 0
    if np.count_nonzero(chosen) < len(bases):
        return np.ones_like(then)
    known, worth = bases[:, chosen], weight[chosen].astype(np.float64)
    seen = np.log((then[chosen] + BLACK) / (now[chosen] + BLACK)).T.astype(np.float64)
    steady = np.diag([1e-3] + [DOUBT] * (len(bases) - 1))
    level = np.median(seen, axis=1)
    fitted = np.zeros((len(bases), 3))
    fitted[0] = level
    for number in range(ROUNDS):
        # The first rounds forgive more: the surface has yet to bend to the light.
        usual = USUAL_LOG * (4.0 if number == 0 else 2.0 if number == 1 else 1.0)
        blue, green, red = np.abs(seen - fitted.T @ known)
        off = np.maximum(np.maximum(blue, green), red)
        trusted = known * geman_mcclure_weight(off, usual, worth)
        fitted = np.linalg.solve(trusted @ known.T + steady, trusted @ seen.T + steady[:, :1] * level)
    surface = (bases.reshape(len(bases), -1).T @ fitted).astype(np.float32)
    return np.exp(np.clip(surface, -MOST_LOG, MOST_LOG)).reshape(rows, columns, 3)


@cache
def _bases(rows: int, columns: int) -> NDArray[np.float64]:
    """A plane and its bends, (6, rows, columns), each from -1 to 1."""
    y, x = np.meshgrid(np.linspace(-1, 1, rows), np.linspace(-1, 1, columns), indexing="ij")
    return np.stack((np.ones_like(x), x, y, x * y, 2 * x * x - 1, 2 * y * y - 1))


def unlike_around(off: Plane, window: int) -> Plane:
    """How far each pixel's (rows, columns, 3) change of light is from what is usual around it: pieces stand out."""
    bytes_ = np.clip(off / 2 + 128, 0, 255).astype(np.uint8)
    usual = cv2.medianBlur(bytes_, window).astype(np.float32)
    blue, green, red = cv2.split(np.abs(off - (usual - 128) * 2))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)
