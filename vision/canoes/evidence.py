"""What the pixels of a hull say: how pure its label is, how its colour differs from the board's and from canoes'."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.canoes.decide import CanoeEvidence
from vision.imaging.colour_models import median_lab, medians

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.canoes.hull_shapes import Hull, HullShape
    from vision.imaging.colour_models import Palette

ONE_LEVEL = np.float32(1.0)
"""Added before division: black has a ratio too."""


@dataclass(frozen=True, slots=True)
class CanoeEvidenceParameters:
    """Which part of a hull's outline is measured.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *canoe*.
    """

    inner: float = 0.9
    """Size of the outline within which pixels count, in hull sizes. More takes in the ground at its edge; less measures
    the floor alone."""
    gem_disc: float = 0.28
    """Diameter of the disc in the middle that is left out for a gem, in hull lengths. More leaves little to measure;
    less mixes the cargo's colour with the hull's."""


CANOE_EVIDENCE_PARAMETERS = CanoeEvidenceParameters()


def measure(
    hull: Hull,
    shape: HullShape,
    matte_bgr: NDArray[np.uint8],
    empty_bgr: NDArray[np.uint8],
    labels: NDArray[np.uint8],
    palette: Palette,
    parameters: CanoeEvidenceParameters = CANOE_EVIDENCE_PARAMETERS,
) -> CanoeEvidence:
    """The evidence for a canoe at ``hull``.

    ``matte_bgr`` is the picture as wood looks in the light of calibration, ``empty_bgr`` the empty board (both height,
    width, 3), ``labels`` (height, width) which canoe's colour each pixel has.
    """
    window, here = shape.window(labels.shape, hull)
    matte_bgr, labels, empty_bgr = matte_bgr[window], labels[window], empty_bgr[window]
    inside = shape.fill(labels.shape, here, parameters.inner)
    inside &= ~shape.middle(labels.shape, here, parameters.gem_disc)
    named, seen = labels[inside], np.asarray(matte_bgr[inside], np.uint8)
    any_label, own_label = np.count_nonzero(named), np.count_nonzero(named == hull.label)
    brightest_ratio, unevenness = uneven_light(seen, empty_bgr[inside])
    return CanoeEvidence(
        cover=hull.cover,
        purity=(any_label + own_label) / (2 * len(named)),
        brightest_ratio=brightest_ratio,
        unevenness=unevenness,
        distances=palette.mahalanobis(median_lab(seen)),
    )


def uneven_light(seen_bgr: NDArray[np.uint8], board_bgr: NDArray[np.uint8]) -> tuple[float, float]:
    """The median ratio of pixels (n, 3) to the board there, in the channel where it is largest, and how uneven it is.

    Uneven (0..1) are ratios that differ between the channels; a grey thing or a shadow has even ones.
    """
    ratio = medians((seen_bgr + ONE_LEVEL) / (board_bgr + ONE_LEVEL))
    return float(ratio.max()), float(1 - ratio.min() / ratio.max())


def overlap(hull: Hull, shape: HullShape, taken: NDArray[np.uint8], label: int) -> float:
    """The share (0..1) of a hull that canoes found before cover with this label, in their picture (height, width)."""
    window, here = shape.window(taken.shape, hull)
    same = taken[window] == label
    inside = shape.fill(same.shape, here)
    return float(np.count_nonzero(same & inside)) / max(float(np.count_nonzero(inside)), 1.0)


def unclaimed(
    hull: Hull, shape: HullShape, labels: NDArray[np.uint8], claimed: NDArray[np.bool_], label: int
) -> float:
    """How many pixels around a hull have this label and are claimed by no canoe, in hull areas."""
    window, _ = shape.window(labels.shape, hull)
    return np.count_nonzero((labels[window] == label) & ~claimed[window]) / shape.area_px
