"""Rectangles of the board's shape in space whose sides lie on lines of a picture.

Two lines that run along a side and one across them fix where a rectangle of known shape must lie; the fourth side has
to turn up by itself. All triples of lines are tried: hypothesise and verify, as RANSAC does (M. A. Fischler and
R. C. Bolles, 1981), but every hypothesis instead of random ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry import FOCAL_PER_WIDTH
from vision.registration.hough_lines import crossing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Points
    from vision.layout import Place


@dataclass(frozen=True, slots=True)
class RectangleThresholds:
    """Which triples of lines can be sides of the board.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *pictures read*, without stickers.
    """

    outside_share: float = 0.55
    """Corners may lie this share of the picture from its middle: a little outside. More tries boards that are not
    wholly seen, less refuses boards that fill the picture."""
    parallel_deg: float = 20.0
    """Opposite sides of a board seen from above differ by less in direction. More tries more triples, less refuses
    boards seen aslant."""
    square_deg: float = 30.0
    """Neighbouring sides differ from a right angle by less in the picture. More and less as there."""
    nearest_sides_share: float = 0.25
    """Opposite sides are at least this share of the picture's height apart. More refuses boards far away, less tries
    the two edges of one thing."""
    least_depth: float = 0.6
    """Of two corners the nearer is at least this share of the farther one's distance from the camera. More refuses
    boards seen aslant, less tries boards that stand on edge."""
    nearest_ray: float = 0.1
    """The two corners found last lie at least so far before the camera, in units of the focal length, where the first
    is one away. More refuses boards seen aslant; at zero a corner would be beside the camera."""
    smallest_share: float = 0.12
    """A board smaller than this share of the picture cannot be read anyway. More refuses boards far away, less tries
    cards and boxes."""


RECTANGLE = RectangleThresholds()


@dataclass(frozen=True, slots=True, eq=False)
class _Corners:
    """Corners ``one`` and ``other`` (n, 3) of a side, as rays, and the direction (n, 3) of the sides leaving there."""

    one: Points
    other: Points
    away: Points

    def where(self, chosen: NDArray[np.bool_]) -> _Corners:
        return _Corners(self.one[chosen], self.other[chosen], self.away[chosen])


def rectangles(
    lines: NDArray[np.float64],
    size_px: tuple[int, int],
    size_mm: Place,
    thresholds: RectangleThresholds = RECTANGLE,
) -> NDArray[np.float64]:
    """Rectangles of the board's shape (n, 4, 2), from the picture's middle, with a side on each of three lines.

    The corners go round as the board's do: its long side first.
    """
    width, height = size_px
    focal = FOCAL_PER_WIDTH * width
    reach = thresholds.outside_share * np.array([width, height])
    corners = _corners(lines, reach, height, focal, thresholds)
    quads = []
    for side_mm, away_mm in (size_mm, size_mm[::-1]):
        across = np.linalg.norm(corners.other - corners.one, axis=1, keepdims=True)
        step = corners.away * across * away_mm / side_mm
        for sign in (1, -1):
            rays = np.stack(
                (corners.one, corners.other, corners.other + sign * step, corners.one + sign * step), axis=1
            )
            in_front = np.all(rays[..., 2] > thresholds.nearest_ray, axis=1)
            quad = rays[in_front][..., :2] / rays[in_front][..., 2:] * focal
            quad = quad[np.all(np.abs(quad) < reach, axis=(1, 2))]
            quads.append(quad if side_mm > away_mm else np.roll(quad, -1, axis=1))
    every = np.concatenate(quads)
    area = _area(every)
    clockwise = np.where((area < 0)[:, None, None], every[:, [1, 0, 3, 2]], every)
    return np.asarray(clockwise[np.abs(area) > thresholds.smallest_share * width * height])


def _corners(
    lines: NDArray[np.float64], reach: Points, height: int, focal: float, thresholds: RectangleThresholds
) -> _Corners:
    """Two lines along and one across them: where they cross, in space, with the first corner one focal length away."""
    one, other = np.triu_indices(len(lines), 1)
    turned = np.abs(lines[one, 0] - lines[other, 0]) > np.pi / 2
    apart = np.abs(lines[one, 1] - np.where(turned, -1, 1) * lines[other, 1])
    along = (_between(lines[one, 0], lines[other, 0]) < np.radians(thresholds.parallel_deg)) & (
        apart > thresholds.nearest_sides_share * height
    )
    pairs = np.count_nonzero(along)
    first, second = np.repeat(one[along], len(lines)), np.repeat(other[along], len(lines))
    across = np.tile(np.arange(len(lines)), pairs)
    square = _between(lines[first, 0], lines[across, 0] + np.pi / 2) < np.radians(thresholds.square_deg)
    first, second, across = first[square], second[square], across[square]
    near, far = crossing(lines[first], lines[across]), crossing(lines[second], lines[across])
    inside = np.all((np.abs(near) < reach) & (np.abs(far) < reach), axis=1)
    away = np.cross(_plane(lines[first[inside]], focal), _plane(lines[second[inside]], focal))
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    one_ray, other_ray = _ray(near[inside], focal), _ray(far[inside], focal)
    # The side between them is at a right angle to those leaving it: that tells how far the other corner is.
    depth = np.sum(one_ray * away, axis=1) / _not_zero(np.sum(other_ray * away, axis=1))
    found = _Corners(one_ray, other_ray * depth[:, None], away)
    return found.where((depth > thresholds.least_depth) & (depth < 1 / thresholds.least_depth))


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
