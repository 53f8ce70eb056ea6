"""Several pictures of a table that lies still, as one with less noise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

ALIGNED_WIDTH_PX = 320
"""Shifts are measured in pictures this small: enough for a fifth of a full pixel."""
LEAST_SHIFT_PX = 0.25
"""A smaller shift is left alone: moving a picture blurs it."""
MOST_SHIFT_PX = 6.0
"""A larger one is no trembling: that picture is left out."""
SURE = 0.2
"""Response of the phase correlation below which a shift is a guess."""


def average(pictures: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """The mean of pictures (height, width, 3) of one size, each shifted onto the last, which always counts.

    Noise goes down with the square root of their number. Raises `ValueError` without pictures.
    """
    if not pictures:
        raise ValueError("no pictures to average")
    *earlier, last = pictures
    if not earlier:
        return last
    total = last.astype(np.float32)
    count = 1
    small = _small(last)
    window = cv2.createHanningWindow((small.shape[1], small.shape[0]), cv2.CV_32F)
    for picture in earlier:
        x, y, reach = _shift(picture, small, window)
        if reach > MOST_SHIFT_PX:
            continue
        if reach > LEAST_SHIFT_PX:
            onto = np.array([[1, 0, x], [0, 1, y]], np.float64)
            size = (last.shape[1], last.shape[0])
            moved = cv2.warpAffine(picture, onto, size, borderMode=cv2.BORDER_REPLICATE)
            cv2.accumulate(moved, total)
        else:
            cv2.accumulate(picture, total)
        count += 1
    return np.asarray(cv2.convertScaleAbs(total, alpha=1.0 / count), np.uint8)


def _shift(
    picture: NDArray[np.uint8], small_last: NDArray[np.float32], window: cv2.typing.MatLike
) -> tuple[float, float, float]:
    """How far this picture must move to lie on the last one, (right, down, altogether) in its pixels."""
    (x, y), response = cv2.phaseCorrelate(_small(picture), small_last, window)
    scale = picture.shape[1] / small_last.shape[1]
    # A flat or dark picture has no pattern to go by: the gate found it still, so it lies where the last one does.
    return (0.0, 0.0, 0.0) if response < SURE else (scale * x, scale * y, scale * float(np.hypot(x, y)))


def _small(bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    height, width = bgr.shape[:2]
    size = (ALIGNED_WIDTH_PX, round(height * ALIGNED_WIDTH_PX / width))
    small = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
