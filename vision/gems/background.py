"""The ground of a deposit, and what on it is unlike the bare ground.

Everything is a logarithm of light over that of the bare ground: a lamp that is turned up or coloured adds the same
everywhere, a shadow takes off the same of all colours, and a gem keeps its difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.robust import cauchy_weight
from vision.masks import disc

if TYPE_CHECKING:
    from vision.calibration.model import Calibration
    from vision.layout import Deposit

FINE = 1.4
"""Pixels a millimetre: as fine as a camera shows a board."""
AROUND_MM = 3.0
"""How far beyond a deposit its ground is looked at."""
DARKEST = 6.0
"""Added to grey levels before the logarithm: what a camera's noise leaves of black."""
CLEAR_OF_RIM_MM = 1.0
"""Bare ground is looked for so far inside of the rim."""
ALIKE = (0.16, 0.10, 0.07)
"""Ground is what fits the light's plane so well; the plane is fitted again to what is left each time."""
LEVEL = 2.0
"""Pixels' worth of belief that light does not change across a deposit."""
STEADY = np.diag([1e-3, LEVEL, LEVEL]).astype(np.float32)
SAMPLED, FEWEST = 4, 15
"""Every so manieth pixel takes part, and so many must fit."""
RIM_MM = 6.0
"""The rim's mirror images and shadow reach so far into a deposit."""
RIM_ROUNDS, RIM_GRAIN = 4, 0.004
"""How often the rim's rings are fitted, and how far their pixels stray at least."""

Mask = NDArray[np.bool_]
Plane = NDArray[np.float32]
Colour = NDArray[np.float64]

TO_COLOUR = np.array([[1 / 3, 0.0, 1.0], [1 / 3, -1.0, -1.0], [1 / 3, 1.0, 0.0]])
FROM_COLOUR = np.linalg.inv(TO_COLOUR)
"""From logarithms of B, G, R to lightness, red against green and blue against green; and back."""
_LOG = np.log(np.arange(256) + DARKEST).astype(np.float32).reshape(1, 256)


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The part of the rectified picture around a deposit, `FINE`, and how it looks bare."""

    rows: slice
    columns: slice
    away_mm: Plane
    """(height, width): each pixel's distance from the deposit's middle."""
    radius_mm: float
    bare: Plane
    """(height, width, 3): logarithms of B, G, R of the bare ground."""
    tilts: Plane
    """(height, width, 3): one, and the way across and down, -1..1: planes of light are sums of these."""
    sample: tuple[NDArray[np.intp], Plane]
    """Of the pixels by which light is told: which they are, and their tilts (3, n)."""
    rim: tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.intp]]
    """Of the pixels near the rim, from the innermost ring outwards: which they are, what a shift of the rim does to
    each (3, n), and on which ring each is."""

    @classmethod
    def of(cls, deposit: Deposit, calibration: Calibration) -> Ground:
        """The ground of a deposit on this board."""
        canvas = calibration.canvas
        x, y = canvas.at(deposit.centre)
        reach = round((deposit.radius + AROUND_MM) * canvas.px_per_mm)
        width, height = canvas.size_px
        rows = slice(max(round(y) - reach, 0), min(round(y) + reach + 1, height))
        columns = slice(max(round(x) - reach, 0), min(round(x) + reach + 1, width))
        cut = np.ascontiguousarray(calibration.empty_bgr[rows, columns])
        shrink = FINE / canvas.px_per_mm
        size = round(cut.shape[1] * shrink), round(cut.shape[0] * shrink)
        across = (np.arange(size[0]) + 0.5) * cut.shape[1] / size[0] - 0.5 + columns.start - x
        down = (np.arange(size[1]) + 0.5) * cut.shape[0] / size[1] - 0.5 + rows.start - y
        right, below = np.meshgrid(across / canvas.px_per_mm, down / canvas.px_per_mm)
        away = np.hypot(right, below)
        tilts = np.stack([np.ones_like(away), right / deposit.radius, below / deposit.radius], axis=-1)
        sample = np.flatnonzero(away < deposit.radius - CLEAR_OF_RIM_MM)[::SAMPLED]
        near = np.flatnonzero((away > deposit.radius - RIM_MM) & (away < deposit.radius))
        near = near[np.argsort(away.ravel()[near])]
        ring = ((away.ravel()[near] - deposit.radius + RIM_MM) * FINE).astype(np.intp)
        unit = tilts.reshape(-1, 3)[near].T / np.maximum(away.ravel()[near] / deposit.radius, 1e-6)
        unit[0] = 1.0
        return cls(
            rows,
            columns,
            away.astype(np.float32),
            deposit.radius,
            _logarithms(cut, size),
            tilts.astype(np.float32),
            (sample, np.ascontiguousarray(tilts.reshape(-1, 3)[sample].T, np.float32)),
            (near, unit, ring),
        )

    def within(self, margin_mm: float) -> Mask:
        """The deposit with a margin around it (inside it when negative)."""
        return self.away_mm < self.radius_mm + margin_mm

    @property
    def middle(self) -> Colour:
        """The logarithms of B, G, R of the bare ground: their medians."""
        return np.asarray(np.median(self.bare[self.within(-2 * CLEAR_OF_RIM_MM)], axis=0), np.float64)

    def unlike(self, bgr: NDArray[np.uint8]) -> Plane:
        """How a rectified picture shows this place, (height, width, 3): `TO_COLOUR` of it over the bare ground.

        What all the ground has in common - the light of now, falling off to one side - is taken off.
        """
        height, width = self.away_mm.shape
        seen = _logarithms(np.ascontiguousarray(bgr[self.rows, self.columns]), (width, height)) - self.bare
        seen -= cv2.transform(self.tilts, self._light(seen))
        return np.asarray(cv2.transform(seen, TO_COLOUR.T), np.float32)

    def _light(self, seen: Plane) -> Plane:
        """The planes of light on the bare ground, (3 colours, 3 tilts), in logarithms seen over the bare ground's."""
        inside, tilts = self.sample
        colours = np.ascontiguousarray(seen.reshape(-1, 3)[inside].T)
        light = _first_light(colours)
        for alike in ALIKE:
            apart = np.abs(colours - light @ tilts) < alike
            bare = np.flatnonzero(apart[0] & apart[1] & apart[2])
            if len(bare) < FEWEST:
                break
            known = tilts[:, bare]
            fitted = np.linalg.solve(known @ known.T + STEADY, known @ colours[:, bare].T)
            light = np.ascontiguousarray(fitted.T)
        return light

    def without_rim(self, lightness: Plane) -> Plane:
        """Lightness without what the rim has in common all around.

        A rim that is blurred, lit or shifted otherwise than in the empty picture leaves rings; a gem is only on one
        side. On each ring around the middle a level and a shift are fitted, and what does not fit has little say.
        """
        near, unit, ring = self.rim
        values = lightness.ravel()[near].astype(np.float64)
        starts = np.flatnonzero(np.diff(ring, prepend=-1))
        products = unit[PAIRS[0]] * unit[PAIRS[1]]
        terms = np.concatenate((products, unit * values))
        weights = np.ones_like(values)
        fitted: NDArray[np.float64] = np.zeros((3, len(starts)))
        fitted[0] = [_middle(part) for part in np.split(values, starts[1:])]
        for _ in range(RIM_ROUNDS):
            apart = np.abs(values - (unit * fitted[:, ring]).sum(axis=0))
            strays, total = np.add.reduceat(np.stack((weights * apart, weights)), starts, axis=1)
            weights = cauchy_weight(apart, (strays / total + RIM_GRAIN)[ring])
            sums = np.add.reduceat(terms * weights, starts, axis=1).T
            left, right = sums[:, SQUARE] + 1e-6 * np.eye(3), sums[:, len(products) :, None]
            fitted = np.asarray(np.linalg.solve(left, right)[..., 0].T, np.float64)
        smooth = lightness.copy()
        smooth.ravel()[near] -= (unit * fitted[:, ring]).sum(axis=0).astype(np.float32)
        return smooth


