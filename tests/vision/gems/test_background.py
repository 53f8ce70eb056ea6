"""What lies on a deposit is seen against its bare ground, whatever the light does to both."""

from dataclasses import fields, replace
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from vision.calibrating.calibrate import calibrate
from vision.gems.background import BackgroundParameters, DepositBackground, disc_means
from vision.layout import DepositArea, default_layout
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


def test_the_patch_of_a_deposit_reaches_three_millimetres_beyond_it_at_one_and_a_half_pixels_each(drawn):
    across_mm = drawn.background.basis[0, :, 1] * drawn.background.radius_mm
    assert (across_mm[0], across_mm[-1]) == (pytest.approx(-26, abs=0.5), pytest.approx(26, abs=0.5))
    assert np.diff(across_mm) == pytest.approx(1 / 1.4, rel=0.02)


def test_the_light_is_found_from_each_fourth_pixel_a_millimetre_inside_the_edge(drawn):
    pixels, basis = drawn.background.sample
    distance_mm = drawn.background.distance_mm.ravel()
    assert distance_mm[pixels].max() == pytest.approx(23 - 1, abs=0.15)
    assert np.count_nonzero(distance_mm < 22) / len(pixels) == pytest.approx(4, rel=0.01)
    assert pytest.approx(drawn.background.basis.reshape(-1, 3)[pixels]) == basis.T


@pytest.mark.parametrize(("bright_mm", "is_bright"), [(15.2, True), (14.5, False)])
def test_the_grounds_colour_is_that_of_more_than_half_of_it_two_millimetres_inside_the_edge(
    drawn, bright_mm, is_bright
):
    # A disc of 14.85 mm is half of one of 21 mm.
    empty = drawn.picture((0, 0, 40, (60, 60, 60)), (0, 0, bright_mm, (200, 200, 200)))
    calibration = SimpleNamespace(canvas=drawn.canvas, empty_bgr=empty)
    background = DepositBackground.of(DepositArea((50.0, 50.0), 23.0, "yellow"), calibration)
    assert (background.median_log_bgr > np.log(6 + 130)).tolist() == [is_bright] * 3


def test_a_colour_twice_as_light_as_the_ground_has_a_contrast_of_one_doubling(drawn):
    twice = np.full(3, 2.0 * (150 + 6) - 6)
    assert drawn.background.contrast_of_colour(twice) == pytest.approx((np.log(2), 0, 0), abs=0.01)


def test_a_gems_contrast_is_the_logarithm_of_its_light_over_the_grounds(drawn):
    seen = drawn.background.contrast(drawn.picture((4, 4, 5, (70, 70, 150))))
    column, row = drawn.pixel(4, 4)
    blue = green = np.log(76 / 156)
    assert seen[row, column] == pytest.approx(((blue + green) / 3, -green, 0.0), abs=0.02)


def test_a_disc_mean_is_the_mean_within_its_radius():
    spike = np.zeros((11, 11), np.float32)
    spike[5, 5] = 13.0
    assert disc_means(spike, 2.0)[5, 3:] == pytest.approx([1, 1, 1, 1, 1, 0, 0, 0], abs=1e-5)


def test_every_parameter_of_the_background_has_a_test():
    patch = test_the_patch_of_a_deposit_reaches_three_millimetres_beyond_it_at_one_and_a_half_pixels_each
    light = test_the_light_is_found_from_each_fourth_pixel_a_millimetre_inside_the_edge
    tests = {
        "px_per_mm": patch,
        "margin_mm": patch,
        "light_inset_mm": light,
        "sample_step": light,
        "colour_inset_mm": (
            test_the_grounds_colour_is_that_of_more_than_half_of_it_two_millimetres_inside_the_edge
        ),
    }
    assert set(tests) == {field.name for field in fields(BackgroundParameters)}
