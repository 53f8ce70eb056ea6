"""Colours told apart without labels: k-means, names given to the clusters, and refinement by classification EM.

The clusters' pixels are learnt from and assigned anew in turns, each to the Gaussian under which it is likeliest:
classification EM (Celeux and Govaert, 1992) with a gate for pixels that fit none.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.colour_models import ColourModel, Lab, assumed, learn, to_lab

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ColourClusterThresholds:
    """When a cluster is believed, and how channels weigh.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *canoe*.
    """

    fewest_pixels: int = 60
    """Pixels. A colour is learnt from more than so many pixels, and nothing is clustered with fewer for each name.
    More leaves small pieces to assumed colours; less learns from specks."""
    clustering_lightness: float = 0.5
    """Weight of L against a and b when clusters are formed. More splits a piece into its lit and its shaded side; less
    joins a dark and a light piece of one hue."""
    naming_lightness: float = 0.7
    """Weight of L against a and b when clusters are matched with the usual colours. More trusts the exposure of the
    picture; less mixes up brown and black."""
    gate_squared: float = 16.0
    """Squared standard deviations. A colour this far from its nearest model is nobody's. More names glare and shade
    after the nearest piece; less leaves the edges of a piece unnamed."""
    rounds: int = 4
    """How often pixels are assigned and models learnt anew. More follows chains of outliers less far; less stops
    before the models have let go of what is not theirs."""
    unlearnt_lightness_lab: float = 24.0
    """Standard deviation of L, in Lab steps, of a cluster with too few pixels to learn from."""
    unlearnt_chroma_lab: float = 10.0
    """The same of a and b. More lets such a cluster draw pixels from others; less leaves it empty."""


COLOUR_CLUSTER_THRESHOLDS = ColourClusterThresholds()


def learn_clusters(
    bgr: NDArray[np.uint8],
    names: tuple[str, ...],
    usual_bgr: Mapping[str, tuple[int, int, int]],
    thresholds: ColourClusterThresholds = COLOUR_CLUSTER_THRESHOLDS,
) -> tuple[dict[str, ColourModel], NDArray[np.int64]]:
    """Learn a model for each of ``names`` from pixels (n, 3) of all of them together.

    Also returns the index of the name that each pixel was given, (n,), -1 for none. Which cluster belongs to which
    name is decided for all names at once: under a warm lamp yellow may look more like the usual green than green does,
    but the two cannot both be green.
    """
    lab = to_lab(bgr)
    usual = np.stack([to_lab(np.array([usual_bgr[name]], np.uint8))[0] for name in names])
    if len(lab) < len(names) * thresholds.fewest_pixels:
        return {name: assumed(usual_bgr[name]) for name in names}, np.full(len(lab), -1)
    centres = _cluster_centres(lab, len(names), thresholds)
    starts = centres[list(_cluster_of_each_name(centres, usual, thresholds))]
    weights = _lightness_weights(thresholds.clustering_lightness)
    owner = np.argmin(np.sum(((lab[:, None] - starts[None]) * weights) ** 2, axis=2), axis=1)
    unlearnt = np.diag(
        [
            thresholds.unlearnt_lightness_lab**2,
            thresholds.unlearnt_chroma_lab**2,
            thresholds.unlearnt_chroma_lab**2,
        ]
    )
    models: dict[str, ColourModel] = {}
    for _ in range(thresholds.rounds):
        models = {
            name: learn(bgr[owner == index])
            if np.count_nonzero(owner == index) > thresholds.fewest_pixels
            else ColourModel(starts[index], unlearnt)
            for index, name in enumerate(names)
        }
        owner = likeliest(lab, list(models.values()), thresholds.gate_squared)
    return models, owner


def likeliest(
    lab: Lab, models: Sequence[ColourModel], gate_squared: float = COLOUR_CLUSTER_THRESHOLDS.gate_squared
) -> NDArray[np.int64]:
    """The index of the model under which each colour (n, 3) is likeliest, -1 beyond the gate of that model.

    Quadratic discriminant analysis with equal priors: squared Mahalanobis distance plus the logarithm of the
    covariance's determinant.
    """
    distances = np.stack([model.squared_mahalanobis(lab) for model in models])
    costs = distances + np.array([[np.linalg.slogdet(model.covariance)[1]] for model in models])
    best = np.argmin(costs, axis=0)
    reached = np.take_along_axis(distances, best[None], axis=0)[0]
    return np.where(reached < gate_squared, best, -1)


def clustered(
    lab: Lab, count: int, thresholds: ColourClusterThresholds = COLOUR_CLUSTER_THRESHOLDS
) -> NDArray[np.int64]:
    """The number of the cluster, from 0, of each of these colours (n, 3), by k-means without names."""
    centres = _cluster_centres(lab, count, thresholds)
    weights = _lightness_weights(thresholds.clustering_lightness)
    return np.asarray(np.argmin(np.sum(((lab[:, None] - centres[None]) * weights) ** 2, axis=2), axis=1))


def _cluster_centres(lab: Lab, count: int, thresholds: ColourClusterThresholds) -> Lab:
    """The centres (count, 3) of the clusters that these colours (n, 3) form, by k-means.

    The most compact of six starts is taken; each ends after 40 steps, or when no centre moves by 0.2 Lab steps. The
    random numbers are the same each time: a calibration can be repeated.
    """
    weights = _lightness_weights(thresholds.clustering_lightness)
    cv2.setRNGSeed(7)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.2)
    weighted = (lab * weights).astype(np.float32)
    _, _, centres = cv2.kmeans(weighted, count, np.zeros(0, np.int32), stop, 6, cv2.KMEANS_PP_CENTERS)
    return np.asarray(centres / weights, np.float64)


def _cluster_of_each_name(centres: Lab, usual: Lab, thresholds: ColourClusterThresholds) -> tuple[int, ...]:
    """Which cluster each name gets, so that all together differ least from the usual colours (n, 3)."""
    weights = _lightness_weights(thresholds.naming_lightness)
    costs = np.sum(((centres[:, None] - usual[None]) * weights) ** 2, axis=2)
    return min(
        itertools.permutations(range(len(usual))),
        key=lambda named: sum(float(costs[cluster, name]) for name, cluster in enumerate(named)),
    )


def _lightness_weights(lightness: float) -> NDArray[np.float64]:
    return np.array([lightness, 1.0, 1.0])
