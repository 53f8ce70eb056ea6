"""The change of light around each part of the board: a gain and a veil, ``then = gain * now + veil``.

A lamp multiplies what the board sends back; its mirror image on glossy print adds a veil, which takes contrast too.
Print with contrast tells the two apart; where it has little, all of the change is taken for gain.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class RegressionParameters:
    """How gain and veil are fitted around each cell.

    Chosen on sessions 00-07 of the photo-real development tables, bench figures *discs*, *canoes* and *deposits*.
    """

    cell_px: int = 2
    """Side, in thumbnail pixels, of the cells for which gain and veil are kept (8 mm). More is coarser, less slower."""
    sigma_cells: float = 2.2
    """Light changes over so many cells (one standard deviation of the Gaussian window; 18 mm). More misses the rims of
    mirror images, less has too few pixels of land beside a disc."""
    wide_factor: float = 3.0
    """Where no land is near, land in a window so many times as wide counts. More takes light from too far away, less
    leaves the middle of the river without any."""
    wide_share: float = 0.03
    """What land in the wide window counts for against land nearby. More blurs the light, less adds noise in the
    river."""
    everywhere_share: float = 1e-3
    """What all land together counts for against land nearby: it decides where there is none. More pulls the light
    towards the mean of the board, less gives weight to remote outliers."""
    steady_variance: float = 40.0
    """Variance, in grey levels, that the print must have to tell a veil from a gain: the regulariser of the fit. More
    takes veils for gain, less takes noise for veils."""
    darkest_mean: float = 2.0
    """Grey level as which darker surroundings count when a gain is taken from means alone. More darkens what is nearly
    black, less multiplies its noise."""
    most_gain: float = 4.0
    """The gain of means alone is at most this, and at least one over this. More multiplies noise, less leaves a dim
    picture dim."""
    most_contrast: float = 2.5
    """A veil takes or gives contrast by this factor at most. More fits pieces as light, less leaves strong mirror
    images in the picture."""


REGRESSION = RegressionParameters()


def gain_and_veil(
    now: Plane, then: Plane, weight: Plane, parameters: RegressionParameters = REGRESSION
) -> tuple[Plane, Plane]:
    """Gain and veil of thumbnails (rows, columns, 3) for each cell, (rows // cell, columns // cell, 3) each.

    A weighted linear regression of ``then`` on ``now`` in a Gaussian window around each cell, as in the guided filter
    (K. He, J. Sun and X. Tang, "Guided image filtering", 2010), but held towards the ratio of the means instead of
    towards no gain. ``weight`` (rows, columns) says how much each pixel is worth.
    """
    heavy = np.asarray(cv2.merge([weight] * 3), np.float32)
    total = window_sums(weight, parameters)[..., None]
    heavy_now = heavy * now
    mean_now = window_sums(heavy_now, parameters) / total
    mean_then = window_sums(heavy * then, parameters) / total
    variance = np.maximum(window_sums(heavy_now * now, parameters) / total - mean_now * mean_now, 0)
    covariance = window_sums(heavy_now * then, parameters) / total - mean_now * mean_then
    most = parameters.most_gain
    plain = np.clip(mean_then / np.maximum(mean_now, parameters.darkest_mean), 1 / most, most)
    steady = parameters.steady_variance
    gain = (covariance + steady * plain) / (variance + steady)
    gain = np.clip(gain, plain / parameters.most_contrast, plain * parameters.most_contrast).astype(
        np.float32
    )
    return gain, (mean_then - gain * mean_now).astype(np.float32)


def window_sums(values: Plane, parameters: RegressionParameters = REGRESSION) -> Plane:
    """Sums of values of thumbnail pixels around each cell: what is near, a little of what is further, a trace of all.

    The trace is never zero, so that a board without any trusted land divides by something.
    """
    rows, columns = values.shape[:2]
    size = (columns // parameters.cell_px, rows // parameters.cell_px)
    cells = cv2.resize(values, size, interpolation=cv2.INTER_AREA)
    near = cv2.GaussianBlur(cells, (0, 0), parameters.sigma_cells)
    wide = cv2.GaussianBlur(cells, (0, 0), parameters.wide_factor * parameters.sigma_cells)
    everywhere = cells.mean(axis=(0, 1)) + 1e-6
    return np.asarray(
        near + parameters.wide_share * wide + parameters.everywhere_share * everywhere, np.float32
    )
