"""Pictures without their colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def grey_of(bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The luma (height, width) of a picture (height, width, 3) by Rec. 601, in grey levels from 0 to 255."""
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.float32)
