"""Anchors: small bits of the board's print, by which a nearly right pose is made exact.

They lie where nothing is put during a game, and are followed from the session's own picture of the empty board,
so that a pose neither jitters nor drifts, whatever found it first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import Canvas, Pose
from vision.photometry.bare_board import land_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.layout import Layout

MOST = 160
APART_PX = 9.0
WINDOW_PX = (19, 19)
LEVELS = 2
CANVAS_PX_PER_MM = 1.0
FEWEST, FEWEST_SHARE = 16, 0.25
"""A pose that fewer anchors agree on is not believed."""
AGREE_PX = 0.8
STILL_PX, STILL_SHARE = 0.8, 0.9
"""A pose is kept when this share of the anchors that agree on any pose is so near to where it has them."""


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """A pose made exact: ``error_px`` is what the anchors disagree by, in pixels of the picture."""

    pose: Pose
    error_px: float
    share: float
    """Of the anchors, how many agree."""
    rectified: NDArray[np.uint8] | None = None
    """The picture rectified by this pose, when it was needed to find it."""


@dataclass(frozen=True, slots=True, eq=False)
class Anchors:
    """The anchors of one board: its even-lit picture and (n, 1, 2) places in it, in pixels of ``canvas``."""

    drawn_on: Canvas
    """The canvas of the board's own picture, finer by a whole number of times."""
    canvas: Canvas
    grey: NDArray[np.uint8]
    points_px: NDArray[np.float32]

    @classmethod
    def of(cls, empty_bgr: NDArray[np.uint8], drawn_on: Canvas, layout: Layout) -> Anchors:
        """Anchors of the empty board, rectified on the canvas ``drawn_on``."""
        canvas = Canvas(drawn_on.board_mm, CANVAS_PX_PER_MM, drawn_on.margin_mm)
        grey = _even(_thinned(empty_bgr, canvas))
        points = cv2.goodFeaturesToTrack(
            grey, MOST, 0.02, APART_PX, mask=land_mask(layout, canvas).astype(np.uint8), blockSize=7
        )
        none = np.zeros((0, 1, 2), np.float32)
        return cls(drawn_on, canvas, grey, none if points is None else np.asarray(points, np.float32))

    def settle(self, bgr: NDArray[np.uint8], near: Pose) -> Settled | None:
        """The exact pose near a nearly right one; ``None`` when the print does not confirm it.

        A pose that nearly all anchors agree with stays as it is: it does not jitter with them.
        """
        rectified = self.drawn_on.rectify(bgr, near)
        settled = self._shifted(_thinned(rectified, self.canvas), near, keep=True)
        if settled is None:
            return None
        if settled.pose is near:
            return replace(settled, rectified=rectified)
        return self._shifted(self.canvas.rectify(bgr, settled.pose), settled.pose, keep=False) or settled

    def _shifted(self, rectified: NDArray[np.uint8], near: Pose, *, keep: bool) -> Settled | None:
        before, after = self._followed(rectified)
        if len(before) < FEWEST:
            return None
        shift, agreeing = cv2.findHomography(before, after, cv2.USAC_MAGSAC, AGREE_PX)
        if shift is None:
            return None
        agree = np.asarray(agreeing).reshape(-1).astype(bool)
        share = float(np.count_nonzero(agree)) / len(self.points_px)
        if np.count_nonzero(agree) < FEWEST or share < FEWEST_SHARE:
            return None
        still = np.hypot(*(after - before).T) < STILL_PX
        if keep and np.count_nonzero(still) > STILL_SHARE * np.count_nonzero(agree):
            return Settled(near, self._error_px(after[still] - before[still], near), share)
        again = cv2.perspectiveTransform(before[agree].reshape(-1, 1, 2), shift).reshape(-1, 2)
        scale, margin = self.canvas.px_per_mm, self.canvas.margin_mm * self.canvas.px_per_mm
        to_canvas = np.array([[scale, 0, margin], [0, scale, margin], [0, 0, 1.0]])
        moved = near.homography @ np.linalg.inv(to_canvas) @ shift @ to_canvas
        pose = Pose(np.asarray(moved / moved[2, 2]), near.lens)
        return Settled(pose, self._error_px(again - after[agree], pose), share)

    def _followed(self, rectified: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The anchors that are found in a picture rectified on ``canvas``: where they belong and where they are."""
        if len(self.points_px) < FEWEST:
            return np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32)
        now = _even(rectified)
        followed, status, _ = cv2.calcOpticalFlowPyrLK(
            self.grey, now, self.points_px, self.points_px.copy(), winSize=WINDOW_PX, maxLevel=LEVELS
        )
        seen = np.asarray(status).reshape(-1) == 1
        return self.points_px[seen].reshape(-1, 2), np.asarray(followed, np.float32)[seen].reshape(-1, 2)

    def _error_px(self, apart: NDArray[np.float32], pose: Pose) -> float:
        """How much anchors disagree by, from pixels of the canvas to those of the picture."""
        error = float(np.sqrt(np.mean(np.sum(np.square(apart), axis=1))))
        return error * pose.px_per_mm(self.canvas.board_mm) / self.canvas.px_per_mm


def _thinned(bgr: NDArray[np.uint8], canvas: Canvas) -> NDArray[np.uint8]:
    """A rectified picture on a canvas that is coarser by a whole number of times."""
    width, height = canvas.size_px
    step = round(bgr.shape[1] / width)
    # Every so many pixels, not their mean: that would lie half a pixel aside, and all poses with it.
    part = bgr[: step * height, : step * width]
    return np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)


def _even(bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Grey with light and contrast evened out around each pixel: what is left is print, under any lamp."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.GaussianBlur(grey, (0, 0), 1.0) - cv2.blur(grey, (25, 25))
    contrast = cv2.sqrt(cv2.blur(fine * fine, (25, 25))) + 3.0
    return np.asarray(cv2.convertScaleAbs(fine / contrast * 45.0 + 128.0), np.uint8)
