"""One virtual table, calibrated once, that the tests of the whole package look at."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from vision.calibrating.calibrate import calibrate
from vision.calibration.model import Calibration
from vision.layout import Layout, default_layout
from vision.simulate import Scene, View, VirtualCamera, VirtualTable, empty_scene, set_up

PLAYERS = ("red", "blue", "green")


@dataclass(frozen=True)
class CalibratedTable:
    """A table set up for three, the camera over it and what calibration learnt of both."""

    layout: Layout
    view: View
    table: VirtualTable
    camera: VirtualCamera
    start: Scene
    calibration: Calibration

    def frame(self, scene):
        """The camera's next frame, with this scene before it."""
        self.table.set(scene)
        return self.camera.frame()

    def picture(self, scene):
        """What the camera sees of a scene."""
        return self.frame(scene).bgr


@pytest.fixture(scope="session")
def calibrated() -> Iterator[CalibratedTable]:
    layout, view = default_layout(), View(tilt_deg=5.0, roll_deg=183.0, k1=-0.03)
    table = VirtualTable(empty_scene())
    with VirtualCamera(table, layout, view, seed=8, paced=False) as camera:
        empty = camera.frame().bgr
        start = set_up(layout, PLAYERS, Random(2))
        table.set(start)
        calibration = calibrate(empty, camera.frame().bgr, PLAYERS, layout=layout)
        yield CalibratedTable(layout, view, table, camera, start, calibration)
