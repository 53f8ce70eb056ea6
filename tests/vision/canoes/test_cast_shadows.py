"""Shadows drawn on a plain board: hulls 80 pixels long and 30 in the beam, at two pixels a millimetre."""

import dataclasses
import math

import cv2
import numpy as np
import pytest

from vision.canoes.cast_shadows import (
    CastShadowParameters,
    darkened,
    going_on,
    shadow_offset,
    sweep,
    unlike,
    unshaded_board,
    without_grain,
)
from vision.canoes.hull_shapes import Hull, HullShape

SIZE = (300, 400)
SHAPE = HullShape(80.0, 30.0)
PX_PER_MM = 2.0
BOARD = np.full((*SIZE, 3), 100, np.uint8)
HULLS = (Hull(1, (100.0, 150.0), 0.3, 1.0, 0.0), Hull(1, (290.0, 140.0), 1.4, 1.0, 0.0))


def of(hulls):
    return np.any([SHAPE.fill(SIZE, hull) for hull in hulls], axis=0)


def shadows(offset, hulls=HULLS):
    """The pixels beside hulls that their shadows darken."""
    return np.any([sweep(hull, SHAPE, offset, SIZE) for hull in hulls], axis=0) & ~of(hulls)


def found(dark, hulls=HULLS, **parameters):
    changed = dataclasses.replace(CastShadowParameters(), **parameters)
    return shadow_offset(hulls, SHAPE, dark, of(hulls), PX_PER_MM, changed)


@pytest.mark.parametrize("angle", [0.0, math.pi / 8, math.pi / 2, 3.5, 5.1])
@pytest.mark.parametrize("length_mm", [3.0, 6.0, 10.0, 14.0, 19.0])
def test_the_offset_of_all_shadows_is_found(angle, length_mm):
    offset = (length_mm * PX_PER_MM * math.cos(angle), length_mm * PX_PER_MM * math.sin(angle))
    assert math.dist(found(shadows(offset)), offset) < 2.0 + 0.25 * length_mm * PX_PER_MM


def test_between_the_lengths_tried_the_nearest_is_taken():
    assert math.hypot(*found(shadows((0.0, 24.0)))) == pytest.approx(20.0, abs=0.1)


def test_without_hulls_or_without_shadows_there_is_no_offset():
    assert found(np.zeros(SIZE, bool)) is None
    assert found(shadows((0.0, 20.0)), hulls=()) is None


def test_a_shadow_worth_a_twelfth_of_its_hull_is_believed():
    narrow = shadows((0.0, 6.0))
    share = np.count_nonzero(narrow) / (2 * SHAPE.area_px)
    assert share > 0.08
    assert found(narrow, directions=16) is not None
    thinned = narrow & (np.indices(SIZE)[1] < 190)
    thinned[:, 70:] = False
    assert found(thinned) is None


def test_what_is_not_dark_speaks_against_a_shadow():
    """Dark half-way only: with light at a low price the far half is taken for shadow too."""
    near = shadows((0.0, 12.0))
    far = np.random.default_rng(1).random(SIZE) < 0.42
    speckled = near | (shadows((0.0, 38.0)) & far)
    assert math.hypot(*found(speckled)) == pytest.approx(12.0, abs=0.1)
    assert math.hypot(*found(speckled, light_cost=0.5)) == pytest.approx(38.0, abs=0.1)


def test_only_the_first_six_hulls_are_asked():
    seen = found(shadows((0.0, 20.0), HULLS[:1]), hulls=(HULLS[0],) * 6 + (HULLS[1],))
    assert seen == pytest.approx((0.0, 20.0), abs=0.1)
    assert CastShadowParameters().most_hulls == 6


@pytest.mark.parametrize(("grey", "dark"), [(78, True), (82, False)])
def test_a_fifth_less_light_in_every_channel_is_dark(grey, dark):
    assert darkened(np.full_like(BOARD, grey), BOARD).all() == dark
    one_bright = np.full_like(BOARD, grey)
    one_bright[..., 2] = 100
    assert not darkened(one_bright, BOARD).any()


@pytest.mark.parametrize(("grey", "differs"), [(117, False), (120, True), (83, False), (80, True)])
def test_what_differs_by_more_than_eighteen_levels_is_unlike_the_board(grey, differs):
    assert unlike(np.full_like(BOARD, grey), BOARD).all() == differs


def test_erosion_along_the_offset_leaves_a_dark_canoe_and_none_of_the_shadows():
    offset = (0.0, 20.0)
    casting, black = HULLS
    dark = (shadows(offset, (casting,)) | sweep(black, SHAPE, offset, SIZE)) & ~of([casting])
    left = going_on(dark, dark | of([casting]), offset)
    assert np.count_nonzero(left & SHAPE.fill(SIZE, black)) > 0.95 * SHAPE.area_px
    assert np.count_nonzero(left & ~SHAPE.fill(SIZE, black)) < 0.05 * SHAPE.area_px


def test_a_hole_of_a_pixel_does_not_break_a_dark_canoe():
    dark = sweep(HULLS[1], SHAPE, (0.0, 20.0), SIZE)
    dark[150, 290] = False
    assert going_on(dark, dark, (0.0, 20.0))[146, 290]


def test_the_unshaded_board_has_discs_as_at_set_up_but_not_joes(plain):
    laid = np.full_like(plain.setup_bgr, 200)
    table = dataclasses.replace(plain, setup_bgr=laid, joe=True)
    board = unshaded_board(table)
    at = {
        name: tuple(round(v) for v in plain.canvas.at(place)) for name, place in plain.layout.spaces.items()
    }
    first, second = plain.layout.river.main[:2]
    assert tuple(board[at[second][::-1]]) == (200, 200, 200)
    assert tuple(board[at[first][::-1]]) == tuple(plain.empty_bgr[at[first][::-1]])
    without_joe = unshaded_board(dataclasses.replace(table, joe=False))
    assert tuple(without_joe[at[first][::-1]]) == (200, 200, 200)
    assert tuple(board[5, 5]) == tuple(plain.empty_bgr[5, 5])


def test_grain_is_averaged_away():
    noisy = BOARD.copy()
    noisy[150, 200] = 190
    assert without_grain(noisy)[150, 200, 0] == pytest.approx(110, abs=1)


def test_every_parameter_is_tested():
    tested = {
        "most_light",
        "least_difference",
        "directions",
        "lengths_mm",
        "light_cost",
        "least_gain",
        "sampled_px",
        "most_hulls",
    }
    assert tested == {field.name for field in dataclasses.fields(CastShadowParameters)}


def test_every_second_pixel_and_direction_is_enough():
    dark = shadows((14.0, 14.0))
    assert math.dist(found(dark), found(dark, sampled_px=1)) < 0.1
    assert cv2.countNonZero(dark.astype(np.uint8)) > 0
