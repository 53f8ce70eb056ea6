"""Cameras: one interface, whatever delivers the pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vision.cameras.film import FilmCamera
from vision.cameras.folder import FolderCamera
from vision.cameras.live import LiveCamera
from vision.cameras.picamera2 import PiCamera
from vision.errors import CameraError, CameraTrouble

if TYPE_CHECKING:
    from vision.cameras.frame import Camera

EXPECTED = "expected picamera2, picamera2:N, usb:N, a http or rtsp address, a film, or a folder of pictures"


def open_camera(spec: str) -> Camera:
    """The camera a person means by ``spec``; nothing is opened before ``with``. Raises `CameraError`."""
    kind, _, number = spec.partition(":")
    if kind in ("picamera2", "usb") and (number.isdigit() or spec == "picamera2"):
        return PiCamera(int(number or 0)) if kind == "picamera2" else LiveCamera(int(number))
    if spec.split("://", maxsplit=1)[0] in ("http", "https", "rtsp"):
        return LiveCamera(spec)
    path = Path(spec)
    if path.is_dir():
        return FolderCamera(path)
    if path.is_file():
        return FilmCamera(path)
    raise CameraError(f"{spec}: no such camera, film or folder; {EXPECTED}", CameraTrouble.NO_SOURCE)
