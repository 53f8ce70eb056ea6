"""How colour changes around each pixel: the structure tensor of a colour picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Plane = NDArray[np.float32]


def structure_tensor(bgr: NDArray[np.uint8], blur_px: float) -> tuple[Plane, Plane, Plane]:
    """The sums xx, xy and yy over the three channels of L*a*b* of products of their slopes, (height, width) each.

    Slopes are in grey levels a pixel, taken by the Scharr operator after a Gaussian blur of ``blur_px`` standard
    deviations. The larger eigenvalue's root is how much colour changes, its eigenvector across which direction
    (S. Di Zenzo, "A note on the gradient of a multi-image", 1986).
    """
    lab = cv2.cvtColor(cv2.GaussianBlur(bgr, (0, 0), blur_px), cv2.COLOR_BGR2LAB).astype(np.float32)
    right, down = cv2.Scharr(lab, cv2.CV_32F, 1, 0) / 32, cv2.Scharr(lab, cv2.CV_32F, 0, 1) / 32
    xx, xy, yy = ((one * other).sum(axis=2) for one, other in ((right, right), (right, down), (down, down)))
    return xx, xy, yy
