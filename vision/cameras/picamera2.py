"""The Raspberry Pi's camera; picamera2 is imported here, and only when the camera is opened."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import cv2
import numpy as np

from vision.cameras.frame import Frame
from vision.errors import CameraError, CameraTrouble

if TYPE_CHECKING:
    from collections.abc import Container, Mapping
    from types import TracebackType

    from numpy.typing import NDArray

SIZE_PX = (1280, 720)
"""Width and height of the pictures that are read. More is slower to read, less loses the gems."""
GATE_SIZE_PX = (320, 180)
"""Width and height of the small stream, made in hardware, in which movement is looked for. More costs more, less
overlooks a gem taken."""
FRAMES_A_SECOND = 8
"""Often enough to see a hand come and go, seldom enough to leave a small Pi its time and the sensor its light. More
costs time and makes dim rooms dark, less loses a river that is pushed quickly."""
WARM_UP_S = 2.0
"""Seconds in which automatic exposure, white balance and focus settle; then they are locked. More keeps players
waiting, less locks what has not settled."""
SILENT_S = 5.0
"""A camera that delivers nothing for so many seconds has gone away. More leaves players waiting before a loose cable,
less gives a camera up that only stutters."""
_FROM_YUV = {"NV12": cv2.COLOR_YUV2BGR_NV12, "YUV420": cv2.COLOR_YUV2BGR_I420}
_FROM_RGB = {
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "BGR888": cv2.COLOR_RGB2BGR,
}
"""What the camera may really give, by its format's name; ``RGB888`` is B, G, R in memory already."""
_CONTINUOUS_FOCUS = 2
_MANUAL_FOCUS = 0
"""libcamera's numbers for its modes of focusing (`AfMode`)."""


