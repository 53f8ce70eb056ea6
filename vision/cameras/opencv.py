"""Webcams, network cameras and films through OpenCV."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Self

import cv2
import numpy as np

from vision.errors import CameraError
from vision.frame import Frame

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

SILENT_S = 5.0
"""A live camera that delivers nothing for this long has gone away."""


class FilmCamera:
    """A film: every picture in its order, none skipped, ``None`` after the last."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._capture: cv2.VideoCapture | None = None
        self._number = 0

    @property
    def name(self) -> str:
        """The film's file."""
        return str(self._path)

    def __enter__(self) -> Self:
        capture = cv2.VideoCapture(str(self._path))
        if not capture.isOpened():
            capture.release()
            raise CameraError(f"{self._path}: not a film that can be read; expected AVI, MP4 or WebM")
        self._capture, self._number = capture, 0
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def frame(self) -> Frame | None:
        """The next picture."""
        if self._capture is None:
            raise CameraError(f"{self._path}: the film is closed")
        there, bgr = self._capture.read()
        if not there:
            return None
        self._number += 1
        return Frame(np.asarray(bgr, np.uint8), self._number, time.monotonic())


class LiveCamera:
    """A live source: a thread keeps the newest picture, so a slow reader never holds the camera up."""

    def __init__(self, name: str, source: int | str) -> None:
        self._name = name
        self._source = source
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._given = 0
        self._open = False
        self._gone = False
        self._thread: threading.Thread | None = None

    @property
    def name(self) -> str:
        """What a person calls it."""
        return self._name

    def __enter__(self) -> Self:
        # OpenCV says on standard error what the `CameraError` below says in words.
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
        capture = cv2.VideoCapture(self._source)
        if not capture.isOpened():
            capture.release()
            raise CameraError(
                f"{self._name}: no camera answers there; check the cable, the number or the address"
            )
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
            self._changed.wait_for(self._has_news, SILENT_S)
            if self._newest is not None and self._newest.number > self._given:
                self._given = self._newest.number
                return self._newest
            raise CameraError(f"{self._name}: the camera went away; check its cable or its network")

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
