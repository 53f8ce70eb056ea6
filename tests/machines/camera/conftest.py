import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[2]
sys.path[:0] = [str(HERE), str(REPOSITORY / "tests/vision/cameras"), str(REPOSITORY)]

from stand_ins import show  # noqa: E402 - found by the line above

SESSION = REPOSITORY / "tests/pictures/session-04"


def folder_of(path, *pictures):
    """Make a folder that a virtual camera shows, of pictures as they are to be seen (bgr)."""
    path.mkdir()
    for number, bgr in enumerate(pictures):
        cv2.imwrite(str(path / f"{number}.jpg"), _video_range(bgr), (cv2.IMWRITE_JPEG_QUALITY, 98))
    return path


def _video_range(bgr):
    """A picture whose file holds the values of video range.

    The virtual camera says that it delivers video range, but hands on what the file holds.
    """
    brightness, red, blue = cv2.split(cv2.cvtColor(bgr, cv2.COLOR_BGR2YCrCb).astype(np.float32))
    squeezed = [16 + brightness * 219 / 255] + [128 + (colour - 128) * 224 / 255 for colour in (red, blue)]
    return cv2.cvtColor(cv2.merge(squeezed).round().astype(np.uint8), cv2.COLOR_YCrCb2BGR)


@pytest.fixture(scope="session")
def game_picture():
    """A picture of the evening with its truth: a whole position and no hand."""
    picture = SESSION / "frames/01.jpg"
    return picture, json.loads(picture.with_suffix(".json").read_text())


@pytest.fixture(scope="session", autouse=True)
def cameras(tmp_path_factory, game_picture):
    """The virtual cameras: a whole evening, the empty board, the set-up, and one position.

    They are fixed before this process opens the first of them.
    """
    place = tmp_path_factory.mktemp("pictures")
    shown = {
        "film": sorted((SESSION / "frames").glob("*.jpg")),
        "empty": [SESSION / "calibration/empty.jpg"],
        "setup": [SESSION / "calibration/setup.jpg"],
        "game": [game_picture[0]],
    }
    show(
        {
            name: folder_of(place / name, *(cv2.imread(str(picture)) for picture in pictures))
            for name, pictures in shown.items()
        }
    )
