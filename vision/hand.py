"""A hand in the picture: something large that the empty board does not show, reaching in from an edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration import Calibration
    from vision.light import Relit

DIFFERS = 30
COARSE = 4
LARGE_MM2 = 2600.0
"""Larger than four canoes side by side: no heap of pieces reaching an edge is."""
EDGE_MM = 6.0
WIDE_MM = 22.0
"""An arm is at least this wide; a row of canoes is not, once its gaps are opened."""


def hand_mask(relit: Relit, calibration: Calibration) -> NDArray[np.bool_] | None:
    """The pixels of hands and sleeves, or ``None`` when there is no hand."""
    canvas = calibration.canvas
    height, width = relit.difference.shape
    small = cv2.resize(relit.difference, (width // COARSE, height // COARSE), interpolation=cv2.INTER_AREA)
    scale = canvas.px_per_mm / COARSE
    opened = round(WIDE_MM * scale / 2) * 2 + 1
    wide = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (opened, opened))
    mask = cv2.morphologyEx((small > DIFFERS).astype(np.uint8), cv2.MORPH_OPEN, wide)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    margin = (canvas.margin_mm + EDGE_MM) * scale
    found = np.zeros(mask.shape, bool)
    for number in range(1, count):
        left, top, across, down, area = (float(value) for value in stats[number])
        at_edge = (
            left <= margin
            or top <= margin
            or left + across >= mask.shape[1] - margin
            or top + down >= mask.shape[0] - margin
        )
        if at_edge and area / scale**2 > LARGE_MM2:
            found |= labels == number
    if not found.any():
        return None
    return cv2.resize(found.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST).astype(bool)
