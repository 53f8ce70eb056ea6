"""Keypoints of the board's print, by which a nearly right pose is made exact.

They lie where nothing is put during a game, and are always tracked from the session's own picture of the empty board,
so that a pose neither jitters nor drifts, whatever found it first.

Corners are chosen after J. Shi and C. Tomasi, "Good features to track" (1994), and tracked by the pyramidal
Kanade-Lucas-Tomasi tracker (J.-Y. Bouguet, 2000); what the tracks have in common is a homography, fitted by MAGSAC++
(D. Barath and others, 2020).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import Canvas, Pose
from vision.photometry.bare_board import land_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.layout import Layout


@dataclass(frozen=True, slots=True)
class KeypointParameters:
    """How keypoints are chosen and tracked.

    Chosen on sessions 00-07 of the photo-real development tables, bench figures *discs* and *pictures read*.
    """

    canvas_px_per_mm: float = 1.0
    """Pixels a millimetre of the picture they are tracked in. More is finer and slower, less coarser."""
    most: int = 160
    """So many keypoints at most, the best corners first. More takes longer, less leaves few beside a hand."""
    least_quality: float = 0.02
    """Share of the best corner's quality (the smaller eigenvalue of its structure tensor) that each must have. More
    leaves only the boldest print, less tracks grain."""
    apart_px: float = 9.0
    """So far apart they are at least. More leaves fewer, less crowds them where the print is bold."""
    corner_block_px: int = 7
    """Side of the window in which a corner is looked for. More blurs corners, less takes specks for them."""
    track_window_px: int = 19
    """Side of the window that is tracked. More is surer and blurs small shifts, less follows specks."""
    pyramid_levels: int = 2
    """How often the picture is halved to find large shifts first. More follows further and slips more often."""
    grain_px: float = 1.0
    """Standard deviation of the blur that takes the grain away first. More blurs the print, less tracks noise."""
    contrast_window_px: int = 25
    """Side of the window in which light and contrast are evened out. More leaves the rims of mirror images, less
    evens the print itself out."""
    least_contrast_grey: float = 3.0
    """What is added to the local contrast, a standard deviation in grey levels, before it is divided by. More leaves
    faint print faint, less amplifies noise."""
    even_contrast_grey: float = 45.0
    """The contrast that all print is brought to, a standard deviation in grey levels. More clips bold print, less
    rounds fine shades to whole grey levels."""
    inlier_px: float = 0.8
    """How far from a pose, in pixels of that picture, a keypoint may lie to agree with it. More takes slipped tracks
    in, less leaves out good ones."""


KEYPOINTS = KeypointParameters()


@dataclass(frozen=True, slots=True)
class ConfirmationThresholds:
    """When the print confirms a pose, and when it leaves it as it is.

    Chosen on sessions 00-07 of the photo-real development tables, bench figures *discs* and *pictures read*.
    """

    fewest: int = 16
    """So many keypoints at least must agree on a pose. More loses the board behind a hand, less believes a chance."""
    fewest_share: float = 0.25
    """And this share of all keypoints. More and less as there."""
    still_px: float = 0.8
    """A keypoint no further than this, in tracked pixels (millimetres), from where a pose has it did not move. More
    overlooks small bumps, less lets the pose jitter."""
    still_share: float = 0.9
    """A pose is kept as it is when more than this share of the keypoints that agree on any pose did not move by it.
    More lets the pose jitter, less overlooks small bumps."""


CONFIRMATION = ConfirmationThresholds()


@dataclass(frozen=True, slots=True)
class TrackEvidence:
    """How keypoints were tracked: numbers of them."""

    known: int
    """The board's keypoints."""
    agreeing: int
    """Those that agree on one pose, whichever."""
    still: int
    """Those that are where the pose they are looked for by has them."""


