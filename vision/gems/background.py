"""Background subtraction for one deposit: how a picture differs from the deposit's bare ground, whatever the light.

The background is the deposit in the picture of the empty board. What is compared are logarithms of light; the light of
now, a plane over the deposit, is taken off. What is left, the log contrast, is zero on bare ground, and of a gem the
same in any light.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.gems.light_plane import fit_light_plane
from vision.gems.log_colour import TO_OPPONENT, log_colour, log_image
from vision.gems.rim_rings import RimRings
from vision.imaging import windows
from vision.masks import disc

if TYPE_CHECKING:
    from vision.calibration.model import Calibration
    from vision.gems.log_colour import Colour, FloatImage
    from vision.layout import DepositArea

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class BackgroundParameters:
    """The patch of the picture that is looked at for each deposit.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    px_per_mm: float = 1.4
    """Scale of the patch. More: slower, and no finer than a camera shows a board; less: gems lose their edges."""
    margin_mm: float = 3.0
    """How far the patch reaches beyond the deposit. More: slower; less: gems that stick out over the edge are cut."""
    light_inset_mm: float = 1.0
    """The light is found from pixels so far inside the deposit's edge. More: fewer pixels; less: the rim has a say."""
    colour_inset_mm: float = 2.0
    """The background's own colour is the median of pixels so far inside the edge. More: fewer pixels; less: the rim's
    colour counts."""
    sample_step: int = 4
    """The light is found from each so-manieth pixel. More: faster and less exact."""


BACKGROUND = BackgroundParameters()


@dataclass(frozen=True, slots=True, eq=False)
class DepositBackground:
    """The patch of the rectified picture around a deposit, and how it looks bare."""

    rows: slice
    columns: slice
    px_per_mm: float
    """Scale of the patch, not of the rectified picture."""
    distance_mm: FloatImage
    """(height, width): each pixel's distance from the deposit's middle."""
    radius_mm: float
    log_bgr: FloatImage
    """(height, width, 3): logarithms of B, G, R of the bare background."""
    median_log_bgr: Colour
    """(3,): their medians inside the deposit."""
    basis: FloatImage
    """(height, width, 3): one, and the way across and down as a share of the radius: planes of light are sums."""
    sample: tuple[NDArray[np.intp], FloatImage]
    """Of the pixels by which light is found: their flat indices (n,), and their basis (3, n)."""
    rim: RimRings

    @classmethod
    def of(
        cls, deposit: DepositArea, calibration: Calibration, parameters: BackgroundParameters = BACKGROUND
    ) -> DepositBackground:
        """The background of a deposit on this board."""
        canvas = calibration.canvas
        x, y = canvas.at(deposit.centre)
        reach = round((deposit.radius + parameters.margin_mm) * canvas.px_per_mm)
        rows, columns = windows.around((round(x), round(y)), reach, canvas.size_px[::-1])
        cut = np.ascontiguousarray(calibration.empty_bgr[rows, columns])
        shrink = parameters.px_per_mm / canvas.px_per_mm
        size = round(cut.shape[1] * shrink), round(cut.shape[0] * shrink)
        across = (np.arange(size[0]) + 0.5) * cut.shape[1] / size[0] - 0.5 + columns.start - x
        down = (np.arange(size[1]) + 0.5) * cut.shape[0] / size[1] - 0.5 + rows.start - y
        right_mm, below_mm = np.meshgrid(across / canvas.px_per_mm, down / canvas.px_per_mm)
        distance_mm = np.hypot(right_mm, below_mm)
        basis = np.stack(
            [np.ones_like(distance_mm), right_mm / deposit.radius, below_mm / deposit.radius], axis=-1
        )
        inside = np.flatnonzero(distance_mm < deposit.radius - parameters.light_inset_mm)
        sample = inside[:: parameters.sample_step]
        log_bgr, rounded_mm = log_image(cut, size), distance_mm.astype(np.float32)
        coloured = rounded_mm < deposit.radius - parameters.colour_inset_mm
        return cls(
            rows,
            columns,
            parameters.px_per_mm,
            rounded_mm,
            deposit.radius,
            log_bgr,
            np.asarray(np.median(log_bgr[coloured], axis=0), np.float64),
            basis.astype(np.float32),
            (sample, np.ascontiguousarray(basis.reshape(-1, 3)[sample].T, np.float32)),
            RimRings.of(distance_mm, basis, deposit.radius, parameters.px_per_mm),
        )

    def within(self, margin_mm: float) -> Mask:
        """The deposit (height, width) with a margin around it; inside it when negative."""
        return self.distance_mm < self.radius_mm + margin_mm

    def contrast(self, bgr: NDArray[np.uint8]) -> FloatImage:
        """The log contrast (height, width, 3) of a rectified picture, in `TO_OPPONENT`, over the bare background.

        What the whole background has in common - the light of now, falling off to one side - is taken off.
        """
        height, width = self.distance_mm.shape
        seen = log_image(np.ascontiguousarray(bgr[self.rows, self.columns]), (width, height)) - self.log_bgr
        pixels, basis = self.sample
        light = fit_light_plane(np.ascontiguousarray(seen.reshape(-1, 3)[pixels].T), basis)
        seen -= cv2.transform(self.basis, light)
        return np.asarray(cv2.transform(seen, TO_OPPONENT.T), np.float32)

    def contrast_of_colour(self, bgr: Colour) -> Colour:
        """The log contrast (3,) that one colour B, G, R has over this background."""
        return np.asarray((log_colour(bgr) - self.median_log_bgr) @ TO_OPPONENT, np.float64)

    def without_rim(self, lightness: FloatImage) -> FloatImage:
        """A log contrast's lightness (height, width) without what the rim adds all around."""
        return self.rim.removed_from(lightness)


def disc_means(image: FloatImage, radius_px: float) -> FloatImage:
    """The mean of an image (height, width) in the disc around each pixel."""
    kernel = disc(radius_px).astype(np.float32)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
