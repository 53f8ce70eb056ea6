"""The darkest and the brightest of a pixel's three channels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def darkest(picture: NDArray[Any]) -> NDArray[Any]:
    """The smallest channel of each pixel, (height, width) of (height, width, 3); far faster than numpy's own."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red))


def brightest(picture: NDArray[Any]) -> NDArray[Any]:
    """The largest channel of each pixel, (height, width) of (height, width, 3)."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red))
