"""Naming every pixel of a picture at once: a lookup table over BGR with five bits a channel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.colour_clusters import likeliest
from vision.imaging.colour_models import to_lab

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from vision.imaging.colour_models import ColourModel

BITS = 5
"""Of each channel in OpenCV's packed format BGR555."""
SECOND_BACKGROUND = 1 << 3 * BITS
"""Added to a packed pixel that lies on the second background."""


@dataclass(frozen=True, slots=True, eq=False)
class ColourLookup:
    """Labels of pixels on one of two backgrounds: n for the n-th model, 0 for a background and for no model."""

    table: NDArray[np.uint8]
    """(2 * 32 * 32 * 32,): the label of each packed colour on the first background, then on the second."""

    @classmethod
    def of(cls, models: Mapping[str, ColourModel], *backgrounds: tuple[ColourModel, ...]) -> ColourLookup:
        """The table of these models, each background with models of its own."""
        side = 1 << BITS
        step = 256 // side
        axis = (np.arange(side) * step + step // 2).astype(np.uint8)
        red, green, blue = np.meshgrid(axis, axis, axis, indexing="ij")
        lab = to_lab(np.stack((blue, green, red), axis=-1))
        best = np.concatenate([likeliest(lab, [*models.values(), *background]) for background in backgrounds])
        return cls(np.where((best >= 0) & (best < len(models)), best + 1, 0).astype(np.uint8))

    def label(self, packed: NDArray[np.uint16]) -> NDArray[np.uint8]:
        """The labels of packed pixels; with `SECOND_BACKGROUND` added to those on the second background."""
        return np.asarray(self.table[packed], np.uint8)


def packed_bgr555(bgr: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """A picture (height, width, 3) with all of a pixel in one number, five bits a channel, blue lowest."""
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2BGR555).view(np.uint16)[..., 0], np.uint16)
