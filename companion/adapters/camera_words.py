"""What a camera that does not film says, in the catalogue's words: for the doctor, and for the players' page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.message import Message
from vision.errors import CameraTrouble

if TYPE_CHECKING:
    from vision.errors import CameraError

_BY_KIND = (CameraTrouble.ABSENT, CameraTrouble.GONE)
"""Troubles whose cure is another one for a Pi camera's ribbon cable than for a plug."""


def trouble_key(name: str, trouble: CameraTrouble) -> str:
    """Names the sentences for a camera of this name: ``doctor.says.KEY`` and ``doctor.cure.KEY``."""
    if trouble in _BY_KIND:
        return f"camera-{trouble}-{'pi' if name.startswith('picamera2') else 'usb'}"
    return f"camera-{trouble}"


def away_message(name: str, error: CameraError) -> Message:
    """Why the camera shows nothing, and what to do."""
    key, values = trouble_key(name, error.trouble), {"name": name, "reason": str(error)}
    what, cure = Message(f"doctor.says.{key}", values), Message(f"doctor.cure.{key}", values)
    return Message("camera.away", {"what": what, "cure": cure})
