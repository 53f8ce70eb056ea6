"""The printed water of the spaces: bare, or faded and shifted under a disc.

The waves are brightness without its slow changes, held against those of the empty board by normalised
correlation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.discs.evidence import WaterEvidence
from vision.imaging.windows import bounding
from vision.masks import circle_mask

if TYPE_CHECKING:
    from vision.geometry import Canvas
    from vision.imaging.windows import Window
    from vision.layout import Place

Grey = NDArray[np.float32]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class WaterParameters:
    """How the waves of a space are measured, on the rectified picture.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *disc*.
    """

    radius_mm: float = 26.0
    """Radius of the circle in which waves are compared. More: the rim counts as water. Less: too few
    waves."""
    smoothing_px: float = 1.2
    """Standard deviation of the Gaussian that takes off noise first. More: fine waves are lost. Less: noise
    is waves."""
    mean_window_px: int = 41
    """Side of the square whose mean is taken off each pixel. More: shades of light count as waves. Less: wide
    waves are lost."""
    strongest: float = 30.0
    """Grey levels beyond which a wave counts no more. More: sparkles decide. Less: strong waves look like
    faded ones."""
    glare_level: float = 200.0
    """Grey level above which a pixel is glare. More: glare counts as water. Less: light water is not looked
    at."""
    most_glare_share: float = 0.22
    """Share of the free water that may be glare. More: glare is compared with waves. Less: small mirrors hide
    a space."""
    least_free_share: float = 0.2
    """Share of the circle that canoes must leave free. More: fewer spaces are judged by water. Less: a few
    pixels judge."""


WATER_PARAMETERS = WaterParameters()


@dataclass(frozen=True, slots=True, eq=False)
class WaterTexture:
    """The water of one space: a window, the pixels in it, and its waves on the empty board and at set-up."""

    window: Window
    inside: Mask
    empty: Grey
    set_up: Grey
    parameters: WaterParameters

    @classmethod
    def of(
        cls,
        place: Place,
        empty: Grey,
        set_up: Grey,
        canvas: Canvas,
        parameters: WaterParameters = WATER_PARAMETERS,
    ) -> WaterTexture:
        """The water around a place, in grey pictures (height, width) of the empty board and of set-up."""
        mask = circle_mask(place, parameters.radius_mm, canvas)
        window = bounding(mask)
        bare, below_disc = (_waves(grey[window], parameters) for grey in (empty, set_up))
        return cls(window, mask[window], bare, below_disc, parameters)

    def measure(self, grey: Grey, covered: Mask) -> WaterEvidence | None:
        """The waves in a grey picture (height, width), or ``None`` when canoes or glare hide them."""
        here = grey[self.window]
        free = self.inside & ~covered[self.window]
        if np.count_nonzero(free) < self.parameters.least_free_share * np.count_nonzero(self.inside):
            return None
        if float(np.mean(here[free] > self.parameters.glare_level)) > self.parameters.most_glare_share:
            return None
        now, plain, disc = _waves(here, self.parameters)[free], self.empty[free], self.set_up[free]
        strength = float(now @ plain) / max(float(plain @ plain), 1.0)
        return WaterEvidence(_correlation(now, plain), strength, _correlation(now, disc))


def _correlation(one: Grey, other: Grey) -> float:
    """Pearson's correlation of two rows of pixels; 0 where one of them has no structure."""
    a, b = one - one.mean(), other - other.mean()
    return float(a @ b) / float(np.sqrt((a @ a) * (b @ b)) + 1.0)


def _waves(grey: Grey, parameters: WaterParameters) -> Grey:
    """Brightness without its slow changes: light does not matter, structure does."""
    smooth = cv2.GaussianBlur(grey, (0, 0), parameters.smoothing_px)
    side, strongest = parameters.mean_window_px, parameters.strongest
    return np.asarray(np.clip(smooth - cv2.blur(smooth, (side, side)), -strongest, strongest), np.float32)
