"""The empty board of calibration, prepared for holding pictures against it: its land, and how its print looks.

Land is where nothing is put during a game: what is unlike the bare board there is a hand, or other light.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.masks import beach_mask, circle_mask

if TYPE_CHECKING:
    from vision.geometry import Canvas
    from vision.layout import Layout

Picture = NDArray[np.uint8]
DOT_PX = 8
SLACK_MM = 4.0
"""Pieces reach a little beyond their places."""
WINDOW_MM = 17.0
"""The print is compared in windows so wide: wide enough to hold a pattern, narrower than a hand."""
GRAIN = 4.0
"""Variance, in grey levels, of what a camera's noise leaves; less pattern than this tells nothing."""
PATTERNED = 12.0
"""Variance of the print's grey from which on a window can be recognised."""


@dataclass(frozen=True, slots=True, eq=False)
class BareBoard:
    """The empty board, rectified on ``canvas``; all but itself is coarse, half as large."""

    bgr: Picture
    canvas: Canvas
    coarse_land: NDArray[np.bool_]
    """Where nothing is put, and the print has a pattern to be recognised by."""
    coarse_dry: NDArray[np.bool_]
    """Where no disc and no gem is put."""
    grey: NDArray[np.float32]
    mean: NDArray[np.float32]
    variance: NDArray[np.float32]
    """Its grey, and mean and variance of that in windows."""
    smooth: Picture
    """The board itself, (height, width, 3), without its finest grain."""
    dots: NDArray[np.float32]
    """The board in pixels `DOT_PX` times as large, in which light is compared."""
    sandy: NDArray[np.bool_]
    """Which of those lie on the beaches, where canoes are put."""

    @classmethod
    def of(cls, bgr: Picture, canvas: Canvas, layout: Layout) -> BareBoard:
        """The bare board of this layout."""
        coarse = halved(bgr)
        grey = _smooth_grey(coarse)
        mean = _windowed(grey, canvas)
        variance = np.maximum(_windowed(grey * grey, canvas) - mean * mean, 0)
        land, dry = (
            cv2.resize(mask.astype(np.uint8), grey.shape[::-1], interpolation=cv2.INTER_AREA).astype(bool)
            for mask in (land_mask(layout, canvas), dry_mask(layout, canvas))
        )
        size = (bgr.shape[1] // DOT_PX, bgr.shape[0] // DOT_PX)
        sand = beach_mask(layout, canvas).astype(np.uint8)
        return cls(
            bgr,
            canvas,
            land & (variance > PATTERNED),
            dry,
            grey,
            mean,
            variance,
            smoothed(bgr),
            in_dots(bgr, size),
            cv2.resize(sand, size, interpolation=cv2.INTER_AREA) > 0,
        )

    def likeness(self, coarse: Picture) -> NDArray[np.float32]:
        """How much the print around each pixel of a coarse picture looks as it should, 0..1, whatever the light.

        The correlation of the pattern with the bare board's; 1 where there is none to recognise.
        """
        grey = _smooth_grey(coarse)
        mean = _windowed(grey, self.canvas)
        variance = np.maximum(_windowed(grey * grey, self.canvas) - mean * mean, 0)
        common = _windowed(grey * self.grey, self.canvas) - mean * self.mean
        alike = common / np.sqrt(np.maximum(variance * self.variance, 1.0) + GRAIN)
        alike[self.variance <= PATTERNED] = 1.0
        return np.asarray(np.clip(alike, 0, 1), np.float32)


def land_mask(layout: Layout, canvas: Canvas) -> NDArray[np.bool_]:
    """Where nothing is put during a game, (height, width) of a canvas."""
    land = dry_mask(layout, canvas)
    for place in layout.weather.centres:
        land &= ~circle_mask(place, max(layout.pieces.cloud_size), canvas)
    for place in layout.buoy.centres:
        land &= ~circle_mask(place, layout.buoy.diameter / 2 + SLACK_MM, canvas)
    for beach in layout.beaches.values():
        left, top = (round(value) for value in canvas.at((beach.x_min, beach.y_min)))
        right, bottom = (round(value) for value in canvas.at((beach.x_max, beach.y_max)))
        land[max(top, 0) : bottom, max(left, 0) : right] = False
    return land


def dry_mask(layout: Layout, canvas: Canvas) -> NDArray[np.bool_]:
    """Where neither discs nor gems are put, (height, width) of a canvas."""
    width, height = canvas.size_px
    edge = round((canvas.margin_mm + 3.0) * canvas.px_per_mm)
    dry = np.zeros((height, width), bool)
    dry[edge:-edge, edge:-edge] = True
    for place in (*layout.spaces.values(), layout.river.insertion):
        dry &= ~circle_mask(place, layout.disc.diameter / 2 + SLACK_MM, canvas)
    for deposit in layout.deposits.values():
        dry &= ~circle_mask(deposit.centre, deposit.radius, canvas)
    return dry


def smoothed(bgr: Picture) -> Picture:
    """A picture without its finest grain."""
    return np.asarray(cv2.GaussianBlur(bgr, (5, 5), 0), np.uint8)


def halved(bgr: Picture) -> Picture:
    """The coarse picture, half as large."""
    height, width = bgr.shape[:2]
    return np.asarray(cv2.resize(bgr, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)


def in_dots(bgr: Picture, size: tuple[int, int]) -> NDArray[np.float32]:
    """A picture in so many dots (across, down), each of as many whole pixels; what is left at the end is cut off."""
    across, down = size
    height, width = bgr.shape[:2]
    whole = bgr[: height // down * down, : width // across * across]
    return cv2.resize(whole, size, interpolation=cv2.INTER_AREA).astype(np.float32)


def _smooth_grey(coarse: Picture) -> NDArray[np.float32]:
    grey = cv2.cvtColor(coarse, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.float32)


def _windowed(values: NDArray[np.float32], canvas: Canvas) -> NDArray[np.float32]:
    side = round(WINDOW_MM * canvas.px_per_mm / 2) | 1
    return np.asarray(cv2.blur(values, (side, side)), np.float32)
