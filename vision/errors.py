"""What can go wrong with seeing::

VisionError
├── CameraError (also OSError)          no camera, busy, unplugged
├── PictureError (also ValueError)      not a picture, no board in it
├── CalibrationError (also ValueError)  a calibration that cannot be made or read
└── LayoutError (also ValueError)       a description of a board that cannot be used
"""

from __future__ import annotations


class VisionError(Exception):
    """Root of every error this package raises on purpose; the text is one sentence for the user."""


class CameraError(VisionError, OSError):
    """The camera is not there, is busy or went away; the text says what to do."""


class PictureError(VisionError, ValueError):
    """A file is no picture, or shows no board."""


class CalibrationError(VisionError, ValueError):
    """A calibration cannot be made from these pictures, or read from this file."""


class LayoutError(VisionError, ValueError):
    """A layout file is not understood, or describes no Niagara board."""
