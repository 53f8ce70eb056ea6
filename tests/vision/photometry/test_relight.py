"""A picture in other light, brought back to the light of calibration."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from vision.imaging.channels import brightest, darkest
from vision.masks import circle_mask
from vision.photometry.relight import relight
from vision.photometry.shadows import shadows
from vision.simulate import HandPiece, Light, hand_mask, with_canoe_on_space

SOFT = 12
"""Grey levels of difference that tell nothing of pieces."""


@pytest.fixture
def rectified(calibrated):
    """A scene as the reader gets it: in this light, straight from above."""

    def take(scene, light=None):
        calibrated.camera.change(light=light or Light())
        try:
            bgr = calibrated.picture(scene)
        finally:
            calibrated.camera.change(light=Light())
        return calibrated.calibration.canvas.rectify(bgr, calibrated.calibration.pose)

    return take


def land(calibrated):
    return calibrated.calibration.bare.coarse_land


@pytest.mark.parametrize(
    "light",
    [
        pytest.param(Light(kelvin=3200), id="warm"),
        pytest.param(Light(kelvin=7500, level=0.85), id="cold"),
        pytest.param(Light(level=0.6), id="dim"),
        pytest.param(Light(lamp_mm=(480.0, 280.0), falloff=0.6), id="lamp at one side"),
    ],
)
def test_the_bare_board_looks_again_as_it_did(calibrated, rectified, light):
    other = rectified(calibrated.start, light)
    bare = calibrated.calibration.bare
    relit = relight(other, bare)
    ground = land(calibrated)
    before = brightest(np.abs(other.astype(int) - bare.bgr).astype(np.uint8))[::2, ::2][ground]
    after = relit.difference[::2, ::2][ground]
    assert np.median(before) > 2 * np.median(after)
    assert np.percentile(after, 95) < SOFT
    assert relit.hidden is None


def test_a_canoe_keeps_its_colour_under_a_warm_lamp(calibrated, rectified):
    scene = with_canoe_on_space(calibrated.start, calibrated.layout, 0, "M3", Random(1))
    canoe = circle_mask(calibrated.layout.spaces["M3"], 4.0, calibrated.calibration.canvas)

    def colour(light):
        seen = rectified(scene, light)
        relit = relight(seen, calibrated.calibration.bare)
        return np.median(seen[canoe], axis=0), np.median(relit.matte[canoe], axis=0)

    (_, day), (warm, evened) = colour(Light()), colour(Light(kelvin=3200))
    assert np.abs(warm - day).max() > 20, "a warm lamp has little blue and much red"
    assert np.abs(evened - day).max() < 10


def test_pieces_are_not_taken_for_light(calibrated, rectified):
    scene = with_canoe_on_space(calibrated.start, calibrated.layout, 0, "M3", Random(1))
    for light in (Light(), Light(kelvin=3500, level=0.7)):
        relit = relight(rectified(scene, light), calibrated.calibration.bare)
        canoe = circle_mask(calibrated.layout.spaces["M3"], 5.0, calibrated.calibration.canvas)
        assert np.median(relit.difference[canoe]) > 2 * SOFT


def test_a_hand_is_told_and_read_as_the_empty_board(calibrated, rectified):
    hand = HandPiece(240.0, 120.0, 1.57)
    relit = relight(rectified(replace(calibrated.start, hand=hand)), calibrated.calibration.bare)
    assert relit.hidden is not None
    canvas, pose = calibrated.calibration.canvas, calibrated.calibration.pose
    true = canvas.rectify(np.dstack([hand_mask(hand, calibrated.view)] * 3), pose)[:, :, 0] > 127
    assert np.mean(relit.hidden[true]) > 0.9
    far = circle_mask((430.0, 250.0), 40.0, canvas)
    assert not relit.hidden[far].any()
    assert not relit.difference[relit.hidden].any()


def test_a_shadow_is_the_board_only_darker():
    level = np.linspace(90, 200, 60)[None, :, None]
    board = np.broadcast_to(level * (0.7, 1.0, 0.8), (60, 60, 3)).astype(np.uint8)
    shaded = (board * 0.6).astype(np.uint8)
    painted = np.full_like(board, (40, 40, 200))
    assert shadows(shaded, board).mean() > 0.95
    assert shadows(painted, board).mean() < 0.05
    assert shadows((board * 1.2).astype(np.uint8), board).mean() == 0


def test_darkest_and_brightest_are_those_of_the_three_channels():
    picture = np.random.default_rng(1).integers(0, 256, (5, 7, 3)).astype(np.uint8)
    assert np.array_equal(darkest(picture), picture.min(axis=2))
    assert np.array_equal(brightest(picture), picture.max(axis=2))
