"""Canoes drawn on a beach, with shadows, and named all at once."""

import dataclasses

import cv2
import numpy as np
import pytest

from vision.calibrating.set_up_hulls import SetUpHullParameters, blemish, hulls_at_set_up, named, taught_by
from vision.canoes.cast_shadows import sweep
from vision.canoes.hull_shapes import Hull, HullShape
from vision.geometry import Canvas
from vision.imaging.colour_models import median_lab, to_lab
from vision.layout import default_layout
from vision.typical_colours import TYPICAL_CANOE_BGR

LAYOUT = default_layout()
CANVAS = Canvas(LAYOUT.size)
SIZE = CANVAS.size_px[::-1]
SHAPE = HullShape(LAYOUT.pieces.canoe_length * 2, LAYOUT.pieces.canoe_beam * 2)
SAND = (120, 170, 200)
SHADE = (38, 52, 60)
USUAL = {name: TYPICAL_CANOE_BGR[name] for name in ("red", "brown", "black")}
SEEN = {"red": (40, 45, 180), "brown": (40, 55, 80), "black": (32, 30, 30)}
AT = {"red": ((60, 50), (60, 210)), "brown": ((85, 70), (90, 240)), "black": ((45, 90), (50, 245))}


def hull(place, angle=1.4):
    return Hull(1, CANVAS.at(place), angle, 1.0, 0.0)


def laid(places=None, shade=True):
    """What is learnt of canoes at these places of the board, drawn with their shadows."""
    empty = np.full((*SIZE, 3), SAND, np.uint8)
    bgr = empty.copy()
    places = places or AT
    hulls = [(name, hull(place)) for name, where in places.items() for place in where]
    if shade:
        for _, lying in hulls:
            bgr[sweep(lying, SHAPE, (20.0, 12.0), SIZE)] = SHADE
    for name, lying in hulls:
        bgr[SHAPE.fill(SIZE, lying)] = SEEN[name]
    noise = np.random.default_rng(3).integers(-6, 7, bgr.shape)
    bgr = np.clip(bgr + noise, 0, 255).astype(np.uint8)
    pieces = cv2.absdiff(bgr, empty).max(axis=2) > 28
    return hulls_at_set_up(bgr, empty, pieces, LAYOUT, CANVAS, USUAL)


@pytest.mark.parametrize("shade", [True, False])
def test_each_colour_is_learnt_from_its_canoes_and_not_from_shadows(shade):
    learnt = laid(shade=shade)
    assert set(learnt) == set(SEEN)
    for name, pixels in learnt.items():
        assert median_lab(pixels) == pytest.approx(to_lab(np.array([SEEN[name]], np.uint8))[0], abs=4)
        assert len(pixels) > 1.4 * SHAPE.area_px


def test_a_canoe_that_is_not_there_is_not_learnt_from_others():
    there = {name: AT[name] for name in ("red", "black")}
    learnt = laid(there)
    assert median_lab(learnt["red"]) == pytest.approx(to_lab(np.array([SEEN["red"]], np.uint8))[0], abs=4)


def test_an_empty_beach_teaches_nothing():
    empty = np.full((*SIZE, 3), SAND, np.uint8)
    nothing = np.zeros(SIZE, bool)
    assert hulls_at_set_up(empty, empty, nothing, LAYOUT, CANVAS, USUAL) == {}
    speck = nothing.copy()
    speck[200:203, 100:103] = True
    assert hulls_at_set_up(empty, empty, speck, LAYOUT, CANVAS, USUAL) == {}


NAMES_LAB = np.array([[60.0, 150.0, 140.0], [100.0, 128.0, 128.0]])


def owners(*hulls, blemishes=None, **parameters):
    lab = np.array(hulls, float)
    against = np.zeros(len(hulls)) if blemishes is None else np.array(blemishes, float)
    return named(lab, against, NAMES_LAB, dataclasses.replace(SetUpHullParameters(), **parameters))


def test_each_name_has_two_canoes_and_what_is_left_is_nobodys():
    near_first = [(60, 150, 140), (62, 148, 140), (64, 146, 139), (66, 144, 138), (67, 143, 137)]
    found = owners(*near_first)
    assert found[:2] == (0, 0)
    assert sorted(owner for owner in found if owner is not None) == [0, 0, 1, 1]


def test_colours_are_learnt_from_the_hulls_that_are_named():
    """All are darker than usual: the third is nearest to the first name's usual colour, but not to its canoes."""
    assert owners((30, 158, 144), (31, 158, 144), (64, 129, 128), (65, 128, 128)) == (0, 0, 1, 1)


def test_a_hull_with_a_blemish_is_named_last():
    assert owners((60, 150, 140), (60, 150, 140), (60, 150, 140), blemishes=(0, 2000, 0))[1] != 0


def test_lightness_counts_less_than_colour():
    nearer_in_colour, darker_too = (84, 142, 136), (84, 141, 135)
    assert [owners(nearer_in_colour, lightness=weight) for weight in (0.7, 1.05)] == [(0,), (1,)]
    assert [owners(darker_too, lightness=weight) for weight in (0.35, 0.7)] == [(0,), (1,)]


@pytest.mark.parametrize(("off", "owner"), [(100.0, 0), (115.0, None)])
def test_what_is_too_far_from_every_name_is_nobodys(off, owner):
    assert owners((60.0, 150.0, 140.0 + off), rounds=1) == (owner,)


def test_half_the_outline_speaks_against_a_hull_and_so_does_even_shade():
    assert blemish(1.0, 0.5, 0.5) == 0
    assert blemish(0.5, 0.5, 0.5) == pytest.approx(1500.0)
    assert blemish(1.0, 0.5, 0.0) == pytest.approx(600.0)
    assert blemish(1.0, 0.5, 0.125) == pytest.approx(300.0)
    assert blemish(1.0, 0.5, 0.26) == 0
    assert blemish(1.0, 1.2, 0.0) == 0


@pytest.mark.parametrize(("cover", "taught"), [(0.53, (1,)), (0.57, (0, 1))])
def test_a_colour_is_learnt_from_hulls_that_show_most_of_their_outline(cover, taught):
    assert taught_by({0: cover, 1: 0.9}) == taught


def test_the_fullest_hull_teaches_when_none_shows_most_of_its_outline():
    assert taught_by({0: 0.3, 1: 0.5}) == (1,)
    assert taught_by({}) == ()


def test_every_parameter_is_known_here():
    assert {field.name for field in dataclasses.fields(SetUpHullParameters)} == {
        "shadow_clusters",
        "median_px",
        "inner",
        "lightness",
        "thin_cost",
        "even_dimming",
        "shadow_cost",
        "nobody_cost",
        "least_cover",
        "rounds",
    }
