"""Straight edges of a picture: where colour changes, and the long lines those changes form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from vision.geometry import Points

Picture = NDArray[np.uint8]
WEAKEST = 3.0
"""Grey levels a pixel below which a change of colour is grain or noise."""
ANGLES = 180
"""Directions a line may have, over half a turn."""
SPREAD = 2
"""An edge votes for the directions this many steps around its own: short edges tell their direction badly."""
ALIKE_PX, ALIKE_STEPS = 4, 3
"""Lines nearer than this, in offset and in direction, are one."""


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """How much colour changes at each pixel (height, width), across which direction, and where it changes most."""

    strength: NDArray[np.float32]
    across: NDArray[np.float32]
    """Radians, in -pi/2 .. pi/2: the direction of the change, at a right angle to the edge."""
    crest: NDArray[np.bool_]

    @classmethod
    def of(cls, bgr: Picture) -> Edges:
        """The edges of a picture, seen in lightness and colour together."""
        lab = cv2.cvtColor(cv2.GaussianBlur(bgr, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
        right, down = cv2.Scharr(lab, cv2.CV_32F, 1, 0) / 32, cv2.Scharr(lab, cv2.CV_32F, 0, 1) / 32
        xx, xy, yy = (
            (one * other).sum(axis=2) for one, other in ((right, right), (right, down), (down, down))
        )
        strength = np.sqrt((xx + yy + np.sqrt((xx - yy) ** 2 + 4 * xy**2)) / 2)
        across = np.arctan2(2 * xy, xx - yy) / 2
        crest = _crest(strength, across) & (strength > WEAKEST)
        crest[:BORDER] = crest[-BORDER:] = False
        crest[:, :BORDER] = crest[:, -BORDER:] = False
        return cls(strength, across, crest)

    def longest_lines(self, most: int) -> NDArray[np.float64]:
        """Lines (n, 3): direction across, offset from the picture's middle, support.

        As many from each quarter of the directions: the grain of a wooden table shall not outvote the rest.
        """
        rows, columns = np.nonzero(self.crest)
        height, width = self.strength.shape
        x, y = columns - width / 2, rows - height / 2
        step = np.rint(self.across[rows, columns] * ANGLES / np.pi).astype(int)
        weight = np.sqrt(np.minimum(self.strength[rows, columns], STRONGEST))
        reach = int(np.hypot(width, height) / 2) + 2
        votes = np.zeros((ANGLES, 2 * reach + 1), np.float32)
        for turn in range(-SPREAD, SPREAD + 1):
            angle = (step + turn) * np.pi / ANGLES
            offset = np.rint(x * np.cos(angle) + y * np.sin(angle)).astype(int)
            flipped = (step + turn) // ANGLES % 2 == 1
            np.add.at(votes, ((step + turn) % ANGLES, np.where(flipped, -offset, offset) + reach), weight)
        votes = np.asarray(cv2.GaussianBlur(votes, (5, 1), 0), np.float32)
        best = []
        for quarter in range(4):
            steps = (np.arange(ANGLES // 4) + quarter * ANGLES // 4 - ANGLES // 8) % ANGLES
            own = np.zeros_like(votes)
            own[steps] = votes[steps]
            best += [_take_best(own, reach) for _ in range(most // 4)]
        return np.array(best)

    def coverage(self, quads: NDArray[np.float64]) -> NDArray[np.float64]:
        """How much of each side of quadrilaterals (n, 4, 2) in pixels lies on edges that run its way, (n, 4)."""
        height, width = self.strength.shape
        maps = np.stack([self._running(bin_ * np.pi / WAYS + np.pi / WAYS / 2) for bin_ in range(WAYS)])
        places = np.linspace(0.05, 0.95, SAMPLES)
        shares = []
        for start, end in zip(quads.swapaxes(0, 1), np.roll(quads, -1, axis=1).swapaxes(0, 1), strict=True):
            across = np.arctan2(end[:, 1] - start[:, 1], end[:, 0] - start[:, 0]) + np.pi / 2
            way = (across % np.pi / (np.pi / WAYS)).astype(int) % WAYS
            at = np.rint(start[:, None] + (end - start)[:, None] * places[None, :, None]).astype(int)
            x, y = at[..., 0], at[..., 1]
            inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
            hit = maps[way[:, None], np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)] & inside
            shares.append(hit.mean(axis=1))
        return np.stack(shares, axis=1)

    def _running(self, across: float) -> NDArray[np.bool_]:
        """Where there is an edge about at a right angle to ``across`` within two pixels."""
        apart = np.abs((self.across - across + np.pi / 2) % np.pi - np.pi / 2)
        near = (self.crest & (apart < ALIGNED_RAD)).astype(np.uint8)
        return np.asarray(cv2.dilate(near, np.ones((5, 5), np.uint8)), bool)


WAYS = 12
ALIGNED_RAD = 0.28
SAMPLES = 32
BORDER = 4
STRONGEST = 12.0
"""A stronger change than this is not more of an edge."""


def _crest(strength: NDArray[np.float32], across: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where the change is stronger than at both neighbours across the edge."""
    height, width = strength.shape
    right, down = np.rint(np.cos(across)).astype(int), np.rint(np.sin(across)).astype(int)
    y, x = np.mgrid[0:height, 0:width]

    def beside(sign: int) -> NDArray[np.float32]:
        row, column = np.clip(y + sign * down, 0, height - 1), np.clip(x + sign * right, 0, width - 1)
        return np.asarray(strength[row, column])

    return np.asarray((strength >= beside(1)) & (strength > beside(-1)))


def _take_best(votes: NDArray[np.float32], reach: int) -> tuple[float, float, float]:
    """The line with most votes; those of the lines like it are cleared."""
    step, column = (int(index) for index in np.unravel_index(int(votes.argmax()), votes.shape))
    best = (step * np.pi / ANGLES, float(column - reach), float(votes[step, column]))
    for near in range(step - ALIKE_STEPS, step + ALIKE_STEPS + 1):
        middle = column if 0 <= near < ANGLES else 2 * reach - column
        votes[near % ANGLES, max(middle - ALIKE_PX, 0) : middle + ALIKE_PX + 1] = 0
    return best


def crossing(one: NDArray[np.float64], other: NDArray[np.float64]) -> Points:
    """Where lines (n, 3), direction across, offset and support, cross, (n, 2) from the picture's middle."""
    determinant = np.sin(other[:, 0] - one[:, 0])
    x = (one[:, 1] * np.sin(other[:, 0]) - other[:, 1] * np.sin(one[:, 0])) / determinant
    y = (other[:, 1] * np.cos(one[:, 0]) - one[:, 1] * np.cos(other[:, 0])) / determinant
    return np.stack((x, y), axis=1)
