"""Template matching of a hull's shape: where, in which direction and in which colour it fits a part of a picture best.

The template is a lens with a ring around it. Its correlation with the picture of each label - all places at once, by
way of the Fourier transform - is high where the lens shows that label and the ring does not.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.canoes.hull_shapes import Hull
from vision.imaging.spectra import filtered, kernel_spectrum, roomy, spectrum

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.canoes.hull_shapes import HullShape
    from vision.imaging.spectra import Size

Labels = NDArray[np.uint8]
Plane = NDArray[np.float32]
_Match = tuple[float, int, int, tuple[int, int]]
"""Correlation, index of the direction, label, and place (x, y) in coarse pixels."""


@dataclass(frozen=True, slots=True)
class HullMatchingParameters:
    """Template and search grid.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *canoe*.
    """

    directions: int = 18
    """Directions of the template in half a turn: ten degrees apart. More finds the direction closer; less misses the
    bows and sterns of hulls that lie in between."""
    stride: int = 2
    """Step, in directions, between those that are tried first, with each label; those between the best and its
    neighbours are tried afterwards, with its label alone. More is quicker; less is surer to begin beside the best."""
    downscale: int = 3
    """The search runs on pictures this many times smaller. More is quicker; less finds the middle closer."""
    other_worth: float = 0.35
    """Worth of a pixel with another canoe's label inside the template, where one with the own label counts 1. More
    finds hulls whose colour shade and cargo mix with others'; less keeps hulls of two colours side by side apart."""
    ring_cost: float = 0.55
    """What a ring full of the own label costs, where a lens full of it is worth 1. More refuses a hull beside another
    of its colour; less puts one hull between two."""
    ring_inner: float = 1.1
    """Where the ring begins, in lens sizes. More forgives blurred edges; less counts them as outside."""
    ring_outer: float = 1.4
    """Where the ring ends, in lens sizes. More looks at more of the surroundings; less at little but the edge."""
    sizes_kept: int = 8
    """For how many sizes of parts the template's spectra are kept, with the template in all directions. More takes
    memory; less computes them again."""


HULL_MATCHING_PARAMETERS = HullMatchingParameters()


class HullMatcher:
    """Finds the best match of one hull's shape; keeps the template's spectra."""

    def __init__(
        self, shape: HullShape, parameters: HullMatchingParameters = HULL_MATCHING_PARAMETERS
    ) -> None:
        self._shape = shape
        self._parameters = parameters
        self._templates = [self._template(self._angle_rad(turn)) for turn in range(parameters.directions)]
        kept = parameters.sizes_kept * parameters.directions
        self._spectra = functools.lru_cache(maxsize=kept)(self._template_spectra)

    def best(self, part: Labels, labels: Sequence[int]) -> Hull:
        """The hull that fits best of all places, directions and these labels in a picture of labels (0: no canoe)."""
        parameters = self._parameters
        anything = self._coarse(part > 0)
        own = {label: self._coarse(part == label) for label in labels}
        shape = anything.shape
        size = roomy(shape, len(self._templates[0][0]))
        whole, single = spectrum(anything, size), {label: spectrum(mask, size) for label, mask in own.items()}
        tried = range(0, parameters.directions, parameters.stride)
        matches = [self._best_in(turn, single, whole, shape) for turn in tried]
        _, first, label, _ = max(matches)
        beside = [step for step in range(1 - parameters.stride, parameters.stride) if step]
        matches += [
            self._best_in((first + step) % parameters.directions, {label: single[label]}, whole, shape)
            for step in beside
        ]
        _, turn, label, (x, y) = max(matches)
        lens, ring = self._templates[turn]
        worth = (1 - parameters.other_worth) * own[label] + parameters.other_worth * anything
        scale = parameters.downscale
        middle = ((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5)
        cover, spill = _correlation_at(worth, lens, x, y), _correlation_at(own[label], ring, x, y)
        return Hull(label, middle, self._angle_rad(turn), cover, spill)

    def _angle_rad(self, turn: int) -> float:
        return math.pi * turn / self._parameters.directions

    def _best_in(
        self, turn: int, own: Mapping[int, Plane], anything: Plane, shape: tuple[int, ...]
    ) -> _Match:
        """The best match in one direction. ``own`` and ``anything`` are spectra of coarse pictures of this shape."""
        mixed, alone = self._spectra(turn, anything.shape)
        matches = []
        for label, mask in own.items():
            _, most, _, (x, y) = cv2.minMaxLoc(filtered(shape, (anything, mixed), (mask, alone)))
            matches.append((float(most), turn, label, (int(x), int(y))))
        return max(matches)

    def _template_spectra(self, turn: int, size: Size) -> tuple[Plane, Plane]:
        """The spectra of a pixel's worth around a hull's middle: with any canoe's label, and with its own besides."""
        lens, ring = self._templates[turn]
        worth = self._parameters.other_worth
        alone = (1 - worth) * lens - self._parameters.ring_cost * ring
        return kernel_spectrum(worth * lens, size), kernel_spectrum(alone, size)

    def _template(self, angle_rad: float) -> tuple[Plane, Plane]:
        """A lens and the ring around it at the search's scale, in one direction, each with sum one."""
        inner, outer, scale = (
            self._parameters.ring_inner,
            self._parameters.ring_outer,
            self._parameters.downscale,
        )
        small = 2 * math.ceil(self._shape.half_length_px * outer / scale) + 1
        size = small * scale
        reach = (size - 1) / 2
        hull = Hull(0, (reach, reach), angle_rad, 0.0, 0.0)
        lens = self._shape.fill((size, size), hull)
        ring = self._shape.fill((size, size), hull, outer) & ~self._shape.fill((size, size), hull, inner)
        kernels = [
            cv2.resize(mask.astype(np.float32), (small, small), interpolation=cv2.INTER_AREA)
            for mask in (lens, ring)
        ]
        first, second = (np.asarray(kernel / kernel.sum(), np.float32) for kernel in kernels)
        return first, second

    def _coarse(self, mask: NDArray[np.bool_]) -> Plane:
        """A mask at the search's scale: the share of each coarse pixel that is true."""
        scale = self._parameters.downscale
        height, width = mask.shape
        size = (math.ceil(width / scale), math.ceil(height / scale))
        padded = np.zeros((size[1] * scale, size[0] * scale), np.float32)
        padded[:height, :width] = mask
        return np.asarray(cv2.resize(padded, size, interpolation=cv2.INTER_AREA), np.float32)


def _correlation_at(values: Plane, kernel: Plane, x: int, y: int) -> float:
    """The correlation of a picture with a kernel of odd sides at one pixel; beyond the picture's edge all is zero."""
    reach = kernel.shape[0] // 2
    top, left = y - reach, x - reach
    rows = slice(max(top, 0), min(y + reach + 1, values.shape[0]))
    columns = slice(max(left, 0), min(x + reach + 1, values.shape[1]))
    part = kernel[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
    return float(np.sum(values[rows, columns] * part))
