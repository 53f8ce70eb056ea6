"""Where the board is in this picture: by its stickers, or by what is printed on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import Lens, Points, Pose, fit_lens, fit_pose
from vision.registration.keypoints import Anchors
from vision.registration.markers import find_markers, marker_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Canvas
    from vision.layout import Layout
    from vision.registration.keypoints import Settled

MOVED_PX = 3.0
"""A corner of the board further than this from where calibration had it: the camera or the board was knocked."""
BAD_FIT_PX = 4.0
ENOUGH_STICKERS = 3
"""So many stickers are believed even when the print does not confirm them."""
FEWEST_FEATURES = 25


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """The board's pose in one picture, how it was found, and how well."""

    pose: Pose
    by: str
    """``markers`` or ``features``; a board followed from picture to picture keeps what it was found by."""
    moved: bool
    reprojection_px: float
    rectified: NDArray[np.uint8] | None = None
    """The picture rectified by this pose, when that was needed to know it."""


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """The session's own picture of the board: features to find it anywhere, anchors to find it exactly."""

    places_mm: NDArray[np.float32]
    descriptors: NDArray[np.uint8]
    anchors: Anchors

    @classmethod
    def of(cls, empty_bgr: NDArray[np.uint8], canvas: Canvas, layout: Layout) -> Reference:
        """The reference of an empty board, rectified on ``canvas``."""
        anchors = Anchors.of(empty_bgr, canvas, layout)
        points, descriptors = _orb().detectAndCompute(cv2.cvtColor(empty_bgr, cv2.COLOR_BGR2GRAY), None)
        if descriptors is None:
            return cls(np.zeros((0, 2), np.float32), np.zeros((0, 32), np.uint8), anchors)
        places = np.array([canvas.place(*point.pt) for point in points])
        on_board = np.all((places > 0) & (places < np.asarray(layout.size)), axis=1)
        return cls(places[on_board].astype(np.float32), np.asarray(descriptors[on_board], np.uint8), anchors)


def _orb() -> cv2.ORB:
    return cv2.ORB.create(nfeatures=2500, fastThreshold=8)


def pose_from_markers(
    grey: NDArray[np.uint8], layout: Layout, lens: Lens | None = None
) -> tuple[Pose, float, dict[int, Points]] | None:
    """The pose that the stickers give, its error and the stickers; ``None`` with fewer than two of them.

    Without a lens the stickers' corners teach it.
    """
    found = find_markers(grey, layout.markers)
    return None if len(found) < 2 else _pose_of(found, grey, layout, lens)


def _pose_of(
    found: dict[int, Points], grey: NDArray[np.uint8], layout: Layout, lens: Lens | None
) -> tuple[Pose, float, dict[int, Points]]:
    numbers = tuple(sorted(found))
    pixels = np.concatenate([found[number] for number in numbers])
    places = marker_places(layout.markers, numbers)
    height, width = grey.shape
    known = lens or (fit_lens(places, pixels, width, height) if len(numbers) == 4 else Lens(width, height))
    pose, error = fit_pose(places, pixels, known)
    return pose, error, found


def register(
    bgr: NDArray[np.uint8],
    layout: Layout,
    home: Pose,
    reference: Reference,
    *,
    stickers: bool,
    last: Registration | None = None,
) -> Registration | None:
    """Find the board; ``None`` when it is lost.

    It is looked for where it was ``last`` and at ``home``, where calibration had it, which costs little; then by its
    stickers, then by features of its print anywhere. Whatever finds it, the print's anchors make the pose exact.
    """
    known = [] if last is None else [(last.pose, last.by)]
    known.append((home, "markers" if stickers else "features"))
    for pose, by in known:
        settled = reference.anchors.settle(bgr, pose)
        if settled is not None:
            return _registration(settled, by, home, layout)
    grey = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    fitted = pose_from_markers(grey, layout, home.lens) if stickers else None
    if fitted is not None and fitted[1] < BAD_FIT_PX:
        pose, error, found = fitted
        settled = reference.anchors.settle(bgr, pose)
        if settled is not None:
            return _registration(settled, "markers", home, layout)
        if len(found) >= ENOUGH_STICKERS:
            return Registration(pose, "markers", _has_moved(pose, home, layout), error)
    near = _match(grey, home.lens, reference)
    settled = None if near is None else reference.anchors.settle(bgr, near)
    return None if settled is None else _registration(settled, "features", home, layout)


def _registration(settled: Settled, by: str, home: Pose, layout: Layout) -> Registration:
    moved = _has_moved(settled.pose, home, layout)
    return Registration(settled.pose, by, moved, settled.error_px, settled.rectified)


def _match(grey: NDArray[np.uint8], lens: Lens, reference: Reference) -> Pose | None:
    """The pose that features against the session's reference give, the outliers (pieces, hands, cloth) voted out."""
    points, descriptors = _orb().detectAndCompute(grey, None)
    if descriptors is None or len(reference.places_mm) < FEWEST_FEATURES:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(descriptors, reference.descriptors, k=2)
    good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < 0.8 * pair[1].distance]
    if len(good) < FEWEST_FEATURES:
        return None
    places = reference.places_mm[[match.trainIdx for match in good]].astype(np.float64)
    straight = lens.straighten(np.array([points[match.queryIdx].pt for match in good]))
    homography, mask = cv2.findHomography(places, straight, cv2.USAC_MAGSAC, 3.0)
    if homography is None or int(mask.sum()) < FEWEST_FEATURES:
        return None
    pose = Pose(np.asarray(homography, np.float64), lens)
    return pose if _plausible(pose) else None


def _plausible(pose: Pose) -> bool:
    """A board seen from above is not mirrored, and neither tiny nor larger than the picture."""
    corners = pose.to_px(np.array([[0, 0], [500, 0], [500, 300], [0, 300.0]]))
    area = cv2.contourArea(corners.astype(np.float32), oriented=True)
    picture = pose.lens.width_px * pose.lens.height_px
    return bool(0.08 * picture < area < 1.5 * picture)


def _has_moved(pose: Pose, home: Pose, layout: Layout) -> bool:
    width, height = layout.size
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]])
    apart = pose.to_px(corners) - home.to_px(corners)
    return bool(np.hypot(apart[:, 0], apart[:, 1]).max() > MOVED_PX)
