"""Colours by name: models learnt from pixels, and a table that names every pixel at once.

A model is a Gaussian in Lab. A 32x32x32 table over BGR holds the best model for each colour, or 0 when the colour
is too far from all of them - a name that is not sure is not given.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Mapping

Lab = NDArray[np.float64]
Picture = NDArray[np.uint8]

TYPICAL_BGR: dict[str, tuple[int, int, int]] = {
    "red": (45, 40, 200),
    "green": (55, 110, 30),
    "yellow": (30, 190, 225),
    "blue": (170, 60, 30),
    "brown": (45, 60, 95),
    "black": (42, 38, 36),
    "wood": (150, 190, 220),
}
"""Canoe colours before anything was learnt."""
TYPICAL_GEM_BGR: dict[str, tuple[int, int, int]] = {
    "violet": (130, 30, 90),
    "clear": (215, 215, 215),
    "yellow": (20, 140, 210),
    "blue": (150, 35, 20),
    "pink": (80, 25, 190),
}
CLEAR = "clear"
"""The gem that shows what lies behind it: its pixels cannot be counted."""
BITS = 5
FARTHEST = 16.0
"""Squared Mahalanobis distance beyond which a colour is nobody's."""


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """One named colour: mean and covariance in OpenCV's 8-bit Lab."""

    mean: Lab
    covariance: Lab

    def distance(self, lab: NDArray[np.float64]) -> NDArray[np.float64]:
        """Squared Mahalanobis distances of colours (n, 3)."""
        apart = lab - self.mean
        return np.asarray(np.einsum("ni,ij,nj->n", apart, np.linalg.inv(self.covariance), apart))


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """Several models, ready to be held against one colour at a time."""

    names: tuple[str, ...]
    means: Lab
    """(n, 3)"""
    inverses: NDArray[np.float64]
    """The inverse covariances, (n, 3, 3)."""

    @classmethod
    def of(cls, models: Mapping[str, Model]) -> Palette:
        """The palette of these models."""
        return cls(
            tuple(models),
            np.stack([model.mean for model in models.values()]),
            np.stack([np.linalg.inv(model.covariance) for model in models.values()]),
        )

    def apart(self, lab: Lab) -> dict[str, float]:
        """How many standard deviations a colour (3,) is from each model."""
        off = lab - self.means
        squared = np.einsum("ni,nij,nj->n", off, self.inverses, off)
        return {name: float(value) for name, value in zip(self.names, np.sqrt(squared), strict=True)}


