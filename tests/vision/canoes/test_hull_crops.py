"""Crops of hulls and deposits: turned along, of one scale, wherever they lie."""

import math

import cv2
import numpy as np
import pytest

from vision.canoes.hull_crops import DEPOSIT_CROP_PX, HULL_CROP_PX, as_batch, deposit_crop, hull_crop
from vision.geometry import Canvas

PX_PER_MM = 2.0
BOW_BGR, STERN_BGR, WATER_BGR = (30, 40, 220), (40, 200, 40), (160, 110, 60)


def pictured(middle, turn):
    """A hull 40 mm long, its bow red and its stern green."""
    picture = np.full((240, 320, 3), WATER_BGR, np.uint8)
    along = np.array((math.cos(turn), math.sin(turn))) * 12 * PX_PER_MM
    for colour, way in ((BOW_BGR, 1), (STERN_BGR, -1)):
        at = np.rint(np.array(middle) + way * along).astype(int)
        cv2.circle(picture, tuple(map(int, at)), 10, colour, -1)
    return picture


@pytest.mark.parametrize("degrees", [0, 35, 90, 145, 200, 305])
def test_the_bow_is_to_the_right_however_a_hull_lies(degrees):
    turn = math.radians(degrees)
    crop = hull_crop(pictured((150.0, 110.0), turn), (150.0, 110.0), turn, PX_PER_MM)
    columns, rows = HULL_CROP_PX
    assert crop.shape == (rows, columns, 3)
    assert crop[rows // 2, round(columns * 5 / 6)] == pytest.approx(BOW_BGR, abs=12)
    assert crop[rows // 2, round(columns / 6)] == pytest.approx(STERN_BGR, abs=12)


def test_beyond_the_pictures_edge_its_last_pixels_go_on():
    crop = hull_crop(np.full((50, 60, 3), WATER_BGR, np.uint8), (2.0, 3.0), 0.4, PX_PER_MM)
    assert (crop == WATER_BGR).all()


def test_a_deposits_crop_is_48_millimetres_wide():
    canvas = Canvas((200.0, 150.0))
    width, height = canvas.size_px
    picture = np.full((height, width, 3), WATER_BGR, np.uint8)
    column, row = (round(value) for value in canvas.at((80.0, 60.0)))
    cv2.circle(picture, (column, row), round(20 * canvas.px_per_mm), BOW_BGR, -1)
    crop = deposit_crop(picture, (80.0, 60.0), canvas)
    assert crop.shape == (DEPOSIT_CROP_PX, DEPOSIT_CROP_PX, 3)
    red = np.flatnonzero(crop[DEPOSIT_CROP_PX // 2, :, 2] > 180)
    assert len(red) == pytest.approx(40, abs=2)
    assert red.mean() == pytest.approx((DEPOSIT_CROP_PX - 1) / 2, abs=1)


def test_a_batch_is_lab_from_minus_one_to_one_channels_first():
    grey, white = (np.full((24, 48, 3), level, np.uint8) for level in (0, 255))
    batch = as_batch([grey, white])
    assert batch.shape == (2, 3, 24, 48)
    assert batch.dtype == np.float32
    assert batch[:, 0, 5, 5] == pytest.approx([-1, 1], abs=0.01)
    assert batch[:, 1:] == pytest.approx(0.0, abs=0.01)
