"""Several pictures of a table that lies still, as one with less noise.

How far the camera trembled between them is told by phase correlation (C. Kuglin and D. Hines, 1975).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class AverageParameters:
    """How pictures are laid on each other.

    Values of the first version; how they were chosen is not recorded, and no bench figure rests on them.
    """

    aligned_width_px: int = 320
    """Width of the pictures in which shifts are measured: enough for a fifth of a full pixel. More is finer
    and slower, less is coarser and quicker."""
    least_shift_px: float = 0.25
    """A smaller shift, in full pixels, is left alone: moving a picture blurs it. More leaves trembling in the mean."""
    most_shift_px: float = 6.0
    """A larger shift, in full pixels, is no trembling: that picture is left out. More averages two tables into one,
    less leaves trembling pictures out."""
    least_response: float = 0.2
    """Response of the phase correlation, 0 to 1, below which a shift is a guess. More leaves pictures unaligned, less
    moves them by chance."""


AVERAGE = AverageParameters()


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
        if is_elsewhere(reach):
            continue
        if is_worth_moving(reach):
            onto = np.array([[1, 0, x], [0, 1, y]], np.float64)
            size = (last.shape[1], last.shape[0])
            moved = cv2.warpAffine(picture, onto, size, borderMode=cv2.BORDER_REPLICATE)
            cv2.accumulate(moved, total)
        else:
            cv2.accumulate(picture, total)
        count += 1
    return np.asarray(cv2.convertScaleAbs(total, alpha=1.0 / count), np.uint8)


def is_elsewhere(shift_px: float, parameters: AverageParameters = AVERAGE) -> bool:
    """Whether a picture shifted so far shows another place than the last one."""
    return shift_px > parameters.most_shift_px


def is_worth_moving(shift_px: float, parameters: AverageParameters = AVERAGE) -> bool:
    """Whether a picture shifted so far is moved back before it is averaged."""
    return shift_px > parameters.least_shift_px


def is_sure(response: float, parameters: AverageParameters = AVERAGE) -> bool:
    """Whether a phase correlation with this response tells a shift."""
    return response >= parameters.least_response


def _shift(
    picture: NDArray[np.uint8], small_last: NDArray[np.float32], window: cv2.typing.MatLike
) -> tuple[float, float, float]:
    """How far this picture must move to lie on the last one, (right, down, altogether) in its pixels."""
    (x, y), response = cv2.phaseCorrelate(_small(picture), small_last, window)
    scale = picture.shape[1] / small_last.shape[1]
    # A flat or dark picture has no pattern to go by: the gate found it still, so it lies where the last one does.
    if not is_sure(response):
        return 0.0, 0.0, 0.0
    return scale * x, scale * y, scale * float(np.hypot(x, y))


def _small(bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    height, width = bgr.shape[:2]
    size = (AVERAGE.aligned_width_px, round(height * AVERAGE.aligned_width_px / width))
    small = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
