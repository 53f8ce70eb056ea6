"""The shadows that canoes cast: where lamps throw them, and which dark pixels they explain.

Lamps throw the shadows of all canoes in nearly one direction and nearly equally far: canoes are alike in height. The
shadow of a hull is what the hull sweeps over when it is moved by that offset. A black canoe with its shadow is such a
sweep too: a Minkowski sum with a segment. Erosion by the segment undoes the sum (J. Serra, "Image Analysis and
Mathematical Morphology", 1982): it leaves of a dark canoe the canoe, and of another's shadow nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.canoes.hull_shapes import SUBPIXEL_BITS, SUBPIXELS
from vision.imaging.channels import brightest
from vision.imaging.windows import around
from vision.masks import circle_mask

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.calibration.model import Calibration
    from vision.canoes.hull_shapes import Hull, HullShape

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Offset = tuple[float, float]
"""From a hull to the end of its shadow, (x, y) in pixels."""


@dataclass(frozen=True, slots=True)
class CastShadowParameters:
    """When pixels are dark, and how the offset of shadows is searched.

    Chosen on sessions 00-07 of the photo-real development tables and on tables of `tools.tables`.
    """

    most_light: float = 0.8
    """Share of the board's light, in the channel that lost least, below which a pixel is dark. More takes dim print for
    shadows; less leaves their soft ends to the canoes."""
    least_difference: int = 18
    """Grey levels by which a pixel differs from the board where something lies or is shaded."""
    directions: int = 16
    """Directions that are tried, every second one first."""
    lengths_mm: tuple[float, ...] = (3.0, 6.0, 10.0, 14.0, 19.0)
    """Lengths of shadows that are tried, in millimetres, every second one first."""
    light_cost: float = 1.0
    """What a pixel of a supposed shadow costs that is not dark, where a dark one is worth 1. More finds shorter
    shadows; less longer ones."""
    least_gain: float = 0.08
    """In hull areas for each hull: an offset worth less is none. More overlooks short shadows; less sees shadows in
    dark water."""
    sampled_px: int = 2
    """Step between the pixels that are looked at. More is quicker; less tells the length closer."""
    most_hulls: int = 6
    """So many hulls tell of the lamps. More is slower; less believes a chance."""


CAST_SHADOW_PARAMETERS = CastShadowParameters()


def unshaded_board(calibration: Calibration) -> Picture:
    """The board as it looks without canoes, (height, width, 3): empty land and water, and discs as at set-up."""
    layout, canvas = calibration.layout, calibration.canvas
    board = calibration.empty_bgr.copy()
    for name, place in layout.spaces.items():
        if not (calibration.joe and name == layout.river.main[0]):
            seat = circle_mask(place, layout.disc.diameter / 2, canvas)
            board[seat] = calibration.setup_bgr[seat]
    return without_grain(board)


def without_grain(bgr: Picture) -> Picture:
    """A picture whose grain is averaged away."""
    return np.asarray(cv2.blur(bgr, (3, 3)), np.uint8)


def darkened(
    bgr: Picture, board_bgr: Picture, parameters: CastShadowParameters = CAST_SHADOW_PARAMETERS
) -> Mask:
    """Where a picture (height, width, 3) is darker than the board in all channels."""
    light_percent = cv2.divide(bgr, board_bgr, scale=100.0)
    return np.asarray(brightest(light_percent) < 100 * parameters.most_light)


def unlike(
    bgr: Picture, board_bgr: Picture, parameters: CastShadowParameters = CAST_SHADOW_PARAMETERS
) -> Mask:
    """Where a picture (height, width, 3) differs from the board."""
    return np.asarray(brightest(cv2.absdiff(bgr, board_bgr)) > parameters.least_difference)


def shadow_offset(
    casters: Sequence[Hull],
    shape: HullShape,
    dark: Mask,
    hulls: Mask,
    px_per_mm: float,
    parameters: CastShadowParameters = CAST_SHADOW_PARAMETERS,
) -> Offset | None:
    """The offset whose sweeps of all casters are darkest beside the pixels of ``hulls``; ``None`` without a clear one.

    Coarse to fine: every second direction and length, then the neighbours of the best.
    """
    if not casters:
        return None
    step = parameters.sampled_px
    worth = np.where(dark, 1.0, -parameters.light_cost).astype(np.float32)
    worth[hulls] = 0.0
    small = worth[::step, ::step]
    reach_px = (shape.half_length_px + parameters.lengths_mm[-1] * px_per_mm) / step + 2
    little = shape.scaled(1 / step)
    around_each = [
        _around(hull.scaled(1 / step), reach_px, small) for hull in casters[: parameters.most_hulls]
    ]
    parts = [(little.outline(hull).reshape(-1, 2), part) for hull, part in around_each]

    @cache
    def gain(direction: int, length: int) -> float:
        offset = _offset(direction, length, px_per_mm / step, parameters)
        return sum(float(part[_swept(outline, offset, part.shape)].sum()) for outline, part in parts)

    direction, length = _best_of(gain, parameters)
    least = parameters.least_gain * little.area_px * len(parts)
    return _offset(direction, length, px_per_mm, parameters) if gain(direction, length) > least else None


def going_on(dark: Mask, things: Mask, offset: Offset) -> Mask:
    """The dark pixels from which ``things`` go on all along the offset: what lies there is no mere shadow.

    ``things`` (height, width) is all that is not the bare board, dark pixels and hulls included.
    """
    x, y = (round(value) for value in offset)
    segment = np.zeros((2 * abs(y) + 1, 2 * abs(x) + 1), np.uint8)
    cv2.line(segment, (abs(x), abs(y)), (abs(x) + x, abs(y) + y), 1)
    closed = cv2.morphologyEx(things.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    return np.asarray(dark & (cv2.erode(closed, segment, borderValue=0) > 0))


def sweep(hull: Hull, shape: HullShape, offset: Offset, size: tuple[int, ...]) -> Mask:
    """What a hull's outline sweeps over when it is moved by an offset, in a picture of this shape."""
    return _swept(shape.outline(hull).reshape(-1, 2), offset, size)


