"""Which pixels have a canoe's colour: background subtraction and colours that are nobody's."""

import dataclasses

import numpy as np
import pytest

from vision.canoes.labels import (
    CanoeLabeller,
    CanoeLabelThresholds,
    CanoeRegionParameters,
    background_models,
    canoe_regions,
    least_differences,
)
from vision.imaging.colour_clusters import likeliest
from vision.photometry.relight import Relit

RED_BGR = (45, 40, 200)
GROUND, SHADE, GLARE, DEEP_SHADE = range(4)


@pytest.fixture(scope="module")
def labeller(plain):
    return CanoeLabeller(plain)


def relit(plain, place_mm, side_px, difference=100, bgr=RED_BGR):
    """The plain board with a square of a colour, and of such a difference to the board, at a place."""
    matte = plain.empty_bgr.copy()
    apart = np.zeros(matte.shape[:2], np.uint8)
    x, y = (round(value) for value in plain.canvas.at(place_mm))
    half = side_px // 2
    square = (slice(y - half, y - half + side_px), slice(x - half, x - half + side_px))
    matte[square] = bgr
    apart[square] = difference
    return Relit(matte, matte, apart, None, 0.0), (y, x)


ON_LAND = (200.0, 230.0)


def gates(model_of, colours):
    """Which of these Lab colours are within the gate of one of the models."""
    return [bool(likeliest(np.array([lab], np.float64), [model_of])[0] == 0) for lab in colours]


def models(bgr=(128, 128, 128), *, dark=True):
    return background_models(np.array([bgr] * 700, np.uint8), dark=dark)


def test_water_around_a_space_is_river_up_to_31_millimetres(plain):
    river, land = canoe_regions(plain)
    x, y = plain.layout.spaces["M3"]
    for off_mm, in_river in ((29.5, True), (32.5, False)):
        column, row = (round(value) for value in plain.canvas.at((x, y + off_mm)))
        assert river[row, column] == in_river
        assert land[row, column] != in_river


@pytest.mark.parametrize("off_mm", [0.0, 22.0, 23.8])
def test_a_deposit_and_a_millimetre_around_it_are_no_canoes(plain, off_mm):
    assert not _may_lie(plain, plain.layout.deposits["diamond"].centre, off_mm)


def test_beyond_that_a_canoe_may_lie(plain):
    assert _may_lie(plain, plain.layout.deposits["diamond"].centre, 24.35)


@pytest.mark.parametrize(("off_mm", "may_lie"), [(15.5, False), (16.7, True)])
def test_the_buoys_round_space_and_five_millimetres_around_it_are_no_canoes(plain, off_mm, may_lie):
    assert _may_lie(plain, plain.layout.buoy.centres[1], off_mm) is may_lie


def _may_lie(plain, centre, off_mm):
    column, row = (round(value) for value in plain.canvas.at((centre[0] - off_mm, centre[1])))
    return bool(np.any([region[row, column] for region in canoe_regions(plain)]))


def test_a_canoe_must_differ_more_where_the_board_is_bright():
    black, dim, middling, bright = least_differences(np.array([[10, 82, 100, 200]], np.uint8))[0]
    assert black == pytest.approx(9, abs=1)
    assert bright == pytest.approx(18, abs=1)
    # In proportion to the brightness, in between.
    assert dim == pytest.approx(18 * 82 / 110, abs=1)
    assert middling == pytest.approx(18 * 100 / 110, abs=1)


def test_pixels_of_a_canoes_colour_get_its_label(plain, labeller):
    seen, (row, column) = relit(plain, ON_LAND, 20)
    labels = labeller.labels(seen)
    assert labels[row, column] == 1
    assert np.count_nonzero(labels) == pytest.approx(20 * 20, abs=8)


@pytest.mark.parametrize(("difference", "labelled"), [(16, False), (20, True)])
def test_pixels_that_hardly_differ_from_the_board_get_none(plain, labeller, difference, labelled):
    seen, _ = relit(plain, ON_LAND, 20, difference)
    assert labeller.labels(seen).any() == labelled


def test_pixels_of_the_boards_own_colour_get_none(plain, labeller):
    seen, _ = relit(plain, ON_LAND, 20, bgr=tuple(int(part) for part in plain.empty_bgr[0, 0]))
    assert not labeller.labels(seen).any()


