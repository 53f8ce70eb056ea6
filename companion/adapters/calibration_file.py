"""Keeping a calibration: written so that a power cut leaves the old or the new one, whole.

Beside what `vision.calibration.file` reads, the file holds the two pictures that were learnt from, as the camera took
them, with everything but the board made black: by them kept pictures of this table can be read anywhere.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import cv2

from companion.errors import CalibrationUnusable
from companion.files import write_safely
from vision.calibration.file import calibration_to_zip, load_calibration
from vision.errors import CalibrationError
from vision.overlay.board_only import board_only

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from vision.calibration.model import Calibration

JPEG_QUALITY = 95
"""Of pictures that others are to learn from, 0 to 100. More takes more room, less blurs the gems."""
_EMPTY, _SET_UP = "camera/empty.jpg", "camera/setup.jpg"


@dataclass(frozen=True, slots=True)
class CalibrationPictures:
    """The two pictures that a calibration was learnt from, as JPEG, black but for the board."""

    empty: bytes
    set_up: bytes

    @classmethod
    def of(cls, empty_bgr: NDArray[np.uint8], setup_bgr: NDArray[np.uint8], learnt: Calibration) -> Self:
        """Those of pictures (height, width, 3) from which the calibration ``learnt`` was made."""
        empty, set_up = (
            to_jpeg(board_only(bgr, learnt.pose, learnt.layout.size)) for bgr in (empty_bgr, setup_bgr)
        )
        return cls(empty, set_up)


def to_jpeg(bgr: NDArray[np.uint8]) -> bytes:
    """A picture as JPEG: pixels and nothing else, neither place nor time nor name of a camera."""
    _, jpeg = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return jpeg.tobytes()


def save_calibration(
    calibration: Calibration, path: Path, pictures: CalibrationPictures | None = None
) -> None:
    """Write the calibration's file; raises `CalibrationError` when it cannot be written there.

    A device or a pipe is refused: a calibration is read back from where it was written.
    """
    if path.exists() and not path.is_file():
        message = f"{path}: the calibration cannot be written there (not a file)"
        raise CalibrationError(message)
    content = io.BytesIO(calibration_to_zip(calibration))
    if pictures is not None:
        with zipfile.ZipFile(content, "a") as file:
            file.writestr(_EMPTY, pictures.empty)
            file.writestr(_SET_UP, pictures.set_up)
    try:
        write_safely(path, content.getvalue())
    except OSError as error:
        message = f"{path}: the calibration cannot be written there ({error.strerror})"
        raise CalibrationError(message) from error


def calibration_pictures(path: Path) -> CalibrationPictures | None:
    """The pictures that the calibration in this file was learnt from; ``None`` where it holds none."""
    try:
        with zipfile.ZipFile(path) as file:
            return CalibrationPictures(file.read(_EMPTY), file.read(_SET_UP))
    except (OSError, zipfile.BadZipFile, KeyError):
        return None


def check_calibration(path: Path) -> None:
    """Whether a table can go on with the calibration in this file; raises `CalibrationUnusable` with the reason."""
    try:
        load_calibration(path)
    except CalibrationError as error:
        raise CalibrationUnusable(str(error)) from error
