"""Windows: rectangles of rows and columns, clipped to the picture, ready to index it with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Window = tuple[slice, slice]
"""Rows, columns: ``picture[window]`` is the part it shows."""


def between(
    left_top_px: tuple[float, float], right_bottom_px: tuple[float, float], shape: tuple[int, ...]
) -> Window:
    """The pixels from the first corner up to the second, which is outside; each corner (x, y), rounded to pixels.

    ``shape`` is the picture's (height, width, ...); what lies outside the picture is left out.
    """
    (left, top), (right, bottom) = left_top_px, right_bottom_px
    return _clipped(round(top), round(bottom), shape[0]), _clipped(round(left), round(right), shape[1])


def around(middle_px: tuple[float, float], reach_px: float, shape: tuple[int, ...]) -> Window:
    """The square of pixels within a reach of a middle (x, y), both ends included, rounded to pixels.

    ``shape`` is the picture's (height, width, ...); what lies outside the picture is left out.
    """
    x, y = middle_px
    return (
        _clipped(round(y - reach_px), round(y + reach_px) + 1, shape[0]),
        _clipped(round(x - reach_px), round(x + reach_px) + 1, shape[1]),
    )


def bounding(mask: NDArray[np.bool_]) -> Window:
    """The smallest window that holds all true pixels of a mask (height, width); empty for an empty mask."""
    left, top, width, height = cv2.boundingRect(mask.astype(np.uint8))
    return slice(top, top + height), slice(left, left + width)


def _clipped(first: int, end: int, size: int) -> slice:
    """The indices from ``first`` up to ``end`` that are within 0 up to ``size``; none at all as an empty slice."""
    start = min(max(first, 0), size)
    return slice(start, max(min(end, size), start))
