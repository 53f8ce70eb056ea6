"""What cameras are asked for when nobody says otherwise, and how long they may be silent."""

import sys
import time
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision.cameras import LiveCamera
from vision.cameras.frame import tells_pace
from vision.cameras.picamera2 import PiCamera
from vision.errors import CameraError


@pytest.mark.parametrize(("lasted_s", "told"), [(1.8, False), (2.2, True)])
def test_two_seconds_of_filming_tell_a_cameras_pace(lasted_s, told):
    assert tells_pace(lasted_s) is told


class Capture:
    """OpenCV's capture: keeps what it is asked for, and has no picture."""

    def __init__(self, source, _backend, limits=(), *, there=True):
        self.source, self.there, self.asked = source, there, dict(zip(limits[::2], limits[1::2], strict=True))

    def isOpened(self):  # noqa: N802 - OpenCV's own name
        return self.there

    def set(self, what, value):
        self.asked[what] = value

    def read(self):
        return False, None

    def release(self):
        self.there = False


@pytest.fixture
def captures(monkeypatch):
    made = []

    def make(source, backend, limits=()):
        made.append(Capture(source, backend, limits, there=isinstance(source, int)))
        return made[-1]

    monkeypatch.setattr(cv2, "VideoCapture", make)
    return made


def test_a_webcam_is_asked_for_a_picture_as_sharp_as_the_pi_cameras(captures):
    with LiveCamera(0):
        (capture,) = captures
    assert capture.asked[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert capture.asked[cv2.CAP_PROP_FRAME_WIDTH] / capture.asked[cv2.CAP_PROP_FRAME_HEIGHT] == 16 / 9


def test_a_network_camera_may_be_silent_for_five_seconds(captures):
    with pytest.raises(CameraError, match="no camera answers"):
        LiveCamera("rtsp://127.0.0.1/film").__enter__()
    (capture,) = captures
    for what in (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, cv2.CAP_PROP_READ_TIMEOUT_MSEC):
        assert capture.asked[what] == pytest.approx(5000, rel=0.1)


class Picamera2:
    """The Pi camera's library, as far as it is used: keeps what it is asked for."""

    sensor_resolution = (4608, 2592)
    camera_controls = ("FrameDurationLimits", "AfMode", "AeEnable")

    def __init__(self, _number):
        self.waited_s, self.controls, self.streams = [], {}, {}

    @staticmethod
    def global_camera_info():
        return [{}]

    def create_preview_configuration(self, main, lores=None, sensor=None):
        self.streams = {"main": main["size"], "lores": lores["size"], "sensor": sensor["output_size"]}
        return {"main": main, "lores": lores, "colour_space": SimpleNamespace(range="Range.Full")}

    def configure(self, configuration):
        self.configuration = configuration

    def camera_configuration(self):
        return self.configuration

    def set_controls(self, controls):
        self.controls = controls | self.controls

    def start(self):
        pass

    def close(self):
        pass

    def capture_metadata(self, *, wait):
        assert not wait
        return {}

    def capture_request(self, *, wait):
        assert not wait
        width, height = self.streams["main"]
        return SimpleNamespace(
            get_metadata=dict,
            make_array=lambda _: np.zeros((height, width, 3), np.uint8),
            request=SimpleNamespace(sequence=1),
            release=lambda: None,
        )

    def wait(self, job, timeout):
        self.waited_s.append(timeout)
        return job


@pytest.fixture
def asked(monkeypatch):
    """The Pi's camera after it was opened and gave one picture, and how long that was slept through."""
    naps_s = []
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Picamera2))
    monkeypatch.setattr(time, "sleep", naps_s.append)
    with PiCamera() as camera:
        camera.frame()
        library = camera._camera
    return SimpleNamespace(library=library, naps_s=naps_s)


def test_the_pi_camera_films_eight_pictures_a_second(asked):
    shortest_us, longest_us = asked.library.controls["FrameDurationLimits"]
    assert shortest_us == longest_us == 125_000


def test_the_pi_cameras_large_stream_is_for_reading_and_the_small_one_a_quarter_as_wide(asked):
    assert asked.library.streams["main"] == (1280, 720)
    assert asked.library.streams["lores"] == (1280 // 4, 720 // 4)
    assert asked.library.streams["sensor"] == (2304, 1296), "the whole sensor, its pixels put together"


def test_the_pi_camera_has_two_seconds_to_find_light_and_focus(asked):
    assert sum(asked.naps_s) == pytest.approx(2.0, abs=0.2)
    # libcamera counts: 0 is manual, 1 a single search, 2 continuous.
    assert asked.library.controls["AfMode"] == 2
    assert asked.library.controls["AeEnable"] is False


def test_the_pi_camera_may_be_silent_for_five_seconds(asked):
    assert len(asked.library.waited_s) == 2
    assert asked.library.waited_s == pytest.approx([5.0, 5.0], rel=0.1)