PAIRS = np.array([0, 0, 0, 1, 1, 2]), np.array([0, 1, 2, 1, 2, 2])
SQUARE = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]])
"""The six products of three numbers, and where each stands in the square of all nine."""


def _middle(values: NDArray[np.float64]) -> float:
    """The middle one; many times faster than numpy's median of a few values."""
    return float(np.partition(values, len(values) // 2)[len(values) // 2])


def disc_means(plane: Plane, radius_px: float) -> Plane:
    """The mean of a plane (height, width) in the disc around each pixel."""
    around = disc(radius_px).astype(np.float32)
    return np.asarray(cv2.filter2D(plane, -1, around / around.sum()), np.float32)


def _first_light(colours: Plane) -> Plane:
    """A first guess at the light for colours (3, n), as `Ground._light`: the brightest that is common, everywhere."""
    tinted = np.maximum(np.abs(colours[0] - colours[1]), np.abs(colours[2] - colours[1]))
    plain = tinted < TINTED
    if np.count_nonzero(plain) > FEWEST:
        colours = colours[:, plain]
    lightness = (colours[0] + colours[1] + colours[2]) / 3
    bins = np.clip(((lightness + 1.5) / BIN).astype(np.intp), 0, BINS - 1)
    common = np.convolve(np.bincount(bins, minlength=BINS), np.ones(WINDOW), "same")
    brightest = -1.5 + BIN * (np.flatnonzero(common > 0.5 * common.max())[-1] + 0.5)
    near = np.abs(lightness - brightest) < (WINDOW + 1) / 2 * BIN
    light = np.zeros((3, 3), np.float32)
    light[:, 0] = (colours[:, near] if near.any() else colours).mean(axis=1)
    return light


TINTED = 0.15
"""The picture is in the light of calibration already: ground is not tinted more than this against itself."""
BIN, BINS, WINDOW = 0.025, 96, 5
"""The histogram of lightness: width of a bin, from -1.5 upwards, and how many; so many together are one lightness."""


def _logarithms(bgr: NDArray[np.uint8], size: tuple[int, int]) -> Plane:
    smooth = cv2.resize(cv2.GaussianBlur(bgr, (3, 3), 0), size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.LUT(smooth, _LOG), np.float32)
