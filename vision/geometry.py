"""Between millimetres on the board and pixels in the picture: lens, homography, and planes above the board.

The lens is a pinhole with one radial term: a ray at radius r lands at r(1 + k1 r²), r in units of the focal length.
Everything else works on *straightened* pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

FOCAL_PER_WIDTH = 0.82
"""Focal length over picture width, of the lenses in use here: 63 degrees from the left edge to the right one. More
takes the camera for farther away, and what stands above the board for less displaced; less for more. Parallax needs it
only roughly (15 mm of wood)."""
MOST_BEND = 0.1
"""Lenses are fitted with a bend ``k1`` of at most this, either way. More takes errors of the points for a lens."""
BENDS_TRIED = 41
"""So many bends are tried, 0.005 apart. More is finer and slower, less misses by more than the points are wrong."""
MESH_PX = 8
"""Every so many canvas pixels, across and down, one is mapped exactly, and those between are interpolated. More is
quicker and misses more of the lens's bend; less is slower."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens for pictures of one size."""

    width_px: int
    height_px: int
    k1: float = 0.0

    @property
    def focal_px(self) -> float:
        """Focal length in pixels."""
        return FOCAL_PER_WIDTH * self.width_px

    @property
    def centre_px(self) -> Points:
        """Where the optical axis meets the picture."""
        return np.array([(self.width_px - 1) / 2, (self.height_px - 1) / 2])

    def straighten(self, points_px: Points) -> Points:
        """Pixels (n, 2) as a perfect pinhole would show them."""
        bent = (np.asarray(points_px, np.float64).reshape(-1, 2) - self.centre_px) / self.focal_px
        rays = bent
        for _ in range(5):
            rays = bent / (1 + self.k1 * np.sum(rays**2, axis=1, keepdims=True))
        return np.asarray(rays * self.focal_px + self.centre_px)

    def bend(self, points_px: Points) -> Points:
        """Straight pixels (n, 2) as this lens shows them: the inverse of `straighten`."""
        rays = (np.asarray(points_px, np.float64).reshape(-1, 2) - self.centre_px) / self.focal_px
        bent = rays * (1 + self.k1 * np.sum(rays**2, axis=1, keepdims=True))
        return np.asarray(bent * self.focal_px + self.centre_px)


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where the board is in the picture: ``homography`` maps board millimetres to straightened pixels."""

    homography: NDArray[np.float64]
    lens: Lens

    def to_px(self, places_mm: Points, height_mm: float = 0.0) -> Points:
        """Where places (n, 2) at a height above the board appear, (n, 2) pixels."""
        flat = np.asarray(places_mm, np.float64).reshape(-1, 1, 2)
        straight = cv2.perspectiveTransform(flat, self.plane(height_mm)).reshape(-1, 2)
        return self.lens.bend(np.asarray(straight, np.float64))

    def to_mm(self, points_px: Points, height_mm: float = 0.0) -> Points:
        """The places (n, 2) in a plane above the board that these pixels show."""
        straight = self.lens.straighten(points_px).reshape(-1, 1, 2)
        inverse = np.linalg.inv(self.plane(height_mm))
        return np.asarray(cv2.perspectiveTransform(straight, inverse).reshape(-1, 2), np.float64)

    def px_per_mm(self, size_mm: tuple[float, float]) -> float:
        """How large a millimetre in the middle of a board of this size appears, in pixels."""
        middle = np.array([size_mm]) / 2
        corners = self.to_px(np.concatenate([middle + step for step in ([0, 0], [1, 0], [0, 1])]))
        return float(np.sqrt(abs(np.linalg.det(corners[1:] - corners[0]))))

    def plane(self, height_mm: float) -> NDArray[np.float64]:
        """The homography of the plane so many millimetres above the board.

        The board's axes and the way down make a right-handed frame, so a height counts against the third axis.
        """
        if height_mm == 0.0:
            return self.homography
        focal, (centre_x, centre_y) = self.lens.focal_px, self.lens.centre_px
        camera = np.array([[focal, 0, centre_x], [0, focal, centre_y], [0, 0, 1.0]])
        axes = np.linalg.inv(camera) @ self.homography
        axes = axes / np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
        if axes[2, 2] < 0:
            axes = -axes
        down = np.cross(axes[:, 0], axes[:, 1])
        lifted = axes.copy()
        lifted[:, 2] = axes[:, 2] - height_mm * down
        return np.asarray(camera @ lifted)


def fit_pose(places_mm: Points, points_px: Points, lens: Lens) -> tuple[Pose, float]:
    """The pose that maps places to pixels best, and the root mean square error in pixels; four points at least."""
    places = np.asarray(places_mm, np.float64).reshape(-1, 2)
    straight = lens.straighten(points_px)
    homography, _ = cv2.findHomography(places, straight, 0)
    if homography is None:
        raise ValueError("these points lie on a line")
    pose = Pose(np.asarray(homography, np.float64), lens)
    error = pose.to_px(places) - np.asarray(points_px, np.float64).reshape(-1, 2)
    return pose, float(np.sqrt(np.mean(np.sum(error**2, axis=1))))


def fit_lens(places_mm: Points, points_px: Points, width_px: int, height_px: int) -> Lens:
    """The lens under which the points fit a plane best, by trying bends; needs many points to be sure of it."""
    tried = [Lens(width_px, height_px, k1) for k1 in np.linspace(-MOST_BEND, MOST_BEND, BENDS_TRIED)]
    return min(tried, key=lambda lens: fit_pose(places_mm, points_px, lens)[1])


def board_corners(size_mm: tuple[float, float]) -> Points:
    """The corners (4, 2) of a board of this size in millimetres, from upstream on the left bank clockwise."""
    width, height = size_mm
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


@dataclass(frozen=True, slots=True)
class Canvas:
    """The rectified picture: the board seen straight from above, with a margin around."""

    board_mm: tuple[float, float]
    """Width, height."""
    px_per_mm: float = 2.0
    """More is finer and slower, less loses the gems' facets and the discs' rims."""
    margin_mm: float = 8.0
    """Table around the board. More brings in what lies beside the board, less cuts off what hangs over its edge."""

    @property
    def size_px(self) -> tuple[int, int]:
        """Width, height."""
        return (
            round((self.board_mm[0] + 2 * self.margin_mm) * self.px_per_mm),
            round((self.board_mm[1] + 2 * self.margin_mm) * self.px_per_mm),
        )

    def at(self, place_mm: tuple[float, float]) -> tuple[float, float]:
        """The canvas pixel of a place."""
        return (
            (place_mm[0] + self.margin_mm) * self.px_per_mm,
            (place_mm[1] + self.margin_mm) * self.px_per_mm,
        )

    def place(self, x_px: float, y_px: float) -> tuple[float, float]:
        """The place a canvas pixel shows."""
        return x_px / self.px_per_mm - self.margin_mm, y_px / self.px_per_mm - self.margin_mm

    def rectify(self, bgr: NDArray[np.uint8], pose: Pose, height_mm: float = 0.0) -> NDArray[np.uint8]:
        """The picture of a plane above the board, straight from above."""
        places, weights = _maps(self, pose, height_mm)
        return np.asarray(cv2.remap(bgr, places, weights, cv2.INTER_LINEAR), np.uint8)


@lru_cache(maxsize=6)
def _maps(canvas: Canvas, pose: Pose, height_mm: float) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """Which pixel each one of the canvas shows, as OpenCV samples fastest; kept, for a board mostly lies still."""
    width, height = canvas.size_px
    # The lens bends little between points 8 pixels apart: map those exactly, the rest in between.
    # Half a pixel back: `resize` has a sample's middle between the fourth and the fifth pixel of its eight.
    coarse_x = np.arange(0, width + MESH_PX, MESH_PX) - 0.5
    coarse_y = np.arange(0, height + MESH_PX, MESH_PX) - 0.5
    mesh = np.stack(np.meshgrid(coarse_x, coarse_y), axis=-1).reshape(-1, 2)
    places = mesh / canvas.px_per_mm - canvas.margin_mm
    source = pose.to_px(places, height_mm).reshape(len(coarse_y), len(coarse_x), 2).astype(np.float32)
    full = cv2.resize(
        source, (len(coarse_x) * MESH_PX, len(coarse_y) * MESH_PX), interpolation=cv2.INTER_LINEAR
    )
    half = MESH_PX // 2  # resize centres each coarse sample in its cell
    exact_x, exact_y = cv2.split(full[half : half + height, half : half + width])
    whole, fraction = cv2.convertMaps(exact_x, exact_y, cv2.CV_16SC2)
    return np.asarray(whole, np.int16), np.asarray(fraction, np.uint16)
