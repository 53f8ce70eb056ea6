"""Regions of the rectified picture: circles, beaches, the river."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from vision.geometry import Canvas
    from vision.layout import Layout, Place

Mask = NDArray[np.bool_]
BEACH_MARGIN_MM = 18.0
"""Canoes lie partly beside the sand too."""


def circle_mask(centre: Place, radius_mm: float, canvas: Canvas) -> Mask:
    """A disc on the board."""
    width, height = canvas.size_px
    mask = np.zeros((height, width), np.uint8)
    x, y = (round(value) for value in canvas.at(centre))
    cv2.circle(mask, (x, y), round(radius_mm * canvas.px_per_mm), 1, -1)
    return mask.astype(bool)


def beach_mask(layout: Layout, canvas: Canvas) -> Mask:
    """Both beaches with a margin, without the stickers."""
    width, height = canvas.size_px
    mask = np.zeros((height, width), np.uint8)
    for beach in layout.beaches.values():
        left, top = (
            round(v) for v in canvas.at((beach.x_min - BEACH_MARGIN_MM, beach.y_min - BEACH_MARGIN_MM))
        )
        right, bottom = (
            round(v) for v in canvas.at((beach.x_max + BEACH_MARGIN_MM, beach.y_max + BEACH_MARGIN_MM))
        )
        cv2.rectangle(mask, (left, top), (right, bottom), 1, -1)
    half = layout.markers.size / 2 + 5
    for x, y in layout.markers.centres.values():
        left, top = (round(v) for v in canvas.at((x - half, y - half)))
        right, bottom = (round(v) for v in canvas.at((x + half, y + half)))
        cv2.rectangle(mask, (left, top), (right, bottom), 0, -1)
    return mask.astype(bool)
