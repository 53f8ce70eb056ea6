"""A clear gem among coloured ones pales the ground; colours, lamps and shades do not."""

from random import Random

import cv2
import numpy as np
import pytest

from vision.calibrating.calibrate import calibrate
from vision.gems.background import DepositBackground
from vision.gems.clear_mixture import ClearMixtureFinder
from vision.imaging.colour_models import to_bgr
from vision.layout import default_layout
from vision.simulate import Light, Renderer, View, empty_scene, set_up
from vision.typical_colours import CLEAR_GEM

LAYOUT = default_layout()
PLAYERS = ("red", "blue", "green")
RADIUS_MM = LAYOUT.pieces.gem_size / 2
COLOURED = [name for name, deposit in LAYOUT.deposits.items() if deposit.gem != CLEAR_GEM]
SURE = 0.3


@pytest.fixture(scope="module")
def calibration():
    renderer = Renderer(LAYOUT, View(tilt_deg=3.0), Light(), seed=12)
    start = set_up(LAYOUT, PLAYERS, Random(12))
    return calibrate(renderer.draw(empty_scene()), renderer.draw(start), PLAYERS, layout=LAYOUT)


def clear_bgr(calibration):
    return to_bgr(calibration.gems[CLEAR_GEM].mean)


def background_of(name, calibration):
    return DepositBackground.of(LAYOUT.deposits[name], calibration)


def with_disc(calibration, name, bgr, share):
    """The empty board with so much of a colour in a disc of a gem's size beside the deposit's middle."""
    picture = calibration.empty_bgr.astype(np.float32)
    x, y = LAYOUT.deposits[name].centre
    place = tuple(round(at) for at in calibration.canvas.at((x + 8, y)))
    over = picture.copy()
    cv2.circle(
        over, place, round(RADIUS_MM * calibration.canvas.px_per_mm), tuple(map(float, bgr)), cv2.FILLED
    )
    return np.clip(picture + share * (over - picture), 0, 255).astype(np.uint8)


def spots(calibration, name, picture):
    background = background_of(name, calibration)
    finder = ClearMixtureFinder(background, clear_bgr(calibration), RADIUS_MM)
    return background, finder.find(background.contrast(picture), 2)


@pytest.mark.parametrize("name", COLOURED)
def test_a_clear_gem_among_coloured_ones_is_where_the_ground_is_pale(calibration, name):
    background, (first, *others) = spots(
        calibration, name, with_disc(calibration, name, clear_bgr(calibration), 0.6)
    )
    assert first.alpha > SURE
    middle_x, middle_y = (side / 2 for side in background.distance_mm.shape[::-1])
    assert first.centre_px[0] == pytest.approx(middle_x + 8 * background.px_per_mm, abs=3)
    assert first.centre_px[1] == pytest.approx(middle_y, abs=3)
    assert all(other.alpha < SURE / 2 for other in others)


@pytest.mark.parametrize("name", COLOURED)
def test_bare_ground_and_the_gems_at_home_there_are_not_pale(calibration, name):
    for picture in (calibration.empty_bgr, calibration.setup_bgr):
        assert all(spot.alpha < SURE / 2 for spot in spots(calibration, name, picture)[1])


@pytest.mark.parametrize("name", COLOURED)
@pytest.mark.parametrize("bgr", [(255, 255, 255), (15, 15, 15)])
def test_a_lamps_mirror_image_and_a_dark_thing_are_not_pale(calibration, name, bgr):
    picture = with_disc(calibration, name, bgr, 1.0)
    assert all(spot.alpha < SURE / 2 for spot in spots(calibration, name, picture)[1])


def test_on_ground_of_a_clear_gems_own_colour_none_can_be_seen_so(calibration):
    background = background_of("diamond", calibration)
    finder = ClearMixtureFinder(background, np.exp(background.median_log_bgr), RADIUS_MM)
    assert finder.find(background.contrast(calibration.setup_bgr), 2) == []
