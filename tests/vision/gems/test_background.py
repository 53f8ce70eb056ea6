"""What lies on a deposit is seen against its bare ground, whatever the light does to both."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from vision.calibrating.calibrate import calibrate
from vision.gems.background import DepositBackground
from vision.layout import default_layout
from vision.simulate import Light, Renderer, View, empty_scene, set_up

LAYOUT = default_layout()
PLAYERS = ("red", "blue", "green")


@pytest.fixture(scope="module")
def calibration():
    renderer = Renderer(LAYOUT, View(tilt_deg=3.0), Light(), seed=7)
    start = set_up(LAYOUT, PLAYERS, Random(7))
    return calibrate(renderer.draw(empty_scene()), renderer.draw(start), PLAYERS, layout=LAYOUT)


@pytest.fixture(scope="module")
def background(calibration):
    return DepositBackground.of(LAYOUT.deposits["amber"], calibration)


def lightness(background, bgr):
    return background.contrast(bgr)[..., 0]


def lit(bgr, factor):
    return np.clip(bgr * np.asarray(factor), 0, 255).astype(np.uint8)


def test_the_bare_ground_is_like_itself(background, calibration):
    assert np.abs(lightness(background, calibration.empty_bgr)).max() < 0.02


@pytest.mark.parametrize("factor", [(0.6, 0.6, 0.6), (0.7, 0.9, 1.1), (1.15, 1.0, 0.8)])
def test_another_light_on_all_the_ground_is_nothing(background, calibration, factor):
    inside = background.within(-1.0)
    seen = background.contrast(lit(calibration.empty_bgr, factor))
    assert np.abs(seen[inside]).max() < 0.12


@pytest.fixture(scope="module")
def even(calibration):
    """A board whose violet deposit has perfectly even ground, and where the deposit's middle is in the picture."""
    bgr = calibration.empty_bgr.copy()
    x, y = (round(at) for at in calibration.canvas.at(LAYOUT.deposits["amethyst"].centre))
    bgr[y - 60 : y + 60, x - 60 : x + 60] = (180, 100, 150)
    return bgr, x, y


@pytest.fixture(scope="module")
def even_background(calibration, even):
    return DepositBackground.of(LAYOUT.deposits["amethyst"], replace(calibration, empty_bgr=even[0]))


def test_a_spot_a_little_brighter_and_paler_than_perfectly_even_background_is_not_taken_for_the_light(
    even, even_background
):
    bgr, x, y = even
    spotted = bgr.copy()
    spotted[y - 10 : y + 10, x - 10 : x + 10] = (170, 137, 153)
    assert np.median(np.abs(lightness(even_background, spotted)[even_background.within(-1.0)])) < 0.01


def test_ground_of_which_little_shows_among_coloured_things_is_known_all_the_same(even, even_background):
    bgr, x, y = even
    crowded = bgr.copy()
    crowded[y - 60 : y + 60, x - 60 : x + 34] = (140, 60, 60)
    little = even_background.within(-2.0)
    little[:, : little.shape[1] // 2 + round(18.5 * even_background.px_per_mm)] = False
    assert np.abs(even_background.contrast(crowded)[little]).max() < 0.03


def test_light_that_falls_off_to_one_side_is_nothing(background, calibration):
    slope = np.linspace(0.6, 1.0, calibration.empty_bgr.shape[1])[None, :, None]
    assert (
        np.abs(lightness(background, lit(calibration.empty_bgr, slope))[background.within(-1.0)]).max() < 0.1
    )


def test_gems_look_the_same_against_the_ground_in_dimmer_light(background, calibration):
    bright, dim = (lightness(background, lit(calibration.setup_bgr, factor)) for factor in (1.0, 0.7))
    inside = background.within(-1.0)
    assert bright[inside].min() < -0.3
    assert np.abs(bright - dim)[inside].mean() < 0.05


def test_a_rim_that_is_lit_otherwise_is_taken_off_and_a_gem_beside_it_is_not(background):
    away, across = background.distance_mm, background.basis[..., 1] * background.radius_mm
    near_rim = ((away > background.radius_mm - 3) & (away < background.radius_mm)).astype(np.float32)
    down = background.basis[..., 2] * background.radius_mm
    gem = ((across - 17) ** 2 + down**2 < 4**2).astype(np.float32)
    left = background.without_rim(0.3 * near_rim - 0.2 * gem)
    rim_only = (near_rim > 0) & (gem == 0)
    assert np.abs(left[rim_only]).mean() < 0.05
    assert left[gem > 0].mean() < -0.12
