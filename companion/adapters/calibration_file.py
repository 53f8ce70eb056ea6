"""Keeping a calibration: written so that a power cut leaves the old or the new one, whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.errors import CalibrationUnusable
from companion.files import write_safely
from vision.calibration.file import calibration_to_zip, load_calibration
from vision.errors import CalibrationError

if TYPE_CHECKING:
    from pathlib import Path

    from vision.calibration.model import Calibration


def save_calibration(calibration: Calibration, path: Path) -> None:
    """Write the calibration's file; raises `CalibrationError` when it cannot be written there.

    A device or a pipe is refused: a calibration is read back from where it was written.
    """
    if path.exists() and not path.is_file():
        message = f"{path}: the calibration cannot be written there (not a file)"
        raise CalibrationError(message)
    try:
        write_safely(path, calibration_to_zip(calibration))
    except OSError as error:
        message = f"{path}: the calibration cannot be written there ({error.strerror})"
        raise CalibrationError(message) from error


def check_calibration(path: Path) -> None:
    """Whether a table can go on with the calibration in this file; raises `CalibrationUnusable` with the reason."""
    try:
        load_calibration(path)
    except CalibrationError as error:
        raise CalibrationUnusable(str(error)) from error
