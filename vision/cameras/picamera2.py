"""The Raspberry Pi's camera; picamera2 is imported here, and only when the camera is opened."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Self

import cv2
import numpy as np

from vision.errors import CameraError
from vision.frame import Frame

if TYPE_CHECKING:
    from types import TracebackType

    from numpy.typing import NDArray

SIZE_PX = (1280, 720)
WARM_UP_S = 1.5
"""Automatic exposure and white balance settle in this time; then they are locked."""
_TO_BGR = {
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "BGR888": cv2.COLOR_RGB2BGR,
}
"""What the camera really gives, by its format's name; ``RGB888`` is B, G, R in memory already."""


def to_bgr(array: NDArray[np.uint8], pixel_format: str) -> NDArray[np.uint8]:
    """A captured array as (height, width, 3) BGR; raises `CameraError` for a format that is not known."""
    if pixel_format == "RGB888":
        return array
    if pixel_format not in _TO_BGR:
        known = ", ".join(("RGB888", *_TO_BGR))
        raise CameraError(f"the camera delivers {pixel_format} pictures; expected one of {known}")
    return np.asarray(cv2.cvtColor(array, _TO_BGR[pixel_format]), np.uint8)


class PiCamera:
    """The first camera of the Pi, with exposure, gain, colours and focus locked after a warm-up."""

    def __init__(self, number: int = 0) -> None:
        self._number = number
        self._camera: Any = None
        self._format = ""
        self._taken = 0

    @property
    def name(self) -> str:
        """What a person calls it."""
        return "picamera2"

    def __enter__(self) -> Self:
        try:
            from picamera2 import Picamera2  # noqa: PLC0415 - there only on a Pi, and only when opened
        except ImportError as error:
            raise CameraError(
                "picamera2 is not installed: sudo apt install python3-picamera2, and make the environment with "
                "--system-site-packages"
            ) from error
        if len(Picamera2.global_camera_info()) <= self._number:
            raise CameraError(
                "no Pi camera was found: switch the Pi off, check the ribbon cable, start again"
            )
        try:
            self._camera = Picamera2(self._number)
            self._start()
        except RuntimeError as error:
            self._close()
            raise CameraError(
                f"the Pi camera is busy; stop the other program that uses it ({error})"
            ) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def frame(self) -> Frame | None:
        """The newest picture."""
        if self._camera is None:
            raise CameraError("the Pi camera is closed")
        try:
            array = self._camera.capture_array("main")
        except RuntimeError as error:
            raise CameraError(f"the Pi camera went away; check the ribbon cable ({error})") from error
        self._taken += 1
        return Frame(to_bgr(np.asarray(array, np.uint8), self._format), self._taken, time.monotonic())

    def _start(self) -> None:
        camera = self._camera
        camera.configure(camera.create_video_configuration(main={"format": "RGB888", "size": SIZE_PX}))
        # The camera may give another format than was asked for: what it says now is what arrives.
        self._format = str(camera.camera_configuration()["main"]["format"])
        camera.start()
        time.sleep(WARM_UP_S)
        self._lock(camera.capture_metadata())

    def _lock(self, metadata: dict[str, Any]) -> None:
        """Keep exposure and colours as they are now, as far as this camera has these controls."""
        wanted = {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": metadata.get("ExposureTime"),
            "AnalogueGain": metadata.get("AnalogueGain"),
            "ColourGains": metadata.get("ColourGains"),
            "AfMode": 0,
            "LensPosition": metadata.get("LensPosition"),
        }
        known = self._camera.camera_controls
        controls = {name: value for name, value in wanted.items() if name in known and value is not None}
        if controls:
            self._camera.set_controls(controls)

    def _close(self) -> None:
        if self._camera is not None:
            self._camera.close()
            self._camera = None
