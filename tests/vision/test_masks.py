"""Regions of the rectified picture, against the board's millimetres."""

from dataclasses import fields

import pytest
from field_cases import on_each_side

from vision.geometry import Canvas
from vision.layout import default_layout
from vision.masks import RegionMargins, beach_mask, board_mask, circle_mask, disc

LAYOUT = default_layout()
CANVAS = Canvas(LAYOUT.size)
SAND = LAYOUT.beaches["right"]
STICKER = LAYOUT.markers.centres[3]
HALF_STICKER = LAYOUT.markers.size / 2


def shows(mask, x_mm, y_mm):
    """Whether a place is in a region."""
    x, y = (round(value) for value in CANVAS.at((x_mm, y_mm)))
    return bool(mask[y, x])


def ashore(off_mm):
    return shows(beach_mask(LAYOUT, CANVAS), SAND.x_max + off_mm, SAND.y_min + 10)


def beside_sticker(off_mm):
    return shows(board_mask(LAYOUT, CANVAS), STICKER[0], STICKER[1] - HALF_STICKER - off_mm)


CASES = {
    "beach_mm": [
        ("16 mm beside the sand canoes are looked for", lambda: ashore(16), True),
        ("20 mm beside it they are not", lambda: ashore(20), False),
    ],
    "sticker_mm": [
        ("4 mm beside a sticker nothing is looked for", lambda: beside_sticker(4), False),
        ("6 mm beside it something may lie", lambda: beside_sticker(6), True),
    ],
}


@on_each_side(CASES)
def test_on_each_side_of_a_margin(found, expected):
    assert found() is expected


def test_every_margin_has_its_cases():
    assert CASES.keys() == {field.name for field in fields(RegionMargins)}


def test_the_board_ends_at_its_edge():
    board = board_mask(LAYOUT, CANVAS)
    width, height = LAYOUT.size
    assert shows(board, width / 2, height - 1)
    assert not shows(board, width / 2, height + 1)


def test_no_sticker_is_part_of_a_beach():
    beaches = beach_mask(LAYOUT, CANVAS)
    assert not any(shows(beaches, *centre) for centre in LAYOUT.markers.centres.values())


def test_a_circle_on_the_board_has_its_radius_in_millimetres():
    circle = circle_mask((200.0, 100.0), 20.0, CANVAS)
    assert shows(circle, 219.0, 100.0)
    assert not shows(circle, 221.0, 100.0)
    assert circle.sum() == pytest.approx(3.1416 * (20.0 * CANVAS.px_per_mm) ** 2, rel=0.02)


def test_a_disc_of_pixels_holds_those_within_its_radius_and_no_other():
    pixels = disc(2.0)
    assert pixels.astype(int).tolist() == [
        [0, 0, 1, 0, 0],
        [0, 1, 1, 1, 0],
        [1, 1, 1, 1, 1],
        [0, 1, 1, 1, 0],
        [0, 0, 1, 0, 0],
    ]
