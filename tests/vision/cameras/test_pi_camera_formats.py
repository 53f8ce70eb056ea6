"""What the Pi's camera delivers, made B, G, R; `make test-camera` tests the driver with the real Picamera2."""

import numpy as np
import pytest

from vision.cameras.picamera2 import Stream, locks, supported, to_bgr
from vision.errors import CameraError

WIDTH, HEIGHT = 64, 32
BGR = (200, 90, 30)


def flat(channels):
    return np.full((HEIGHT, WIDTH, len(channels)), channels, np.uint8)


def yuv(pixel_format, padding=0, *, full_range=True):
    """A flat picture as the camera lays it out: brightness rows, then colour rows, each row padded.

    Written down from the definition of BT.601, which both ranges use.
    """
    b, g, r = BGR
    y = 0.299 * r + 0.587 * g + 0.114 * b
    cb, cr = (b - y) / 1.772, (r - y) / 1.402
    if not full_range:
        y, cb, cr = 16 + y * 219 / 255, cb * 224 / 255, cr * 224 / 255
    brightness = np.pad(np.full((HEIGHT, WIDTH), round(y), np.uint8), ((0, 0), (0, padding)))
    blue, red = (np.full((HEIGHT // 2, WIDTH // 2), round(128 + value), np.uint8) for value in (cb, cr))
    if pixel_format == "NV12":
        colour = np.pad(np.stack((blue, red), axis=2).reshape(-1, WIDTH), ((0, 0), (0, padding)))
    else:
        colour = np.pad(np.concatenate((blue, red)), ((0, 0), (0, padding // 2))).reshape(-1, WIDTH + padding)
    return np.vstack((brightness, colour))


DELIVERED = {
    "RGB888": flat(BGR),
    "BGR888": flat(BGR[::-1]),
    "XRGB8888": flat((*BGR, 255)),
    "XBGR8888": flat((*BGR[::-1], 255)),
    "YUV420": yuv("YUV420"),
    "NV12": yuv("NV12"),
}


@pytest.mark.parametrize("pixel_format", DELIVERED)
def test_each_format_becomes_blue_green_red(pixel_format):
    bgr = to_bgr(DELIVERED[pixel_format], Stream(pixel_format, (WIDTH, HEIGHT)))
    assert bgr.shape == (HEIGHT, WIDTH, 3)
    assert np.abs(bgr.astype(int) - BGR).max() <= 3


@pytest.mark.parametrize("pixel_format", ["YUV420", "NV12"])
def test_the_padding_of_rows_is_cut_off(pixel_format):
    bgr = to_bgr(yuv(pixel_format, padding=32), Stream(pixel_format, (WIDTH, HEIGHT)))
    assert bgr.shape == (HEIGHT, WIDTH, 3)
    assert np.abs(bgr.astype(int) - BGR).max() <= 3


@pytest.mark.parametrize("pixel_format", ["YUV420", "NV12"])
def test_a_video_range_is_stretched_to_the_whole_one(pixel_format):
    delivered = yuv(pixel_format, full_range=False)
    bgr = to_bgr(delivered, Stream(pixel_format, (WIDTH, HEIGHT), full_range=False))
    assert np.abs(bgr.astype(int) - BGR).max() <= 3


def test_an_unknown_format_is_named_with_those_that_are_known():
    with pytest.raises(CameraError, match=r"MJPEG.*RGB888.*NV12"):
        to_bgr(flat(BGR), Stream("MJPEG", (WIDTH, HEIGHT)))


def test_what_the_automatics_found_is_kept():
    found = {
        "ExposureTime": 20000,
        "AnalogueGain": 1.5,
        "ColourGains": (1.9, 1.4),
        "LensPosition": 1.7,
        "Lux": 200,
    }
    assert locks(found) == {
        "AeEnable": False,
        "AwbEnable": False,
        "AfMode": 0,
        "ExposureTime": 20000,
        "AnalogueGain": 1.5,
        "ColourGains": (1.9, 1.4),
        "LensPosition": 1.7,
    }


def test_a_control_that_the_camera_lacks_is_never_set():
    assert supported(locks({"ExposureTime": 9}), {"ExposureTime", "AeEnable"}) == {
        "AeEnable": False,
        "ExposureTime": 9,
    }
    assert supported(locks({}), ()) == {}
