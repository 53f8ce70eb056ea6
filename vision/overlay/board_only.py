"""A picture with all but the board and its rim made black: what lies or sits around the table is nobody's business."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import board_corners

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Pose

POINTS_A_SIDE = 16
"""Each side of the board is drawn as so many straight pieces, for a lens bends it."""


@dataclass(frozen=True, slots=True)
class RimThresholds:
    """How much of the table around the board stays in the picture, in millimetres."""

    whole_mm: float = 20.0
    """Table that stays as it is: the board's edge is found by it, and stickers that hang over have room. More shows
    more of the hands that rest there, less hides the edge."""
    faded_mm: float = 30.0
    """Table beyond it that fades into black. A sharp edge would be a rectangle around the board, which the search for
    the board's outline would find in its place. More shows more, less makes the edge sharper."""


RIM = RimThresholds()


def board_only(
    bgr: NDArray[np.uint8], pose: Pose, size_mm: tuple[float, float], rim: RimThresholds = RIM
) -> NDArray[np.uint8]:
    """The picture (height, width, 3) with everything black that is not the board or its rim.

    ``pose`` says where the board of ``size_mm`` lies in the picture.
    """
    corners = board_corners(size_mm)
    along = np.linspace(0.0, 1.0, POINTS_A_SIDE, endpoint=False)[:, None]
    sides = [
        start + along * (end - start) for start, end in zip(corners, np.roll(corners, -1, 0), strict=True)
    ]
    outline = np.round(pose.to_px(np.concatenate(sides))).astype(np.int32)
    beside = np.full(bgr.shape[:2], 255, np.uint8)
    cv2.fillPoly(beside, [outline], 0)
    away_px = cv2.distanceTransform(beside, cv2.DIST_L2, cv2.DIST_MASK_5)
    away_mm = away_px / pose.px_per_mm(size_mm)
    kept = np.clip((rim.whole_mm + rim.faded_mm - away_mm) / rim.faded_mm, 0.0, 1.0)
    return np.asarray(np.round(bgr * kept[:, :, None]), np.uint8)
