"""Whether a picture may be used at all, and why not: what is measured of it, and the decisions.

The reading asks as it goes, for the later figures cost more: first whether there is a board, then how sharp it is,
then whether its light was understood. Whether hands leave enough of it is a matter of `vision.photometry.hand_mask`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.sighting import Unreadable

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ReadabilityThresholds:
    """From when a picture is refused.

    Chosen on sessions 00-07 of the photo-real development tables, bench figures *pictures read* and *wrong as certain*.
    """

    dark_level: float = 14.0
    """Mean grey level, 0 to 255, of a picture without a board. Below it darkness is given as the cause: more says
    *dark* of pictures that show no board for another reason, less sends people looking for a board in the dark."""
    light_sampling_px: int = 8
    """Stride, in pixels across and down, of the sample that the mean is taken of. More is quicker and coarser."""
    least_sharpness: float = 0.06
    """Sharpness of the rectified picture, as a share of the calibration picture's. Below it the picture is blurred:
    more refuses slight blur that is read well, less reads pictures in which edges are gone."""
    sharpness_sampling_px: int = 2
    """Stride, in pixels across and down, of the sample of edges. More is quicker and noisier."""
    most_residual_levels: float = 26.0
    """Median difference, in grey levels, of the relit picture from the empty board. Above it the light was not
    understood: more reads pictures whose colours mean nothing, less refuses rooms with several lamps."""


READABILITY = ReadabilityThresholds()


def why_no_board(mean_level: float, thresholds: ReadabilityThresholds = READABILITY) -> Unreadable:
    """Why no board was found in a picture of this mean grey level."""
    return Unreadable.DARK if mean_level < thresholds.dark_level else Unreadable.BOARD_LOST


def is_blurred(now: float, at_calibration: float, thresholds: ReadabilityThresholds = READABILITY) -> bool:
    """Whether a picture of this sharpness is too blurred, given the `sharpness` of the calibration picture."""
    return now < thresholds.least_sharpness * at_calibration


def is_light_strange(residual_levels: float, thresholds: ReadabilityThresholds = READABILITY) -> bool:
    """Whether a relit picture that is so far from the empty board, in grey levels, is in a light not understood."""
    return residual_levels > thresholds.most_residual_levels


def mean_level(bgr: NDArray[np.uint8], thresholds: ReadabilityThresholds = READABILITY) -> float:
    """The mean of all channels of a picture (height, width, 3), 0 to 255, from a sample of its pixels."""
    step = thresholds.light_sampling_px
    return float(bgr[::step, ::step].mean())


def sharpness(bgr: NDArray[np.uint8], thresholds: ReadabilityThresholds = READABILITY) -> float:
    """The variance of the Laplacian of a picture (height, width, 3), in squared grey levels.

    A common measure of focus (Pech-Pacheco and others, 2000): blur takes fine edges first.
    """
    step = thresholds.sharpness_sampling_px
    edges = cv2.Laplacian(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), cv2.CV_16S)
    _, spread = cv2.meanStdDev(np.ascontiguousarray(edges[::step, ::step]))
    return float(spread[0, 0]) ** 2
