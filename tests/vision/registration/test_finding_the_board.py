"""Where the board is: by its outline at calibration, by its print afterwards, with a hand or a bump in between."""

from dataclasses import replace
from functools import cache
from random import Random

import cv2
import numpy as np
import pytest

from vision.calibrating.calibrate import calibrate
from vision.errors import CalibrationError
from vision.layout import default_layout
from vision.registration.board_outline import pose_from_outline
from vision.registration.register import FoundBy, register
from vision.simulate import HandPiece, Light, Renderer, View, empty_scene, set_up

LAYOUT = default_layout()
BARE = replace(LAYOUT, markers=replace(LAYOUT.markers, centres={}))
"""A board on which nobody stuck stickers."""
CORNERS_MM = np.array([[0.0, 0.0], [505.0, 0.0], [505.0, 300.0], [0.0, 300.0]])
PLAYERS = ("red", "blue", "green")
HOME = View(tilt_deg=8.0, roll_deg=183.0, k1=-0.04)


@cache
def renderer(view, bare, light):
    if light != Light():
        return renderer(view, bare, Light()).in_light(light)
    return Renderer(BARE if bare else LAYOUT, view, light, seed=3)


def picture(view, layout=BARE, scene=None, light=None):
    return renderer(view, layout is BARE, light or Light()).draw(scene or empty_scene())


def off_px(pose, view, base=None, base_view=None):
    """How far a pose puts the board's corners from where they are - or from where the pose of calibration put them."""
    places = CORNERS_MM if base is None else base.to_mm(base_view.project_flat(CORNERS_MM))
    apart = pose.to_px(places) - view.project_flat(CORNERS_MM)
    return float(np.hypot(apart[:, 0], apart[:, 1]).max())


@pytest.fixture(scope="module")
def laid():
    return set_up(LAYOUT, PLAYERS, Random(1))


@pytest.fixture(scope="module", params=[BARE, LAYOUT], ids=["bare", "stickers"])
def table(request, laid):
    """A board, its layout and its calibration."""
    board = request.param
    return board, calibrate(picture(HOME, board), picture(HOME, board, laid), PLAYERS)


def found(table, bgr, last=None):
    _, calibration = table
    return register(
        bgr,
        calibration.layout,
        calibration.pose,
        calibration.reference,
        stickers=calibration.stickers,
        last=last,
    )


@pytest.mark.parametrize(
    "view",
    [
        View(),
        View(tilt_deg=18.0, roll_deg=4.0),
        View(tilt_deg=-12.0, roll_deg=-6.0, height_mm=620.0, k1=0.05),
        View(tilt_deg=5.0, roll_deg=176.0, height_mm=600.0, k1=-0.08, aim_mm=(270.0, 160.0)),
    ],
)
def test_the_outline_tells_where_a_board_without_stickers_is_which_way_round_and_how_the_lens_bends(view):
    pose = pose_from_outline(picture(view), LAYOUT)
    assert pose is not None
    assert off_px(pose, view) < 1.0
    assert abs(pose.lens.k1 - view.k1) < 0.02


def test_a_table_without_a_board_has_no_outline():
    rng = np.random.default_rng(5)
    grain = cv2.resize(rng.uniform(70, 150, (60, 8)).astype(np.float32), (1280, 720))
    wood = np.clip(cv2.merge((grain * 0.6, grain * 0.8, grain)), 0, 255).astype(np.uint8)
    assert pose_from_outline(wood, LAYOUT) is None
    with pytest.raises(CalibrationError, match="the empty picture shows no board"):
        calibrate(wood, wood, PLAYERS)


def test_a_set_up_picture_of_something_else_is_refused():
    with pytest.raises(CalibrationError, match="the set-up picture does not show the board"):
        calibrate(picture(HOME), np.full((720, 1280, 3), 90, np.uint8), PLAYERS)


def test_a_camera_that_stands_still_gives_the_very_pose_of_calibration(table, laid):
    board, calibration = table
    registration = found(table, picture(HOME, board, laid))
    assert registration.pose is calibration.pose
    assert not registration.moved
    assert registration.by is (FoundBy.MARKERS if board is LAYOUT else FoundBy.FEATURES)


def test_a_hand_does_not_move_the_board(table, laid):
    board, calibration = table
    hand = replace(laid, hand=HandPiece(300.0, 120.0, 1.2))
    assert found(table, picture(HOME, board, hand)).pose is calibration.pose


def test_other_lamps_do_not_move_the_board(table, laid):
    board, calibration = table
    evening = Light(kelvin=3200.0, level=0.7, lamp_mm=(450.0, 250.0), falloff=0.6)
    assert found(table, picture(HOME, board, laid, evening)).pose is calibration.pose


@pytest.mark.parametrize(
    "bumped",
    [
        replace(HOME, aim_mm=(256.0, 152.0)),
        replace(HOME, roll_deg=186.0, aim_mm=(262.0, 140.0), tilt_deg=10.0),
        replace(HOME, roll_deg=170.0, height_mm=590.0, tilt_deg=4.0),
    ],
    ids=["nudged", "knocked", "put back elsewhere"],
)
def test_a_bumped_camera_is_noticed_and_the_board_found_again(table, laid, bumped):
    board, calibration = table
    registration = found(table, picture(bumped, board, laid))
    assert registration.moved
    assert registration.reprojection_px < 0.9
    assert off_px(registration.pose, bumped, calibration.pose, HOME) < 0.6


def test_a_bumped_board_is_followed_from_where_it_was_last(table, laid):
    board, _ = table
    bumped = replace(HOME, roll_deg=186.0, aim_mm=(262.0, 140.0), tilt_deg=10.0)
    first = found(table, picture(bumped, board, laid))
    again = found(table, picture(bumped, board, replace(laid, hand=HandPiece(200.0, 200.0, -1.0))), first)
    assert again.pose is first.pose
    assert again.moved


def test_a_board_out_of_sight_is_lost(table):
    assert found(table, np.full((720, 1280, 3), 90, np.uint8)) is None
