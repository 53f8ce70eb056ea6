"""Regions of the rectified picture: circles, beaches, the river."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from vision.geometry import Canvas
    from vision.layout import Layout, Place

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RegionMargins:
    """How far regions reach beyond what is printed or stuck on the board, in millimetres.

    Chosen on sessions 00-07 of the photo-real development tables, bench figures *beaches* and *canoes*.
    """

    beach_mm: float = 18.0
    """Canoes lie partly beside the sand too. More takes canoes on the bank for canoes on the beach, less loses those
    that were drawn up carelessly."""
    sticker_mm: float = 5.0
    """A sticker's white edge, and how inexactly it was stuck on. More blinds the corners of the beaches, less takes
    the stickers' pattern for pieces."""


REGION_MARGINS = RegionMargins()


def circle_mask(centre: Place, radius_mm: float, canvas: Canvas) -> Mask:
    """A disc on the board."""
    width, height = canvas.size_px
    mask = np.zeros((height, width), np.uint8)
    x, y = (round(value) for value in canvas.at(centre))
    cv2.circle(mask, (x, y), round(radius_mm * canvas.px_per_mm), 1, -1)
    return mask.astype(bool)


@functools.cache
def disc(radius_px: float) -> Mask:
    """The pixels within a radius of the middle one, in the square that holds them all."""
    reach = math.ceil(radius_px)
    rows, columns = np.ogrid[-reach : reach + 1, -reach : reach + 1]
    return np.asarray(rows * rows + columns * columns <= radius_px * radius_px)


def beach_mask(layout: Layout, canvas: Canvas) -> Mask:
    """Both beaches with a margin, without the stickers."""
    mask = np.zeros(canvas.size_px[::-1], np.uint8)
    for beach in layout.beaches.values():
        first = beach.x_min - REGION_MARGINS.beach_mm, beach.y_min - REGION_MARGINS.beach_mm
        last = beach.x_max + REGION_MARGINS.beach_mm, beach.y_max + REGION_MARGINS.beach_mm
        _rectangle(mask, first, last, canvas, 1)
    return _without_stickers(mask, layout, canvas)


def board_mask(layout: Layout, canvas: Canvas) -> Mask:
    """The whole board, without the stickers."""
    mask = np.zeros(canvas.size_px[::-1], np.uint8)
    _rectangle(mask, (0.0, 0.0), layout.size, canvas, 1)
    return _without_stickers(mask, layout, canvas)


def _without_stickers(mask: NDArray[np.uint8], layout: Layout, canvas: Canvas) -> Mask:
    half = layout.markers.size / 2 + REGION_MARGINS.sticker_mm
    for x, y in layout.markers.centres.values():
        _rectangle(mask, (x - half, y - half), (x + half, y + half), canvas, 0)
    return mask.astype(bool)


def _rectangle(mask: NDArray[np.uint8], first: Place, last: Place, canvas: Canvas, value: int) -> None:
    left, top = (round(v) for v in canvas.at(first))
    right, bottom = (round(v) for v in canvas.at(last))
    cv2.rectangle(mask, (left, top), (right, bottom), value, -1)
