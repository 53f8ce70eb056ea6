"""Stickers painted over: the bench can ask how a table would be read without them."""

from random import Random

import cv2
import numpy as np

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
