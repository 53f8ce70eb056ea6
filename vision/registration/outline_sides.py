"""The board's four sides, fitted to the edges of a picture: where the board is, and how the lens bends.

Edges are searched for along the normals of points on the sides, as C. Harris and C. Stennett's RAPID does (1990), and
the pose and the lens's bend brought onto them by Gauss-Newton steps with Cauchy weights (T. Drummond and R. Cipolla,
"Real-time visual tracking of complex structures", 2002).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import Lens, Points, Pose, board_corners, fit_pose
from vision.imaging.robust import cauchy_weight
from vision.imaging.structure_tensor import structure_tensor

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.layout import Place


@dataclass(frozen=True, slots=True)
class SideParameters:
    """How the outline is fitted to the edges.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *pictures read*, without stickers.
    """

    grain_px: float = 1.2
    """Standard deviation of the blur before slopes are taken. More moves edges, less finds grain."""
    side_samples: int = 80
    """So many places are looked at along each side. More takes longer, less is less exact."""
    corner_share: float = 0.03
    """So much of each side, at either end, is left out: corners are round."""
    searches_px: tuple[float, ...] = (12.0, 9.0, 7.0, 5.0, 4.0, 3.0, 3.0, 3.0)
    """How far from a side its edge is looked for, one round after the other. More catches edges of other things, less
    does not reach the board's."""
    fits_per_search: int = 2
    """So many fits a round, with edges searched anew. More takes longer, less stops short."""
    search_step_px: float = 0.5
    """Edges are looked for in steps of this; a parabola through three steps gives the rest."""
    near_share: float = 0.6
    """Of the search's reach: the standard deviation of the Gaussian by which near edges count more than far ones. More
    prefers the strongest edge, less the nearest."""
    weakest: float = 3.0
    """Grey levels a pixel below which there is no edge. More loses faint sides, less fits grain."""
    scales_in_reach: float = 6.0
    """An edge counts half (the scale of the Cauchy weight) at a misfit of the search's reach over this. More gives up
    edges of a bent side, less lets other things pull."""
    least_scale_px: float = 1.0
    """That misfit is at least this, in pixels."""
    reweighted: int = 8
    """How often edges are weighed anew in one fit. More takes longer, less leaves edges of other things in it."""
    usual_bend: float = 0.05
    """Lenses bend about so much (one standard deviation of ``k1``). More lets crooked sides bend the lens, less takes
    bent lenses for straight ones."""
    on_edge_px: float = 1.5
    """A place on the outline lies on an edge when it is nearer than this. More counts near misses as support, less
    counts what the lens or a worn rim puts off."""


SIDES = SideParameters()
DERIVATIVE_STEPS = np.array([1e-6, 1e-6, 1e-4, 1e-6, 1e-6, 1e-4, 1e-8, 1e-8, 1e-4])
"""Steps of the unknowns for numerical derivatives: so small that no place moves by more than a pixel, and so large
that rounding does not show. The unknowns act almost linearly: between these limits a step does not matter."""


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


def fit_sides(
    tensor: NDArray[np.float32], corners_px: Points, size_mm: Place, parameters: SideParameters = SIDES
) -> FittedSides:
    """Fit the outline of a board near ``corners_px`` (4, 2) to the edges in `outline_tensor` of a picture."""
    height, width = tensor.shape[:2]
    samples = parameters.side_samples
    corners = board_corners(size_mm)
    along = np.repeat(_directions(corners), samples, axis=0)
    share = np.linspace(parameters.corner_share, 1 - parameters.corner_share, samples)[:, None]
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    places = np.concatenate([start + (end - start) * share for start, end in sides])
    unknowns = _start(corners, corners_px, Lens(width, height))
    away, strength = np.zeros(len(places)), np.zeros(len(places))
    for reach_px in parameters.searches_px:
        for _ in range(parameters.fits_per_search):
            pixels = _project(unknowns, places, width, height)
            towards = _project(unknowns, places + along, width, height) - pixels
            towards /= np.linalg.norm(towards, axis=1, keepdims=True)
            across = np.stack((-towards[:, 1], towards[:, 0]), axis=1)
            away, strength = _nearest_edge(tensor, pixels, across, reach_px, parameters)
            shifts = slopes(unknowns, places, pixels, across, width, height)
            seen = strength > parameters.weakest
            unknowns = unknowns + robust_step(shifts, away, seen, reach_px, float(unknowns[8]), parameters)
    near = np.abs(away) < parameters.on_edge_px
    on_edge = (near & (strength > parameters.weakest)).reshape(4, samples).mean(axis=1)
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


