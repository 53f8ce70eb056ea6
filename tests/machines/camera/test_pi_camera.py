"""The Pi camera's driver on the real Picamera2 class: the contract of all cameras, and what is its own."""

import cv2
import numpy as np
import pytest
from camera_contract import LiveContract, one_sentence_with_cure
from conftest import SESSION
from stand_ins import Picamera2, number_of, pull_ribbon

from vision.cameras.picamera2 import GATE_SIZE_PX, PiCamera
from vision.errors import CameraError


class Ribbon:
    def __init__(self, camera):
        self._camera = camera

    def pull(self):
        pull_ribbon(self._camera)

    def plug(self):
        """Nothing is left to do: opening starts the camera anew."""


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

    @pytest.mark.parametrize(
        ("modes", "whole"),
        [
            pytest.param([(1536, 864), (2304, 1296), (4608, 2592)], (2304, 1296), id="Camera Module 3"),
            pytest.param(
                [(640, 480), (1640, 1232), (1920, 1080), (3280, 2464)], (1640, 1232), id="Camera Module 2"
            ),
            pytest.param(
                [(640, 480), (1296, 972), (1920, 1080), (2592, 1944)], (1296, 972), id="Camera Module 1"
            ),
            pytest.param(
                [(1332, 990), (2028, 1080), (2028, 1520), (4056, 3040)], (2028, 1520), id="HQ camera"
            ),
        ],
    )
    def test_the_sensors_mode_is_one_that_shows_all_of_the_sensor(self, modes, whole, monkeypatch):
        """Sizes of the sensors' modes as the camera's documentation lists them; the others show the middle only."""
        own = Picamera2._get_raw_modes

        def of_the_sensor(camera):
            return [{**own(camera)[0], "size": size} for size in modes]

        asked = []

        def describe(camera, *streams, own=Picamera2.create_preview_configuration, **wanted):
            # A camera that is no Pi's forgets what is asked of its sensor.
            asked.append(wanted.get("sensor"))
            return own(camera, *streams, **wanted)

        monkeypatch.setattr(Picamera2, "_get_raw_modes", of_the_sensor)
        monkeypatch.setattr(Picamera2, "create_preview_configuration", describe)
        camera = PiCamera(number_of("film"), warm_up_s=0.2, silent_s=2.0)
        with camera:
            real = camera._camera
            # From here on as on a Pi: a sensor's own format, and a choice among its modes.
            bayer = "SRGGB10_CSI2P"
            monkeypatch.setattr(real, "sensor_format", bayer)
            monkeypatch.setattr(real, "_raw_modes", [{"format": bayer, "size": size} for size in modes])
            monkeypatch.setattr(real, "_is_rpi_camera", lambda: True)
            chosen = real._make_libcamera_config(
                {**real.camera_configuration(), "sensor": asked[-1]}
            ).sensor_config.output_size
        assert (chosen.width, chosen.height) == whole
