"""A board's places over its picture: each outlined where it lies, what is unsure to be seen at a glance."""

import numpy as np
import pytest

from vision.calibration.places import places_of
from vision.geometry import Lens, Pose
from vision.layout import default_layout
from vision.overlay.colours import GREEN, RED
from vision.overlay.places import outline_mm, with_places

LAYOUT = default_layout()
POSE = Pose(np.diag([2.0, 2.0, 1.0]), Lens(1010, 600))


def place(name, certainty=1.0):
    return next(place for place in places_of(LAYOUT, {name: certainty}) if place.name == name)


def test_a_circle_is_a_circle_a_rectangle_one_and_a_line_a_line():
    circle = outline_mm(place("ruby"))
    assert np.hypot(*(circle - (470.0, 150.0)).T) == pytest.approx(23.0)
    beach = outline_mm(place("beach/left"))
    assert {tuple(corner) for corner in beach} == {(34.0, 40.0), (112.0, 40.0), (112.0, 108.0), (34.0, 108.0)}
    assert set(outline_mm(place("rope"))[:, 0]) == {121.0}


@pytest.mark.parametrize(("certainty", "bgr"), [(0.99, GREEN), (0.4, RED)])
def test_what_is_sure_is_green_and_what_is_not_is_red(certainty, bgr):
    black = np.zeros((600, 1010, 3), np.uint8)
    drawn = with_places(black, [place("ruby", certainty)], POSE)
    assert tuple(drawn[300, 2 * (470 - 23)]) == bgr
    assert not black.any()