def to_lab(bgr: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Colours (n, 3) in 8-bit Lab as floats."""
    return np.asarray(cv2.cvtColor(bgr.reshape(-1, 1, 3), cv2.COLOR_BGR2LAB).reshape(-1, 3), np.float64)


def medians(values: NDArray[Any]) -> NDArray[np.float64]:
    """The median of each of three channels (n, 3); many times faster than numpy's own for a few values."""
    count = len(values)
    ordered = np.partition(np.ascontiguousarray(values.T), ((count - 1) // 2, count // 2), axis=1)
    return (ordered[:, (count - 1) // 2].astype(np.float64) + ordered[:, count // 2]) / 2


def median_lab(bgr: NDArray[np.uint8]) -> Lab:
    """The median colour of pixels (n, 3), in 8-bit Lab."""
    return medians(cv2.cvtColor(bgr.reshape(-1, 1, 3), cv2.COLOR_BGR2LAB).reshape(-1, 3))


def to_bgr(lab: NDArray[np.float64]) -> NDArray[np.float64]:
    """A colour (3,) of 8-bit Lab as B, G, R."""
    pixel = np.clip(np.rint(lab), 0, 255).astype(np.uint8).reshape(1, 1, 3)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_LAB2BGR).reshape(3), np.float64)


def typical(bgr: tuple[int, int, int], spread: float = 18.0) -> Model:
    """A model of a colour nothing was learnt of."""
    mean = to_lab(np.array([bgr], np.uint8))[0]
    return Model(mean, np.diag([(spread * 1.4) ** 2, spread**2, spread**2]))


def learn(bgr: NDArray[np.uint8], slack: float = 5.0) -> Model:
    """The model of these pixels (n, 3); ``slack`` widens it for other light and other copies of the piece."""
    lab = to_lab(bgr)
    middle = np.median(lab, axis=0)
    near = lab[np.abs(lab - middle).max(axis=1) < 60]
    covariance = np.cov(near.T) if len(near) > 10 else np.eye(3)
    return Model(
        near.mean(axis=0) if len(near) else middle, covariance + np.diag([4 * slack**2, slack**2, slack**2])
    )


def separate(
    bgr: NDArray[np.uint8], names: tuple[str, ...], typical_bgr: Mapping[str, tuple[int, int, int]]
) -> tuple[dict[str, Model], NDArray[np.int64]]:
    """Learn ``names`` from a heap of pixels (n, 3) that holds all of them; also which name each pixel got (-1 none).

    Which heap belongs to which name is decided for all names at once: under a warm lamp yellow may look more like
    the usual green than green does, but the two cannot both be green.
    """
    lab = to_lab(bgr)
    usual = np.stack([to_lab(np.array([typical_bgr[name]], np.uint8))[0] for name in names])
    if len(lab) < len(names) * FEWEST_PIXELS:
        return {name: typical(typical_bgr[name]) for name in names}, np.full(len(lab), -1)
    heaps = _heaps(lab, len(names))
    apart = np.sum(((heaps[:, None] - usual[None]) * NAMING_WEIGHT) ** 2, axis=2)
    order = min(
        itertools.permutations(range(len(names))),
        key=lambda named: sum(float(apart[heap, index]) for index, heap in enumerate(named)),
    )
    starts = heaps[list(order)]
    owner = np.argmin(np.sum(((lab[:, None] - starts[None]) * HEAP_WEIGHT) ** 2, axis=2), axis=1)
    models: dict[str, Model] = {}
    for _ in range(4):
        models = {
            name: learn(bgr[owner == index])
            if np.count_nonzero(owner == index) > FEWEST_PIXELS
            else Model(starts[index], np.diag([24.0**2, 10.0**2, 10.0**2]))
            for index, name in enumerate(names)
        }
        owner = _nearest(lab, list(models.values()))
    return models, owner


FEWEST_PIXELS = 60
HEAP_WEIGHT = np.array([0.5, 1.0, 1.0])
"""Heaps of colours: a hull's inside is darker than its rim, but has its chroma."""
NAMING_WEIGHT = np.array([0.7, 1.0, 1.0])


def _heaps(lab: Lab, count: int) -> Lab:
    """The middles (count, 3) of the heaps that these colours form."""
    cv2.setRNGSeed(7)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.2)
    weighted = (lab * HEAP_WEIGHT).astype(np.float32)
    _, _, middles = cv2.kmeans(weighted, count, np.zeros(0, np.int32), criteria, 6, cv2.KMEANS_PP_CENTERS)
    return np.asarray(middles / HEAP_WEIGHT, np.float64)


def _nearest(lab: NDArray[np.float64], models: list[Model]) -> NDArray[np.int64]:
    distances = np.stack([model.distance(lab) for model in models])
    costs = distances + np.array([[np.linalg.slogdet(model.covariance)[1]] for model in models])
    best = np.argmin(costs, axis=0)
    reached = np.take_along_axis(distances, best[None], axis=0)[0]
    return np.where(reached < FARTHEST, best, -1)


@dataclass(frozen=True, slots=True, eq=False)
class ColourTable:
    """Names pixels on one of two grounds: label n is the n-th model's; 0 is nobody's, and so is the background."""

    table: NDArray[np.uint8]

    @classmethod
    def of(cls, models: Mapping[str, Model], *grounds: tuple[Model, ...]) -> ColourTable:
        """The table of these models, with the background models of the two ``grounds``."""
        side = 1 << BITS
        step = 256 // side
        axis = (np.arange(side) * step + step // 2).astype(np.uint8)
        red, green, blue = np.meshgrid(axis, axis, axis, indexing="ij")
        lab = to_lab(np.stack((blue, green, red), axis=-1))
        best = np.concatenate([_nearest(lab, [*models.values(), *ground]) for ground in grounds])
        return cls(np.where((best >= 0) & (best < len(models)), best + 1, 0).astype(np.uint8))

    def label(self, pixels: NDArray[np.uint16]) -> NDArray[np.uint8]:
        """The labels of pixels, `packed`; with `SECOND_GROUND` added to those on the second ground."""
        return np.asarray(self.table[pixels], np.uint8)


SECOND_GROUND = 1 << 3 * BITS


def packed(bgr: Picture) -> NDArray[np.uint16]:
    """A picture (height, width, 3) with all of a pixel in one number, `BITS` of each colour."""
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2BGR555).view(np.uint16)[..., 0], np.uint16)
