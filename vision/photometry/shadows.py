"""Shadows: where a picture shows the empty board, only darker."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.channels import brightest, darkest

Picture = NDArray[np.uint8]
Ratio = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ShadowThresholds:
    """What counts as a shadow.

    Chosen on sessions 00-07 of the photo-real development tables, bench figures *canoes* and *deposits*.
    """

    blur_px: int = 3
    """Side of the box filter that takes the grain from the picture first. More merges a piece's rim into its shadow,
    less leaves noise that looks coloured."""
    uneven_share: float = 0.22
    """A shadow darkens the three channels alike: their ratios to the empty board differ by less than this share of the
    largest ratio. More takes dark, coloured pieces for shadows; less misses shadows that a second lamp tints."""
    darkest_ratio: float = 0.10
    """A shadow leaves each channel more than this share of its light. More takes deep shadows for pieces, less takes
    black pieces for shadows."""


SHADOW = ShadowThresholds()


def shadows(bgr: Picture, empty_bgr: Picture, thresholds: ShadowThresholds = SHADOW) -> NDArray[np.bool_]:
    """Where ``bgr`` (height, width, 3) is ``empty_bgr`` in the shadow of a piece or hand, (height, width)."""
    side = thresholds.blur_px
    now = cv2.blur(bgr, (side, side)).astype(np.float32) + 1.0
    ratio = cv2.divide(now, empty_bgr.astype(np.float32) + 1.0)
    return is_shadow(darkest(ratio), brightest(ratio), thresholds)


def is_shadow(lowest: Ratio, highest: Ratio, thresholds: ShadowThresholds = SHADOW) -> NDArray[np.bool_]:
    """Whether pixels are shaded, from the lowest and the highest of their channels' ratios, now to empty."""
    even = highest - lowest < thresholds.uneven_share * highest
    return np.asarray(even & (highest < 1.0) & (lowest > thresholds.darkest_ratio))
