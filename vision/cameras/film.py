"""A film as a camera: every picture in its order, in the film's own time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import cv2
import numpy as np

from vision.cameras.frame import Frame
from vision.errors import CameraError, CameraTrouble

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType


class FilmCamera:
    """A film: none of its pictures is skipped, and ``taken_s`` is the place in the film.

    However fast a computer reads it, a film therefore lasts as long as it did when it was taken.
    """

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
            raise CameraError(
                f"{self._path}: not a film that can be read; expected AVI, MP4 or WebM",
                CameraTrouble.NO_PICTURE,
            )
        self._capture, self._number = capture, 0
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def frame(self) -> Frame | None:
        """The next picture; ``None`` after the last one."""
        if self._capture is None:
            raise CameraError(f"{self._path}: the film is closed; open it before asking for pictures")
        there, bgr = self._capture.read()
        if not there:
            return None
        self._number += 1
        place_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return Frame(np.asarray(bgr, np.uint8), self._number, place_s)
