"""When a picture is refused: a case on each side of every threshold."""

from dataclasses import fields

import numpy as np
from field_cases import on_each_side

from vision.readability import (
    ReadabilityThresholds,
    is_blurred,
    is_light_strange,
    mean_level,
    sharpness,
    why_no_board,
)
from vision.sighting import Unreadable

DARK, LOST = Unreadable.DARK, Unreadable.BOARD_LOST


def stride_picture(step):
    """Black, but for every so manieth pixel across and down, which is white: (96, 96, 3)."""
    picture = np.zeros((96, 96, 3), np.uint8)
    picture[::step, ::step] = 255
    return picture


def stripes(*levels):
    """Columns of these grey levels over and over, the first like the second: (64, 64, 3)."""
    row = np.resize(np.array(levels, np.uint8), 64)
    row[0] = row[1]
    return np.repeat(np.tile(row, (64, 1))[..., None], 3, axis=2)


CASES = {
    "dark_level": [
        ("a picture of grey level 13 without a board is dark", lambda: why_no_board(13.0), DARK),
        ("at 15 there is light enough to look for a board", lambda: why_no_board(15.0), LOST),
    ],
    "light_sampling_px": [
        ("only every eighth pixel counts for the light", lambda: mean_level(stride_picture(8)), 255.0),
        ("pixels between them do not", lambda: mean_level(np.roll(stride_picture(8), 4, axis=(0, 1))), 0.0),
        ("a coarser pattern is met half the time each way", lambda: mean_level(stride_picture(16)), 63.75),
    ],
    "least_sharpness": [
        ("a twentieth of the sharpness at calibration is blur", lambda: is_blurred(5.0, 100.0), True),
        ("seven hundredths are sharp enough", lambda: is_blurred(7.0, 100.0), False),
    ],
    "sharpness_sampling_px": [
        # At each even column the level is the mean of its neighbours': the Laplacian is zero there and only there.
        ("edges are looked at in every second pixel", lambda: sharpness(stripes(50, 0, 50, 100)), 0.0),
        ("not in those between", lambda: sharpness(stripes(0, 50, 100, 50)) > 1000, True),
    ],
    "most_residual_levels": [
        ("24 grey levels off the empty board are understood", lambda: is_light_strange(24.0), False),
        ("28 are not", lambda: is_light_strange(28.0), True),
    ],
}  # fmt: skip


@on_each_side(CASES)
def test_on_each_side_of_a_threshold(found, expected):
    assert found() == expected


def test_every_threshold_has_its_cases():
    assert CASES.keys() == {field.name for field in fields(ReadabilityThresholds)}


def test_blur_takes_the_sharpness_of_a_picture():
    chequered = np.kron(np.indices((8, 8)).sum(axis=0) % 2, np.ones((8, 8)))
    sharp = np.repeat((255 * chequered).astype(np.uint8)[..., None], 3, axis=2)
    blurred = np.full_like(sharp, 127)
    assert sharpness(sharp) > 1000
    assert sharpness(blurred) == 0
