"""Evidence of gems, pixel by pixel: how much likelier a gem's appearance makes a colour than the background's does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.gems.log_colour import FloatImage

NO_GEM = -1.0
"""The least evidence: where no gem can lie, and what plain background has."""


@dataclass(frozen=True, slots=True)
class EvidenceParameters:
    """How logarithms of odds become evidence.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    certain_log_odds: float = 2.0
    """Logarithm of the odds at which a pixel's evidence is about three quarters of full. More: doubtful pixels count
    for less; less: each pixel is either or."""
    glare_log: float = 0.25
    """Lightness over the background's that only mirror images of a lamp have. They hide what is there, so they are
    no evidence against a gem. More: glare on a gem counts against it; less: bright gems are ignored."""
    glare_reach_px: int = 3
    """Side of the square around a pixel in which glare makes that pixel glare too, as a mirror image fades out.
    Larger: background beside a lamp's image says nothing; smaller: the image's edge is held against a gem."""


EVIDENCE = EvidenceParameters()


def gem_evidence(
    contrast: FloatImage,
    region: NDArray[np.intp],
    log_odds: FloatImage,
    parameters: EvidenceParameters = EVIDENCE,
) -> FloatImage:
    """Evidence of gems (height, width), from `NO_GEM` to 1, which is what plain gem has.

    ``log_odds`` (n,) are those of the pixels ``region`` (n,; flat indices) of the log ``contrast``
    (height, width, 3); elsewhere there is no gem.
    """
    told = np.tanh(log_odds / parameters.certain_log_odds)
    reach = np.ones((parameters.glare_reach_px, parameters.glare_reach_px), np.uint8)
    shining = cv2.dilate((contrast[..., 0] > parameters.glare_log).astype(np.uint8), reach)
    glare = shining.ravel()[region] > 0
    evidence = np.full(contrast.shape[:2], NO_GEM, np.float32)
    evidence.ravel()[region] = np.where(glare, np.maximum(told, 0.0), told)
    return evidence


def colours_of(contrast: FloatImage, region: NDArray[np.intp]) -> FloatImage:
    """The log contrasts (3, n) of the pixels ``region`` (n,; flat indices) of an image (height, width, 3)."""
    return np.ascontiguousarray(contrast.reshape(-1, 3)[region].T)


def discs_mask(
    shape: tuple[int, ...], centres: Sequence[tuple[int, int]], radius_px: float
) -> NDArray[np.bool_]:
    """The pixels (height, width) within a radius of any of these centres (column, row)."""
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    near = np.zeros(shape[:2], bool)
    for x, y in centres:
        near |= (columns - x) ** 2 + (rows - y) ** 2 <= radius_px**2
    return near
