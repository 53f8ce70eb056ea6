"""Where the board is in this picture: by its stickers, or by what is printed on it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import Lens, Points, Pose, board_corners, fit_lens, fit_pose
from vision.registration.keypoints import Keypoints
from vision.registration.markers import find_markers, marker_places
from vision.registration.orb_match import Features

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Canvas
    from vision.layout import Layout, Place
    from vision.registration.keypoints import RefinedPose


@dataclass(frozen=True, slots=True)
class RegistrationThresholds:
    """When stickers give a pose, when it is believed, and when the board was moved.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *pictures read*.
    """

    moved_px: float = 3.0
    """A corner of the board further than this from where calibration had it: the camera or the board was knocked. More
    overlooks knocks, less reports the noise of stickers."""
    fewest_stickers: int = 2
    """So many stickers give a pose; one tells its direction too badly. More finds no pose behind a hand."""
    stickers_for_lens: int = 4
    """So many stickers teach how the lens bends. With fewer there is nothing for the bend to show by."""
    worst_fit_px: float = 4.0
    """Root mean square error of the stickers' corners up to which their pose is looked at. More believes stickers
    that came off, less refuses bent boards."""
    stickers_believed_alone: int = 3
    """So many stickers are believed even when the print does not confirm them. More loses the board in odd light, less
    believes a wrong pose of two."""


REGISTRATION = RegistrationThresholds()


class FoundBy(Enum):
    """What a board was found by first; the value is the word for it in a sighting."""

    MARKERS = "markers"
    """Its stickers."""
    FEATURES = "features"
    """Its print."""


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """The board's pose in one picture, how it was found, and how well."""

    pose: Pose
    by: FoundBy
    """A board followed from picture to picture keeps what it was found by."""
    moved: bool
    reprojection_px: float
    rectified: NDArray[np.uint8] | None = None
    """The picture rectified by this pose, when that was needed to know it."""


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """The session's own picture of the board: features to find it anywhere, keypoints to find it exactly."""

    features: Features
    keypoints: Keypoints

    @classmethod
    def of(cls, empty_bgr: NDArray[np.uint8], canvas: Canvas, layout: Layout) -> Reference:
        """The reference of an empty board, rectified on ``canvas``."""
        return cls(Features.of(empty_bgr, canvas, layout), Keypoints.of(empty_bgr, canvas, layout))


def pose_from_markers(
    grey: NDArray[np.uint8],
    layout: Layout,
    lens: Lens | None = None,
    thresholds: RegistrationThresholds = REGISTRATION,
) -> tuple[Pose, float, dict[int, Points]] | None:
    """The pose that the stickers give, its error in pixels and the stickers; ``None`` with too few of them.

    Without a lens the stickers' corners teach it.
    """
    found = find_markers(grey, layout.markers)
    if len(found) < thresholds.fewest_stickers:
        return None
    numbers = tuple(sorted(found))
    pixels = np.concatenate([found[number] for number in numbers])
    places = marker_places(layout.markers, numbers)
    height, width = grey.shape
    if lens is None:
        teaching = len(numbers) >= thresholds.stickers_for_lens
        lens = fit_lens(places, pixels, width, height) if teaching else Lens(width, height)
    pose, error_px = fit_pose(places, pixels, lens)
    return pose, error_px, found


def register(
    bgr: NDArray[np.uint8],
    layout: Layout,
    home: Pose,
    reference: Reference,
    *,
    stickers: bool,
    last: Registration | None = None,
    thresholds: RegistrationThresholds = REGISTRATION,
) -> Registration | None:
    """Find the board; ``None`` when it is lost.

    It is looked for where it was ``last`` and at ``home``, where calibration had it, which costs little; then by its
    stickers, then by features of its print anywhere. Whatever finds it, the print's keypoints make the pose exact.
    """

    def registration(refined: RefinedPose, by: FoundBy) -> Registration:
        moved = is_moved(corner_shift_px(refined.pose, home, layout.size), thresholds)
        return Registration(refined.pose, by, moved, refined.error_px, refined.rectified)

    known = [] if last is None else [(last.pose, last.by)]
    known.append((home, FoundBy.MARKERS if stickers else FoundBy.FEATURES))
    for pose, by in known:
        refined = reference.keypoints.refine(bgr, pose)
        if refined is not None:
            return registration(refined, by)
    grey = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    fitted = pose_from_markers(grey, layout, home.lens, thresholds) if stickers else None
    if fitted is not None and stickers_fit(fitted[1], thresholds):
        pose, error_px, found = fitted
        refined = reference.keypoints.refine(bgr, pose)
        if refined is not None:
            return registration(refined, FoundBy.MARKERS)
        if stickers_suffice(len(found), thresholds):
            moved = is_moved(corner_shift_px(pose, home, layout.size), thresholds)
            return Registration(pose, FoundBy.MARKERS, moved, error_px)
    near = reference.features.locate(grey, home.lens)
    refined = None if near is None else reference.keypoints.refine(bgr, near)
    return None if refined is None else registration(refined, FoundBy.FEATURES)


def stickers_fit(error_px: float, thresholds: RegistrationThresholds = REGISTRATION) -> bool:
    """Whether stickers whose corners lie so far from their pose are worth looking at."""
    return error_px < thresholds.worst_fit_px


def stickers_suffice(stickers: int, thresholds: RegistrationThresholds = REGISTRATION) -> bool:
    """Whether so many stickers are believed although the print does not confirm them."""
    return stickers >= thresholds.stickers_believed_alone


def is_moved(shift_px: float, thresholds: RegistrationThresholds = REGISTRATION) -> bool:
    """Whether the camera or the board was knocked when a corner of the board is so far from its place."""
    return shift_px > thresholds.moved_px


def corner_shift_px(pose: Pose, home: Pose, size_mm: Place) -> float:
    """How far the corner that moved most is from where ``home`` has it, in pixels."""
    corners = board_corners(size_mm)
    apart = pose.to_px(corners) - home.to_px(corners)
    return float(np.hypot(apart[:, 0], apart[:, 1]).max())
