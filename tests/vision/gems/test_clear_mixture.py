"""A clear gem among coloured ones mixes its colour with the ground's; colours, lamps and shades do not."""

from dataclasses import fields
from random import Random

import cv2
import numpy as np
import pytest

from vision.calibrating.calibrate import calibrate
from vision.gems.background import DepositBackground
from vision.gems.clear_mixture import ClearMixtureFinder, MixtureThresholds, clear_alpha, may_be_clear
from vision.gems.log_colour import FROM_OPPONENT, LOG_COLOUR
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


CLEAR_CONTRAST = np.array([0.1, 0.3, 0.0])
"""A clear gem's log contrast in these tests: a tenth lighter than the ground, and redder."""


def share(alpha, aside=0.0, lightness=0.0):
    """One pixel with so much of a clear gem's tint and so much aside of it, and its alpha."""
    pixel = np.array([[[lightness, 0.3 * alpha, aside]]], np.float32)
    return float(clear_alpha(pixel, CLEAR_CONTRAST)[0, 0])


@pytest.mark.parametrize(("tint", "visible"), [(0.13, True), (0.11, False)])
def test_on_ground_nearly_of_a_clear_gems_tint_none_can_be_seen(tint, visible):
    pixel = np.zeros((1, 1, 3), np.float32)
    assert (clear_alpha(pixel, np.array([0.0, 0.0, tint])) is not None) == visible


@pytest.mark.parametrize(
    ("alpha", "counted"), [(0.0, 0.0), (0.3, 0.3), (0.45, 0.45), (1.0, 0.5), (-0.25, -0.25), (-1.0, -0.3)]
)
def test_a_pixels_alpha_counts_from_three_tenths_against_to_a_half(alpha, counted):
    assert share(alpha) == pytest.approx(counted, abs=0.03)


PIXELS = [
    ("beyond_alpha", {"alpha": 1.2}, True),
    ("beyond_alpha", {"alpha": 1.4}, False),
    ("off_axis_log", {"aside": 0.18}, True),
    ("off_axis_log", {"aside": -0.18}, True),
    ("off_axis_log", {"aside": 0.22}, False),
    ("off_axis_log", {"aside": -0.22}, False),
    ("darkest_log", {"lightness": -0.18}, True),
    ("darkest_log", {"lightness": -0.22}, False),
    # A clear gem is itself a tenth lighter than the ground.
    ("brighter_log", {"lightness": 0.33}, True),
    ("brighter_log", {"lightness": 0.37}, False),
]


@pytest.mark.parametrize(("field", "pixel", "may_be"), PIXELS)
def test_what_is_too_far_aside_too_dark_or_too_light_is_no_clear_gem(field, pixel, may_be):
    assert (share(**{"alpha": 0.4, **pixel}) > 0.3) == may_be, field


def test_a_dark_clear_gem_is_a_quarter_lighter_than_the_ground_at_most():
    pixels = np.array([0.2, 0.3], np.float32)
    may_be = may_be_clear(np.full(2, 0.4, np.float32), np.zeros(2, np.float32), pixels, -0.3)
    assert may_be.tolist() == [True, False]


def laid(drawn, *spots):
    """What is found of spots (x_mm, y_mm, radius_mm, alpha)."""
    drawing = [(x, y, radius, (0.0, 0.3 * alpha, 0.0)) for x, y, radius, alpha in spots]
    return found(drawn, drawn.contrast(*drawing))


def found(drawn, contrast):
    clear = np.exp(CLEAR_CONTRAST @ FROM_OPPONENT + drawn.background.median_log_bgr) - LOG_COLOUR.offset_grey
    return ClearMixtureFinder(drawn.background, clear, RADIUS_MM).find(contrast, 2)


@pytest.mark.parametrize(("alpha", "seen"), [(0.22, True), (0.18, False)])
def test_a_spot_is_told_from_a_fifth_of_a_clear_gems_tint_on(drawn, alpha, seen):
    assert bool(laid(drawn, (0.0, 0.0, 5.0, alpha))) == seen


@pytest.mark.parametrize(("radius_mm", "seen"), [(2.8, True), (2.2, False)])
def test_a_spot_is_told_from_a_quarter_of_a_gems_area_on(drawn, radius_mm, seen):
    # 0.8 squares of the radius are as much as a disc of half of it: 2.5 mm.
    assert bool(laid(drawn, (0.0, 0.0, radius_mm, 0.4))) == seen


def test_the_alpha_of_a_gem_is_the_mean_within_four_millimetres_of_its_middle(drawn):
    spot, *_ = laid(drawn, (0.0, 0.0, 3.0, 0.5))
    assert spot.alpha == pytest.approx(0.5 * (3 / 4) ** 2, rel=0.1)
    assert spot.centre_px == pytest.approx(drawn.pixel(0.0, 0.0), abs=2)


def test_no_gem_has_its_middle_nearer_to_the_edge_than_three_and_a_half_millimetres(drawn):
    spot, *_ = laid(drawn, (22.0, 0.0, 5.0, 0.5))
    column, row = spot.centre_px
    assert drawn.background.distance_mm[row, column] == pytest.approx(23.0 - 3.5, abs=0.6)


@pytest.mark.parametrize(("apart_mm", "two"), [(9.2, False), (10.8, True)])
def test_two_clear_gems_are_two_from_a_gems_width_apart_on(drawn, apart_mm, two):
    first, *others = laid(drawn, (-apart_mm / 2, 0.0, 4.0, 0.5), (apart_mm / 2, 0.0, 4.0, 0.5))
    assert first.alpha > 0.45
    assert any(other.alpha > 0.4 for other in others) == two


def test_every_threshold_of_the_mixture_has_a_test_of_its_sides(on_both_sides):
    shares = test_a_pixels_alpha_counts_from_three_tenths_against_to_a_half
    tests = {
        "least_distance_log": test_on_ground_nearly_of_a_clear_gems_tint_none_can_be_seen,
        "most_alpha": shares,
        "least_alpha": shares,
        "faint_alpha": test_a_spot_is_told_from_a_fifth_of_a_clear_gems_tint_on,
        "least_area_radii2": test_a_spot_is_told_from_a_quarter_of_a_gems_area_on,
        "mean_radii": test_the_alpha_of_a_gem_is_the_mean_within_four_millimetres_of_its_middle,
        "inset_mm": test_no_gem_has_its_middle_nearer_to_the_edge_than_three_and_a_half_millimetres,
        "apart_radii": test_two_clear_gems_are_two_from_a_gems_width_apart_on,
    }
    assert {*tests, *on_both_sides(PIXELS)} == {field.name for field in fields(MixtureThresholds)}
