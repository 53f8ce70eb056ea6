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
Plane = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PrintParameters:
    """How the board's print is compared with a picture, and where on the board that can be done.

    Chosen on sessions 00-07 of the photo-real development tables, bench figures *hands kept out* and *pictures read*.
    """

    piece_slack_mm: float = 4.0
    """So far beyond their places pieces reach. More leaves less land; less takes the rim of a piece for a hand."""
    rim_mm: float = 3.0
    """So wide a border of the board is not looked at: its cut edge mirrors. More leaves less land, less trusts it."""
    thumbnail_px: int = 8
    """Light is compared in pixels so many times as large as the canvas's (4 mm). More misses how lamps fall off, less
    takes longer and compares grain."""
    smoothing_px: int = 5
    """Side of the Gaussian kernel that takes the finest grain from a picture before it is held against the board.
    More blurs small gems away, less finds differences in the camera's noise."""
    grain_px: float = 1.0
    """Standard deviation, in coarse pixels, of the blur that takes the grain from the grey print before correlating.
    More blurs the pattern away, less correlates noise."""
    window_mm: float = 17.0
    """Side of the windows in which the print is correlated. More lets a hand hide in a well-known surrounding, less
    holds too little pattern to be recognised."""
    pattern_variance: float = 12.0
    """Variance of the print's grey levels in a window from which on it can be recognised. More leaves less land to
    tell hands by, less asks for a pattern where there is only grain."""
    least_variance_product: float = 1.0
    """The product of the two variances counts as this at least (grey levels to the fourth). It bounds what a flat
    picture correlates by: more makes flat coverings less like the print, less makes them more like it."""
    noise_variance_product: float = 4.0
    """What noise adds to the product of the variances (grey levels to the fourth). More makes faint prints less like
    themselves, less lets noise on a flat covering pass for print."""


PRINT = PrintParameters()


