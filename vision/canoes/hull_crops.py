"""Small pictures of hulls and of deposits at set-up, turned and scaled alike, as the networks of canoes see them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import Canvas
    from vision.layout import Place

    Picture = NDArray[np.uint8]
    Batch = NDArray[np.float32]

HULL_CROP_MM, HULL_CROP_PX = (36.0, 18.0), (48, 24)
"""Along a hull and across it, around its middle: nearly all of a canoe, and a little of what lies beside it."""
DEPOSIT_CROP_MM, DEPOSIT_CROP_PX = 48.0, 48
"""Side of the square around a deposit's middle: the largest is 46 mm wide."""


def hull_crop(bgr: Picture, middle_px: tuple[float, float], angle_rad: float, px_per_mm: float) -> Picture:
    """What lies around a hull's middle in a picture (height, width, 3), its length turned along the rows.

    (rows, columns, 3) of `HULL_CROP_PX`; beyond the picture's edge its last pixels go on.
    """
    columns, rows = HULL_CROP_PX
    scale = HULL_CROP_MM[0] / columns * px_per_mm
    cos, sin = scale * math.cos(angle_rad), scale * math.sin(angle_rad)
    half_x, half_y = (columns - 1) / 2, (rows - 1) / 2
    from_crop = np.array(
        [
            [cos, -sin, middle_px[0] - cos * half_x + sin * half_y],
            [sin, cos, middle_px[1] - sin * half_x - cos * half_y],
        ]
    )
    crop = cv2.warpAffine(
        bgr,
        from_crop,
        HULL_CROP_PX,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(crop, np.uint8)


def deposit_crop(bgr: Picture, centre_mm: Place, canvas: Canvas) -> Picture:
    """What lies around a deposit's middle in a rectified picture, (rows, columns, 3) of `DEPOSIT_CROP_PX` each."""
    side = round(DEPOSIT_CROP_MM * canvas.px_per_mm)
    window = cv2.getRectSubPix(bgr, (side, side), canvas.at(centre_mm))
    size = (DEPOSIT_CROP_PX, DEPOSIT_CROP_PX)
    return np.asarray(cv2.resize(window, size, interpolation=cv2.INTER_AREA), np.uint8)


def as_batch(crops: Sequence[Picture]) -> Batch:
    """Crops of one size (rows, columns, 3) as a network's input (n, 3, rows, columns): Lab, each from -1 to 1."""
    stacked = np.concatenate(crops)
    lab = cv2.cvtColor(stacked, cv2.COLOR_BGR2LAB).reshape(len(crops), *crops[0].shape)
    return np.ascontiguousarray(lab.transpose(0, 3, 1, 2).astype(np.float32) / 127.5 - 1.0)
