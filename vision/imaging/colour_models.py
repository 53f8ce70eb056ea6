"""Gaussian colour models in CIE Lab: learning one from pixels, and how far a colour is from it (Mahalanobis 1936).

All Lab values here are OpenCV's 8-bit Lab: L, a and b in 0..255, with neutral grey at a = b = 128.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Mapping

Lab = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ColourModelParameters:
    """How wide a learnt or an assumed model is.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *canoe*.
    """

    outlier_lab: float = 60.0
    """Lab steps. A pixel that differs from the median by this in any channel is not learnt from. More lets glare and
    neighbours into the model; less cuts off the shaded flanks of the piece itself."""
    fewest_pixels: int = 10
    """Pixels. A covariance is measured from more pixels than this, and otherwise assumed to be one Lab step in each
    channel. More leaves small pieces unmeasured; less believes the covariance of a handful of pixels."""
    slack_lab: float = 5.0
    """Standard deviation in Lab steps that is added to what was measured, for other light and other copies of a
    piece. More lets alike colours overlap; less loses a piece whose light changes."""
    lightness_slack: float = 2.0
    """How many times as much slack L gets as a and b: light changes more than chroma does."""
    assumed_spread_lab: float = 18.0
    """Standard deviation of a and b, in Lab steps, of a model nothing was learnt of. More covers odd copies of a piece;
    less keeps assumed colours apart."""
    assumed_lightness_spread: float = 1.4
    """How many times as wide such a model is in L as in a and b."""


COLOUR_MODEL_PARAMETERS = ColourModelParameters()


@dataclass(frozen=True, slots=True, eq=False)
class ColourModel:
    """One colour as a normal distribution in Lab: mean (3,) and covariance (3, 3)."""

    mean: Lab
    covariance: Lab

    def squared_mahalanobis(self, lab: Lab) -> NDArray[np.float64]:
        """The squared Mahalanobis distances (n,) of colours (n, 3): in squared standard deviations."""
        offset = lab - self.mean
        return np.asarray(np.einsum("ni,ij,nj->n", offset, np.linalg.inv(self.covariance), offset))


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """Several named models, stacked, so that one colour is compared with all of them at once."""

    names: tuple[str, ...]
    means: Lab
    """(n, 3)"""
    precisions: NDArray[np.float64]
    """The inverse covariances, (n, 3, 3)."""

    @classmethod
    def of(cls, models: Mapping[str, ColourModel]) -> Palette:
        """The palette of these models."""
        return cls(
            tuple(models),
            np.stack([model.mean for model in models.values()]),
            np.stack([np.linalg.inv(model.covariance) for model in models.values()]),
        )

    def mahalanobis(self, lab: Lab) -> dict[str, float]:
        """The Mahalanobis distance of one colour (3,) to each model, in standard deviations."""
        offsets = lab - self.means
        squared = np.einsum("ni,nij,nj->n", offsets, self.precisions, offsets)
        return {name: float(value) for name, value in zip(self.names, np.sqrt(squared), strict=True)}


def to_lab(bgr: NDArray[np.uint8]) -> Lab:
    """Colours (n, 3) in 8-bit Lab as floats."""
    return np.asarray(cv2.cvtColor(bgr.reshape(-1, 1, 3), cv2.COLOR_BGR2LAB).reshape(-1, 3), np.float64)


def to_bgr(lab: Lab) -> NDArray[np.float64]:
    """A colour (3,) of 8-bit Lab as B, G, R in whole grey levels."""
    pixel = np.clip(np.rint(lab), 0, 255).astype(np.uint8).reshape(1, 1, 3)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_LAB2BGR).reshape(3), np.float64)


def medians(values: NDArray[Any]) -> NDArray[np.float64]:
    """The median of each of three channels (n, 3); many times faster than numpy's own for a few values."""
    count = len(values)
    ordered = np.partition(np.ascontiguousarray(values.T), ((count - 1) // 2, count // 2), axis=1)
    return (ordered[:, (count - 1) // 2].astype(np.float64) + ordered[:, count // 2]) / 2


def median_lab(bgr: NDArray[np.uint8]) -> Lab:
    """The median colour of pixels (n, 3), in 8-bit Lab."""
    return medians(cv2.cvtColor(bgr.reshape(-1, 1, 3), cv2.COLOR_BGR2LAB).reshape(-1, 3))


def assumed(
    bgr: tuple[int, int, int], parameters: ColourModelParameters = COLOUR_MODEL_PARAMETERS
) -> ColourModel:
    """A wide model around a colour of which no pixels were seen."""
    mean = to_lab(np.array([bgr], np.uint8))[0]
    spread = parameters.assumed_spread_lab
    lightness = spread * parameters.assumed_lightness_spread
    return ColourModel(mean, np.diag([lightness**2, spread**2, spread**2]))


def learn(
    bgr: NDArray[np.uint8],
    slack_lab: float | None = None,
    parameters: ColourModelParameters = COLOUR_MODEL_PARAMETERS,
) -> ColourModel:
    """The model of these pixels (n, 3): mean and covariance of all that are near the median, widened by slack.

    ``slack_lab`` replaces the usual slack, in Lab steps.
    """
    slack = parameters.slack_lab if slack_lab is None else slack_lab
    lab = to_lab(bgr)
    median = np.median(lab, axis=0)
    near = lab[np.abs(lab - median).max(axis=1) < parameters.outlier_lab]
    covariance = np.cov(near.T) if len(near) > parameters.fewest_pixels else np.eye(3)
    lightness = parameters.lightness_slack * slack
    return ColourModel(
        near.mean(axis=0) if len(near) else median, covariance + np.diag([lightness**2, slack**2, slack**2])
    )
