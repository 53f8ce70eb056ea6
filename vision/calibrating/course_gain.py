"""What speaks for a disc at each pixel of the set-up picture: a rim around it, and printed water below it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.grey import grey_of
from vision.imaging.rings import ring_kernel
from vision.imaging.windows import around

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.geometry import Canvas
    from vision.layout import Place

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class GainParameters:
    """How rims and water are measured and weighed, on the rectified picture.

    Chosen on sessions 00-07 of the photo-real development tables and on virtual boards printed otherwise, by how far
    from their true places the spaces are found.
    """

    rim_smoothing_px: float = 1.0
    """Standard deviation of the Gaussian that takes off noise. More: thin rims fade. Less: grain counts as
    rims."""
    rim_surround_px: float = 6.0
    """Standard deviation of the Gaussian that takes off what is wider than a rim. More: shades count as rims.
    Less: broad rims fade."""
    strongest_rim: float = 25.0
    """Grey levels beyond which a rim counts no more. More: mirrored lamps decide. Less: faint edges count as
    rims."""
    rim_percentile: float = 99.5
    """The score that so many percent of the pixels do not reach counts as one rim. More: the brightest of
    nine rims sets the scale. Less: the print does."""
    least_rim_score: float = 0.5
    """Grey levels that count as one rim at least, for pictures in which hardly any rim shows. More: faint
    rims count less than water. Less: noise counts as rims."""
    most_rim_gain: float = 1.5
    """So many rims one place may gain at most. More: one mirrored lamp bends the course. Less: clear rims
    count no more than faint ones."""
    water_smoothing_px: float = 3.0
    """Standard deviation of the Gaussian before colours are compared. More: banks run into the water. Less:
    printed waves are land."""
    water_sample_px: int = 12
    """Half the side of the square around each space whose mean colour says what water looks like."""
    water_chroma: float = 16.0
    """Distance in Lab's a and b up to which a colour is the water's. More: land is water. Less: shallow water
    is land."""
    water_closing_px: int = 15
    """Side of the square that closes gaps in the water. More: islands vanish. Less: stones and foam are
    land."""
    disc_inset_mm: float = 2.0
    """How much smaller than a disc is what must lie on water. More: discs may lie on the banks. Less: the
    river must be as wide as it is printed nowhere."""
    water_gain: float = 6.0
    """Gain of a place wholly on the river over one on land, in rims. More: rims do not matter. Less: rings
    printed on land are river."""
    most_water_share: float = 0.98
    """Share of a disc on water beyond which more is no better."""


GAIN_PARAMETERS = GainParameters()


def rim_map(bgr: Picture, empty_bgr: Picture, parameters: GainParameters = GAIN_PARAMETERS) -> Plane:
    """How strongly fine structure appeared or vanished against the empty board, (height, width) in grey levels.

    A difference of Gaussians: rims show, shades do not.
    """
    change = cv2.GaussianBlur(grey_of(bgr) - grey_of(empty_bgr), (0, 0), parameters.rim_smoothing_px)
    fine = np.abs(change - cv2.GaussianBlur(change, (0, 0), parameters.rim_surround_px))
    return np.asarray(np.minimum(fine, parameters.strongest_rim), np.float32)


def water_share(
    empty_bgr: Picture,
    spaces: Iterable[Place],
    diameter_mm: float,
    canvas: Canvas,
    parameters: GainParameters = GAIN_PARAMETERS,
) -> Plane:
    """The share of a disc around each pixel that would lie on the printed river, (height, width).

    Water is what has the colour of most of the places where ``spaces`` usually are.
    """
    smooth = cv2.GaussianBlur(empty_bgr, (0, 0), parameters.water_smoothing_px)
    lab = cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB).astype(np.float32)
    middles = [(round(x), round(y)) for x, y in map(canvas.at, spaces)]
    samples = [lab[around(middle, parameters.water_sample_px, lab.shape)] for middle in middles]
    water = np.median([sample.reshape(-1, 3).mean(axis=0) for sample in samples], axis=0)
    chroma_distance = np.linalg.norm((lab - water)[..., 1:], axis=2)
    closing = np.ones((parameters.water_closing_px, parameters.water_closing_px), np.uint8)
    near = (chroma_distance < parameters.water_chroma).astype(np.uint8)
    mask = cv2.morphologyEx(near, cv2.MORPH_CLOSE, closing).astype(np.float32)
    disc = mean_kernel(diameter_mm / 2 - parameters.disc_inset_mm, cv2.MORPH_ELLIPSE, canvas)
    return np.asarray(cv2.filter2D(mask, cv2.CV_32F, disc, borderType=cv2.BORDER_CONSTANT), np.float32)


def rim_scores(rims: Plane, diameter_mm: float, canvas: Canvas) -> Plane:
    """How much more rim lies around each pixel at a disc's radius than just inside and outside, in grey levels."""
    kernel = ring_kernel(diameter_mm / 2 * canvas.px_per_mm)
    return np.asarray(cv2.filter2D(rims, cv2.CV_32F, kernel), np.float32)


def combined(scores: Plane, water: Plane, parameters: GainParameters = GAIN_PARAMETERS) -> Plane:
    """The gain of a disc at each pixel, in rims: by how clear its rim is, and by how much of it lies on water."""
    one_rim = max(float(np.percentile(scores, parameters.rim_percentile)), parameters.least_rim_score)
    gain = np.minimum(scores / one_rim, parameters.most_rim_gain) + parameters.water_gain * np.minimum(
        water, parameters.most_water_share
    )
    return np.asarray(gain, np.float32)


def mean_kernel(half_mm: float, shape: int, canvas: Canvas) -> Plane:
    """The kernel that averages over an OpenCV shape so many millimetres wide to each side."""
    size = round(2 * half_mm * canvas.px_per_mm) | 1
    kernel = cv2.getStructuringElement(shape, (size, size)).astype(np.float32)
    return np.asarray(kernel / kernel.sum(), np.float32)
