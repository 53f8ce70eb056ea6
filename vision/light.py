"""Light: a picture brought back to the light of calibration, and what in it is not the empty board.

Lamps are switched, warm and cold; but the board's print stays the same. The ratio of the picture to the empty
board, smooth over the board and robust against the pieces on it, is the change of light.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
COARSE = 8
"""The light is fitted on a picture this many times smaller."""
ROUNDS = 6
MOST_GAIN = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Relit:
    """A rectified picture in the light of calibration, its difference to the empty board, and the gain it took."""

    bgr: Picture
    difference: NDArray[np.uint8]
    """(height, width): distance to the empty board in grey levels, smoothed."""
    gain_bgr: tuple[float, float, float]
    residual: float
    """How badly the light fits what should be bare board: median, in grey levels."""


def relight(bgr: Picture, empty_bgr: Picture, ignore: NDArray[np.bool_] | None = None) -> Relit:
    """Bring a rectified picture into the light in which the rectified ``empty_bgr`` was taken."""
    height, width = bgr.shape[:2]
    small_size = (width // COARSE, height // COARSE)
    small = cv2.resize(bgr, small_size, interpolation=cv2.INTER_AREA).astype(np.float32) + 1.0
    plain = cv2.resize(empty_bgr, small_size, interpolation=cv2.INTER_AREA).astype(np.float32) + 1.0
    use = (small.max(axis=2) < 245) & (plain.max(axis=2) < 250)
    if ignore is not None:
        use &= cv2.resize(ignore.astype(np.uint8), small_size, interpolation=cv2.INTER_NEAREST) == 0
    field = np.exp(_smooth_fit(np.log(plain / small), use))
    gains = np.clip(field, 1 / MOST_GAIN, MOST_GAIN).astype(np.float32)
    dense = cv2.resize(gains, (width, height), interpolation=cv2.INTER_LINEAR)
    corrected = cv2.multiply(bgr.astype(np.float32), dense)
    back = np.clip(corrected, 0, 255).astype(np.uint8)
    apart = cv2.absdiff(cv2.GaussianBlur(back, (5, 5), 0), cv2.GaussianBlur(empty_bgr, (5, 5), 0))
    difference = np.asarray(brightest(apart), np.uint8)
    middle = gains.reshape(-1, 3).mean(axis=0)
    return Relit(
        back,
        difference,
        (float(middle[0]), float(middle[1]), float(middle[2])),
        float(np.median(difference[::COARSE, ::COARSE])),
    )


def darkest(picture: NDArray[Any]) -> NDArray[Any]:
    """The smallest of the three channels of each pixel; many times faster than numpy's own."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red))


def brightest(picture: NDArray[Any]) -> NDArray[Any]:
    """The largest of the three channels of each pixel."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red))


SHADOW_EVEN = 0.22
"""A shadow darkens all channels alike: the darkest to within this share of the brightest."""
SHADOW_DARKEST = 0.10


def shadows(bgr: Picture, empty_bgr: Picture) -> NDArray[np.bool_]:
    """Where a picture is the empty board, only darker: shadows of pieces and hands."""
    now = cv2.blur(bgr, (3, 3)).astype(np.float32) + 1.0
    ratio = cv2.divide(now, empty_bgr.astype(np.float32) + 1.0)
    low, high = darkest(ratio), brightest(ratio)
    return np.asarray((high - low < SHADOW_EVEN * high) & (high < 1.0) & (low > SHADOW_DARKEST))


def _smooth_fit(log_ratio: NDArray[np.float32], use: NDArray[np.bool_]) -> NDArray[np.float32]:
    """A quadratic surface for each channel, refitted with ever less weight for what does not follow it."""
    rows, columns = log_ratio.shape[:2]
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    terms = np.stack((np.ones_like(x), x, y, x * x, x * y, y * y), axis=-1)
    chosen, wanted = terms[use], log_ratio[use].astype(np.float64)
    weight: NDArray[np.float64] = np.ones(len(chosen))
    surface: NDArray[np.floating[Any]] = np.zeros((6, 3))
    for _ in range(ROUNDS):
        weighted = chosen * weight[:, None]
        surface = np.linalg.solve(chosen.T @ weighted + 1e-6 * np.eye(6), weighted.T @ wanted)
        error = np.abs(wanted - chosen @ surface).max(axis=1)
        spread = max(float(np.median(error)), 0.01)
        weight = 1.0 / (1.0 + (error / (1.5 * spread)) ** 2)
    return np.asarray(terms @ surface, np.float32)
