"""Which pixels of a set-up are pieces: a flat empty board, on which things of known colours are painted."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision.calibrating.piece_colours import appeared, learn_canoes, learn_gems, mirrored, usual_gem
from vision.errors import CalibrationError, CalibrationTrouble
from vision.geometry import Canvas
from vision.imaging.colour_models import to_lab
from vision.layout import default_layout
from vision.masks import circle_mask

LAYOUT = default_layout()
CANVAS = Canvas(LAYOUT.size)
SHAPE = CANVAS.size_px[::-1]
M1 = LAYOUT.spaces["M1"]


def colour(lightness, a, b):
    """A colour of 8-bit Lab, with a and b from grey, as B, G, R."""
    return cv2.cvtColor(np.array([[[lightness, 128 + a, 128 + b]]], np.uint8), cv2.COLOR_LAB2BGR)[0, 0]


GROUND, WOOD, PAINT = colour(110, -10, -25), colour(205, 5, 28), colour(120, 50, 35)


def empty():
    return np.full((*SHAPE, 3), GROUND, np.uint8)


def set_up(*painted):
    """The set-up picture with such masks in such colours, each with its difference to the empty board."""
    bgr, difference = empty(), np.zeros(SHAPE, np.uint8)
    for mask, paint, level in painted:
        bgr[mask], difference[mask] = paint, level
    return SimpleNamespace(bgr=bgr, difference=difference)


@pytest.mark.parametrize(("difference", "there"), [(26, False), (30, True)])
def test_something_lies_where_a_picture_differs_by_more_than_twenty_eight(difference, there):
    assert appeared(np.full((2, 2), difference, np.uint8)).all() == there


@pytest.mark.parametrize(
    ("lightness", "chroma", "mirror"), [(172, 0, False), (188, 0, True), (200, 6, True), (200, 12, False)]
)
def test_light_without_a_colour_is_a_lamp_mirrored(lightness, chroma, mirror):
    assert mirrored(np.full((2, 2, 3), colour(lightness, 0, chroma), np.uint8)).all() == mirror


def within(place, radius_mm):
    return circle_mask(place, radius_mm, CANVAS)


def wood_of(*painted):
    """The mean of what is learnt for Joe's wood; its usual colour where only a speck is wood for certain."""
    beach = next(iter(LAYOUT.beaches.values()))
    canoe = within(((beach.x_min + beach.x_max) / 2, (beach.y_min + beach.y_max) / 2), 8.0)
    laid = set_up((canoe, PAINT, 80), *painted, (within(M1, 1.0), WOOD, 80))
    return learn_canoes(laid, empty(), LAYOUT, CANVAS, ("red",), joe=True)["wood"].mean


@pytest.mark.parametrize(("difference", "learnt"), [(41, False), (50, True)])
def test_wood_differs_from_the_board_by_more_than_forty_five(difference, learnt):
    pale = colour(190, 2, 20)
    mean = wood_of((within(M1, 10.0), pale, difference))
    assert (np.abs(mean - to_lab(pale)).max() < 3) == learnt


@pytest.mark.parametrize(("from_mm", "learnt"), [(20.0, True), (23.5, False)])
def test_wood_is_looked_for_within_twenty_two_millimetres_of_the_middle_of_joes_disc(from_mm, learnt):
    # All around the disc lies wood, so far out.
    pale = colour(190, 2, 20)
    mean = wood_of((within(M1, 40.0) & ~within(M1, from_mm), pale, 80))
    assert (np.abs(mean - to_lab(pale)).max() < 3) == learnt


def test_a_lamp_mirrored_in_joes_disc_is_not_learnt_for_wood():
    mean = wood_of((within(M1, 10.0), WOOD, 80), (within(M1, 6.0), np.array([235, 235, 235]), 80))
    assert mean == pytest.approx(to_lab(WOOD)[0], abs=2)


def test_without_joe_no_wood_is_learnt():
    beach = next(iter(LAYOUT.beaches.values()))
    laid = set_up((within((beach.x_min + 20, beach.y_min + 20), 8.0), PAINT, 80))
    assert set(learn_canoes(laid, empty(), LAYOUT, CANVAS, ("red",), joe=False)) == {"red"}


def test_without_any_canoe_on_the_beaches_nothing_can_be_learnt():
    laid = set_up((within(M1, 10.0), WOOD, 80))
    with pytest.raises(CalibrationError, match="no canoe on the beaches") as caught:
        learn_canoes(laid, empty(), LAYOUT, CANVAS, ("red",), joe=False)
    assert caught.value.trouble is CalibrationTrouble.NO_CANOES


def test_a_game_with_joe_whose_first_space_shows_no_wood_cannot_be_learnt():
    beach = next(iter(LAYOUT.beaches.values()))
    laid = set_up((within((beach.x_min + 20, beach.y_min + 20), 8.0), PAINT, 80))
    with pytest.raises(CalibrationError, match="Joe's canoe is not seen on M1") as caught:
        learn_canoes(laid, empty(), LAYOUT, CANVAS, ("red",), joe=True)
    assert (caught.value.trouble, caught.value.places) == (CalibrationTrouble.NO_JOE, ("M1",))


DEPOSIT = LAYOUT.deposits["ruby"]
ODD = colour(140, 60, -30)
"""Unlike the usual colour of rubies."""


def ruby_of(*painted):
    return learn_gems(set_up(*painted), LAYOUT, CANVAS)["pink"]


@pytest.mark.parametrize(("difference", "learnt"), [(20, False), (24, True)])
def test_a_gem_differs_from_its_deposit_by_more_than_twenty_two(difference, learnt):
    model = ruby_of((within(DEPOSIT.centre, 10.0), ODD, difference))
    assert (np.abs(model.mean - to_lab(ODD)).max() < 3) == learnt


@pytest.mark.parametrize(("pixels", "learnt"), [(55, False), (66, True)])
def test_a_gem_of_few_pixels_has_its_usual_colour(pixels, learnt):
    mask = np.zeros(SHAPE, bool)
    x, y = (round(value) for value in CANVAS.at(DEPOSIT.centre))
    mask[y : y + pixels // 11, x : x + 11] = True
    model = ruby_of((mask, ODD, 80))
    assert (np.abs(model.mean - to_lab(ODD)).max() < 3) == learnt
    assert (np.abs(model.mean - usual_gem("pink").mean).max() < 1) != learnt


def test_a_usual_colour_may_be_twelve_steps_off():
    learnt = ruby_of((within(DEPOSIT.centre, 10.0), ODD, 80))
    usual = usual_gem("pink")
    assert np.sqrt(usual.covariance[1, 1]) == pytest.approx(12.0, rel=0.02)
    assert usual.covariance[1, 1] > 4 * learnt.covariance[1, 1]
