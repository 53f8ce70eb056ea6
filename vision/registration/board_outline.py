"""A board without stickers, found by its outline: the rectangle among the picture's long straight edges.

Two edges that run along the board and one across it fix where a rectangle of the board's size must lie; the fourth
side has to turn up by itself. The most convincing rectangles are fitted to the edges with the lens's bend, and the
print tells which way round the board lies.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.errors import CalibrationError, CalibrationTrouble
from vision.geometry import FOCAL_PER_WIDTH, Canvas, Lens, Points, Pose, board_corners, fit_pose
from vision.registration.edge_map import Edges, crossing
from vision.registration.outline_sides import colour_change, fit_sides

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.layout import Layout, Place
    from vision.registration.outline_sides import FittedSides

SEARCH_WIDTH_PX = 640
"""The outline is searched in a picture so wide."""
MOST_LINES = 120
MOST_RECTANGLES = 1500
MOST_TRIED = 40
MOST_FITTED = 8
TWINS_PX = 8.0
"""A rectangle nearer than this to a fitted one would become the same."""
SMALLEST_SHARE = 0.12
"""A board smaller than this share of the picture cannot be read anyway."""
OUTSIDE = 0.55
"""Corners may lie this share of the picture from its middle: a little outside."""
PARALLEL_DEG = 20.0
"""Opposite sides of a board seen from above differ by less."""
SQUARE_DEG = 30.0
NEAREST_SIDES = 0.25
"""Opposite sides are at least this share of the picture's height apart."""
STRIP_PX = (2.0, 4.3, 6.7, 9.0)
"""Beside a side, so far in and out, the board's colour is held against the table's."""
ENOUGH_CONTRAST = 20.0
SUPPORTED = 0.55
"""Share of the outline that must be seen."""
WATER_STANDS_OUT = 1.6
"""How many spreads of their colours river and land must be apart, where the layout has them."""


def pose_from_outline(bgr: NDArray[np.uint8], layout: Layout) -> Pose | None:
    """The pose of a board without stickers, its lens learnt; ``None`` when no outline is convincing."""
    convincing: list[tuple[float, Pose]] = []
    for fitted in _fitted(bgr, layout.size):
        pose, stands_out = _right_way_round(bgr, fitted, layout)
        if fitted.support > SUPPORTED and stands_out > WATER_STANDS_OUT:
            convincing.append((fitted.support * _worth(_contrast(bgr, fitted.corners_px[None]))[0], pose))
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


def _fitted(bgr: NDArray[np.uint8], size_mm: Place) -> list[FittedSides]:
    """What may be the board, the outline fitted to the edges; each possibility once."""
    scale = SEARCH_WIDTH_PX / bgr.shape[1]
    small = np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    change = colour_change(bgr)
    found: list[FittedSides] = []
    for quad in _rectangles(small, size_mm):
        corners = (quad + 0.5) / scale - 0.5
        if all(np.abs(corners - known.corners_px).max() > TWINS_PX for known in found):
            found.append(fit_sides(change, corners, size_mm))
        if len(found) == MOST_FITTED:
            break
    return found


def _rectangles(small_bgr: NDArray[np.uint8], size_mm: Place) -> NDArray[np.float64]:
    """The corners (n, 4, 2) in pixels of what may be the board, the most likely first."""
    height, width = small_bgr.shape[:2]
    edges = Edges.of(small_bgr)
    middle = np.array([width / 2, height / 2])
    quads = _quads(edges.longest_lines(MOST_LINES), (width, height), size_mm) + middle
    coverage = edges.coverage(quads)
    best = np.argsort(-_worth(coverage))[:MOST_RECTANGLES]
    quads, coverage = quads[best], coverage[best]
    return np.asarray(quads[np.argsort(-_worth(coverage * _contrast(small_bgr, quads)))[:MOST_TRIED]])


