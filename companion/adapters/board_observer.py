"""Observations of the board: each frame of a camera read, and said in game words or why it could not be read."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2

from companion.adapters.sighting_to_board import observation
from companion.board.observation import Observation, Watching
from companion.engine.message import Message
from vision.calibration.file import load_calibration
from vision.cameras.frame import Filmed, tells_pace
from vision.errors import CameraError, CameraTrouble
from vision.motion.stillness import StillnessGate
from vision.overlay.annotate import annotate
from vision.reader import Reader
from vision.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from vision.calibration.model import Calibration
    from vision.cameras.frame import Frame
    from vision.geometry import Pose

ANNOTATED_EVERY_S = 1.0
"""The annotated picture is drawn anew at most this often, in seconds of the frames' own time.

More is a picture on the page that lags behind, less costs the processor a drawing and a JPEG more often.
"""


LOOKS_REMEMBERED = 5
"""Settled looks whose pictures are at hand for a while: as many as the watch averages, so that none costs memory of its
own. More holds more memory, less loses the picture before the game has said what lay there."""


@dataclass(frozen=True, slots=True, eq=False)
class SettledLook:
    """One look at a board that lay still: its picture, and where the board was in it."""

    number: int
    bgr: NDArray[np.uint8]
    pose: Pose
    calibration: Calibration


def watch_with(calibration: Path) -> Watch:
    """What reads frames with the calibration in this file; raises `CalibrationError`."""
    return Watch(Reader(load_calibration(calibration)), StillnessGate())


class BoardObserver:
    """Makes an `Observation` of each frame of one camera."""

    def __init__(self, watch: Watch | None, *, annotated: bool = True) -> None:
        """Without a ``watch`` nothing is read yet: the picture is only shown, until `use` brings one.

        ``annotated`` says whether pictures are drawn for the page.
        """
        self._watch = watch
        self._annotated = annotated
        self.newest: Frame | None = None
        """The frame that was taken last."""
        self._drawn_s = -ANNOTATED_EVERY_S
        self._since_s: float | None = None
        self._frames = 0
        self._rate = (0, 0.0)
        """Frames, and the seconds in which they came."""
        self._looks = 0
        self._settled: deque[SettledLook] = deque(maxlen=LOOKS_REMEMBERED)

    def observe(self, frame: Frame, players: Sequence[str]) -> Observation:
        """One frame in game words, for a game of these colours."""
        self.newest = frame
        self._count(frame.taken_s)
        if self._watch is None:
            return self._unread(frame, Message("camera.uncalibrated"))
        known = self._watch.reader.calibration.players
        strangers = tuple(colour for colour in players if colour not in known)
        if strangers:
            return self._unread(frame, Message("camera.other-players", {"colours": strangers}))
        reading = self._watch.look(frame)
        picture = self._draw(frame) if reading.sighting is not None else None
        seen = observation(reading, players, lens=picture)
        return seen if seen.picture is None else replace(seen, look=self._remember(frame, self._watch.reader))

    def settled(self, number: int) -> SettledLook | None:
        """The look of this number, if it was one of the last; from any thread."""
        return next((look for look in tuple(self._settled) if look.number == number), None)

    def filmed(self, name: str) -> Filmed:
        """What was taken lately through the camera of this name; raises `CameraError` before the first frame."""
        if self.newest is None:
            raise CameraError(
                f"{name}: the camera has given no picture yet; wait a moment", CameraTrouble.NOT_YET
            )
        return Filmed(name, self.newest.bgr, *self._rate)

    def use(self, watch: Watch) -> None:
        """Read with a new calibration from the next frame on."""
        self._watch = watch

    def _remember(self, frame: Frame, reader: Reader) -> int | None:
        """The number of this look, under which its picture is at hand for a while."""
        if reader.registration is None:
            return None
        self._looks += 1
        self._settled.append(
            SettledLook(self._looks, frame.bgr, reader.registration.pose, reader.calibration)
        )
        return self._looks

    def _count(self, taken_s: float) -> None:
        """Measure anew, every few seconds, how often a frame comes."""
        if self._since_s is None:
            self._since_s = taken_s
            return
        self._frames += 1
        if tells_pace(taken_s - self._since_s):
            self._rate = (self._frames, taken_s - self._since_s)
            self._since_s, self._frames = taken_s, 0

    def _unread(self, frame: Frame, why: Message) -> Observation:
        return Observation(Watching.UNREADABLE, why, lens=self._draw(frame))

    def _draw(self, frame: Frame) -> bytes | None:
        if not self._annotated or frame.taken_s - self._drawn_s < ANNOTATED_EVERY_S:
            return None
        self._drawn_s = frame.taken_s
        shown = frame.bgr if self._watch is None else annotate(frame.bgr, self._watch.reader)
        done, jpeg = cv2.imencode(".jpg", shown)
        return jpeg.tobytes() if done else None
