"""How clearly the colours on both sides of a board's outline differ: those of the board and those of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LAB_WEIGHTS = np.array([0.6, 1.5, 1.5], np.float32)
"""Colours are compared in L*a*b* with these weights: shadows change lightness more than colour."""


@dataclass(frozen=True, slots=True)
class ContrastParameters:
    """Where colours are taken beside a side, and how far apart they must be.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *pictures read*, without stickers.
    """

    strips_px: tuple[float, ...] = (2.0, 4.3, 6.7, 9.0)
    """So far inside and outside the side colours are taken, in a picture 640 pixels wide. More reaches the print and
    other things, less the blurred edge itself."""
    stretches: int = 6
    """A side is compared in so many stretches, of which the median counts. More averages too little of a patterned
    cloth, less lets one thing beside the board spoil a side."""
    stretch_samples: int = 12
    """So many places of each stretch are averaged. More takes longer, less is noisier."""
    corner_share: float = 0.035
    """So much of each side, at either end, is left out: corners are round."""
    enough: float = 20.0
    """A distance of weighted colours from which on more does not count. More prefers boards on white cloths, less
    takes stains for sides."""


CONTRAST = ContrastParameters()


def contrast_of_sides(
    bgr: NDArray[np.uint8],
    quads: NDArray[np.float64],
    scale: float = 1.0,
    parameters: ContrastParameters = CONTRAST,
) -> NDArray[np.float64]:
    """How unlike the colours inside and outside each side of ``quads`` (n, 4, 2) are, (n, 4), as a share of enough.

    The picture is ``scale`` times as large as the one in whose pixels `ContrastParameters` counts.

    Colours are means over stretches: the checks of a cloth and the grain of wood do not survive that.
    """
    stretches, samples = parameters.stretches, parameters.stretch_samples
    lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB).astype(np.float32) * LAB_WEIGHTS
    height, width = lab.shape[:2]
    places = np.linspace(parameters.corner_share, 1 - parameters.corner_share, stretches * samples)
    contrast = []
    for start, end in zip(quads.swapaxes(0, 1), np.roll(quads, -1, axis=1).swapaxes(0, 1), strict=True):
        along = (end - start) / np.linalg.norm(end - start, axis=1, keepdims=True)
        inward = np.stack((-along[:, 1], along[:, 0]), axis=1)
        middle = start[:, None] + (end - start)[:, None] * places[None, :, None]
        means = []
        for sign in (1, -1):
            strips = []
            for distance in parameters.strips_px:
                at = np.rint(middle + sign * distance * scale * inward[:, None]).astype(int)
                strips.append(lab[np.clip(at[..., 1], 0, height - 1), np.clip(at[..., 0], 0, width - 1)])
            means.append(np.mean(strips, axis=0).reshape(len(quads), stretches, samples, 3).mean(axis=2))
        contrast.append(np.median(np.linalg.norm(means[0] - means[1], axis=2), axis=1))
    return np.asarray(np.minimum(np.stack(contrast, axis=1) / parameters.enough, 1.0))
