"""Drawing in the picture with sub-pixel outlines and soft edges, touching only the pixels concerned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .light import Colour

Picture = NDArray[np.uint8]
Outline = NDArray[np.float64]
"""(n, 2) pixels, x right and y down."""

SUBPIXEL_BITS = 4
"""Binary fractions of a pixel in OpenCV's drawing coordinates."""


def fill(picture: Picture, outline: Outline, colour: Colour) -> None:
    """A filled polygon with smooth edges, in place."""
    cv2.fillPoly(picture, [_fixed(outline)], colour, cv2.LINE_AA, SUBPIXEL_BITS)


def stroke(picture: Picture, line: Outline, colour: Colour, *, closed: bool, width_px: int = 1) -> None:
    """A smooth line along the points, in place."""
    cv2.polylines(picture, [_fixed(line)], closed, colour, width_px, cv2.LINE_AA, SUBPIXEL_BITS)


def uncover(picture: Picture, outline: Outline, below: Picture) -> None:
    """Inside the outline the picture shows ``below`` (of the same size), in place."""
    window = _window(picture, outline, 2)
    if window is None:
        return
    part, origin = picture[window], (window[1].start, window[0].start)
    mask = np.zeros(part.shape[:2], np.uint8)
    fill(mask, outline - origin, (255, 255, 255))
    cv2.copyTo(below[window], mask, part)


def fade(picture: Picture, outline: Outline, colour: Colour, alpha: float) -> None:
    """A filled polygon one can see through, in place."""
    window = _window(picture, outline, 2)
    if window is None:
        return
    part = picture[window]
    covered = part.copy()
    fill(covered, outline - (window[1].start, window[0].start), colour)
    cv2.addWeighted(covered, alpha, part, 1.0 - alpha, 0.0, dst=part)


def shadow(picture: Picture, outline: Outline, strength: float, softness_px: int) -> None:
    """Darken inside the outline, fading out over ``softness_px`` (odd), in place."""
    window = _window(picture, outline, softness_px)
    if window is None:
        return
    part = picture[window]
    shade = np.full(part.shape, 255, np.uint8)
    dark = 255.0 * (1.0 - strength)
    cv2.fillPoly(shade, [_fixed(outline - (window[1].start, window[0].start))], (dark, dark, dark))
    cv2.blur(shade, (softness_px, softness_px), dst=shade)
    cv2.multiply(part, shade, dst=part, scale=1.0 / 255.0)


def _window(picture: Picture, outline: Outline, margin_px: int) -> tuple[slice, slice] | None:
    """The part of the picture (rows, columns) around an outline; ``None`` when it lies outside."""
    height, width = picture.shape[:2]
    (least_x, least_y), (most_x, most_y) = outline.min(axis=0).tolist(), outline.max(axis=0).tolist()
    left, top = max(int(least_x) - margin_px, 0), max(int(least_y) - margin_px, 0)
    right, bottom = min(int(most_x) + margin_px + 2, width), min(int(most_y) + margin_px + 2, height)
    return (slice(top, bottom), slice(left, right)) if right > left and bottom > top else None


def _fixed(outline: Outline) -> NDArray[np.int32]:
    return np.asarray(np.rint(outline * 2**SUBPIXEL_BITS), np.int32)
