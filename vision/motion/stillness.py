"""When is it worth looking? A pure gate: frames come in, stillness comes out; and whether a hand is parked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Points

GATE_WIDTH_PX = 160
"""Movement is looked for in a picture this small: noise averages out and it costs next to nothing."""
OUTLINE_PX = 9
"""Outlines are what differs from its surroundings this wide, in the small picture; light changes more softly."""
OUTLINE_PERCENT = 9.0
"""An outline that came or went differs by this much of the brightness around."""
BLACK_LEVELS = 12.0
"""Added to all brightness, so that noise in the dark is no outline."""
REACHING_PX = 40
"""Small pixels of an outline from which it may be a hand's: from the edge of the picture to the board."""


class Motion(Enum):
    """What the gate makes of one more frame."""

    MOVING = "moving"
    """Something moved in the last looks."""
    SETTLED = "settled"
    """Still, and not looked at since it moved."""
    UNCHANGED = "unchanged"
    """Still since the last look that was worth reading."""


@dataclass(frozen=True, slots=True)
class StillnessThresholds:
    """How still is still; every field is a setting with its sentence."""

    looks: int = 8
    """Frames in a row that must show no movement: one second at eight a second."""
    moved_share: float = 0.0008
    """Share of the small picture that must change for movement."""
    moved_levels: float = 14.0
    """Grey levels by which a small pixel must change."""
    drift_levels: float = 9.0
    """Change against the picture last read, over a piece's area, from which it is read again."""


class Settler:
    """The gate; one for each stream of frames."""

    def __init__(self, patience: StillnessThresholds | None = None) -> None:
        self._patience = patience or StillnessThresholds()
        self._before: NDArray[np.float32] | None = None
        self._read: NDArray[np.float32] | None = None
        self._moved = False
        self._still = 0

    @property
    def still(self) -> int:
        """How many frames in a row have shown no movement since the frame before."""
        return self._still

    def see(self, picture: NDArray[np.uint8]) -> Motion:
        """Take one more frame, in colour or grey."""
        small = _small(picture)
        moved = self._before is None or self._share(small, self._before, self._patience.moved_levels) > (
            self._patience.moved_share
        )
        self._before = small
        self._still = 0 if moved else self._still + 1
        self._moved |= moved
        if self._still < self._patience.looks:
            return Motion.MOVING
        # After a movement it is read anew even if it looks the same: a clear disc leaves no trace in the small picture.
        if not self._moved and not self._drifted(small):
            return Motion.UNCHANGED
        self._read, self._moved = small, False
        return Motion.SETTLED

    def _drifted(self, small: NDArray[np.float32]) -> bool:
        """Whether it looks otherwise than what was read last, if anything was."""
        if self._read is None:
            return True
        return self._share(small, self._read, self._patience.drift_levels) > self._patience.moved_share

    def forget(self) -> None:
        """Have the next still picture read, even if it looks like the last one."""
        self._read = None

    @staticmethod
    def _share(one: NDArray[np.float32], other: NDArray[np.float32], levels: float) -> float:
        return float(np.mean(np.abs(one - other) > levels))


class Parking:
    """Tells a hand parked over the board from pieces that were moved, by the last picture without one.

    A hand has an arm: an outline that was not there, from the picture's edge to over the board. Pieces lie
    clear of the edge, and switched lamps have no outlines.
    """

    def __init__(self) -> None:
        self._accepted: NDArray[np.float32] | None = None

    def accept(self, picture: NDArray[np.uint8]) -> None:
        """Take a picture of the table without hands."""
        self._accepted = _outlines(picture)

    def forget(self) -> None:
        """The camera or the board was knocked: the last picture is nothing to go by."""
        self._accepted = None

    def is_hand(self, picture: NDArray[np.uint8], board_px: Points) -> bool:
        """Whether a hand reaches over the board, whose corners (4, 2) are ``board_px`` in the picture."""
        if self._accepted is None:
            return False
        differs = (np.abs(_outlines(picture) - self._accepted) > OUTLINE_PERCENT).astype(np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(
            cv2.dilate(differs, np.ones((3, 3), np.uint8)), connectivity=8
        )
        edge = {int(label) for side in (labels[0], labels[-1], labels[:, 0], labels[:, -1]) for label in side}
        board = np.zeros(labels.shape, np.uint8)
        scale = labels.shape[1] / picture.shape[1]
        cv2.fillConvexPoly(board, np.rint(board_px * scale).astype(np.int32), 1)
        # The board's own rim is left out: what lies against it is not over it.
        over = {int(label) for label in labels[cv2.erode(board, np.ones((5, 5), np.uint8)) > 0]}
        return any(stats[label, cv2.CC_STAT_AREA] >= REACHING_PX for label in (edge & over) - {0})


def _outlines(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Each small pixel against its surroundings, in percent: the same in any light."""
    grey = _small(picture) + np.float32(BLACK_LEVELS)
    around = cv2.blur(grey, (OUTLINE_PX, OUTLINE_PX))
    return np.asarray(100.0 * (grey / around - 1.0), np.float32)


def _small(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    height, width = picture.shape[:2]
    size = (GATE_WIDTH_PX, round(height * GATE_WIDTH_PX / width))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
