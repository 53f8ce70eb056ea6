"""A round of the whole table - calibration, set-up, cards, moves, mistakes, river - seen by the Pi camera's driver."""

import json
import subprocess
import sys

import pytest
import whole_round
from conftest import HERE, REPOSITORY, folder_of
from stand_ins import CAMERAS, show


@pytest.fixture
def drawn(tmp_path):
    """What the round comes to before the drawn table; meanwhile each scene gets a camera that shows it."""
    others = CAMERAS.read_text()
    folders = {}
    came_to = whole_round.drawn(
        tmp_path, lambda place, bgr: folders.setdefault(place.name, folder_of(place, bgr))
    )
    show(folders)
    yield came_to
    CAMERAS.write_text(others)


def test_a_round_filmed_by_the_pi_camera_comes_to_the_same_as_before_the_drawn_table(drawn):
    filmed = subprocess.run(  # noqa: S603 - our own program with our own arguments
        [sys.executable, HERE / "whole_round.py"],
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
        env={"PYTHONPATH": str(REPOSITORY), "PATH": "/usr/bin:/bin", "HOME": "/root", "OMP_NUM_THREADS": "1"},
    )
    assert filmed.returncode == 0, filmed.stderr
    seen = json.loads(filmed.stdout)
    assert seen == json.loads(json.dumps(drawn))
    assert (seen["page"], seen["round"]) == (200, 2)
    assert seen["mistakes"] == seen["announced"] > 0
    assert seen["failures"] == []
