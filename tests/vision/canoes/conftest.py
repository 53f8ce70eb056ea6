"""A board without a print: all of it in one blue, so that a test draws what it is about and nothing else."""

import numpy as np
import pytest

from vision.calibration.model import Calibration
from vision.geometry import FOCAL_PER_WIDTH, Canvas, Lens, Pose
from vision.imaging.colour_models import ColourModel, to_lab
from vision.layout import default_layout

WATER_BGR, RED_BGR, BLACK_BGR = (150, 110, 60), (45, 40, 200), (30, 30, 30)
CAMERA_MM = 700.0
"""The camera hangs so high above the middle of the board."""


def colour_model(bgr):
    return ColourModel(to_lab(np.array([bgr], np.uint8))[0], np.diag([300.0, 60.0, 60.0]))


def pose_from_above(layout):
    lens = Lens(1280, 960)
    focal = FOCAL_PER_WIDTH * lens.width_px
    camera = np.array([[focal, 0, lens.centre_px[0]], [0, focal, lens.centre_px[1]], [0, 0, 1]])
    x_mm, y_mm = layout.size[0] / 2, layout.size[1] / 2
    return Pose(camera @ np.array([[1.0, 0, -x_mm], [0, 1.0, -y_mm], [0, 0, CAMERA_MM]]), lens)


def plain_calibration(canoes=("red",)):
    layout = default_layout()
    width, height = Canvas(layout.size).size_px
    plain = np.full((height, width, 3), WATER_BGR, np.uint8)
    colours = {"red": RED_BGR, "black": BLACK_BGR}
    return Calibration(
        layout=layout,
        pose=pose_from_above(layout),
        stickers=True,
        players=canoes,
        joe=False,
        empty_bgr=plain,
        setup_bgr=plain,
        canoes={name: colour_model(colours[name]) for name in canoes},
        gems={},
    )


@pytest.fixture(scope="session")
def plain():
    return plain_calibration()
