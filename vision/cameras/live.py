"""Webcams and network cameras through OpenCV."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

import cv2
import numpy as np

from vision.cameras.frame import Frame
from vision.errors import CameraError, CameraTrouble

if TYPE_CHECKING:
    from types import TracebackType

SILENT_S = 5.0
"""A live camera that delivers nothing for so many seconds has gone away. More leaves players waiting before a pulled
cable, less gives a camera up whose network stutters."""
SIZE_PX = (1280, 720)
"""Width and height that a webcam is asked for: unasked it gives 640x480. More is slower to read, less loses the gems;
at this size most of them manage only MJPG."""


class LiveCamera:
    """A live source: a thread keeps the newest picture, so a slow reader never holds the camera up."""

    def __init__(self, source: int | str, *, silent_s: float = SILENT_S) -> None:
        self._source = source
        self._silent_s = silent_s
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._given = 0
        self._open = False
        self._gone = False
        self._thread: threading.Thread | None = None

    @property
    def name(self) -> str:
        """What a person calls it; the password of a network camera is left out."""
        return f"usb:{self._source}" if isinstance(self._source, int) else without_password(self._source)

    def __enter__(self) -> Self:
        # OpenCV says on standard error what the `CameraError` below says in words.
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
        capture = self._capture()
        if not capture.isOpened():
            capture.release()
            trouble, text = self._why_not()
            raise CameraError(f"{self.name}: {text}", trouble)
        self._newest, self._given, self._open, self._gone = None, 0, True, False
        self._thread = threading.Thread(
            target=self._fetch, args=(capture,), name="niagara-camera", daemon=True
        )
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._changed:
            self._open = False
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def frame(self) -> Frame | None:
        """The newest picture not yet given; raises `CameraError` when the camera went away."""
        with self._changed:
            if not self._open:
                raise CameraError(f"{self.name}: the camera is closed; open it before asking for pictures")
            self._changed.wait_for(self._has_news, self._silent_s)
            if self._newest is not None and self._newest.number > self._given:
                self._given = self._newest.number
                return self._newest
            raise CameraError(
                f"{self.name}: the camera went away; check its cable, power and network", CameraTrouble.GONE
            )

    def _capture(self) -> cv2.VideoCapture:
        if isinstance(self._source, str):
            patience_ms = round(self._silent_s * 1000)
            # Without these a camera that hangs holds its reader, and everything that waits for it, for half a minute.
            limits = [
                cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
                patience_ms,
                cv2.CAP_PROP_READ_TIMEOUT_MSEC,
                patience_ms,
            ]
            return cv2.VideoCapture(self._source, cv2.CAP_FFMPEG, limits)
        capture = cv2.VideoCapture(self._source, cv2.CAP_V4L2)
        if capture.isOpened():
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE_PX[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE_PX[1])
        return capture

    def _why_not(self) -> tuple[CameraTrouble, str]:
        """Why the camera could not be opened, and what to do."""
        if isinstance(self._source, str):
            return (
                CameraTrouble.NO_ANSWER,
                "no camera answers at this address; check that it is switched on, and the address",
            )
        if Path(f"/dev/video{self._source}").exists():
            return (
                CameraTrouble.BUSY,
                "the camera is busy or cannot film; stop the other program that uses it, or try another number",
            )
        others = sorted(int(path.name.removeprefix("video")) for path in Path("/dev").glob("video[0-9]*"))
        instead = f"try {', '.join(f'usb:{number}' for number in others)}" if others else "plug a webcam in"
        return CameraTrouble.ABSENT, f"no camera is there; {instead}"

    def _has_news(self) -> bool:
        return self._gone or (self._newest is not None and self._newest.number > self._given)

    def _fetch(self, capture: cv2.VideoCapture) -> None:
        number = 0
        try:
            while self._open:
                there, bgr = capture.read()
                with self._changed:
                    if not there:
                        self._gone = True
                        self._changed.notify_all()
                        return
                    number += 1
                    self._newest = Frame(np.asarray(bgr, np.uint8), number, time.monotonic())
                    self._changed.notify_all()
        finally:
            capture.release()


def without_password(address: str) -> str:
    """The address of a network camera as it may be shown and logged."""
    return re.sub(r"(?<=//)[^/@]*@", "", address)
