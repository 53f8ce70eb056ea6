"""The Pi camera's driver on the real Picamera2 class: the contract of all cameras, and what is its own."""

import cv2
import numpy as np
import pytest
from camera_contract import LiveContract, one_sentence_with_cure
from conftest import SESSION
from stand_ins import number_of

from vision.cameras.picamera2 import GATE_SIZE_PX, PiCamera
from vision.errors import CameraError


class Ribbon:
    """Pulling it leaves Picamera2 running, with no picture coming out of it any more."""

    def __init__(self, camera):
        self._camera = camera

    def pull(self):
        self._camera._camera.process_requests = _deliver_nothing

    def plug(self):
        """Nothing is left to do: opening starts the camera anew."""


def _deliver_nothing(display):
    """In place of Picamera2's step that hands pictures on."""


class TestPiCamera(LiveContract):
    @pytest.fixture
    def camera(self):
        return PiCamera(number_of("film"), warm_up_s=0.2, silent_s=2.0)

    @pytest.fixture
    def absent(self):
        return PiCamera(7)

    @pytest.fixture
    def cable(self, camera):
        return Ribbon(camera)

    def test_busy_it_says_so_and_what_to_do(self, camera):
        with camera, pytest.raises(CameraError, match="busy") as caught:
            PiCamera(number_of("film")).__enter__()
        assert "stop the other program" in one_sentence_with_cure(caught.value)

    def test_after_a_refused_second_opening_the_first_goes_on(self, camera):
        with camera:
            with pytest.raises(CameraError):
                PiCamera(number_of("film")).__enter__()
            assert camera.frame() is not None

    def test_it_delivers_the_picture_that_the_sensor_sees(self):
        shown = cv2.imread(str(SESSION / "calibration/empty.jpg"))
        with PiCamera(number_of("empty"), warm_up_s=0.2) as camera:
            seen = camera.frame().bgr
        assert seen.shape == shown.shape
        # Colour at half the resolution and a picture file's own rounding lie between the two.
        assert np.abs(seen.astype(int) - shown).mean() < 4

    def test_the_gate_gets_the_small_stream_where_the_camera_has_one(self, camera):
        with camera:
            frame = camera.frame()
        assert frame.grey.shape == GATE_SIZE_PX[::-1]
        small = cv2.resize(
            cv2.cvtColor(frame.bgr, cv2.COLOR_BGR2GRAY), GATE_SIZE_PX, interpolation=cv2.INTER_AREA
        )
        assert np.abs(frame.grey.astype(int) - small).mean() < 12, "the same moment, not another one"

    def test_the_controls_that_a_camera_lacks_are_not_set(self, camera):
        with camera:
            assert "ExposureTime" not in camera._camera.camera_controls
            assert camera.frame() is not None
