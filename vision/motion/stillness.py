"""When is it worth looking? A pure gate by frame differences: frames come in, stillness comes out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Motion(Enum):
    """What the gate makes of one more frame."""

    MOVING = "moving"
    """Something moved in the last frames."""
    SETTLED = "settled"
    """Still, and not looked at since it moved."""
    UNCHANGED = "unchanged"
    """Still since the last frame that was worth reading."""


@dataclass(frozen=True, slots=True)
class StillnessThresholds:
    """How still is still.

    Values of the first version, but for `still_frames`, which was four at first. How they were chosen is not recorded,
    and no bench figure rests on them.
    """

    still_frames: int = 8
    """Frames in a row that must show no movement: one second at eight a second. More keeps players waiting, less reads
    tables over which a hand has only paused."""
    moved_share: float = 0.0008
    """Share of the small picture that must change for movement. More overlooks a gem taken, less never finds rest in
    the sensor's noise."""
    moved_levels: float = 14.0
    """Grey levels by which a small pixel must change to have moved. More overlooks clear gems, less sees noise."""
    drift_levels: float = 9.0
    """Grey levels of change against the picture last read, over `moved_share`, from which a still table is read again.
    More misses slow changes of light, less reads the same table over and over."""
    width_px: int = 160
    """Width of the small grey picture in which movement is looked for. More sees smaller things and more noise, and
    costs more."""


STILLNESS = StillnessThresholds()


class StillnessGate:
    """The gate; one for each stream of frames."""

    def __init__(self, thresholds: StillnessThresholds = STILLNESS) -> None:
        self._thresholds = thresholds
        self._before: NDArray[np.float32] | None = None
        self._read: NDArray[np.float32] | None = None
        self._moved = False
        self._still = 0

    @property
    def still(self) -> int:
        """How many frames in a row have shown no movement since the frame before."""
        return self._still

    def see(self, picture: NDArray[np.uint8]) -> Motion:
        """Take one more frame, (height, width, 3) in colour or (height, width) in grey."""
        small = small_grey(picture, self._thresholds.width_px)
        moved = self._before is None or self._differs(small, self._before, self._thresholds.moved_levels)
        self._before = small
        self._still = 0 if moved else self._still + 1
        self._moved |= moved
        if self._still < self._thresholds.still_frames:
            return Motion.MOVING
        # After a movement it is read anew even if it looks the same: a clear disc leaves no trace in the small picture.
        if not self._moved and not self._drifted(small):
            return Motion.UNCHANGED
        self._read, self._moved = small, False
        return Motion.SETTLED

    def forget(self) -> None:
        """Have the next still picture read, even if it looks like the last one."""
        self._read = None

    def _drifted(self, small: NDArray[np.float32]) -> bool:
        """Whether it looks otherwise than what was read last, if anything was."""
        return self._read is None or self._differs(small, self._read, self._thresholds.drift_levels)

    def _differs(self, one: NDArray[np.float32], other: NDArray[np.float32], levels: float) -> bool:
        """Whether enough of the picture changed by more than so many grey levels."""
        return float(np.mean(np.abs(one - other) > levels)) > self._thresholds.moved_share


def small_grey(picture: NDArray[np.uint8], width_px: int) -> NDArray[np.float32]:
    """A picture in grey and so wide, each pixel the mean of those it stands for: noise averages out."""
    height, width = picture.shape[:2]
    size = (width_px, round(height * width_px / width))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
