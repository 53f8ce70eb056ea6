"""What can go wrong with seeing::

VisionError
├── CameraError (also OSError)          no camera, busy, unplugged
├── PictureError (also ValueError)      not a picture, no board in it
├── CalibrationError (also ValueError)  a calibration that cannot be made or read
└── LayoutError (also ValueError)       a description of a board that cannot be used
"""

from __future__ import annotations

from enum import StrEnum


class VisionError(Exception):
    """Root of every error this package raises on purpose; the text is one sentence for the user."""


class CameraTrouble(StrEnum):
    """What is the matter with a camera, for those who say it in other words than the error's text."""

    NO_SOURCE = "no-source"
    """The settings name no camera, film or folder that exists."""
    ABSENT = "absent"
    """Nothing is plugged in there."""
    BUSY = "busy"
    """Another program has it."""
    NO_ANSWER = "no-answer"
    """Nothing answers at a network camera's address."""
    NO_LIBRARY = "no-library"
    """The Pi camera's library is not installed."""
    OTHER_NUMPY = "other-numpy"
    """The Pi camera's library was made for another numpy."""
    NO_PICTURE = "no-picture"
    """A film or folder without a picture that can be read."""
    OTHER = "other"
    """Anything else; only the text says it."""


class CameraError(VisionError, OSError):
    """The camera is not there, is busy or went away; the text says what to do."""

    def __init__(self, text: str, trouble: CameraTrouble = CameraTrouble.OTHER) -> None:
        super().__init__(text)
        self.trouble = trouble


class PictureError(VisionError, ValueError):
    """A file is no picture, or shows no board."""


class CalibrationError(VisionError, ValueError):
    """A calibration cannot be made from these pictures, or read from this file."""


class LayoutError(VisionError, ValueError):
    """A layout file is not understood, or describes no Niagara board."""
