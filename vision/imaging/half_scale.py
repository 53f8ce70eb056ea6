"""Pictures at half their scale, and where their pixels are at full scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def halved(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """A picture (height, width) at half its scale: each pixel is the mean of four."""
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)


def to_half(pixel: float) -> float:
    """The column or row at half scale of one at full scale; whole numbers are middles of pixels."""
    return (pixel + 0.5) / 2 - 0.5


def to_full(pixel: float) -> float:
    """The column or row at full scale of one at half scale."""
    return (pixel + 0.5) * 2 - 0.5
