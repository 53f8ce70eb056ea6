"""Hulls that touch no other of their colour: middle and direction from image moments (Hu, 1962)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.canoes.hull_shapes import Hull

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.canoes.hull_shapes import HullShape


@dataclass(frozen=True, slots=True)
class IsolatedHullThresholds:
    """When a connected area of one colour is one whole hull that touches no other of its colour.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *canoe*. What is refused here is
    searched for with a template, which is slower and less exact.
    """

    least_area: float = 0.7
    """Its area in hull areas must be larger. More leaves hulls that shade or glare took a part of to the search; less
    takes a half hidden hull for a small whole one."""
    most_area: float = 1.35
    """Its area in hull areas must be smaller. More takes a hull with its neighbour's edge for one; less leaves hulls
    that look larger, near the camera, to the search."""
    least_cover: float = 0.86
    """Share (0..1) of the outline that the area must fill. More asks for perfect hulls; less takes two hulls askew, or
    a square, for one."""
    most_spill: float = 0.14
    """Share (0..1) of the area that may lie outside of the outline. More takes a hull with something beside it for
    one; less leaves blurred hulls to the search."""


ISOLATED_HULL_THRESHOLDS = IsolatedHullThresholds()


@dataclass(frozen=True, slots=True)
class IsolatedHullEvidence:
    """A connected area of one colour, compared with the outline of a hull at its middle in its direction."""

    area: float
    """Its area within its outer contour, in hull areas."""
    cover: float
    """Share (0..1) of the hull's outline that it fills."""
    spill: float
    """Share (0..1) of it that lies outside of the hull's outline."""


def has_a_hulls_size(area: float, thresholds: IsolatedHullThresholds = ISOLATED_HULL_THRESHOLDS) -> bool:
    """Whether an area, in hull areas, may be one hull; if not, it need not be compared with an outline."""
    return thresholds.least_area < area < thresholds.most_area


def decide(
    evidence: IsolatedHullEvidence, thresholds: IsolatedHullThresholds = ISOLATED_HULL_THRESHOLDS
) -> bool:
    """Whether the area is one whole hull."""
    return (
        has_a_hulls_size(evidence.area, thresholds)
        and evidence.cover >= thresholds.least_cover
        and evidence.spill <= thresholds.most_spill
    )


def isolated_hulls(
    mask: NDArray[np.uint8],
    label: int,
    shape: HullShape,
    thresholds: IsolatedHullThresholds = ISOLATED_HULL_THRESHOLDS,
) -> Iterator[Hull]:
    """The hulls that stand alone in the mask (height, width; 0 or 1) of one label's pixels."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        moments = cv2.moments(contour)
        area = moments["m00"] / shape.area_px
        if not has_a_hulls_size(area, thresholds):
            continue
        angle = 0.5 * math.atan2(2 * moments["mu11"], moments["mu20"] - moments["mu02"])
        middle = (moments["m10"] / moments["m00"], moments["m01"] / moments["m00"])
        hull = Hull(label, middle, angle, 0.0, 0.0)
        cover, spill = _compared(contour, hull, mask.shape, shape)
        evidence = IsolatedHullEvidence(area, cover, spill)
        if decide(evidence, thresholds):
            yield Hull(label, middle, angle, cover, spill)


def _compared(
    contour: cv2.typing.MatLike, hull: Hull, size: tuple[int, ...], shape: HullShape
) -> tuple[float, float]:
    """Cover and spill of the area within a contour, for a hull in a picture of this size (height, width)."""
    filled = np.zeros(size, np.uint8)
    cv2.drawContours(filled, [contour], -1, 1, cv2.FILLED)
    lens = shape.fill(size, hull)
    common = float(np.count_nonzero(lens & (filled > 0)))
    cover = common / max(float(np.count_nonzero(lens)), 1.0)
    return cover, 1 - common / max(float(np.count_nonzero(filled)), 1.0)