class PiCamera:
    """One of the Pi's cameras, with exposure, gain, colours and focus locked after a warm-up.

    Picamera2 runs its own thread and keeps only the newest picture, so a slow reader never holds the camera up.
    """

    def __init__(self, number: int = 0, *, warm_up_s: float = WARM_UP_S, silent_s: float = SILENT_S) -> None:
        self._number = number
        self._warm_up_s = warm_up_s
        self._silent_s = silent_s
        self._camera: Any = None
        self._main = Stream("", SIZE_PX)
        self._small_size_px: tuple[int, int] | None = None

    @property
    def name(self) -> str:
        """What a person calls it."""
        return "picamera2" if self._number == 0 else f"picamera2:{self._number}"

    def __enter__(self) -> Self:
        picamera2 = _picamera2()
        there = len(picamera2.global_camera_info())
        if there <= self._number:
            found = "no camera was found" if there == 0 else f"there are only {there} cameras"
            raise CameraError(
                f"{self.name}: {found}; switch the Pi off, check the ribbon cable, start again",
                CameraTrouble.ABSENT,
            )
        try:
            self._camera = picamera2(self._number)
            self._configure()
            self._camera.start()
            self._warm_up()
        except (RuntimeError, TimeoutError) as error:
            self._close()
            message = f"{self.name}: the camera is busy; stop the other program that uses it ({error})"
            raise CameraError(message, CameraTrouble.BUSY) from error
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def frame(self) -> Frame | None:
        """The newest picture not yet given; its number is the camera's own, so gaps tell what was skipped."""
        if self._camera is None:
            raise CameraError(f"{self.name}: the camera is closed; open it before asking for pictures")
        try:
            request = self._camera.wait(self._camera.capture_request(wait=False), timeout=self._silent_s)
        except (RuntimeError, TimeoutError) as error:
            message = (
                f"{self.name}: the camera went away; switch the Pi off, check the ribbon cable, start again"
            )
            raise CameraError(message, CameraTrouble.GONE) from error
        try:
            # Nanoseconds since the Pi started: the monotonic clock, as a Pi never sleeps.
            taken_s = request.get_metadata().get("SensorTimestamp", time.monotonic_ns()) / 1e9
            return Frame(
                to_bgr(request.make_array("main"), self._main),
                request.request.sequence,
                taken_s,
                self._grey(request),
            )
        finally:
            request.release()

    def _configure(self) -> None:
        """Ask for both streams, or for the large one alone where the camera has no small one."""
        main = {"format": "RGB888", "size": SIZE_PX}
        # Left alone, Picamera2 takes the sensor's mode nearest to the picture's size: on Camera Modules 2 and 3 one
        # that shows the middle only. The mode at half the sensor's size puts its pixels together and shows everything.
        width, height = self._camera.sensor_resolution
        sensor = {"output_size": (width // 2, height // 2)}
        # A preview's colours use the whole range from 0 to 255, a video's do not.
        described = self._camera.create_preview_configuration
        try:
            small = {"format": "YUV420", "size": GATE_SIZE_PX}
            self._camera.configure(described(main, lores=small, sensor=sensor))
        except RuntimeError:
            self._camera.configure(described(main, sensor=sensor))
        # The camera may give other formats and sizes than were asked for: what it says now is what arrives.
        given = self._camera.camera_configuration()
        full_range = str(given["colour_space"].range).endswith("Full")
        self._main = Stream(str(given["main"]["format"]), given["main"]["size"], full_range=full_range)
        self._small_size_px = given["lores"]["size"] if given.get("lores") else None

    def _warm_up(self) -> None:
        """Let the automatics find exposure, colours and focus, then keep them."""
        camera = self._camera
        pace_us = round(1e6 / FRAMES_A_SECOND)
        wanted = {"FrameDurationLimits": (pace_us, pace_us), "AfMode": _CONTINUOUS_FOCUS}
        camera.set_controls(supported(wanted, camera.camera_controls))
        time.sleep(self._warm_up_s)
        metadata = camera.wait(camera.capture_metadata(wait=False), timeout=self._silent_s)
        camera.set_controls(supported(locks(metadata), camera.camera_controls))

    def _grey(self, request: Any) -> NDArray[np.uint8] | None:
        if self._small_size_px is None:
            return None
        width, height = self._small_size_px
        # In a YUV picture the first plane is the brightness; its rows may be padded.
        return np.asarray(request.make_array("lores")[:height, :width], np.uint8)

    def _close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            # A camera that never started cannot be stopped, and says so; what it holds is given back all the same.
            with suppress(RuntimeError):
                camera.close()


@dataclass(frozen=True, slots=True)
class Stream:
    """How the pictures of a stream lie in memory: format, width and height, and for YUV the range of its values."""

    pixel_format: str
    size_px: tuple[int, int]
    full_range: bool = True
    """Brightness runs from 0 to 255, not from 16 to 235."""


def to_bgr(array: NDArray[np.uint8], stream: Stream) -> NDArray[np.uint8]:
    """A captured array as (height, width, 3) BGR, without the padding that rows of a YUV picture may have.

    Raises `CameraError` for a format that is not known.
    """
    width, height = stream.size_px
    if stream.pixel_format == "RGB888":
        bgr = array
    elif stream.pixel_format in _FROM_RGB:
        bgr = np.asarray(cv2.cvtColor(array, _FROM_RGB[stream.pixel_format]), np.uint8)
    elif stream.pixel_format in _FROM_YUV:
        bgr = _from_yuv(array, stream)
    else:
        known = ", ".join(("RGB888", *_FROM_RGB, *_FROM_YUV))
        raise CameraError(f"the camera delivers {stream.pixel_format} pictures; expected one of {known}")
    return np.ascontiguousarray(bgr[:height, :width])


def _from_yuv(array: NDArray[np.uint8], stream: Stream) -> NDArray[np.uint8]:
    if not stream.full_range:
        return np.asarray(cv2.cvtColor(array, _FROM_YUV[stream.pixel_format]), np.uint8)
    # OpenCV converts the full range only from a picture in which every pixel has its own colour.
    width, height = stream.size_px
    brightness, colour = array[:height, :width], array[height:]
    if stream.pixel_format == "NV12":
        blue, red = cv2.split(colour.reshape(height // 2, -1, 2))
    else:
        blue, red = colour.reshape(2, height // 2, -1)
    # The padding is cut off first: smooth colours would take it up at the edge.
    whole = [cv2.resize(half[:, : width // 2], (width, height)) for half in (red, blue)]
    return np.asarray(cv2.cvtColor(cv2.merge([brightness, *whole]), cv2.COLOR_YCrCb2BGR), np.uint8)


def locks(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """The controls that keep exposure, gain, colours and focus as a picture's ``metadata`` has them."""
    automatics = {"AeEnable": False, "AwbEnable": False, "AfMode": _MANUAL_FOCUS}
    found = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
    return automatics | {name: metadata[name] for name in found if name in metadata}


def supported(wanted: Mapping[str, Any], controls: Container[str]) -> dict[str, Any]:
    """Those of the wanted controls that this camera has; it refuses all when one is unknown to it."""
    return {name: value for name, value in wanted.items() if name in controls}


def _picamera2() -> Any:
    """The class, imported now; raises `CameraError` with the cure where that does not work."""
    # libcamera tells every step on standard error unless it is asked not to.
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    try:
        from picamera2 import Picamera2  # noqa: PLC0415 - there only on a Pi, and only when opened
    except ImportError as error:
        message = (
            "picamera2: the camera's library is not installed; run: sudo apt install python3-picamera2, and make the "
            "environment with --system-site-packages"
        )
        raise CameraError(message, CameraTrouble.NO_LIBRARY) from error
    except ValueError as error:
        # Its compiled parts were made for another numpy; that is how they say so.
        message = (
            "picamera2: the camera's library does not fit the numpy in this environment; "
            f"run: pip uninstall numpy, and use the system's ({error})"
        )
        raise CameraError(message, CameraTrouble.OTHER_NUMPY) from error
    return Picamera2
