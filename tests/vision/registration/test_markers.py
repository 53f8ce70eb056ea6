"""The stickers, searched in pictures of the virtual table."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.geometry import Lens, fit_pose
from vision.registration.markers import find_markers, marker_places
from vision.simulate import HandPiece


@pytest.fixture
def markers(calibrated):
    return calibrated.layout.markers


def grey(bgr):
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)


def true_corners(calibrated, number):
    return calibrated.view.project_flat(marker_places(calibrated.layout.markers, (number,)))


def test_all_four_are_found_corner_by_corner(calibrated, markers):
    found = find_markers(grey(calibrated.picture(calibrated.start)), markers)
    assert set(found) == set(markers.centres)
    for number, corners in found.items():
        assert corners == pytest.approx(true_corners(calibrated, number), abs=1.0)


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_a_sticker_partly_hidden_is_missed_and_the_others_are_not_moved(calibrated, markers, number):
    x, y = markers.centres[number]
    outwards = 1.57 if y < 150 else -1.57
    hand = HandPiece(x, y - 40 if y < 150 else y + 40, outwards)
    found = find_markers(grey(calibrated.picture(replace(calibrated.start, hand=hand))), markers)
    assert set(found) == set(markers.centres) - {number}
    for other, corners in found.items():
        assert corners == pytest.approx(true_corners(calibrated, other), abs=1.0)


def test_two_stickers_are_enough_for_the_pose(calibrated, markers):
    found = find_markers(grey(calibrated.picture(calibrated.start)), markers)
    two = tuple(sorted(found))[:2]
    lens = Lens(1280, 720, calibrated.view.k1)
    pose, error = fit_pose(
        marker_places(markers, two), np.concatenate([found[number] for number in two]), lens
    )
    assert error < 0.5
    middle = np.array([[250.0, 150.0]])
    assert pose.to_px(middle) == pytest.approx(calibrated.view.project_flat(middle), abs=6.0)


def test_other_markers_of_the_same_kind_are_not_stickers_of_the_board(markers):
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, markers.dictionary))
    stranger = max(markers.centres) + 7
    picture = np.full((300, 300), 255, np.uint8)
    picture[50:250, 50:250] = cv2.aruco.generateImageMarker(dictionary, stranger, 200)
    assert find_markers(picture, markers) == {}
    picture[50:250, 50:250] = cv2.aruco.generateImageMarker(dictionary, min(markers.centres), 200)
    assert set(find_markers(picture, markers)) == {min(markers.centres)}


def test_a_picture_without_stickers_has_none(markers):
    assert find_markers(np.full((720, 1280), 128, np.uint8), markers) == {}


def test_corners_are_told_in_the_order_of_the_board(markers):
    number = next(iter(markers.centres))
    x, y = markers.centres[number]
    half = markers.size / 2
    assert marker_places(markers, (number,)) == pytest.approx(
        np.array([[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]])
    )
