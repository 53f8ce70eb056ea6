"""The board's four sides, fitted to the edges of a picture: where the board is, and how the lens bends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import Lens, Points, Pose, board_corners, fit_pose
from vision.imaging.robust import cauchy_weight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.layout import Place

SAMPLES = 80
"""Places looked at along each side."""
SEARCHES_PX = (12.0, 9.0, 7.0, 5.0, 4.0, 3.0, 3.0, 3.0)
"""How far from the side its edge is looked for, one round after the other."""
WEAKEST = 3.0
ON_EDGE_PX = 1.5
USUAL_BEND = 0.05
"""Lenses bend about so much (one standard deviation of ``k1``)."""
STEPS = np.array([1e-6, 1e-6, 1e-4, 1e-6, 1e-6, 1e-4, 1e-8, 1e-8, 1e-4])


@dataclass(frozen=True, slots=True, eq=False)
class FittedSides:
    """Sides fitted to edges: the corners (4, 2) in pixels, the board's long side first, under a lens."""

    corners_px: Points
    lens: Lens
    size_mm: Place
    support: float
    """Share of the outline that lies on an edge: the mean of the mean and the worst side."""

    def poses(self) -> list[Pose]:
        """Both ways round in which a board can lie there."""
        places = board_corners(self.size_mm)
        return [fit_pose(places, np.roll(self.corners_px, turn, axis=0), self.lens)[0] for turn in (0, 2)]


def fit_sides(change: NDArray[np.float32], corners_px: Points, size_mm: Place) -> FittedSides:
    """Fit the outline of a board near ``corners_px`` (4, 2) to the edges in `colour_change` of a picture."""
    height, width = change.shape[:2]
    corners = board_corners(size_mm)
    along = np.repeat(_directions(corners), SAMPLES, axis=0)
    share = np.linspace(0.03, 0.97, SAMPLES)[:, None]
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    places = np.concatenate([start + (end - start) * share for start, end in sides])
    unknowns = _start(corners, corners_px, Lens(width, height))
    away, strength = np.zeros(len(places)), np.zeros(len(places))
    for reach_px in SEARCHES_PX:
        for _ in range(2):
            pixels = _project(unknowns, places, width, height)
            towards = _project(unknowns, places + along, width, height) - pixels
            towards /= np.linalg.norm(towards, axis=1, keepdims=True)
            across = np.stack((-towards[:, 1], towards[:, 0]), axis=1)
            away, strength = _nearest_edge(change, pixels, across, reach_px)
            slopes = _slopes(unknowns, places, pixels, across, width, height)
            unknowns = unknowns + _solve(slopes, away, strength > WEAKEST, reach_px, float(unknowns[8]))
    on_edge = ((np.abs(away) < ON_EDGE_PX) & (strength > WEAKEST)).reshape(4, SAMPLES).mean(axis=1)
    return FittedSides(
        _project(unknowns, corners, width, height),
        Lens(width, height, float(unknowns[8])),
        size_mm,
        float(on_edge.mean() + on_edge.min()) / 2,
    )


def _directions(corners: Points) -> Points:
    ahead = np.roll(corners, -1, axis=0) - corners
    return np.asarray(ahead / np.linalg.norm(ahead, axis=1, keepdims=True))


def _start(corners: Points, corners_px: Points, lens: Lens) -> Points:
    """The unknowns (9,): eight of the homography from millimetres to rays, and the bend."""
    rays = (corners_px - lens.centre_px) / lens.focal_px
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), rays.astype(np.float32))
    return np.append(matrix.reshape(-1)[:8] / matrix[2, 2], 0.0)


def _project(unknowns: Points, places: Points, width: int, height: int) -> Points:
    lens = Lens(width, height, float(unknowns[8]))
    matrix = np.append(unknowns[:8], 1.0).reshape(3, 3)
    ahead = np.concatenate((places, np.ones((len(places), 1))), axis=1) @ matrix.T
    return lens.bend(ahead[:, :2] / ahead[:, 2:] * lens.focal_px + lens.centre_px)


def _slopes(
    unknowns: Points, places: Points, pixels: Points, across: Points, width: int, height: int
) -> NDArray[np.float64]:
    """How far each place (n) moves across its side for a change of each unknown, (n, 9)."""
    moved = [
        _project(unknowns + np.eye(9)[index] * step, places, width, height) - pixels
        for index, step in enumerate(STEPS)
    ]
    return np.stack(
        [np.sum(shift * across, axis=1) / step for shift, step in zip(moved, STEPS, strict=True)], axis=1
    )


def _solve(
    slopes: NDArray[np.float64], away: Points, seen: NDArray[np.bool_], reach_px: float, bend: float
) -> Points:
    """The change of the unknowns that brings the sides onto their edges; edges of other things are voted down."""
    scale = np.abs(slopes).mean(axis=0) + 1e-12
    unit = slopes / scale
    doubt = np.full(9, 1e-6)
    doubt[8] = 1 / (USUAL_BEND * scale[8]) ** 2
    change = np.zeros(9)
    for _ in range(8):
        weight = cauchy_weight(away - unit @ change, max(1.0, reach_px / 6), seen)
        wanted = unit.T @ (weight * away)
        wanted[8] -= doubt[8] * bend * scale[8]
        change = np.linalg.solve(unit.T @ (unit * weight[:, None]) + np.diag(doubt), wanted)
    return np.asarray(change / scale)


def colour_change(bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How colour changes around each pixel (height, width, 3): xx, xy and yy of its structure tensor."""
    lab = cv2.cvtColor(cv2.GaussianBlur(bgr, (0, 0), 1.2), cv2.COLOR_BGR2LAB).astype(np.float32)
    right, down = cv2.Scharr(lab, cv2.CV_32F, 1, 0) / 32, cv2.Scharr(lab, cv2.CV_32F, 0, 1) / 32
    pairs = ((right, right), (right, down), (down, down))
    return np.stack([(one * other).sum(axis=2) for one, other in pairs], axis=2)


def _nearest_edge(
    change: NDArray[np.float32], pixels: Points, across: Points, reach_px: float
) -> tuple[Points, Points]:
    """Where across each place colour changes most, in pixels from it, and how much; near counts more than far."""
    offsets = np.arange(-reach_px, reach_px + 0.01, 0.5)
    at = (pixels[:, None] + across[:, None] * offsets[None, :, None]).astype(np.float32)
    x, y = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    sampled = cv2.remap(change, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    right, down = across[:, None, 0], across[:, None, 1]
    squared = sampled[..., 0] * right**2 + 2 * sampled[..., 1] * right * down + sampled[..., 2] * down**2
    profile = np.sqrt(np.maximum(squared, 0))
    preferred = profile * np.exp(-0.5 * (offsets / (0.6 * reach_px)) ** 2)
    row, best = np.arange(len(pixels)), np.clip(preferred.argmax(axis=1), 1, len(offsets) - 2)
    before, top, after = (profile[row, best + step] for step in (-1, 0, 1))
    curve = before - 2 * top + after
    shift = np.where(np.abs(curve) > 1e-6, 0.5 * (before - after) / np.where(curve == 0, 1, curve), 0)
    return offsets[best] + 0.5 * np.clip(shift, -1, 1), np.asarray(top, np.float64)
