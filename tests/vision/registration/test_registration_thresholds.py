"""Whether a pose is believed, and whether the board was moved: evidence just on both sides of each threshold."""

import math

import cv2
import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.geometry import Lens, Pose, board_corners
from vision.layout import default_layout
from vision.registration.orb_match import MatchEvidence, MatchThresholds, is_plausible, picture_share
from vision.registration.register import (
    RegistrationThresholds,
    corner_shift_px,
    is_moved,
    pose_from_markers,
    stickers_fit,
    stickers_suffice,
)

LAYOUT = default_layout()
LENS = Lens(1280, 720)


def plausible(agreeing=100, share=0.5):
    return is_plausible(MatchEvidence(agreeing, share))


def seen_from_above(scale=2.0, turn_deg=0.0, lens=LENS, shift_px=(0.0, 0.0)):
    """The pose of a board so many pixels a millimetre large, its middle in the picture's."""
    turn = math.radians(turn_deg)
    matrix = scale * np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    middle = np.array([640.0, 360.0]) - matrix @ np.array(LAYOUT.size) / 2 + shift_px
    return Pose(np.vstack((np.column_stack((matrix, middle)), [0, 0, 1])), lens)


def stuck(numbers, k1=0.0):
    """A grey picture of white paper on which only these stickers are, taken through a lens with such a bend."""
    markers = LAYOUT.markers
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, markers.dictionary))
    fine = np.full((600, 1010), 255, np.uint8)
    for number in numbers:
        x, y = (round(2 * (value - markers.size / 2)) for value in markers.centres[number])
        fine[y : y + 48, x : x + 48] = cv2.aruco.generateImageMarker(dictionary, number, 48)
    pose = seen_from_above(lens=Lens(1280, 720, k1))
    pixels = np.stack(np.meshgrid(np.arange(1280.0), np.arange(720.0)), axis=-1).reshape(-1, 2)
    places = 2 * pose.to_mm(pixels).reshape(720, 1280, 2) - 0.5
    x, y = cv2.split(places.astype(np.float32))
    return cv2.remap(fine, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=255)


def pose_by(numbers, k1=0.0):
    return pose_from_markers(stuck(numbers, k1), LAYOUT)


REGISTRATION_CASES = [
    FieldCase("moved_px", "corners 2.7 px away are the noise of stickers", lambda: is_moved(2.7), False),
    FieldCase("moved_px", "a corner 3.3 px away was moved", lambda: is_moved(3.3), True),
    FieldCase(
        "worst_fit_px", "stickers 3.7 px off their pose are looked at", lambda: stickers_fit(3.7), True
    ),
    FieldCase(
        "worst_fit_px", "stickers 4.3 px off their pose came off the board", lambda: stickers_fit(4.3), False
    ),
    FieldCase("stickers_believed_alone", "two stickers need the print", lambda: stickers_suffice(2), False),
    FieldCase("stickers_believed_alone", "three stickers do not", lambda: stickers_suffice(3), True),
    FieldCase("fewest_stickers", "one sticker gives no pose", lambda: pose_by((1,)), None),
    FieldCase("fewest_stickers", "two stickers give one", lambda: pose_by((1, 3)) is not None, True),
    FieldCase(
        "stickers_for_lens",
        "four stickers teach how the lens bends",
        lambda: pose_by((0, 1, 2, 3), k1=-0.05)[0].lens.k1,
        pytest.approx(-0.05, abs=0.015),
    ),
    FieldCase(
        "stickers_for_lens",
        "three stickers do not",
        lambda: pose_by((0, 1, 2), k1=-0.05)[0].lens.k1,
        0.0,
    ),
]
MATCH_CASES = [
    FieldCase("fewest_matches", "22 matches are chance", lambda: plausible(agreeing=22), False),
    FieldCase("fewest_matches", "28 matches may be the board", lambda: plausible(agreeing=28), True),
    FieldCase("smallest_share", "0.07 of the picture is too small", lambda: plausible(share=0.07), False),
    FieldCase("smallest_share", "0.09 of the picture may be the board", lambda: plausible(share=0.09), True),
    FieldCase("largest_share", "1.4 of the picture may be the board", lambda: plausible(share=1.4), True),
    FieldCase("largest_share", "1.6 of the picture is too large", lambda: plausible(share=1.6), False),
]


@each([*REGISTRATION_CASES, *MATCH_CASES])
def test_poses_are_believed_and_moved_as_the_thresholds_say(case):
    assert case.holds()


def test_each_threshold_has_its_cases():
    assert not uncovered(RegistrationThresholds, REGISTRATION_CASES)
    assert not uncovered(MatchThresholds, MATCH_CASES)


def test_the_shift_of_the_board_is_that_of_the_corner_that_moved_most():
    home = seen_from_above()
    assert corner_shift_px(home, home, LAYOUT.size) == 0.0
    assert corner_shift_px(seen_from_above(shift_px=(3.0, 4.0)), home, LAYOUT.size) == pytest.approx(5.0)
    turned = seen_from_above(turn_deg=1.0)
    radius_px = 2 * math.hypot(*LAYOUT.size) / 2
    assert corner_shift_px(turned, home, LAYOUT.size) == pytest.approx(
        radius_px * math.radians(1.0), rel=0.01
    )


def test_the_share_of_the_picture_is_negative_for_a_board_seen_from_below():
    assert picture_share(seen_from_above(), (505.0, 300.0)) == pytest.approx(
        505 * 300 * 4 / (1280 * 720), rel=0.001
    )
    mirrored = seen_from_above().homography @ np.diag([-1.0, 1.0, 1.0])
    assert picture_share(Pose(mirrored, LENS), (505.0, 300.0)) < 0
    assert not plausible(share=picture_share(Pose(mirrored, LENS), (505.0, 300.0)))


def test_the_corners_of_a_board_go_round_clockwise_from_upstream_on_the_left_bank():
    assert board_corners((505.0, 300.0)).tolist() == [[0, 0], [505, 0], [505, 300], [0, 300]]