@dataclass(frozen=True, slots=True, eq=False)
class BareBoard:
    """The empty board, rectified on ``canvas``.

    *Coarse* planes are half as large as the canvas, *thumbnails* are so by `PrintParameters.thumbnail_px`.
    """

    bgr: Picture
    canvas: Canvas
    coarse_land: NDArray[np.bool_]
    """Where nothing is put, and the print has a pattern to be recognised by."""
    coarse_dry: NDArray[np.bool_]
    """Where no disc and no gem is put."""
    grey: Plane
    """The coarse board in grey levels, without its finest grain."""
    mean: Plane
    """The mean of `grey` in the window around each coarse pixel."""
    variance: Plane
    """The variance of `grey` in the window around each coarse pixel."""
    smooth: Picture
    """The board itself, (height, width, 3), without its finest grain."""
    thumbnail: Plane
    """The board (rows, columns, 3) in the large pixels in which light is compared."""
    thumbnail_sand: NDArray[np.bool_]
    """Which pixels of the thumbnail lie on the beaches, where canoes are put."""

    @classmethod
    def of(
        cls, bgr: Picture, canvas: Canvas, layout: Layout, parameters: PrintParameters = PRINT
    ) -> BareBoard:
        """The bare board of this layout."""
        grey = _grey_of(halved(bgr), parameters)
        mean, variance = _window_moments(grey, canvas, parameters)
        land, dry = (
            cv2.resize(mask.astype(np.uint8), grey.shape[::-1], interpolation=cv2.INTER_AREA).astype(bool)
            for mask in (land_mask(layout, canvas, parameters), dry_mask(layout, canvas, parameters))
        )
        size = (bgr.shape[1] // parameters.thumbnail_px, bgr.shape[0] // parameters.thumbnail_px)
        sand = beach_mask(layout, canvas).astype(np.uint8)
        return cls(
            bgr,
            canvas,
            land & (variance > parameters.pattern_variance),
            dry,
            grey,
            mean,
            variance,
            smoothed(bgr, parameters),
            thumbnail_of(bgr, size),
            cv2.resize(sand, size, interpolation=cv2.INTER_AREA) > 0,
        )

    def correlation(self, coarse: Picture, parameters: PrintParameters = PRINT) -> Plane:
        """How much the print around each pixel of a coarse picture looks as it should, 0..1, whatever the light.

        The zero-mean normalised cross-correlation of the two in a window (J. P. Lewis, "Fast normalized
        cross-correlation", 1995), negative values as 0; 1 where the board has no pattern to be recognised by.
        """
        grey = _grey_of(coarse, parameters)
        mean, variance = _window_moments(grey, self.canvas, parameters)
        covariance = _window_mean(grey * self.grey, self.canvas, parameters) - mean * self.mean
        return normalised_correlation(covariance, variance, self.variance, parameters)


def normalised_correlation(
    covariance: Plane, variance: Plane, bare_variance: Plane, parameters: PrintParameters = PRINT
) -> Plane:
    """Correlation coefficients 0..1 from covariances and variances; 1 where the bare board has no pattern."""
    product = np.maximum(variance * bare_variance, parameters.least_variance_product)
    alike = covariance / np.sqrt(product + parameters.noise_variance_product)
    alike[bare_variance <= parameters.pattern_variance] = 1.0
    return np.asarray(np.clip(alike, 0, 1), np.float32)


def land_mask(layout: Layout, canvas: Canvas, parameters: PrintParameters = PRINT) -> NDArray[np.bool_]:
    """Where nothing is put during a game, (height, width) of a canvas."""
    land = dry_mask(layout, canvas, parameters)
    for place in layout.weather.centres:
        land &= ~circle_mask(place, max(layout.pieces.cloud_size), canvas)
    for place in layout.buoy.centres:
        land &= ~circle_mask(place, layout.buoy.diameter / 2 + parameters.piece_slack_mm, canvas)
    for beach in layout.beaches.values():
        left, top = (round(value) for value in canvas.at((beach.x_min, beach.y_min)))
        right, bottom = (round(value) for value in canvas.at((beach.x_max, beach.y_max)))
        land[max(top, 0) : bottom, max(left, 0) : right] = False
    return land


def dry_mask(layout: Layout, canvas: Canvas, parameters: PrintParameters = PRINT) -> NDArray[np.bool_]:
    """Where neither discs nor gems are put, (height, width) of a canvas."""
    width, height = canvas.size_px
    edge = round((canvas.margin_mm + parameters.rim_mm) * canvas.px_per_mm)
    dry = np.zeros((height, width), bool)
    dry[edge:-edge, edge:-edge] = True
    for place in (*layout.spaces.values(), layout.river.insertion):
        dry &= ~circle_mask(place, layout.disc.diameter / 2 + parameters.piece_slack_mm, canvas)
    for deposit in layout.deposits.values():
        dry &= ~circle_mask(deposit.centre, deposit.radius, canvas)
    return dry


def smoothed(bgr: Picture, parameters: PrintParameters = PRINT) -> Picture:
    """A picture without its finest grain."""
    side = parameters.smoothing_px
    return np.asarray(cv2.GaussianBlur(bgr, (side, side), 0), np.uint8)


def halved(bgr: Picture) -> Picture:
    """The coarse picture, half as large."""
    height, width = bgr.shape[:2]
    return np.asarray(cv2.resize(bgr, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)


def thumbnail_of(bgr: Picture, size: tuple[int, int]) -> Plane:
    """A picture in so many large pixels (across, down), each the mean of as many whole ones.

    What is left over at the right and at the bottom is cut off.
    """
    across, down = size
    height, width = bgr.shape[:2]
    whole = bgr[: height // down * down, : width // across * across]
    return cv2.resize(whole, size, interpolation=cv2.INTER_AREA).astype(np.float32)


def _grey_of(coarse: Picture, parameters: PrintParameters) -> Plane:
    grey = cv2.cvtColor(coarse, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), parameters.grain_px), np.float32)


def _window_moments(grey: Plane, canvas: Canvas, parameters: PrintParameters) -> tuple[Plane, Plane]:
    """Mean and variance in the window around each coarse pixel."""
    mean = _window_mean(grey, canvas, parameters)
    return mean, np.maximum(_window_mean(grey * grey, canvas, parameters) - mean * mean, 0)


def _window_mean(values: Plane, canvas: Canvas, parameters: PrintParameters) -> Plane:
    side = round(parameters.window_mm * canvas.px_per_mm / 2) | 1
    return np.asarray(cv2.blur(values, (side, side)), np.float32)
