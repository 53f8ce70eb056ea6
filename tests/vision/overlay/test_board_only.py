"""What is left of a picture when everything around the board is made black."""

import dataclasses

import cv2
import numpy as np
import pytest

from vision.geometry import Lens, fit_pose
from vision.overlay.board_only import RimThresholds, board_only

BOARD_MM = (500.0, 300.0)
PX_PER_MM = 1.0
LEFT_PX, TOP_PX = 130.0, 90.0


def grey_picture(lens=None):
    """A grey table, and the pose of a board that lies square in it."""
    lens = lens or Lens(760, 480)
    corners = [(0, 0), (500, 0), (500, 300), (0, 300)]
    pose, _ = fit_pose(np.array(corners), np.array([(LEFT_PX + x, TOP_PX + y) for x, y in corners]), lens)
    return np.full((480, 760, 3), 200, np.uint8), pose


def beside(distance_mm, rim=None):
    """The grey that is left so many millimetres left of the board."""
    picture, pose = grey_picture()
    shown = board_only(picture, pose, BOARD_MM, rim or RimThresholds())
    return int(shown[240, round(LEFT_PX - distance_mm * PX_PER_MM), 0])


def test_the_board_stays_as_it_is():
    picture, pose = grey_picture()
    shown = board_only(picture, pose, BOARD_MM)
    assert (shown[92:388, 132:628] == 200).all()
    assert picture.min() == 200, "the picture itself is left alone"


@pytest.mark.parametrize(
    ("distance_mm", "left"),
    [(17.0, True), (23.0, False)],
    ids=["stays as it is", "has begun to fade"],
)
def test_the_table_beside_the_board_stays_for_twenty_millimetres(distance_mm, left):
    assert RimThresholds().whole_mm == 20.0
    assert (beside(distance_mm) == 200) is left


@pytest.mark.parametrize(("distance_mm", "black"), [(47.0, False), (52.0, True)])
def test_what_lies_fifty_millimetres_away_or_more_is_black(distance_mm, black):
    assert (beside(distance_mm) == 0) is black


def test_it_fades_evenly():
    assert beside(35.0) == pytest.approx(100, abs=8)
    assert beside(15.0, dataclasses.replace(RimThresholds(), whole_mm=10.0)) == pytest.approx(167, abs=8)


def test_a_face_at_the_table_is_gone_and_no_edge_as_sharp_as_a_boards_is_left():
    picture, pose = grey_picture()
    cv2.circle(picture, (60, 40), 30, (40, 90, 230), -1)
    shown = board_only(picture, pose, BOARD_MM)
    assert shown[10:60, 30:72].max() == 0
    steps = np.abs(np.diff(shown[240, :, 0].astype(int)))
    assert steps.max() <= 10


def test_a_lens_that_bends_the_board_bends_what_stays_with_it():
    picture, pose = grey_picture(Lens(760, 480, k1=0.08))
    shown = board_only(picture, pose, BOARD_MM)
    x, y = pose.to_px(np.array([[250.0, -10.0]]))[0]
    assert shown[round(y), round(x), 0] == 200
