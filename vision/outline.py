"""A board without stickers: its outline against the table, and which way round it lies.

The board is the largest four-sided thing in the picture; the river's blue and the two light beaches tell its ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.errors import CalibrationError
from vision.geometry import Canvas, Lens, Pose, fit_pose

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Points
    from vision.layout import Layout

TABLE_COLOURS = 4
"""A cloth with checks has more colours than one."""
SMALLEST_SHARE = 0.12
"""A board smaller than this share of the picture cannot be read anyway."""


def pose_from_outline(bgr: NDArray[np.uint8], layout: Layout) -> Pose | None:
    """The pose of a board without stickers, or ``None`` when no outline is convincing."""
    quad = _largest_quad(bgr)
    if quad is None:
        return None
    poses = [_laid_on(bgr, layout, np.roll(quad, turn, axis=0)) for turn in range(4)]
    return max(poses, key=lambda pose: _likeness(bgr, pose, layout))


def pose_from_corners(bgr: NDArray[np.uint8], layout: Layout, corners_px: Points) -> Pose:
    """The pose of a board whose corners (4, 2) somebody showed, from upstream on the left bank clockwise.

    Raises `CalibrationError` when they form no board.
    """
    sides = np.roll(corners_px, -1, axis=0) - corners_px
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    if corners_px.shape != (4, 2) or turns.min() <= 0:
        message = "the four corners form no board: begin upstream on the left bank and go clockwise"
        raise CalibrationError(message)
    return _laid_on(bgr, layout, corners_px)


def _laid_on(bgr: NDArray[np.uint8], layout: Layout, corners_px: NDArray[np.float64]) -> Pose:
    """The board with its corners there, seen through a straight lens: four corners say nothing of its bend."""
    height, width = bgr.shape[:2]
    board_width, board_height = layout.size
    corners = np.array([[0, 0], [board_width, 0], [board_width, board_height], [0, board_height]], np.float64)
    return fit_pose(corners, corners_px, Lens(width, height))[0]


def _largest_quad(bgr: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """The corners of the largest convex four-sided outline, in the order in which the board's corners go."""
    height, width = bgr.shape[:2]
    best: tuple[float, NDArray[np.float64]] | None = None
    for mask in _masks(bgr):
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            area = cv2.contourArea(contour)
            if not SMALLEST_SHARE * width * height < area < 0.97 * width * height:
                continue
            hull = cv2.convexHull(contour)
            quad = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True).reshape(-1, 2)
            fill = area / max(cv2.contourArea(hull), 1.0)
            if len(quad) == 4 and fill > 0.85 and (best is None or fill * area > best[0]):
                best = (fill * area, _refined(quad.astype(np.float64), np.asarray(contour, np.int32)))
    if best is None:
        return None
    quad = best[1]
    return quad if cv2.contourArea(quad.astype(np.float32), oriented=True) > 0 else quad[::-1]


def _masks(bgr: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """The board against the table in several ways: unlike the picture's border, and inside strong edges."""
    lab = cv2.cvtColor(cv2.GaussianBlur(bgr, (0, 0), 3), cv2.COLOR_BGR2LAB).astype(np.float32)
    frame = np.concatenate(
        [
            lab[:12].reshape(-1, 3),
            lab[-12:].reshape(-1, 3),
            lab[:, :12].reshape(-1, 3),
            lab[:, -12:].reshape(-1, 3),
        ]
    )
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 1.0)
    labels = np.zeros(0, np.int32)
    _, _, centres = cv2.kmeans(frame[::7], TABLE_COLOURS, labels, criteria, 2, cv2.KMEANS_PP_CENTERS)
    apart = np.min([np.linalg.norm((lab - centre) * (0.5, 1.5, 1.5), axis=2) for centre in centres], axis=0)
    masks = []
    for threshold in (10, 14, 20, 28):
        mask = (apart > threshold).astype(np.uint8) * 255
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8))
        masks.append(
            np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((31, 31), np.uint8)), np.uint8)
        )
    return masks


def _refined(quad: NDArray[np.float64], contour: NDArray[np.int32]) -> NDArray[np.float64]:
    """Corners where straight lines through the outline's sides meet: blunt corners do not pull them in."""
    points = contour.reshape(-1, 2).astype(np.float64)
    lines = []
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        along = (end - start) / np.linalg.norm(end - start)
        offset = points - start
        reach, aside = offset @ along, np.abs(offset @ np.array([-along[1], along[0]]))
        near = points[(reach > 20) & (reach < np.linalg.norm(end - start) - 20) & (aside < 12)]
        if len(near) < 20:
            return quad
        vx, vy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).reshape(-1)
        lines.append(np.cross([x, y, 1.0], [x + vx, y + vy, 1.0]))
    corners = [np.cross(lines[index - 1], lines[index]) for index in range(4)]
    return np.array([corner[:2] / corner[2] for corner in corners])


def _likeness(bgr: NDArray[np.uint8], pose: Pose, layout: Layout) -> float:
    """How much the board looks as it should from here: water blue, deposits in their colours, beaches light."""
    canvas = Canvas(layout.size, px_per_mm=0.5, margin_mm=0.0)
    lab = cv2.cvtColor(canvas.rectify(bgr, pose), cv2.COLOR_BGR2LAB).astype(np.float64)

    def at(place: tuple[float, float]) -> NDArray[np.float64]:
        x, y = (round(value) for value in canvas.at(place))
        return np.asarray(lab[max(y - 4, 0) : y + 5, max(x - 4, 0) : x + 5].reshape(-1, 3).mean(axis=0))

    water = float(np.mean([at(place)[2] for place in layout.spaces.values()]))
    violet, yellow, pink = (at(layout.deposits[name].centre) for name in ("amethyst", "amber", "ruby"))
    beach = np.mean(
        [at(((b.x_min + b.x_max) / 2, (b.y_min + b.y_max) / 2))[2] for b in layout.beaches.values()]
    )
    return float(
        (beach - water) + (yellow[2] - violet[2]) + (pink[1] - water) * 0.5 + (violet[1] - yellow[1])
    )