def _worth(sides: NDArray[np.float64]) -> NDArray[np.float64]:
    """How convincing figures of four sides (n, 4) are together: a board has no bad side."""
    return np.asarray(sides.mean(axis=1) + sides.min(axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class _Corners:
    """Corners ``one`` and ``other`` (n, 3) of a side, as rays, and the direction (n, 3) of the sides leaving there."""

    one: Points
    other: Points
    away: Points

    def where(self, chosen: NDArray[np.bool_]) -> _Corners:
        return _Corners(self.one[chosen], self.other[chosen], self.away[chosen])


def _quads(lines: NDArray[np.float64], size_px: tuple[int, int], size_mm: Place) -> NDArray[np.float64]:
    """Rectangles of the board's shape (n, 4, 2), from the picture's middle, with a side on each of three lines.

    The corners go round as the board's do: its long side first.
    """
    width, height = size_px
    focal = FOCAL_PER_WIDTH * width
    reach = OUTSIDE * np.array([width, height])
    corners = _corners(lines, reach, height, focal)
    quads = []
    for side_mm, away_mm in (size_mm, size_mm[::-1]):
        across = np.linalg.norm(corners.other - corners.one, axis=1, keepdims=True)
        step = corners.away * across * away_mm / side_mm
        for sign in (1, -1):
            rays = np.stack(
                (corners.one, corners.other, corners.other + sign * step, corners.one + sign * step), axis=1
            )
            in_front = np.all(rays[..., 2] > 0.1, axis=1)
            quad = rays[in_front][..., :2] / rays[in_front][..., 2:] * focal
            quad = quad[np.all(np.abs(quad) < reach, axis=(1, 2))]
            quads.append(quad if side_mm > away_mm else np.roll(quad, -1, axis=1))
    every = np.concatenate(quads)
    area = _area(every)
    clockwise = np.where((area < 0)[:, None, None], every[:, [1, 0, 3, 2]], every)
    return np.asarray(clockwise[np.abs(area) > SMALLEST_SHARE * width * height])


def _corners(lines: NDArray[np.float64], reach: Points, height: int, focal: float) -> _Corners:
    """Two lines along and one across them: where they cross, in space, with the first corner one focal length away."""
    one, other = np.triu_indices(len(lines), 1)
    turned = np.abs(lines[one, 0] - lines[other, 0]) > np.pi / 2
    apart = np.abs(lines[one, 1] - np.where(turned, -1, 1) * lines[other, 1])
    along = (_between(lines[one, 0], lines[other, 0]) < np.radians(PARALLEL_DEG)) & (
        apart > NEAREST_SIDES * height
    )
    pairs = np.count_nonzero(along)
    first, second = np.repeat(one[along], len(lines)), np.repeat(other[along], len(lines))
    across = np.tile(np.arange(len(lines)), pairs)
    square = _between(lines[first, 0], lines[across, 0] + np.pi / 2) < np.radians(SQUARE_DEG)
    first, second, across = first[square], second[square], across[square]
    near, far = crossing(lines[first], lines[across]), crossing(lines[second], lines[across])
    inside = np.all((np.abs(near) < reach) & (np.abs(far) < reach), axis=1)
    away = np.cross(_plane(lines[first[inside]], focal), _plane(lines[second[inside]], focal))
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    one_ray, other_ray = _ray(near[inside], focal), _ray(far[inside], focal)
    # The side between them is at a right angle to those leaving it: that tells how far the other corner is.
    depth = np.sum(one_ray * away, axis=1) / _not_zero(np.sum(other_ray * away, axis=1))
    found = _Corners(one_ray, other_ray * depth[:, None], away)
    return found.where((depth > 0.6) & (depth < 1 / 0.6))


def _between(one: Points, other: Points) -> Points:
    """The angle between directions of lines."""
    return np.asarray(np.abs((one - other + np.pi / 2) % np.pi - np.pi / 2))


def _plane(lines: NDArray[np.float64], focal: float) -> Points:
    """Normals (n, 3) of the planes through lines and the camera."""
    return np.stack((np.cos(lines[:, 0]), np.sin(lines[:, 0]), -lines[:, 1] / focal), axis=1)


def _ray(points: Points, focal: float) -> Points:
    return np.concatenate((points / focal, np.ones((len(points), 1))), axis=1)


def _not_zero(values: Points) -> Points:
    return np.where(np.abs(values) < 1e-6, 1e-6, values)


def _area(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """The area of each (n, 4, 2), positive when its corners go round clockwise as seen."""
    x, y = quads[..., 0], quads[..., 1]
    return np.asarray(0.5 * np.sum(x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y, axis=1))


def _contrast(bgr: NDArray[np.uint8], quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """How unlike the colours inside and outside each side are, (n, 4), as a share of enough.

    Colours are means over stretches: the checks of a cloth and the grain of wood do not survive that.
    """
    scale = bgr.shape[1] / SEARCH_WIDTH_PX
    lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB).astype(np.float32) * LIKENESS_WEIGHT
    height, width = lab.shape[:2]
    places = np.linspace(0.035, 0.965, STRETCHES * SAMPLES)
    contrast = []
    for start, end in zip(quads.swapaxes(0, 1), np.roll(quads, -1, axis=1).swapaxes(0, 1), strict=True):
        along = (end - start) / np.linalg.norm(end - start, axis=1, keepdims=True)
        inward = np.stack((-along[:, 1], along[:, 0]), axis=1)
        middle = start[:, None] + (end - start)[:, None] * places[None, :, None]
        means = []
        for sign in (1, -1):
            strips = []
            for distance in STRIP_PX:
                at = np.rint(middle + sign * distance * scale * inward[:, None]).astype(int)
                strips.append(lab[np.clip(at[..., 1], 0, height - 1), np.clip(at[..., 0], 0, width - 1)])
            means.append(np.mean(strips, axis=0).reshape(len(quads), STRETCHES, SAMPLES, 3).mean(axis=2))
        contrast.append(np.median(np.linalg.norm(means[0] - means[1], axis=2), axis=1))
    return np.asarray(np.minimum(np.stack(contrast, axis=1) / ENOUGH_CONTRAST, 1.0))


STRETCHES, SAMPLES = 6, 12
LIKENESS_WEIGHT = np.array([0.6, 1.5, 1.5], np.float32)
"""Shadows change lightness more than colour."""


def _right_way_round(bgr: NDArray[np.uint8], fitted: FittedSides, layout: Layout) -> tuple[Pose, float]:
    """The fitted board, turned so that its river is where the layout has it; and how clearly it is there."""
    both = [(pose, _water_stands_out(bgr, pose, layout)) for pose in fitted.poses()]
    return max(both, key=lambda turned: turned[1])


def _water_stands_out(bgr: NDArray[np.uint8], pose: Pose, layout: Layout) -> float:
    """How unlike river and land are, against how unlike each is within itself; no colour is taken for granted."""
    canvas = Canvas(layout.size, px_per_mm=0.5, margin_mm=0.0)
    lab = cv2.cvtColor(cv2.blur(canvas.rectify(bgr, pose), (9, 9)), cv2.COLOR_BGR2LAB).astype(np.float64)
    lab *= LIKENESS_WEIGHT

    def at(places: list[Place]) -> NDArray[np.float64]:
        return np.array([lab[round(y), round(x)] for x, y in map(canvas.at, places)])

    water = at([*layout.spaces.values(), layout.river.insertion])
    land = at([*_on_land(layout), *_on_sand(layout)])
    spread = np.sqrt((water.var(axis=0).sum() + land.var(axis=0).sum()) / 2)
    return float(np.linalg.norm(np.median(water, axis=0) - np.median(land, axis=0)) / max(spread, 1.0))


def _on_land(layout: Layout) -> list[Place]:
    """Places well away from the river and from all that is printed or lies beside it."""
    taken = [(place, LAND_FROM_WATER_MM) for place in (*layout.spaces.values(), layout.river.insertion)]
    taken += [(deposit.centre, deposit.radius + 10) for deposit in layout.deposits.values()]
    taken += [(place, 25.0) for place in (*layout.weather.centres, *layout.buoy.centres)]
    width, height = layout.size
    grid = [(float(x), float(y)) for x in range(20, int(width), 25) for y in range(20, int(height), 25)]
    return [place for place in grid if all(math.dist(place, other) > reach for other, reach in taken)]


def _on_sand(layout: Layout) -> list[Place]:
    return [
        (beach.x_min + x * (beach.x_max - beach.x_min), beach.y_min + y * (beach.y_max - beach.y_min))
        for beach in layout.beaches.values()
        for x in (0.3, 0.7)
        for y in (0.3, 0.7)
    ]


LAND_FROM_WATER_MM = 55.0
