"""A picture in another light, or with a hand in it: brought back as far as it can be, and honest about the rest."""

from dataclasses import replace
from functools import cache
from random import Random

import cv2
import numpy as np
import pytest

from vision.geometry import Canvas, fit_lens, fit_pose
from vision.layout import default_layout
from vision.photometry.bare_board import BareBoard, halved
from vision.photometry.relight import relight
from vision.simulate import (
    HandPiece,
    Light,
    Renderer,
    View,
    empty_scene,
    hand_mask,
    set_up,
    with_canoe_moved,
    with_canoe_on_space,
)

LAYOUT = default_layout()
CANVAS = Canvas(LAYOUT.size)
VIEW = View(tilt_deg=6.0, roll_deg=2.0)
DAY = Light()
"""The light of calibration."""
EVENING = Light(kelvin=3000.0, level=0.7)


@pytest.fixture(scope="module")
def pose():
    places = np.stack(np.meshgrid(np.linspace(0, 505, 6), np.linspace(0, 300, 4)), axis=-1).reshape(-1, 2)
    pixels = VIEW.project_flat(places)
    return fit_pose(places, pixels, fit_lens(places, pixels, *VIEW.size_px))[0]


@pytest.fixture(scope="module")
def bare(pose):
    return BareBoard.of(rectified(pose, empty_scene(), DAY), CANVAS, LAYOUT)


@pytest.fixture(scope="module")
def laid():
    return set_up(LAYOUT, ("red", "blue", "green", "yellow"), Random(2))


@cache
def renderer(light):
    return Renderer(LAYOUT, VIEW, DAY, seed=4) if light == DAY else renderer(DAY).in_light(light)


def rectified(pose, scene, light):
    return CANVAS.rectify(renderer(light).draw(scene), pose)


def land(bare):
    return cv2.resize(bare.coarse_land.astype(np.uint8), CANVAS.size_px) > 0


@pytest.mark.parametrize(
    "light",
    [
        DAY,
        EVENING,
        Light(kelvin=6500.0, level=1.15),
        Light(lamp_mm=(480.0, 280.0), falloff=1.6, level=1.1),
        Light(level=0.45, noise=7.0),
    ],
    ids=["as it was", "warm", "cold", "a lamp at one side", "dim and noisy"],
)
def test_the_board_looks_as_at_calibration_in_any_light_and_the_pieces_still_stand_out(
    pose, bare, laid, light
):
    relit = relight(rectified(pose, laid, light), bare)
    assert relit.hidden is None
    assert np.percentile(relit.difference[land(bare)], 90) < 12
    for canoe in laid.canoes:
        x, y = (round(value) for value in CANVAS.at((canoe.x_mm, canoe.y_mm)))
        assert relit.difference[y - 6 : y + 7, x - 6 : x + 7].max() > 30


def test_a_tint_is_taken_back_to_the_grey_level(pose, bare):
    tinted = np.clip(bare.bgr * np.array([0.7, 0.9, 1.0]), 0, 255).astype(np.uint8)
    relit = relight(tinted, bare)
    assert np.percentile(relit.difference[land(bare)], 95) <= 3
    assert relit.bgr[land(bare)].mean(axis=0) == pytest.approx(bare.bgr[land(bare)].mean(axis=0), abs=1.0)


def test_a_lamp_that_mirrors_itself_in_the_print_is_taken_away(pose, bare):
    width, height = CANVAS.size_px
    y, x = np.mgrid[0:height, 0:width]
    spot = 70.0 * np.exp(-((x - 700.0) ** 2 + (y - 480.0) ** 2) / (2 * 110.0**2))
    veiled = np.clip(bare.bgr + spot[..., None], 0, 255).astype(np.uint8)
    relit = relight(veiled, bare)
    assert np.percentile(relit.difference[land(bare)], 95) < 10
    assert relit.hidden is None


@pytest.mark.parametrize(
    ("skin_bgr", "x_mm", "y_mm", "angle_rad", "light"),
    [
        ((128.0, 160.0, 208.0), 300.0, 110.0, 1.3, DAY),
        ((38.0, 55.0, 90.0), 180.0, 190.0, -1.4, DAY),
        ((70.0, 110.0, 120.0), 420.0, 160.0, 2.6, DAY),
        ((70.0, 110.0, 120.0), 300.0, 110.0, 1.3, EVENING),
        ((38.0, 55.0, 90.0), 420.0, 160.0, 2.6, EVENING),
    ],
)
def test_a_hand_of_any_skin_hides_what_is_behind_it_and_little_else(
    pose, bare, laid, skin_bgr, x_mm, y_mm, angle_rad, light
):
    hand = HandPiece(x_mm, y_mm, angle_rad, skin_bgr=skin_bgr)
    relit = relight(rectified(pose, replace(laid, hand=hand), light), bare)
    assert relit.hidden is not None
    covered = CANVAS.rectify(cv2.merge([hand_mask(hand, VIEW)] * 3), pose)[..., 0] > 128
    inside = covered[20:-20, 20:-20]
    told = relit.hidden[20:-20, 20:-20]
    assert np.mean(told[inside]) > 0.9
    assert np.mean(told[~inside]) < 0.15
    assert not np.any(relit.difference[relit.hidden])
    assert np.array_equal(relit.bgr[relit.hidden], bare.bgr[relit.hidden])


def test_crowded_spaces_are_no_hand(pose, bare, laid):
    crowded = laid
    rng = Random(5)
    for index in range(len(laid.canoes)):
        crowded = with_canoe_on_space(crowded, LAYOUT, index, ("M2", "M3")[index % 2], rng)
    assert relight(rectified(pose, crowded, DAY), bare).hidden is None


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "angle_rad"), [(180, 85, 0.4), (180, 85, 1.2), (200, 60, 2.4), (140, 40, 0.8)]
)
def test_a_canoe_knocked_onto_the_bank_is_no_hand(pose, bare, laid, x_mm, y_mm, angle_rad):
    knocked = with_canoe_moved(laid, 0, x_mm, y_mm, angle_rad)
    assert relight(rectified(pose, knocked, DAY), bare).hidden is None


def test_the_print_is_recognised_where_it_is_and_only_there(pose, bare):
    same = bare.correlation(halved(rectified(pose, empty_scene(), Light(level=0.6))))
    other = bare.correlation(halved(cv2.flip(bare.bgr, 1)))
    assert np.median(same[bare.coarse_land]) > 0.9
    assert np.median(other[bare.coarse_land]) < 0.2
