"""Crops of deposits as the network sees them: the same scale on every board, whatever the deposit's size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import Canvas
    from vision.layout import DepositArea

Picture = NDArray[np.uint8]

SIDE_PX = 64
"""Height and width of a crop."""
PX_PER_MM = 1.25
"""Scale of a crop: it shows 51 mm, a deposit and what gems reach beyond its edge."""


def deposit_crop(bgr: Picture, deposit: DepositArea, canvas: Canvas) -> Picture:
    """The deposit (64, 64, 3) in the middle, from a rectified picture; beyond the picture its edge goes on."""
    x, y = canvas.at(deposit.centre)
    step = canvas.px_per_mm / PX_PER_MM
    middle = step * (SIDE_PX - 1) / 2
    to_canvas = np.array([[step, 0, x - middle], [0, step, y - middle]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(bgr, to_canvas, (SIDE_PX, SIDE_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


def pairs_of(pictures: Sequence[Picture], bare: Sequence[Picture]) -> NDArray[np.float32]:
    """What the network takes (n, 6, 64, 64): how crops (n, 64, 64, 3) differ from their bare ones, and the crops.

    Both in white levels, differences four times as large, as they are smaller.
    """
    now, then = (np.stack(crops).transpose(0, 3, 1, 2).astype(np.float32) / 255 for crops in (pictures, bare))
    return np.concatenate([4 * (now - then), 2 * now - 1], axis=1)