def test_nothing_on_a_deposit_gets_a_label_however_it_differs(plain, labeller):
    seen, _ = relit(plain, plain.layout.deposits["diamond"].centre, 20, difference=250)
    assert not labeller.labels(seen).any()


@pytest.mark.parametrize(("side_px", "labelled"), [(1, False), (3, True)])
def test_a_single_pixel_is_grain_and_nine_are_something(plain, labeller, side_px, labelled):
    seen, _ = relit(plain, ON_LAND, side_px)
    assert labeller.labels(seen).any() == labelled


def test_every_seventh_pixel_of_the_ground_is_learnt_from():
    ground = np.full((700, 3), 220, np.uint8)
    ground[::7] = 60
    model = background_models(ground, dark=False)[GROUND]
    assert model.mean[0] < 80
    assert model.covariance[0, 0] < 200 + 1


def test_the_ground_in_other_light_is_nobodys():
    """Four deviations of seven steps in chroma, and twice that in lightness."""
    ground = models()[GROUND]
    lightness = ground.mean[0]
    within = [(lightness, 128 + 26, 128), (lightness, 128, 128 - 26), (lightness + 52, 128, 128)]
    beyond = [(lightness, 128 + 31, 128), (lightness, 128, 128 - 31), (lightness + 60, 128, 128)]
    assert gates(ground, within + beyond) == [True] * 3 + [False] * 3


def test_the_grounds_shade_has_seven_tenths_of_its_light():
    shade, lit = models((200, 200, 200))[SHADE], models((140, 140, 140))[GROUND]
    assert shade.mean == pytest.approx(lit.mean, abs=1)


def test_shade_of_nearly_that_chroma_is_nobodys():
    """Four deviations of six steps."""
    shade = models()[SHADE]
    assert gates(shade, shade.mean + np.array([(0, 22, 0), (0, 0, -26)])) == [True, False]


def test_white_light_is_glare():
    """L 250 and four deviations of twenty steps below; four of less than eight in chroma."""
    within = [(255, 128, 128), (175, 128, 128), (250, 128, 128 + 29), (250, 128 - 29, 128)]
    beyond = [(165, 128, 128), (250, 128, 128 + 33), (250, 128 - 33, 128)]
    assert gates(models()[GLARE], within + beyond) == [True] * 4 + [False] * 3


def test_black_is_deep_shade():
    """L 8 and four deviations of eight steps above; four of five in chroma."""
    within = [(0, 128, 127), (38, 128, 127), (8, 128 + 18, 127), (8, 128, 127 - 18)]
    beyond = [(42, 128, 127), (8, 128 + 22, 127), (8, 128, 127 - 22)]
    assert gates(models()[DEEP_SHADE], within + beyond) == [True] * 4 + [False] * 3


def test_where_canoes_are_black_nothing_is_deep_shade():
    assert len(models(dark=True)) == 4
    assert len(models(dark=False)) == 3


TESTED = {
    "on_space_mm": test_water_around_a_space_is_river_up_to_31_millimetres,
    "deposit_margin_mm": test_a_deposit_and_a_millimetre_around_it_are_no_canoes,
    "buoy_margin_mm": test_the_buoys_round_space_and_five_millimetres_around_it_are_no_canoes,
    "least_difference": test_a_canoe_must_differ_more_where_the_board_is_bright,
    "least_difference_in_the_dark": test_a_canoe_must_differ_more_where_the_board_is_bright,
    "bright": test_a_canoe_must_differ_more_where_the_board_is_bright,
    "median_px": test_a_single_pixel_is_grain_and_nine_are_something,
    "sampled": test_every_seventh_pixel_of_the_ground_is_learnt_from,
    "ground_slack_lab": test_the_ground_in_other_light_is_nobodys,
    "shade_light": test_the_grounds_shade_has_seven_tenths_of_its_light,
    "shade_slack_lab": test_shade_of_nearly_that_chroma_is_nobodys,
    "glare_lightness_lab": test_white_light_is_glare,
    "glare_lightness_variance": test_white_light_is_glare,
    "glare_chroma_variance": test_white_light_is_glare,
    "dark_lightness_lab": test_black_is_deep_shade,
    "dark_lightness_variance": test_black_is_deep_shade,
    "dark_chroma_variance": test_black_is_deep_shade,
}


def test_every_parameter_and_threshold_is_tested():
    fields = (*dataclasses.fields(CanoeLabelThresholds), *dataclasses.fields(CanoeRegionParameters))
    assert set(TESTED) == {field.name for field in fields}
