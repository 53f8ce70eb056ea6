"""Hands: where the bare board's print is not to be recognised although nothing belongs there.

The pattern of the land tells it in any light and for any skin or sleeve. From there a hand reaches over the river
as far as the picture goes on being unlike the board: a geodesic dilation (L. Vincent, "Morphological grayscale
reconstruction", 1993), a limited number of steps of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Canvas
    from vision.photometry.bare_board import BareBoard


@dataclass(frozen=True, slots=True)
class HandThresholds:
    """What counts as a hand, and how far it reaches.

    Chosen on sessions 00-07 of the photo-real development tables, bench figures *hands kept out* and *pictures read*.
    """

    covered_correlation: float = 0.5
    """Land whose print correlates with the bare board's by less than this share of what is usual in the picture is
    covered. More takes shadows and lamps' mirror images for hands, less overlooks hands with a pattern."""
    closing_mm: float = 4.0
    """Gaps in the covered land up to about this width belong to it. More joins what is apart, less leaves a hand in
    pieces where its skin happens to look like the print."""
    core_mm: float = 15.0
    """What covers the land is at least this wide somewhere. More misses fingers, less takes a canoe's rim for one."""
    least_mm2: float = 1600.0
    """Area from which on what covers the land is a hand with its arm: more than a canoe on the bank or a lamp's mirror
    image makes unlike the board. More misses finger tips, less takes a canoe knocked onto the bank for a hand."""
    differs_grey: int = 28
    """Difference to the bare board, in grey levels, from which on a hand reaches across the river, where there is no
    print to be recognised. More ends a hand too early, less lets it flow into the shadows around."""
    reach_mm: float = 55.0
    """Fingers reach at most so far from the covered land: across the river. More hides pieces beyond, less leaves
    finger tips to be read as pieces."""
    soft_edge_mm: float = 4.0
    """So wide a border around a hand is hidden with it. More hides places beside it, less shows its blurred rim."""
    arm_mm: float = 12.0
    """What a hand hides comes within this of the canvas's edge, which lies beyond the board's: there its arm is. More
    takes canoes heaped on the bank for hands, less overlooks arms in the colour of the table."""
    largest_heap_mm2: float = 5000.0
    """What hides more than this area is no heap of canoes, wherever it lies. More takes boxes on the board for canoes,
    less canoes heaped on the bank for hands."""
    unreadable_share: float = 0.5
    """Share of the canvas that is hidden beyond which a picture is not read around the hand. More reads what little
    is left, less gives up pictures that show enough."""


HAND = HandThresholds()


@dataclass(frozen=True, slots=True)
class HandEvidence:
    """What speaks for a hand over the land."""

    covered_mm2: float
    """Area of the land whose print is not recognised."""
    core_mm2: float
    """Area that is left of it where it is nowhere narrower than a finger."""


def is_hand(evidence: HandEvidence, thresholds: HandThresholds = HAND) -> bool:
    """Whether what covers the land is a hand."""
    return evidence.covered_mm2 >= thresholds.least_mm2 and evidence.core_mm2 > thresholds.least_mm2


def hides_too_much(hidden_share: float, thresholds: HandThresholds = HAND) -> bool:
    """Whether a hand over this share of the canvas leaves too little to read."""
    return hidden_share > thresholds.unreadable_share


def covered_land(
    correlation: NDArray[np.float32], bare: BareBoard, thresholds: HandThresholds = HAND
) -> NDArray[np.bool_] | None:
    """The coarse pixels of land that a hand covers; ``None`` when there is no hand.

    ``correlation`` is what `BareBoard.correlation` says of the picture.
    """
    px_per_mm = bare.canvas.px_per_mm / 2
    usual = float(np.median(correlation[::2, ::2][bare.coarse_land[::2, ::2]]))
    covered = (correlation < thresholds.covered_correlation * usual) & bare.coarse_land
    covered_mm2 = np.count_nonzero(covered) / px_per_mm**2
    if not is_hand(HandEvidence(covered_mm2, core_mm2=np.inf), thresholds):
        return None  # Too little, whatever its shape: mostly so, and the morphology takes its time.
    joined = cv2.morphologyEx(
        covered.astype(np.uint8), cv2.MORPH_CLOSE, _ellipse(thresholds.closing_mm * px_per_mm)
    )
    core = cv2.morphologyEx(joined, cv2.MORPH_OPEN, _ellipse(thresholds.core_mm * px_per_mm))
    evidence = HandEvidence(covered_mm2, cv2.countNonZero(core) / px_per_mm**2)
    return core.astype(bool) if is_hand(evidence, thresholds) else None


def spread(
    core: NDArray[np.bool_],
    correlation: NDArray[np.float32],
    difference: NDArray[np.uint8],
    bare: BareBoard,
    thresholds: HandThresholds = HAND,
) -> NDArray[np.bool_]:
    """All that a hand hides, (height, width), from the coarse pixels of land it covers on.

    It goes on while the print is not recognised or ``difference`` (height, width), in grey levels, is large.
    """
    height, width = difference.shape
    px_per_mm = bare.canvas.px_per_mm / 2
    coarse = cv2.resize(difference, core.shape[::-1], interpolation=cv2.INTER_AREA)
    unlike = (correlation < thresholds.covered_correlation) | (coarse > thresholds.differs_grey)
    allowed = unlike.astype(np.uint8)
    neighbours = _ellipse(3)
    hidden: cv2.typing.MatLike = core.astype(np.uint8)
    for _ in range(round(thresholds.reach_mm * px_per_mm)):
        hidden = cv2.bitwise_or(hidden, cv2.bitwise_and(cv2.dilate(hidden, neighbours), allowed))
    soft = cv2.dilate(hidden, _ellipse(2 * thresholds.soft_edge_mm * px_per_mm))
    return cv2.resize(soft, (width, height), interpolation=cv2.INTER_NEAREST).astype(bool)


def is_in_the_way(hidden: NDArray[np.bool_], canvas: Canvas, thresholds: HandThresholds = HAND) -> bool:
    """Whether what hides the board (height, width) is a hand with its arm or a large thing, and no heap of canoes."""
    margin = round(thresholds.arm_mm * canvas.px_per_mm)
    within = np.count_nonzero(hidden[margin:-margin, margin:-margin])
    everywhere = np.count_nonzero(hidden)
    return bool(everywhere > within or everywhere > thresholds.largest_heap_mm2 * canvas.px_per_mm**2)


def _ellipse(diameter_px: float) -> NDArray[np.uint8]:
    side = round(diameter_px) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
