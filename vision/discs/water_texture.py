"""The printed water of the spaces: bare, or faded and shifted under a disc."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.grey import grey_of
from vision.masks import circle_mask

if TYPE_CHECKING:
    from vision.calibration.model import Calibration
    from vision.layout import Place

INNER_MM = 26.0
"""Radius within which the water under a disc is compared."""
BARE_LIKENESS, BARE_STRENGTH = 0.85, 0.84
"""Correlation with the empty board's waves, and their strength, from which the water is bare."""
SHADED_LIKENESS, SHADED_STRENGTH = 0.6, 0.6
"""The same under the shade of a piece, where the rim already tells that no disc is there."""
GLARE_LEVEL, GLARE_SHARE = 200, 0.22
"""Glare over this share of a space hides its water."""
FEWEST_FREE = 0.2
"""Share of a space that canoes must leave free for the water to be compared."""

Grey = NDArray[np.float32]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Water:
    """How like the empty board's (``likeness``) and how strong (``strength``) the waves are, and like set-up's."""

    likeness: float
    strength: float
    likeness_set_up: float

    def bareness(self, *, shaded: bool) -> float:
        """How far the waves are bare water's: 0 at the limit, negative under a disc; shade may lie over them."""
        likeness, strength = (SHADED_LIKENESS, SHADED_STRENGTH) if shaded else (BARE_LIKENESS, BARE_STRENGTH)
        return min(self.likeness - likeness, self.strength - strength)


@dataclass(frozen=True, slots=True, eq=False)
class Circle:
    """The water of one space: a window, the pixels in it, and its waves on the empty board and at set-up."""

    window: tuple[slice, slice]
    inside: Mask
    empty: Grey
    set_up: Grey

    @classmethod
    def of(cls, place: Place, calibration: Calibration) -> Circle:
        """The water around a place of this board."""
        canvas = calibration.canvas
        mask = circle_mask(place, INNER_MM, canvas)
        x, y, width, height = cv2.boundingRect(mask.astype(np.uint8))
        window = slice(y, y + height), slice(x, x + width)
        empty, set_up = (
            _waves(grey_of(picture)[window]) for picture in (calibration.empty_bgr, calibration.setup_bgr)
        )
        return cls(window, mask[window], empty, set_up)

    def water(self, grey: Grey, covered: Mask) -> Water | None:
        """The waves in a picture, or ``None`` when canoes or glare hide them."""
        here = grey[self.window]
        free = self.inside & ~covered[self.window]
        if np.count_nonzero(free) < FEWEST_FREE * np.count_nonzero(self.inside):
            return None
        if float(np.mean(here[free] > GLARE_LEVEL)) > GLARE_SHARE:
            return None
        now, plain, disc = _waves(here)[free], self.empty[free], self.set_up[free]
        strength = float(now @ plain) / max(float(plain @ plain), 1.0)
        return Water(_correlation(now, plain), strength, _correlation(now, disc))


def _correlation(one: Grey, other: Grey) -> float:
    a, b = one - one.mean(), other - other.mean()
    return float(a @ b) / float(np.sqrt((a @ a) * (b @ b)) + 1.0)


def _waves(grey: Grey) -> Grey:
    """Brightness without its slow changes: light does not matter, structure does."""
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.2)
    return np.asarray(np.clip(smooth - cv2.blur(smooth, (41, 41)), -30, 30), np.float32)
