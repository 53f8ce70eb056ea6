"""What speaks for a printed place at each pixel: its outline on the empty board, and what appeared there at set-up.

All planes are at half the canvas's scale, where a pixel is a millimetre.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.channels import brightest
from vision.imaging.rings import RingVotes

if TYPE_CHECKING:
    from vision.photometry.relight import Relit

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PlaceEvidenceParameters:
    """How outlines and what appeared are measured.

    Chosen on sessions 00-07 of the photo-real development tables, on five tables of `tools.tables` and on virtual
    boards in those tables' print styles, by how far from their true places places are found.
    """

    edge_percentile: float = 98.0
    """The slope that so many percent of the board's pixels do not reach counts as a whole edge. More: faint outlines
    count little. Less: everything is an edge."""
    strongest_ring: float = 4.0
    """Votes, in grey levels a pixel, that count as a whole ring."""
    ring_width_px: float = 1.3
    """Standard deviation of a ring's width. More: places are vague. Less: rings a little too wide are not found."""
    unlike_levels: float = 50.0
    """So many grey levels of difference count as much as a pattern that has nothing of the print's. More goes by the
    pattern, less by the colour."""
    noise_levels: float = 2.0
    """Standard deviation of the camera's grain, in grey levels: patterns that are not stronger are no patterns."""
    piece_levels: float = 60.0
    """Difference to the empty board, in grey levels, beyond which a piece counts no more. More: dark pieces weigh more
    than clear ones. Less: their shadows weigh as much as they do."""
    faint_levels: float = 2.0
    """Mean difference, in grey levels, that is as much as nothing. More: clear gems are not seen. Less: grain is
    held for them."""
    collar_mm: int = 8
    """What appeared within an outline is held against what appeared around it, so far out."""


EVIDENCE = PlaceEvidenceParameters()


def at_half(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A picture (height, width, …) at half its scale."""
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)


def square_outline(empty: Plane, side_mm: int, parameters: PlaceEvidenceParameters = EVIDENCE) -> Plane:
    """How much of the outline of a square around each pixel is printed, 0 to 1.

    ``empty`` (height, width, 3) is the bare board. Each side counts by how strongly the print changes across it; a
    side may be a pixel off.
    """
    smooth = cv2.GaussianBlur(empty, (0, 0), 0.7)
    across, down = (
        brightest(np.abs(cv2.Sobel(smooth, cv2.CV_32F, *order, scale=1 / 8))) for order in ((1, 0), (0, 1))
    )
    whole = float(np.percentile(np.hypot(across, down), parameters.edge_percentile)) + 1e-6
    upright, level = (np.asarray(np.minimum(slope / whole, 1.0), np.float32) for slope in (across, down))
    beside = cv2.dilate(cv2.boxFilter(upright, -1, (1, side_mm - 2)), np.ones((1, 3)))
    above = cv2.dilate(cv2.boxFilter(level, -1, (side_mm - 2, 1)), np.ones((3, 1)))
    half = side_mm / 2
    left, right = _moved(beside, -half, 0.0), _moved(beside, half, 0.0)
    return np.asarray((left + right + _moved(above, 0.0, -half) + _moved(above, 0.0, half)) / 4, np.float32)


def ring_outline(empty: Plane, radius_mm: float, parameters: PlaceEvidenceParameters = EVIDENCE) -> Plane:
    """How much of a circle around each pixel is printed, 0 to 1, in the colour channel that shows it best."""
    votes = RingVotes(radius_mm, parameters.ring_width_px)
    everywhere = np.ones(empty.shape[:2], bool)
    best = np.max(
        [votes.of(np.ascontiguousarray(channel), everywhere) for channel in cv2.split(empty)], axis=0
    )
    return np.asarray(np.clip(best / parameters.strongest_ring, 0, 1), np.float32)


def unlikeness(
    empty: Plane, set_up: Plane, half_mm: int, parameters: PlaceEvidenceParameters = EVIDENCE
) -> Plane:
    """How unlike its print the square around each pixel became: 0 as it was, 1 a pattern that has nothing of it.

    The zero-mean normalised cross-correlation (J. P. Lewis, "Fast normalized cross-correlation", 1995) of the two
    pictures (height, width, 3) in a window, taken from 1; and what they differ by.
    """
    before, now = (cv2.GaussianBlur(picture, (0, 0), 0.8) for picture in (empty, set_up))
    size = (2 * half_mm + 1, 2 * half_mm + 1)

    def mean(plane: Plane) -> Plane:
        return np.asarray(cv2.boxFilter(plane, -1, size), np.float32)

    grey_before, grey_now = (np.asarray(picture.mean(axis=2), np.float32) for picture in (before, now))
    mean_before, mean_now = mean(grey_before), mean(grey_now)
    covariance = mean(grey_before * grey_now) - mean_before * mean_now
    spread = [
        np.maximum(mean(grey * grey) - middle * middle, 0) + parameters.noise_levels**2
        for grey, middle in ((grey_before, mean_before), (grey_now, mean_now))
    ]
    differs = mean(brightest(np.abs(before - now)))
    return np.asarray(
        1 - covariance / np.sqrt(spread[0] * spread[1]) + differs / parameters.unlike_levels, np.float32
    )


def contained(set_up: Relit, radius_mm: float, parameters: PlaceEvidenceParameters = EVIDENCE) -> Plane:
    """How far what appeared lies within a circle around each pixel rather than around it, -1 to 1."""
    pieces = np.minimum(at_half(set_up.difference), parameters.piece_levels)
    reach = round(radius_mm) + parameters.collar_mm
    rows, columns = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    away = np.hypot(rows, columns)
    inside, outside = (
        cv2.filter2D(pieces, cv2.CV_32F, _mean_of(mask), borderType=cv2.BORDER_CONSTANT)
        for mask in (away <= radius_mm, (away > radius_mm + 1) & (away <= reach))
    )
    return np.asarray((inside - outside) / (inside + outside + parameters.faint_levels), np.float32)


def _mean_of(mask: NDArray[np.bool_]) -> Plane:
    return np.asarray(mask / np.count_nonzero(mask), np.float32)


def _moved(plane: cv2.typing.MatLike, right: float, down: float) -> Plane:
    """The plane's values so far to the right and down of each pixel."""
    move = np.array([[1, 0, -right], [0, 1, -down]], np.float32)
    return np.asarray(cv2.warpAffine(plane, move, (plane.shape[1], plane.shape[0])), np.float32)
