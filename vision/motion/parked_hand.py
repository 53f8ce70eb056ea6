"""Whether what lies still on the table is a hand, parked over the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.motion.stillness import small_grey

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Points


@dataclass(frozen=True, slots=True)
class ParkedHandThresholds:
    """What counts as an arm that reaches over the board; pixels are those of a small grey picture.

    Values of the first version; how they were chosen is not recorded, and no bench figure rests on them.
    """

    width_px: int = 160
    """Width of the small picture. More sees thinner arms and more noise."""
    surroundings_px: int = 9
    """Side of the window with whose mean a pixel is compared. More takes soft changes of light for outlines, less
    leaves only sharp ones."""
    black_levels: float = 12.0
    """Added to all brightness, in grey levels. More hides outlines in the dark, less makes outlines of its noise."""
    least_percent: float = 9.0
    """Change of a pixel against its surroundings, in percent, from which an outline came or went. More overlooks
    sleeves of the table's brightness, less takes lamps for hands."""
    joining_px: int = 3
    """Outlines are widened by a square of this side, so that their gaps close. More joins a cup at the edge to the
    pieces beside it, less lets an arm fall apart."""
    board_rim_px: int = 5
    """The board is narrowed by a square of this side: what lies against its rim is not over it. More overlooks finger
    tips, less takes what is pushed against the board for hands."""
    least_area_px: int = 40
    """Pixels of one outline, from the picture's edge to over the board, from which it may be a hand's. More overlooks
    fingers, less takes the edge of a cloth for an arm."""


PARKED_HAND = ParkedHandThresholds()


def is_arm(area_px: int, thresholds: ParkedHandThresholds = PARKED_HAND) -> bool:
    """Whether an outline of this area that reaches from the picture's edge to over the board is an arm's."""
    return area_px >= thresholds.least_area_px


class ParkedHandDetector:
    """Tells a hand parked over the board from pieces that were moved, by the last picture without one.

    A hand has an arm: an outline that was not there, from the picture's edge to over the board. Pieces lie
    clear of the edge, and switched lamps have no outlines.
    """

    def __init__(self) -> None:
        self._accepted: NDArray[np.float32] | None = None

    def accept(self, picture: NDArray[np.uint8]) -> None:
        """Take a picture of the table without hands."""
        self._accepted = outlines_percent(picture)

    def forget(self) -> None:
        """The camera or the board was knocked: the last picture is nothing to go by."""
        self._accepted = None

    def is_hand(self, picture: NDArray[np.uint8], board_px: Points) -> bool:
        """Whether a hand reaches over the board, whose corners (4, 2) are ``board_px`` in the picture."""
        if self._accepted is None:
            return False
        changed_percent = outlines_percent(picture) - self._accepted
        scale = changed_percent.shape[1] / picture.shape[1]
        return is_arm(reaching_area_px(changed_percent, board_px * scale))


def reaching_area_px(
    changed_percent: NDArray[np.float32],
    board_px: Points,
    thresholds: ParkedHandThresholds = PARKED_HAND,
) -> int:
    """The area of the largest outline, new or gone, from the edge of the picture to over the board; 0 without one.

    ``board_px`` are the board's corners (4, 2) in the same picture.
    """
    differs = (np.abs(changed_percent) > thresholds.least_percent).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        cv2.dilate(differs, _square(thresholds.joining_px)), connectivity=8
    )
    edge = {int(label) for side in (labels[0], labels[-1], labels[:, 0], labels[:, -1]) for label in side}
    board = np.zeros(labels.shape, np.uint8)
    cv2.fillConvexPoly(board, np.rint(board_px).astype(np.int32), 1)
    over = {int(label) for label in labels[cv2.erode(board, _square(thresholds.board_rim_px)) > 0]}
    return max((int(stats[label, cv2.CC_STAT_AREA]) for label in (edge & over) - {0}), default=0)


def outlines_percent(
    picture: NDArray[np.uint8], thresholds: ParkedHandThresholds = PARKED_HAND
) -> NDArray[np.float32]:
    """Each small pixel against the mean around it, in percent: the same in any light."""
    grey = small_grey(picture, thresholds.width_px) + np.float32(thresholds.black_levels)
    around = cv2.blur(grey, (thresholds.surroundings_px, thresholds.surroundings_px))
    return np.asarray(100.0 * (grey / around - 1.0), np.float32)


def _square(side_px: int) -> NDArray[np.uint8]:
    return np.ones((side_px, side_px), np.uint8)
