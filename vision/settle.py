"""When is it worth looking? A pure gate: frames come in with their time, stillness comes out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

GATE_WIDTH_PX = 160
"""Movement is looked for in a picture this small: noise averages out and it costs next to nothing."""


class Motion(Enum):
    """What the gate makes of one more frame."""

    MOVING = "moving"
    """Something moved in the last looks."""
    SETTLED = "settled"
    """Still, and not looked at since it moved."""
    UNCHANGED = "unchanged"
    """Still since the last look that was worth reading."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How still is still; every field is a setting with its sentence."""

    looks: int = 4
    """Frames in a row that must show no movement."""
    moved_share: float = 0.0008
    """Share of the small picture that must change for movement."""
    moved_levels: float = 14.0
    """Grey levels by which a small pixel must change."""
    drift_levels: float = 9.0
    """Change against the picture last read, over a piece's area, from which it is read again."""


class Settler:
    """The gate; one for each stream of frames."""

    def __init__(self, patience: Patience | None = None) -> None:
        self._patience = patience or Patience()
        self._before: NDArray[np.float32] | None = None
        self._read: NDArray[np.float32] | None = None
        self._still = 0

    def see(self, picture: NDArray[np.uint8]) -> Motion:
        """Take one more frame, in colour or grey."""
        small = _small(picture)
        moved = self._before is None or self._share(small, self._before, self._patience.moved_levels) > (
            self._patience.moved_share
        )
        self._before = small
        self._still = 0 if moved else self._still + 1
        if self._still < self._patience.looks:
            return Motion.MOVING
        if self._read is not None and self._share(small, self._read, self._patience.drift_levels) <= (
            self._patience.moved_share
        ):
            return Motion.UNCHANGED
        self._read = small
        return Motion.SETTLED

    def forget(self) -> None:
        """Have the next still picture read, even if it looks like the last one."""
        self._read = None

    @staticmethod
    def _share(one: NDArray[np.float32], other: NDArray[np.float32], levels: float) -> float:
        return float(np.mean(np.abs(one - other) > levels))


def _small(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    height, width = picture.shape[:2]
    size = (GATE_WIDTH_PX, round(height * GATE_WIDTH_PX / width))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
