"""What the raised rim of a deposit adds to the lightness all around it, fitted and taken off.

A rim that is blurred, lit or shifted otherwise than in the empty picture leaves rings of light and dark; a gem lies on
one side only. On each ring around the middle a level and a shift of the rim are fitted by iteratively reweighted least
squares with Cauchy weights (Holland & Welsch, 1977), so that a gem on the ring has little say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.imaging.robust import cauchy_weight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.gems.log_colour import FloatImage


@dataclass(frozen=True, slots=True)
class RimRingParameters:
    """How the rim's rings are fitted.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    width_mm: float = 6.0
    """How far the rim's mirror images and shadow reach into the deposit. More: clear gems inside are fitted away too;
    less: rings are left."""
    rounds: int = 4
    """Reweighted fits. More: slower; less: a gem still bends the ring it lies on."""
    noise_log: float = 0.004
    """Least scale of the residuals, in logarithms of light. More: gems have more say in the fit; less: on an even
    ring single pixels decide."""


RIM = RimRingParameters()
_FIRST = np.array([0, 0, 0, 1, 1, 2])
_SECOND = np.array([0, 1, 2, 1, 2, 2])
"""The six different products of three unknowns: of the first with the second."""
_SQUARE = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]])
"""Where each of the six stands in the normal equations' (3, 3)."""


@dataclass(frozen=True, slots=True, eq=False)
class RimRings:
    """The pixels near one deposit's rim, ordered from the innermost ring outwards."""

    pixels: NDArray[np.intp]
    """(n,): their flat indices."""
    basis: NDArray[np.float64]
    """(3, n): one, and the cosine and sine of the way to the pixel: what a level and a shift of the rim add to it."""
    ring: NDArray[np.intp]
    """(n,): which ring each is on, one pixel wide."""
    parameters: RimRingParameters

    @classmethod
    def of(
        cls,
        distance_mm: NDArray[np.float64],
        basis: NDArray[np.float64],
        radius_mm: float,
        px_per_mm: float,
        parameters: RimRingParameters = RIM,
    ) -> RimRings:
        """The rings of a deposit.

        ``distance_mm`` (height, width) is each pixel's distance from the middle; ``basis`` (height, width, 3) one,
        and the way across and down as a share of ``radius_mm``.
        """
        inner_mm = radius_mm - parameters.width_mm
        near = np.flatnonzero((distance_mm > inner_mm) & (distance_mm < radius_mm))
        near = near[np.argsort(distance_mm.ravel()[near])]
        ring = ((distance_mm.ravel()[near] - radius_mm + parameters.width_mm) * px_per_mm).astype(np.intp)
        unit = basis.reshape(-1, 3)[near].T / np.maximum(distance_mm.ravel()[near] / radius_mm, 1e-6)
        unit[0] = 1.0
        return cls(near, unit, ring, parameters)

    def removed_from(self, lightness: FloatImage) -> FloatImage:
        """A copy of a lightness (height, width) without what all around the rim has in common."""
        basis, ring = self.basis, self.ring
        values = lightness.ravel()[self.pixels].astype(np.float64)
        starts = np.flatnonzero(np.diff(ring, prepend=-1))
        products = basis[_FIRST] * basis[_SECOND]
        terms = np.concatenate((products, basis * values))
        weights = np.ones_like(values)
        fitted: NDArray[np.float64] = np.zeros((3, len(starts)))
        fitted[0] = [_upper_median(part) for part in np.split(values, starts[1:])]
        for _ in range(self.parameters.rounds):
            residuals = np.abs(values - (basis * fitted[:, ring]).sum(axis=0))
            strays, total = np.add.reduceat(np.stack((weights * residuals, weights)), starts, axis=1)
            weights = cauchy_weight(residuals, (strays / total + self.parameters.noise_log)[ring])
            sums = np.add.reduceat(terms * weights, starts, axis=1).T
            left, right = sums[:, _SQUARE] + 1e-6 * np.eye(3), sums[:, len(products) :, None]
            fitted = np.asarray(np.linalg.solve(left, right)[..., 0].T, np.float64)
        smooth = lightness.copy()
        smooth.ravel()[self.pixels] -= (basis * fitted[:, ring]).sum(axis=0).astype(np.float32)
        return smooth


def _upper_median(values: NDArray[np.float64]) -> float:
    """The median (of an even number the upper one); many times faster than numpy's of a few values."""
    return float(np.partition(values, len(values) // 2)[len(values) // 2])