def _swept(outline: NDArray[np.int32], offset: Offset, size: tuple[int, ...]) -> Mask:
    """What a convex outline (n, 2), in sixteenths of pixels, sweeps over."""
    moved = outline + np.array([round(value * SUBPIXELS) for value in offset], np.int32)
    swept = np.zeros(size[:2], np.uint8)
    cv2.fillConvexPoly(swept, cv2.convexHull(np.concatenate((outline, moved))), 1, shift=SUBPIXEL_BITS)
    return swept.view(bool)


def _best_of(gain: Callable[[int, int], float], parameters: CastShadowParameters) -> tuple[int, int]:
    """Direction and length, as numbers, of the greatest gain."""
    directions, lengths = parameters.directions, len(parameters.lengths_mm)
    coarse = [(direction, length) for direction in range(0, directions, 2) for length in range(0, lengths, 2)]
    best = max(coarse, key=lambda tried: gain(*tried))
    beside = [
        ((best[0] + turn) % directions, length)
        for turn in (-1, 0, 1)
        for length in range(max(best[1] - 1, 0), min(best[1] + 2, lengths))
    ]
    return max(beside, key=lambda tried: gain(*tried))


def _offset(direction: int, length: int, px_per_mm: float, parameters: CastShadowParameters) -> Offset:
    angle_rad, length_px = (
        direction * 2 * math.pi / parameters.directions,
        parameters.lengths_mm[length] * px_per_mm,
    )
    return length_px * math.cos(angle_rad), length_px * math.sin(angle_rad)


def _around(hull: Hull, reach_px: float, plane: NDArray[np.float32]) -> tuple[Hull, NDArray[np.float32]]:
    """The part of a plane around a hull, and the hull as it lies there."""
    rows, columns = around(hull.middle_px, reach_px, plane.shape)
    return hull.moved(-columns.start, -rows.start), plane[rows, columns]
