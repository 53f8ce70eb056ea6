"""The outline of a canoe seen from above: a lens of two parabolic arcs, at any place and in any direction."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.windows import around

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.imaging.windows import Window

    Mask = NDArray[np.bool_]

SUBPIXEL_BITS, SUBPIXELS = 4, 16
"""OpenCV draws at sixteenths of a pixel."""


@dataclass(frozen=True, slots=True)
class HullShapeParameters:
    """How finely an outline is drawn; chosen for a canvas of two pixels a millimetre."""

    points: int = 13
    """Points of each of the two arcs, bow and stern included. More follows the arc closer; less costs less."""
    window_margin_px: int = 2
    """Pixels by which a hull's window reaches beyond its bow and stern. More copies more; less cuts off what a grown
    outline claims there."""


HULL_SHAPE_PARAMETERS = HullShapeParameters()


@dataclass(frozen=True, slots=True)
class Hull:
    """A hull found in a picture of labels."""

    label: int
    """Which colour's label it has."""
    middle_px: tuple[float, float]
    """Its middle (x, y) in pixels."""
    angle_rad: float
    """The direction of its length, from +x towards +y."""
    cover: float
    """Share (0..1) of its outline's area that shows its colour."""
    spill: float
    """How much of its colour lies outside of its outline: for a hull that lies alone as a share (0..1) of all of its
    pixels, for one among others as the share of the ring around it that shows its colour."""

    def moved(self, right_px: float, down_px: float) -> Hull:
        """The same hull as it lies in a picture with another corner."""
        x, y = self.middle_px
        return replace(self, middle_px=(x + right_px, y + down_px))

    def scaled(self, scale: float) -> Hull:
        """The same hull in a picture so many times as large."""
        x, y = self.middle_px
        return replace(self, middle_px=(x * scale, y * scale))


class HullShape:
    """The outline all canoes share, of one length and beam in pixels."""

    def __init__(
        self, length_px: float, beam_px: float, parameters: HullShapeParameters = HULL_SHAPE_PARAMETERS
    ) -> None:
        self._parameters = parameters
        self._half_px = (length_px / 2, beam_px / 2)
        self._margin_px = parameters.window_margin_px
        self.half_length_px = self._half_px[0]
        self.area_px = 2 / 3 * length_px * beam_px
        """A parabolic lens fills two thirds of the box around it."""
        along = np.linspace(-1.0, 1.0, parameters.points)
        flank = np.column_stack((along, 1.0 - along**2))
        self._outline_px = np.vstack((flank, (flank * (1.0, -1.0))[-2:0:-1])) * self._half_px

    def scaled(self, scale: float) -> HullShape:
        """The same outline in a picture so many times as large."""
        return HullShape(2 * self._half_px[0] * scale, 2 * self._half_px[1] * scale, self._parameters)

    def outline(self, hull: Hull, grown: float = 1.0) -> NDArray[np.int32]:
        """The outline of a hull, ``grown`` times as large, as a polygon (n, 1, 2) of sixteenths of pixels."""
        sized = self._outline_px * grown
        cos, sin = math.cos(hull.angle_rad), math.sin(hull.angle_rad)
        turned = sized @ np.array([[cos, sin], [-sin, cos]]) + hull.middle_px
        return np.asarray(np.rint(turned * SUBPIXELS), np.int32).reshape(-1, 1, 2)

    def fill(self, shape: tuple[int, ...], hull: Hull, grown: float = 1.0) -> Mask:
        """The pixels within a hull's outline, ``grown`` times as large, in a picture of this shape."""
        mask = np.zeros(shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, self.outline(hull, grown), 1, shift=SUBPIXEL_BITS)
        return mask.astype(bool)

    def window(self, shape: tuple[int, ...], hull: Hull) -> tuple[Window, Hull]:
        """The part of a picture of this shape in which a hull lies, and the hull as it lies in that part."""
        rows, columns = around(hull.middle_px, math.ceil(self.half_length_px) + self._margin_px, shape)
        return (rows, columns), hull.moved(-columns.start, -rows.start)

    def middle(self, shape: tuple[int, ...], hull: Hull, share: float) -> Mask:
        """The pixels in a disc around a hull's middle, its diameter this share of the hull's length."""
        mask = np.zeros(shape[:2], np.uint8)
        x, y = (round(value * SUBPIXELS) for value in hull.middle_px)
        radius = round(share * self.half_length_px * SUBPIXELS)
        cv2.circle(mask, (x, y), radius, 1, cv2.FILLED, shift=SUBPIXEL_BITS)
        return mask.astype(bool)
