"""How time passes at the virtual table: by the clock, or frame by frame."""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Protocol

from companion.adapters.camera_thread import hand_in

if TYPE_CHECKING:
    from companion.adapters.board_observer import BoardObserver
    from companion.service import Service
    from vision.cameras.frame import Frame
    from vision.simulate import VirtualCamera

FRAMES_A_SECOND = 8
"""Of the virtual camera: what a Raspberry Pi reads in its stride."""
FRAMES_KEPT = 2 * FRAMES_A_SECOND
"""Frames that can still be looked at when something has gone wrong."""


class TableClock(Protocol):
    """Time at the table."""

    def pause(self, seconds: float) -> None:
        """Let this much time pass while the table lies as it is; a camera may look meanwhile."""
        ...

    @property
    def now_s(self) -> float:
        """The table's own time."""
        ...

    @property
    def over(self) -> bool:
        """Whether the virtual players are to break up."""
        ...


class WallClock:
    """Seconds on the clock, until somebody says stop."""

    def __init__(self) -> None:
        self._stop = threading.Event()

    @property
    def over(self) -> bool:
        """Whether `stop` was called."""
        return self._stop.is_set()

    @property
    def now_s(self) -> float:
        """The clock."""
        return time.monotonic()

    def pause(self, seconds: float) -> None:
        """Wait, or return at once when the virtual players are over."""
        self._stop.wait(seconds)

    def stop(self) -> None:
        """Break up the virtual players."""
        self._stop.set()


class FrameClock:
    """Virtual time: a pause is as many frames as a camera would take in it, each looked at in turn."""

    def __init__(self, camera: VirtualCamera, observer: BoardObserver, service: Service) -> None:
        self._camera = camera
        self._observer = observer
        self._service = service
        self.now_s = 0.0
        self.over = False
        self.lately: deque[Frame] = deque(maxlen=FRAMES_KEPT)
        """The frames looked at last."""

    def pause(self, seconds: float) -> None:
        """Take the frames of this time, as fast as they can be drawn and read."""
        for _ in range(round(seconds * FRAMES_A_SECOND)):
            frame = self._camera.frame()
            self.now_s = frame.taken_s
            self.lately.append(frame)
            hand_in(frame, self._observer, self._service, wait=True)
