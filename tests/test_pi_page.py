"""What the Pi's page says can be measured is true of the board and of the lenses; its pictures are there."""

import math
import re

import pytest
from paths import DOCS

from companion.cli import niagara
from vision.calibrating.quality import QUALITY_THRESHOLDS
from vision.layout import default_layout

PAGE = (DOCS / "raspberry-pi.md").read_text(encoding="utf-8")
ACROSS_DEG = {"Camera Module 3": 66.0, "Camera Module 2": 62.2, "webcam of 60°": 60.0}
"""The makers' figures."""
MARGIN_CM = 5.0
PICTURE_PX = (1280, 720)


def heights_cm(camera):
    row = re.search(rf"^\| {camera} \| (\d+) cm \| (\d+) cm \| (\d+) cm \|$", PAGE, re.MULTILINE)
    return tuple(map(int, row.groups()))


@pytest.mark.parametrize("camera", ACROSS_DEG)
def test_from_the_heights_named_the_board_fits_and_is_large_enough(camera):
    lowest, good, highest = heights_cm(camera)
    seen_per_height = 2 * math.tan(math.radians(ACROSS_DEG[camera] / 2))
    width_mm, depth_mm = default_layout().size
    across = max(width_mm / 10 + MARGIN_CM, (depth_mm / 10 + MARGIN_CM) * PICTURE_PX[0] / PICTURE_PX[1])
    assert lowest == pytest.approx(across / seen_per_height, abs=2)
    assert lowest * seen_per_height >= across - 1
    assert lowest < good < highest
    assert PICTURE_PX[0] / (highest * 10 * seen_per_height) >= QUALITY_THRESHOLDS.least_px_per_mm * 0.97


def test_every_picture_of_the_page_is_there():
    named = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", PAGE)
    assert len(named) >= 8
    assert [name for name in named if not (DOCS / name).exists()] == []


def test_every_command_of_the_page_exists():
    named = set(re.findall(r"niagara ([a-z]+)", PAGE)) - {"companion"}
    services = {
        "doctor",
        "host",
        "markers",
        "photo",
        "calibrate",
        "backup",
        "restore",
        "diagnostics",
        "panel",
        "wiring",
    }
    assert services <= named
    assert {name for name in named if name not in niagara.commands} <= {"sudo"}
