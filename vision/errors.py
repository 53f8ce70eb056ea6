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
    GONE = "gone"
    """It filmed, and delivers nothing any more."""
    NOT_YET = "not-yet"
    """It was opened just now; its first picture is still to come."""
    PICTURE = "picture"
    """A picture came that could not be looked at."""
    OTHER = "other"
    """Anything else; only the text says it."""


class CameraError(VisionError, OSError):
    """The camera is not there, is busy or went away; the text says what to do."""

    def __init__(self, text: str, trouble: CameraTrouble = CameraTrouble.OTHER) -> None:
        super().__init__(text)
        self.trouble = trouble


class PictureError(VisionError, ValueError):
    """A file is no picture, or shows no board."""


class CalibrationTrouble(StrEnum):
    """Why a calibration cannot be made, for those who say it in other words than the error's text."""

    NO_BOARD = "no-board"
    """The empty picture shows no board."""
    ANOTHER_PLACE = "another-place"
    """The two pictures were not taken from one place."""
    COVERED = "covered"
    """Hands or boxes lie over the board."""
    EMPTY_SET_UP = "empty-set-up"
    """Nothing is set up in the set-up picture."""
    NO_CANOES = "no-canoes"
    """No canoe is seen on the beaches of the set-up picture."""
    NO_JOE = "no-joe"
    """Joe's canoe is not seen on the first river space, which the error's ``places`` name."""
    CORNERS = "corners"
    """The corners that somebody showed form no board."""
    UNKNOWN_BOARD = "unknown-board"
    """The picture does not show the board that was calibrated."""
    UNREADABLE = "unreadable"
    """The picture is too dark or blurred."""
    LIES_OTHERWISE = "lies-otherwise"
    """The pieces do not lie as the game has them; the error's ``places`` say where."""
    NOT_OPENED = "not-opened"
    """The calibration's file cannot be opened."""
    NO_CALIBRATION = "no-calibration"
    """The file is no calibration, or a damaged one."""
    OTHER_VERSION = "other-version"
    """Another version of the companion wrote the file."""
    TOO_LITTLE = "too-little"
    """Too little of the board is told to be sure of anything."""
    OTHER = "other"
    """Anything else; only the text says it."""


class CalibrationError(VisionError, ValueError):
    """A calibration cannot be made from these pictures, or read from this file."""

    def __init__(
        self,
        text: str,
        trouble: CalibrationTrouble = CalibrationTrouble.OTHER,
        places: tuple[str, ...] = (),
    ) -> None:
        super().__init__(text)
        self.trouble = trouble
        self.places = places


class LayoutError(VisionError, ValueError):
    """A layout file is not understood, or describes no Niagara board."""
