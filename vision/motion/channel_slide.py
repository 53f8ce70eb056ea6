"""How far the river's discs have slid, in one picture of a river that may be moving, with hands about.

The discs of the main channel touch: wherever the pushing has brought them, they lie a space apart, like beads on a
string. So one number, the *slide* - 0 when every disc is in its space, 0.5 when all are half-way to the next -
says where all of them are; the rims of all of them vote for it. In each arm they either slide along or lie still.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import Canvas
from vision.imaging.rings import ring_kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration.model import Calibration
    from vision.geometry import Points, Pose

SLIDES = 24
"""How many slides between one space and the next are tried: 2.3 mm apart."""
LIGHT_PX = 41
"""Brightness is compared with what is around, this wide: lamps and shadows do not matter, rims do."""
STRONGEST_RIM = 15.0
AT_LEAST = 0.45
"""Rim strength, in percent of the water's brightness, below which nothing is a rim."""
CLEAR = 1.2
"""The best slide must show this many times the rims of every other that is not its neighbour."""
NEIGHBOURS = 4
AIM_PX = 5
"""Discs slide this far aside of the course between the spaces' middles, all in all."""
UNDER_WAY = (0.2, 0.8)
"""Slides between which a disc on its way is told from one that lies still."""
HAND_LEVELS = 45
HAND_WIDE_MM = 22
"""A hand or sleeve is wider than this, canoes are not."""
COVERED = 0.3
"""A place of which this share is covered is not seen."""
RIM_MM = 30.0
FEWEST_SEEN = 2
"""Pairs of neighbouring spaces of the main channel that must be in sight."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What one picture says of the river; ``None`` for what it does not show."""

    slide: float | None
    """How far the main channel's discs are on their way to their next spaces, 0 up to 1."""
    left: float | None = None
    """Evidence that the left arm's discs are under way (above 0) or lie still (below 0), while the others are."""
    right: float | None = None


class LatticeReader:
    """Reads slides of one calibrated table."""

    def __init__(self, calibration: Calibration) -> None:
        layout = calibration.layout
        self._canvas = Canvas(layout.size, px_per_mm=1.0)
        empty = cv2.resize(calibration.empty_bgr, self._canvas.size_px, interpolation=cv2.INTER_AREA)
        self._empty_bgr = np.asarray(empty, np.uint8)
        self._empty = _evened(self._empty_bgr)
        self._kernel = ring_kernel(layout.disc.diameter / 2, width_px=1.0)
        main = np.array([layout.spaces[name] for name in layout.river.main])
        self._main = [_way(one, other) for one, other in pairwise(main)]
        self._arms = tuple(
            [
                _way(one, other)
                for one, other in pairwise([main[-1], *(layout.spaces[name] for name in branch)])
            ]
            for branch in (layout.river.left, layout.river.right)
        )

    def read(self, bgr: NDArray[np.uint8], pose: Pose) -> Glimpse:
        """How far the discs have slid in a picture with the board in this pose."""
        board = self._canvas.rectify(bgr, pose)
        covered = self._covered(board)
        rims = self._rims(board)
        seen = [way for way in self._main if self._in_sight(way, covered)]
        if len(seen) < FEWEST_SEEN:
            return Glimpse(None)
        votes = np.mean([self._along(way, rims) for way in seen], axis=0)
        best = int(votes.argmax())
        apart = np.abs((np.arange(SLIDES) - best + SLIDES // 2) % SLIDES - SLIDES // 2)
        if votes[best] < max(AT_LEAST, CLEAR * votes[apart > NEIGHBOURS].max()):
            return Glimpse(None)
        slide = best / SLIDES
        if not UNDER_WAY[0] <= slide <= UNDER_WAY[1]:
            return Glimpse(slide)
        left, right = (self._under_way(arm, best, rims, covered) for arm in self._arms)
        return Glimpse(slide, left, right)

    def _under_way(
        self, arm: list[Points], best: int, rims: NDArray[np.float32], covered: NDArray[np.bool_]
    ) -> float | None:
        """Rims where the arm's discs would be on their way, less those where they would lie still."""
        if not all(self._in_sight(way, covered) for way in arm):
            return None
        # The disc that enters the arm comes from the fork; the arm's own discs lie at the ends of its ways.
        sliding = [self._along(way, rims)[best] for way in arm]
        still = [self._along(way[::-1], rims)[0] for way in arm]
        return float(np.mean(sliding) - np.mean(still))

    def _rims(self, board: NDArray[np.uint8]) -> NDArray[np.float32]:
        """For each place, the strength of a rim around it, and a little aside."""
        apart = cv2.GaussianBlur(_evened(board) - self._empty, (0, 0), 0.7)
        fine = np.minimum(np.abs(apart - cv2.GaussianBlur(apart, (0, 0), 4.0)), STRONGEST_RIM)
        around = cv2.filter2D(fine, cv2.CV_32F, self._kernel)
        return np.asarray(cv2.dilate(around, np.ones((AIM_PX, AIM_PX), np.uint8)), np.float32)

    def _along(self, way: Points, rims: NDArray[np.float32]) -> NDArray[np.float32]:
        columns, rows = self._pixels(way)
        return np.asarray(rims[rows, columns])

    def _in_sight(self, way: Points, covered: NDArray[np.bool_]) -> bool:
        """Whether neither end of the way is under a hand."""
        columns, rows = self._pixels(way[[0, -1]])
        reach = round(RIM_MM)
        return all(
            float(covered[max(row - reach, 0) : row + reach, max(column - reach, 0) : column + reach].mean())
            < COVERED
            for column, row in zip(columns, rows, strict=True)
        )

    def _pixels(self, places_mm: Points) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
        width, height = self._canvas.size_px
        pixels = np.rint((places_mm + self._canvas.margin_mm) * self._canvas.px_per_mm).astype(int)
        return np.clip(pixels[:, 0], 0, width - 1), np.clip(pixels[:, 1], 0, height - 1)

    def _covered(self, board: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """What is wide, unlike the empty board in the light of this picture, and reaches in from the edge."""
        half = tuple(side // 2 for side in self._canvas.size_px)
        now, plain = (
            cv2.resize(picture, half, interpolation=cv2.INTER_AREA).astype(np.float32) + 1.0
            for picture in (board, self._empty_bgr)
        )
        gain = np.median((plain / now).reshape(-1, 3), axis=0)
        unlike = np.abs(now * gain - plain).max(axis=2) > HAND_LEVELS
        wide = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (HAND_WIDE_MM // 2, HAND_WIDE_MM // 2))
        mask = cv2.morphologyEx(unlike.astype(np.uint8), cv2.MORPH_OPEN, wide)
        _, labels = cv2.connectedComponents(mask)
        rim = np.concatenate((labels[0], labels[-1], labels[:, 0], labels[:, -1]))
        hands = np.isin(labels, rim[rim > 0]).astype(np.uint8)
        return cv2.resize(hands, self._canvas.size_px, interpolation=cv2.INTER_NEAREST).astype(bool)


def _way(one: NDArray[np.float64], other: NDArray[np.float64]) -> Points:
    """Places from one space towards the next, one for each slide; the last is just short of it."""
    share = np.arange(SLIDES)[:, None] / SLIDES
    return np.asarray(np.asarray(one) * (1 - share) + np.asarray(other) * share)


def _evened(bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Brightness in percent of what is around."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).astype(np.float32) + 1.0
    return np.asarray(100.0 * grey / cv2.blur(grey, (LIGHT_PX, LIGHT_PX)), np.float32)
