"""Colour as logarithms of light, in which a lamp's change adds the same number everywhere.

A dimmer lamp or a shadow multiplies B, G and R; in logarithms it adds. So the difference of two logarithms, the log
contrast, tells how something differs from what lies around it, whatever the light is that falls on both.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

FloatImage = NDArray[np.float32]
Colour = NDArray[np.float64]
"""One colour (3,), or a covariance of colours (3, 3)."""

TO_OPPONENT = np.array([[1 / 3, 0.0, 1.0], [1 / 3, -1.0, -1.0], [1 / 3, 1.0, 0.0]])
"""From logarithms of B, G, R (as a row, from the left) to lightness (their mean), red minus green, blue minus green."""
FROM_OPPONENT = np.linalg.inv(TO_OPPONENT)
"""And back."""


@dataclass(frozen=True, slots=True)
class LogColourParameters:
    """How grey levels become logarithms.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    offset_grey: float = 6.0
    """Grey levels added before the logarithm. Less: the noise of dark pixels grows; more: dark colours look alike."""
    blur_px: int = 3
    """Side of the Gaussian kernel that is laid over the picture first. Larger: less noise, softer edges."""


LOG_COLOUR = LogColourParameters()


def log_image(
    bgr: NDArray[np.uint8], size_px: tuple[int, int], parameters: LogColourParameters = LOG_COLOUR
) -> FloatImage:
    """Logarithms (height, width, 3) of B, G, R of a picture, smoothed and resized to ``size_px`` (width, height)."""
    kernel = parameters.blur_px, parameters.blur_px
    smooth = cv2.resize(cv2.GaussianBlur(bgr, kernel, 0), size_px, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.LUT(smooth, _log_table(parameters.offset_grey)), np.float32)


def log_colour(bgr: Colour, parameters: LogColourParameters = LOG_COLOUR) -> Colour:
    """Logarithms of one colour B, G, R (3,), as `log_image`'s."""
    return np.asarray(np.log(bgr + parameters.offset_grey), np.float64)


@functools.cache
def _log_table(offset_grey: float) -> FloatImage:
    return np.asarray(np.log(np.arange(256) + offset_grey), np.float32).reshape(1, 256)