def is_confirmed(evidence: TrackEvidence, thresholds: ConfirmationThresholds = CONFIRMATION) -> bool:
    """Whether enough keypoints agree on a pose to believe it."""
    share = evidence.agreeing / evidence.known
    return evidence.agreeing >= thresholds.fewest and share >= thresholds.fewest_share


def is_still(evidence: TrackEvidence, thresholds: ConfirmationThresholds = CONFIRMATION) -> bool:
    """Whether the pose by which keypoints were looked for is the one they agree on."""
    return evidence.still > thresholds.still_share * evidence.agreeing


@dataclass(frozen=True, slots=True, eq=False)
class RefinedPose:
    """A pose made exact."""

    pose: Pose
    error_px: float
    """What the keypoints disagree by: root mean square, in pixels of the picture."""
    rectified: NDArray[np.uint8] | None = None
    """The picture rectified by this pose, when it was needed to find it."""


@dataclass(frozen=True, slots=True, eq=False)
class Keypoints:
    """The keypoints of one board, in its own picture with light and contrast evened out."""

    drawn_on: Canvas
    """The canvas of the board's own picture: as `canvas`, but finer by a whole number of times."""
    canvas: Canvas
    """The canvas on which keypoints are tracked."""
    grey: NDArray[np.uint8]
    points_px: NDArray[np.float32]
    """Where the keypoints are on `canvas`, (n, 1, 2)."""

    @classmethod
    def of(
        cls,
        empty_bgr: NDArray[np.uint8],
        drawn_on: Canvas,
        layout: Layout,
        parameters: KeypointParameters = KEYPOINTS,
    ) -> Keypoints:
        """Keypoints of the empty board, rectified on the canvas ``drawn_on``."""
        canvas = Canvas(drawn_on.board_mm, parameters.canvas_px_per_mm, drawn_on.margin_mm)
        grey = evened(_subsampled(empty_bgr, canvas), parameters)
        return cls(drawn_on, canvas, grey, corners_of(grey, land_mask(layout, canvas), parameters))

    def refine(
        self,
        bgr: NDArray[np.uint8],
        near: Pose,
        parameters: KeypointParameters = KEYPOINTS,
        thresholds: ConfirmationThresholds = CONFIRMATION,
    ) -> RefinedPose | None:
        """The exact pose near a nearly right one; ``None`` when the print does not confirm it.

        A pose that nearly all keypoints agree with stays the very object it is: it does not jitter with them.
        """
        rectified = self.drawn_on.rectify(bgr, near)
        tracked = self.track(_subsampled(rectified, self.canvas), parameters, thresholds)
        if tracked is None or not is_confirmed(tracked.evidence, thresholds):
            return None
        if is_still(tracked.evidence, thresholds):
            return RefinedPose(near, self._in_picture(tracked.still_error_px, near), rectified)
        moved = self._moved(near, tracked)
        again = self.track(self.canvas.rectify(bgr, moved.pose), parameters, thresholds)
        if again is None or not is_confirmed(again.evidence, thresholds):
            return moved
        return self._moved(moved.pose, again)

    def track(
        self,
        rectified: NDArray[np.uint8],
        parameters: KeypointParameters = KEYPOINTS,
        thresholds: ConfirmationThresholds = CONFIRMATION,
    ) -> Tracked | None:
        """The keypoints in a picture rectified on ``canvas``; ``None`` when too few are found to fit anything."""
        if len(self.points_px) < thresholds.fewest:
            return None
        window = (parameters.track_window_px, parameters.track_window_px)
        followed, status, _ = cv2.calcOpticalFlowPyrLK(
            self.grey,
            evened(rectified, parameters),
            self.points_px,
            self.points_px.copy(),
            winSize=window,
            maxLevel=parameters.pyramid_levels,
        )
        found = np.asarray(status).reshape(-1) == 1
        before = self.points_px[found].reshape(-1, 2)
        after = np.asarray(followed, np.float32)[found].reshape(-1, 2)
        if len(before) < thresholds.fewest:
            return None
        shift, inliers = cv2.findHomography(before, after, cv2.USAC_MAGSAC, parameters.inlier_px)
        agree = np.asarray(inliers).reshape(-1).astype(bool)
        if shift is None or not agree.any():
            return None
        still = np.hypot(*(after - before).T) < thresholds.still_px
        evidence = TrackEvidence(len(self.points_px), int(agree.sum()), int(still.sum()))
        predicted = cv2.perspectiveTransform(before[agree].reshape(-1, 1, 2), shift).reshape(-1, 2)
        return Tracked(
            evidence, np.asarray(shift), _rms(after[still] - before[still]), _rms(predicted - after[agree])
        )

    def _moved(self, near: Pose, tracked: Tracked) -> RefinedPose:
        """The pose that keypoints looked for by another one show."""
        scale, margin = self.canvas.px_per_mm, self.canvas.margin_mm * self.canvas.px_per_mm
        to_canvas = np.array([[scale, 0, margin], [0, scale, margin], [0, 0, 1.0]])
        moved = near.homography @ np.linalg.inv(to_canvas) @ tracked.shift @ to_canvas
        pose = Pose(np.asarray(moved / moved[2, 2]), near.lens)
        return RefinedPose(pose, self._in_picture(tracked.shift_error_px, pose))

    def _in_picture(self, error_px: float, pose: Pose) -> float:
        """An error in pixels of the canvas, in pixels of the picture."""
        return error_px * pose.px_per_mm(self.canvas.board_mm) / self.canvas.px_per_mm


