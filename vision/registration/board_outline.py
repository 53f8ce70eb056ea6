"""A board without stickers, found by its outline: the rectangle among the picture's long straight edges.

Edges vote for lines, triples of lines fix rectangles of the board's shape, the most convincing rectangles are fitted to
the edges with the lens's bend, and the print tells which way round the board lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.errors import CalibrationError, CalibrationTrouble
from vision.geometry import Lens, Points, Pose, board_corners, fit_pose
from vision.registration.edge_map import EdgeMap
from vision.registration.hough_lines import longest_lines
from vision.registration.outline_sides import fit_sides, outline_tensor
from vision.registration.rectangles import rectangles
from vision.registration.river_side import river_stands_out
from vision.registration.side_contrast import contrast_of_sides

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.layout import Layout, Place
    from vision.registration.outline_sides import FittedSides


@dataclass(frozen=True, slots=True)
class OutlineThresholds:
    """How widely an outline is searched for, and when it is convincing.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *pictures read*, without stickers.
    """

    search_width_px: int = 640
    """The outline is searched for in a picture so wide. More takes longer and finds grain, less merges edges."""
    most_lines: int = 120
    """So many lines are tried as sides. More takes longer, less misses faint sides on a patterned table."""
    most_rectangles: int = 1500
    """So many rectangles, those best covered by edges, have their colours compared. More takes longer."""
    most_tried: int = 40
    """So many of those are looked at as outlines, the best first. More takes longer."""
    most_fitted: int = 8
    """So many outlines are fitted to the edges. More takes longer, less may miss the board among other rectangles."""
    twins_px: float = 8.0
    """A rectangle whose corners are all nearer than this to a fitted one's would become the same. More leaves out the
    board beside its frame, less fits one outline again and again."""
    least_support: float = 0.55
    """Share of the outline that must lie on edges. More misses boards partly covered, less believes table edges."""
    river_stands_out: float = 1.6
    """How many spreads of their colours river and land must be apart, where the layout has them. More misses pale
    boards, less believes any rectangle."""


OUTLINE = OutlineThresholds()


@dataclass(frozen=True, slots=True)
class OutlineEvidence:
    """What speaks for an outline."""

    support: float
    """Share of it that lies on edges, 0..1."""
    river_stands_out: float
    """How many spreads of their colours river and land are apart."""


def is_board(evidence: OutlineEvidence, thresholds: OutlineThresholds = OUTLINE) -> bool:
    """Whether an outline is convincing."""
    return (
        evidence.support > thresholds.least_support
        and evidence.river_stands_out > thresholds.river_stands_out
    )


def pose_from_outline(
    bgr: NDArray[np.uint8], layout: Layout, thresholds: OutlineThresholds = OUTLINE
) -> Pose | None:
    """The pose of a board without stickers, its lens learnt; ``None`` when no outline is convincing."""
    scale = bgr.shape[1] / thresholds.search_width_px
    convincing: list[tuple[float, Pose]] = []
    for fitted in fitted_outlines(bgr, layout.size, thresholds):
        both = [(pose, river_stands_out(bgr, pose, layout)) for pose in fitted.poses()]
        pose, stands_out = max(both, key=lambda turned: turned[1])
        if is_board(OutlineEvidence(fitted.support, stands_out), thresholds):
            contrast = contrast_of_sides(bgr, fitted.corners_px[None], scale)
            convincing.append((fitted.support * _worth(contrast)[0], pose))
    return max(convincing, key=lambda found: found[0], default=(0.0, None))[1]


def pose_from_corners(bgr: NDArray[np.uint8], layout: Layout, corners_px: Points) -> Pose:
    """The pose of a board whose corners (4, 2) somebody showed, from upstream on the left bank clockwise.

    Four corners say nothing of the lens's bend: it is taken as straight. Raises `CalibrationError` when they form
    no board.
    """
    sides = np.roll(corners_px, -1, axis=0) - corners_px
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    if corners_px.shape != (4, 2) or turns.min() <= 0:
        message = "the four corners form no board: begin upstream on the left bank and go clockwise"
        raise CalibrationError(message, CalibrationTrouble.CORNERS)
    height, width = bgr.shape[:2]
    return fit_pose(board_corners(layout.size), corners_px, Lens(width, height))[0]


def fitted_outlines(
    bgr: NDArray[np.uint8], size_mm: Place, thresholds: OutlineThresholds = OUTLINE
) -> list[FittedSides]:
    """What may be the board, the outline fitted to the edges; each possibility once, the most likely first."""
    scale = thresholds.search_width_px / bgr.shape[1]
    small = np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    tensor = outline_tensor(bgr)
    found: list[FittedSides] = []
    for quad in likely_outlines(small, size_mm, thresholds):
        corners = (quad + 0.5) / scale - 0.5
        if not any(are_twins(corners, known.corners_px, thresholds) for known in found):
            found.append(fit_sides(tensor, corners, size_mm))
        if len(found) == thresholds.most_fitted:
            break
    return found


def are_twins(corners_px: Points, known_px: Points, thresholds: OutlineThresholds = OUTLINE) -> bool:
    """Whether a rectangle with these corners (4, 2) would be fitted to the sides of a known one, (4, 2)."""
    return not np.abs(corners_px - known_px).max() > thresholds.twins_px


def likely_outlines(
    small_bgr: NDArray[np.uint8], size_mm: Place, thresholds: OutlineThresholds = OUTLINE
) -> NDArray[np.float64]:
    """The corners (n, 4, 2) in pixels of what may be the board, the most likely first.

    ``small_bgr`` is `OutlineThresholds.search_width_px` wide.
    """
    edges = EdgeMap.of(small_bgr)
    quads = possible_outlines(edges, size_mm, thresholds)
    coverage = edges.coverage(quads)
    best = best_covered(coverage, thresholds)
    quads, coverage = quads[best], coverage[best]
    contrast = contrast_of_sides(small_bgr, quads)
    return np.asarray(quads[most_convincing(coverage * contrast, thresholds)])


def possible_outlines(
    edges: EdgeMap, size_mm: Place, thresholds: OutlineThresholds = OUTLINE
) -> NDArray[np.float64]:
    """The corners (n, 4, 2) in pixels of all rectangles of the board's shape on the longest lines of edges."""
    height, width = edges.strength.shape
    middle = np.array([width / 2, height / 2])
    lines = longest_lines(edges, thresholds.most_lines)
    return np.asarray(rectangles(lines, (width, height), size_mm) + middle)


def best_covered(coverage: NDArray[np.float64], thresholds: OutlineThresholds = OUTLINE) -> NDArray[np.int64]:
    """Which rectangles have their colours compared, the best covered by edges first.

    ``coverage`` (n, 4) is the share of each side that lies on edges.
    """
    return np.argsort(-_worth(coverage))[: thresholds.most_rectangles]


def most_convincing(
    figures: NDArray[np.float64], thresholds: OutlineThresholds = OUTLINE
) -> NDArray[np.int64]:
    """Which rectangles are looked at as outlines, the most convincing first.

    ``figures`` (n, 4) is the product of coverage and contrast of each side.
    """
    return np.argsort(-_worth(figures))[: thresholds.most_tried]


def _worth(sides: NDArray[np.float64]) -> NDArray[np.float64]:
    """How convincing figures of four sides (n, 4) are together, (n,): a board has no bad side."""
    return np.asarray(sides.mean(axis=1) + sides.min(axis=1))
