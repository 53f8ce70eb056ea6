"""Watching a stream: the gate decides when to look, the reader says what is there, the counter what the river did."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry import board_corners
from vision.imaging.frame_average import average
from vision.motion.channel_slide import ChannelSlideReader
from vision.motion.parked_hand import ParkedHandDetector
from vision.motion.river import RiverCounter
from vision.motion.stillness import Motion
from vision.sighting import Unreadable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.cameras.frame import Frame
    from vision.geometry import Points
    from vision.motion.river import RiverMotion
    from vision.motion.stillness import StillnessGate
    from vision.reader import Reader
    from vision.sighting import Sighting


@dataclass(frozen=True, slots=True)
class WatchThresholds:
    """What the watch does with settled pictures.

    Values of the first version, but for `same_place_px`, which was halved when a camera that had moved by three pixels
    was taken for a parked hand. How the first ones were chosen is not recorded; no bench figure rests on them.
    """

    averaged_frames: int = 5
    """Settled pictures that are read as one: noise less than half, and quick enough. More is slower, less is
    noisier."""
    same_place_px: float = 2.0
    """A board whose corners all moved by no more than this, in pixels, lies where it lay. More compares a knocked
    board's picture with the old place, less forgets what the table looked like without a hand."""


WATCH = WatchThresholds()


def is_same_place(moved_px: float, thresholds: WatchThresholds = WATCH) -> bool:
    """Whether a board whose corners moved by at most so many pixels lies where it lay."""
    return moved_px <= thresholds.same_place_px


class FrameKind(Enum):
    """What one frame gave."""

    MOVING = "moving"
    HAND = "hand"
    """Still, but a hand is parked over the board."""
    SETTLED = "settled"
    """Read; while nothing changes the same sighting is given again."""


@dataclass(frozen=True, slots=True)
class FrameReading:
    """One frame's outcome; ``sighting`` is there unless something moves.

    ``river`` is what the river has done since the last settled look: so far while something moves or a hand is
    parked, and finally in the one look at which the table has settled; ``None`` while nothing happens.
    """

    kind: FrameKind
    sighting: Sighting | None = None
    river: RiverMotion | None = None


class Watch:
    """One camera's watch over one table."""

    def __init__(self, reader: Reader, gate: StillnessGate) -> None:
        self.reader = reader
        self._gate = gate
        self._parked_hand = ParkedHandDetector()
        self._slides = ChannelSlideReader(reader.calibration)
        self._river = RiverCounter(reader.calibration.layout.river)
        self._recent: deque[NDArray[np.uint8]] = deque(maxlen=WATCH.averaged_frames)
        self._last: Sighting | None = None
        self._following = False
        """Whether the river may have moved since it was last told."""
        self._corners_px: Points | None = None
        """Where the board's corners were in the last picture without a hand."""

    def look(self, frame: Frame) -> FrameReading:
        """Take one frame."""
        motion = self._gate.see(frame.gate)
        self._recent.append(frame.bgr)
        if motion is Motion.MOVING:
            self._follow(frame)
            return FrameReading(FrameKind.MOVING, river=self._river.motion)
        if motion is Motion.SETTLED or self._last is None:
            self._last = self._read(average(list(self._recent)[-max(self._gate.still, 1) :]))
        if self._last.hand:
            self._follow(frame)
            return FrameReading(FrameKind.HAND, self._last, self._river.motion)
        return FrameReading(FrameKind.SETTLED, self._last, self._settle(frame, self._last))

    def _settle(self, frame: Frame, sighting: Sighting) -> RiverMotion | None:
        """What the river did, once: a river that was pushed may look just as before."""
        if not self._following or not sighting.readable:
            return None
        self._following = False
        river = self._river.settle(sighting, frame.taken_s)
        self._river.start(sighting)
        return river

    def _follow(self, frame: Frame) -> None:
        """Let the counter see how far the river's discs have slid."""
        self._following = True
        if self.reader.registration is not None:
            slide = self._slides.read(frame.bgr, self.reader.registration.pose)
            self._river.see(slide, frame.taken_s)

    def _read(self, picture: NDArray[np.uint8]) -> Sighting:
        """What is there; a hand that the reader overlooked is still one when its arm reaches over the board."""
        sighting = self.reader.read(picture)
        registration = self.reader.registration
        if registration is None or sighting.hand or not sighting.readable:
            return sighting
        corners_px = registration.pose.to_px(board_corners(self.reader.calibration.layout.size))
        if self._corners_px is not None:
            moved_px = float(np.abs(corners_px - self._corners_px).max())
            if not is_same_place(moved_px):
                self._parked_hand.forget()
        if self._parked_hand.is_hand(picture, corners_px):
            return self.reader.refuse(Unreadable.HAND)
        self._parked_hand.accept(picture)
        self._corners_px = corners_px
        return sighting