@dataclass(frozen=True, slots=True, eq=False)
class Tracked:
    """Keypoints found in a picture, in pixels of the canvas they are tracked on."""

    evidence: TrackEvidence
    shift: NDArray[np.float64]
    """The homography (3, 3) by which those that agree moved."""
    still_error_px: float
    """Root mean square distance of the still ones from their places."""
    shift_error_px: float
    """Root mean square distance of the agreeing ones from where ``shift`` has them."""


def _rms(apart: NDArray[np.float32]) -> float:
    return float(np.sqrt(np.mean(np.sum(np.square(apart), axis=1)))) if len(apart) else 0.0


def _subsampled(bgr: NDArray[np.uint8], canvas: Canvas) -> NDArray[np.uint8]:
    """A rectified picture on a canvas that is coarser by a whole number of times."""
    width, height = canvas.size_px
    step = round(bgr.shape[1] / width)
    # Single pixels, not their mean: that would lie half a pixel aside, and all poses with it.
    part = bgr[: step * height, : step * width]
    return np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)


def corners_of(
    grey: NDArray[np.uint8], land: NDArray[np.bool_], parameters: KeypointParameters = KEYPOINTS
) -> NDArray[np.float32]:
    """The best corners in the land of a grey picture, (n, 1, 2) pixels, the best first."""
    points = cv2.goodFeaturesToTrack(
        grey,
        parameters.most,
        parameters.least_quality,
        parameters.apart_px,
        mask=land.astype(np.uint8),
        blockSize=parameters.corner_block_px,
    )
    return np.zeros((0, 1, 2), np.float32) if points is None else np.asarray(points, np.float32)


def evened(bgr: NDArray[np.uint8], parameters: KeypointParameters = KEYPOINTS) -> NDArray[np.uint8]:
    """Grey, (height, width), with light and contrast evened out around each pixel: what is left is print.

    Local contrast normalisation: less the local mean, over the local standard deviation, around 128.
    """
    window = (parameters.contrast_window_px, parameters.contrast_window_px)
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.GaussianBlur(grey, (0, 0), parameters.grain_px) - cv2.blur(grey, window)
    contrast = cv2.sqrt(cv2.blur(fine * fine, window)) + parameters.least_contrast_grey
    return np.asarray(cv2.convertScaleAbs(fine / contrast * parameters.even_contrast_grey + 128.0), np.uint8)
