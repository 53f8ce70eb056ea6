"""How much brighter the lamps light each part of the board than at calibration: what wood shows of the change.

Print mirrors a lamp where wood does not. Lamps light a board softly, so that a surface of few unknowns fits the
change everywhere; mirror images, pieces and shadows stand out from it and are voted down.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.channels import brightest
from vision.imaging.robust import geman_mcclure_weight

Plane = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LampParameters:
    """How the surface of the lamps' light is fitted.

    Chosen on sessions 00-07 of the photo-real development tables, bench figures *canoes* and *cargo*.
    """

    pixel_step: int = 2
    """One thumbnail pixel in so many, each way, is looked at. More tells less of the light, less takes longer."""
    dark_grey: float = 6.0
    """Grey levels added to both pictures before their ratio is taken: the dark tells little. More levels the light
    of dark print down, less lets the camera's noise in the dark speak."""
    scale_log: float = 0.06
    """Differences of light within this (natural logarithm) are the camera's noise and the print's grain. More lets
    mirror images bend the surface, less votes down true changes of light."""
    first_scales: tuple[float, ...] = (4.0, 2.0)
    """The first rounds of the fit forgive so many times `scale_log`: the surface has yet to bend to the light. More
    keeps outliers longer, less may never see the light at the board's ends."""
    rounds: int = 6
    """How often the surface is fitted and its weights set anew. More takes longer, less leaves outliers in it."""
    level_prior: float = 1e-3
    """How many pixels the median change of light is worth as a first guess of the surface's level. More holds the
    level at the median; without it a surface seen at few pixels has no level."""
    bend_prior: float = 5.0
    """How many pixels of even light speak against any slope or bend. More leaves the surface flat, less makes a steep
    one from little land."""
    most_log: float = 1.3
    """Light changes by this at most (natural logarithm; a factor of 3.7). More lets the surface run away at the
    board's ends, less leaves a lamp that is switched off unmended."""


LAMPS = LampParameters()


def lamp_gain(now: Plane, then: Plane, weight: Plane, parameters: LampParameters = LAMPS) -> Plane:
    """The factor (rows, columns, 3) from thumbnails of now to those of calibration, as wood shows it.

    ``weight`` (rows, columns) says how much each pixel is worth: 0 where pieces are put or light is lost.

    The logarithm of the factor is a polynomial of the second degree in x and y, fitted for all three channels by
    iteratively reweighted least squares with Geman-McClure weights, and ridge regression (A. E. Hoerl and
    R. W. Kennard, 1970) towards even light at the median level.
    """
    rows, columns = weight.shape
    basis = _basis(rows, columns)
    step = parameters.pixel_step
    chosen = np.zeros(weight.shape, bool)
    chosen[::step, ::step] = weight[::step, ::step] > 0
    if np.count_nonzero(chosen) < len(basis):
        return np.ones_like(then)
    known, worth = basis[:, chosen], weight[chosen].astype(np.float64)
    dark = parameters.dark_grey
    seen = np.log((then[chosen] + dark) / (now[chosen] + dark)).T.astype(np.float64)
    ridge = np.diag([parameters.level_prior] + [parameters.bend_prior] * (len(basis) - 1))
    level = np.median(seen, axis=1)
    fitted = np.zeros((len(basis), 3))
    fitted[0] = level
    for number in range(parameters.rounds):
        forgiving = parameters.first_scales[number] if number < len(parameters.first_scales) else 1.0
        blue, green, red = np.abs(seen - fitted.T @ known)
        off = np.maximum(np.maximum(blue, green), red)
        trusted = known * geman_mcclure_weight(off, parameters.scale_log * forgiving, worth)
        fitted = np.linalg.solve(trusted @ known.T + ridge, trusted @ seen.T + ridge[:, :1] * level)
    surface = (basis.reshape(len(basis), -1).T @ fitted).astype(np.float32)
    most = parameters.most_log
    return np.exp(np.clip(surface, -most, most)).reshape(rows, columns, 3)


@cache
def _basis(rows: int, columns: int) -> NDArray[np.float64]:
    """The Chebyshev polynomials of x and y up to the second degree, (6, rows, columns), each from -1 to 1."""
    y, x = np.meshgrid(np.linspace(-1, 1, rows), np.linspace(-1, 1, columns), indexing="ij")
    return np.stack((np.ones_like(x), x, y, x * y, 2 * x * x - 1, 2 * y * y - 1))


def unlike_around(change: Plane, window_px: int) -> Plane:
    """How far each pixel's (rows, columns, 3) change of light is from the median of the window around it.

    What fills less than half of the window and changes otherwise than the rest stands out: pieces. The largest
    difference of the three channels, (rows, columns), in the unit of ``change`` (grey levels, -256 to 254).
    """
    in_bytes = np.clip(change / 2 + 128, 0, 255).astype(np.uint8)
    usual = cv2.medianBlur(in_bytes, window_px).astype(np.float32)
    return np.asarray(brightest(np.abs(change - (usual - 128) * 2)), np.float32)
