"""Stickers painted over: the bench can ask how a table would be read without them."""

from random import Random

import cv2
import numpy as np
import pytest

from vision.bench.stickers import without_stickers
from vision.layout import default_layout
from vision.registration.markers import find_markers
from vision.simulate import Light, Renderer, View, set_up

LAYOUT = default_layout()
VIEW = View(tilt_deg=6.0, roll_deg=182.0)
CORNERS_MM = np.array([[0.0, 0.0], [505.0, 0.0], [505.0, 300.0], [0.0, 300.0]])


def test_painted_over_stickers_are_gone_and_all_else_stays():
    bgr = Renderer(LAYOUT, VIEW, Light(), seed=2).draw(set_up(LAYOUT, ("red", "blue"), Random(1)))
    corners = tuple((float(x), float(y)) for x, y in VIEW.project_flat(CORNERS_MM))
    painted = without_stickers(bgr, corners, LAYOUT)
    before, after = (
        find_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), LAYOUT.markers) for picture in (bgr, painted)
    )
    assert len(before) == 4
    assert after == {}
    changed = np.any(painted != bgr, axis=2)
    places = [VIEW.places_under(np.argwhere(changed)[:, ::-1].astype(float))]
    nearest = np.min(
        [np.abs(places[0] - centre).max(axis=1) for centre in LAYOUT.markers.centres.values()], axis=0
    )
    assert nearest.max() < LAYOUT.markers.size / 2 + 6.0
    assert nearest.max() > LAYOUT.markers.size / 2 + 4.0, "the white edge around a sticker goes with it"


@pytest.fixture
def asked(monkeypatch):
    """What is asked of OpenCV's inpainting, which paints all black here: unknown pixels and radius."""
    calls = []

    def black(flat, unknown, radius_px, method):
        assert method == cv2.INPAINT_TELEA
        calls.append((unknown > 0, radius_px))
        return np.zeros_like(flat)

    monkeypatch.setattr(cv2, "inpaint", black)
    return calls


def painted_black(shift_px=0.0):
    """A white picture, two pixels a millimetre, of a board that begins so far right of the picture's corner."""
    corners = tuple((2 * x + shift_px, 2 * y) for x, y in CORNERS_MM.tolist())
    return without_stickers(np.full((600, 1012, 3), 255, np.uint8), corners, LAYOUT)


def test_the_board_is_painted_two_pixels_fine_from_four_and_a_half_millimetres_around(asked):
    painted_black()
    ((unknown, radius_px),) = asked
    assert unknown.shape == (600, 1010)
    assert radius_px / 2 == 4.5


def test_three_millimetres_of_the_boards_dark_edge_beside_a_sticker_are_not_filled_from(asked):
    painted_black()
    ((unknown, _),) = asked
    middle_x, middle_y = min(LAYOUT.markers.centres.values(), key=sum)
    right_mm = middle_x + LAYOUT.markers.size / 2 + 5
    beside = unknown[:, round(2 * right_mm) :]
    along_the_edge, inside = beside[2, :40], beside[round(2 * middle_y), :40]
    assert along_the_edge.sum() == pytest.approx(6, abs=1), "3 mm farther along the edge"
    assert inside.sum() == 0
    assert unknown[:, round(2 * right_mm) + 3][:40].sum() == pytest.approx(6, abs=1), "in an edge of 3 mm"


def test_a_pixel_is_painted_when_more_than_half_of_it_is_sticker(asked):
    # Shifted by 0.4 pixels one column is covered by 0.6 and another by 0.4: as many columns as without.
    black = [np.all(painted_black(shift_px) == 0, axis=2) for shift_px in (0.0, 0.4)]
    straight, shifted = (int(mask[20, :500].sum()) for mask in black)
    assert straight == shifted > 40