def slopes(
    unknowns: Points, places: Points, pixels: Points, across: Points, width: int, height: int
) -> NDArray[np.float64]:
    """How far each place (n) moves across its side for a change of each unknown, (n, 9)."""
    moved = [
        _project(unknowns + np.eye(9)[index] * step, places, width, height) - pixels
        for index, step in enumerate(DERIVATIVE_STEPS)
    ]
    return np.stack(
        [np.sum(shift * across, axis=1) / step for shift, step in zip(moved, DERIVATIVE_STEPS, strict=True)],
        axis=1,
    )


def robust_step(
    slopes: NDArray[np.float64],
    away: Points,
    seen: NDArray[np.bool_],
    reach_px: float,
    bend: float,
    parameters: SideParameters = SIDES,
) -> Points:
    """The change (9,) of the unknowns that brings the sides onto their edges; edges of other things are voted down.

    ``slopes`` (n, 9) says how far each place moves for a change of each unknown, ``away`` (n,) how many pixels from it
    its edge lies, ``seen`` (n,) whether there is one. Iteratively reweighted least squares with Cauchy weights; the
    lens's ``bend`` is held towards none, as a prior of its usual size.
    """
    scale = np.abs(slopes).mean(axis=0) + 1e-12
    unit = slopes / scale
    doubt = np.full(9, 1e-6)
    doubt[8] = 1 / (parameters.usual_bend * scale[8]) ** 2
    usual_px = max(parameters.least_scale_px, reach_px / parameters.scales_in_reach)
    change = np.zeros(9)
    for _ in range(parameters.reweighted):
        weight = cauchy_weight(away - unit @ change, usual_px, seen)
        wanted = unit.T @ (weight * away)
        wanted[8] -= doubt[8] * bend * scale[8]
        change = np.linalg.solve(unit.T @ (unit * weight[:, None]) + np.diag(doubt), wanted)
    return np.asarray(change / scale)


def outline_tensor(bgr: NDArray[np.uint8], parameters: SideParameters = SIDES) -> NDArray[np.float32]:
    """The structure tensor of a picture (height, width, 3), xx, xy and yy, in which `fit_sides` looks for edges."""
    return np.stack(structure_tensor(bgr, parameters.grain_px), axis=2)


def _nearest_edge(
    tensor: NDArray[np.float32],
    pixels: Points,
    across: Points,
    reach_px: float,
    parameters: SideParameters,
) -> tuple[Points, Points]:
    """Where across each place colour changes most, in pixels from it, and how much; near counts more than far."""
    step_px = parameters.search_step_px
    offsets = np.arange(-reach_px, reach_px + 0.01, step_px)
    at = (pixels[:, None] + across[:, None] * offsets[None, :, None]).astype(np.float32)
    x, y = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    sampled = cv2.remap(tensor, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    right, down = across[:, None, 0], across[:, None, 1]
    squared = sampled[..., 0] * right**2 + 2 * sampled[..., 1] * right * down + sampled[..., 2] * down**2
    profile = np.sqrt(np.maximum(squared, 0))
    preferred = profile * np.exp(-0.5 * (offsets / (parameters.near_share * reach_px)) ** 2)
    row, best = np.arange(len(pixels)), np.clip(preferred.argmax(axis=1), 1, len(offsets) - 2)
    before, top, after = (profile[row, best + step] for step in (-1, 0, 1))
    curve = before - 2 * top + after
    shift = np.where(np.abs(curve) > 1e-6, 0.5 * (before - after) / np.where(curve == 0, 1, curve), 0)
    return offsets[best] + step_px * np.clip(shift, -1, 1), np.asarray(top, np.float64)
