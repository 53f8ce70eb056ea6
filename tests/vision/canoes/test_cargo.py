"""Cargo is read from a canoe's middle against its own floor; what fits two gems alike is unknown."""

import numpy as np
import pytest

from vision.canoes.cargo import CargoReader
from vision.canoes.hold import Hold
from vision.imaging.colour_models import ColourModel, to_lab
from vision.sighting import UNKNOWN

GEMS = {
    "violet": (65.0, 160.0, 95.0),
    "clear": (190.0, 128.0, 127.0),
    "yellow": (125.0, 137.0, 172.0),
    "blue": (65.0, 145.0, 85.0),
    "pink": (90.0, 172.0, 136.0),
}
HULLS = {
    "red": (90.0, 166.0, 152.0),
    "green": (85.0, 102.0, 148.0),
    "yellow": (160.0, 135.0, 180.0),
    "blue": (80.0, 145.0, 85.0),
    "brown": (70.0, 138.0, 142.0),
    "black": (40.0, 128.0, 128.0),
}


def hold(middle, floor):
    return Hold(np.array(middle), np.array(floor), np.array(floor))


def empty_hold(colour, light=1.0):
    dark, green_red, blue_yellow = HULLS[colour]
    return hold((dark * light + 8, green_red, blue_yellow), (dark * light, green_red, blue_yellow))


@pytest.fixture(scope="module")
def reader():
    gems = {name: ColourModel(np.array(mean), np.eye(3)) for name, mean in GEMS.items()}
    return CargoReader(gems, {colour: (empty_hold(colour), empty_hold(colour)) for colour in HULLS})


@pytest.mark.parametrize("colour", HULLS)
@pytest.mark.parametrize("light", [0.8, 1.0, 1.2])
def test_an_empty_canoe_is_empty_in_any_light(reader, colour, light):
    assert reader.read(empty_hold(colour, light), colour)[0] is None


@pytest.mark.parametrize("colour", ["red", "green", "yellow", "brown", "black"])
@pytest.mark.parametrize("gem", ["violet", "clear", "yellow", "blue", "pink"])
def test_a_gem_unlike_its_hull_is_named(reader, colour, gem):
    own, floor = np.array(GEMS[gem]) - (10, 0, 0), np.array(HULLS[colour])
    told, sure = reader.read(hold(0.85 * own + 0.15 * (floor + np.array((8, 0, 0))), floor), colour)
    assert told == gem
    assert sure > 0.6


def test_a_gem_of_the_hulls_own_colour_shows_by_its_darkness(reader):
    dark = np.array(HULLS["blue"]) - (24, 0, 0)
    assert reader.read(hold(dark, HULLS["blue"]), "blue")[0] == "blue"


def test_what_fits_two_gems_alike_is_unknown(reader):
    between = (np.array(GEMS["violet"]) + GEMS["blue"]) / 2 - (10, 0, 0)
    assert reader.read(hold(between, HULLS["black"]), "black")[0] == UNKNOWN


def test_one_end_in_the_shade_does_not_make_an_empty_canoe_loaded(reader):
    lit = np.array(HULLS["yellow"])
    shaded = Hold(lit + np.array((8, 0, 0)), lit, lit - (70, 0, 10))
    assert reader.read(shaded, "yellow")[0] is None


def test_a_hull_of_unknown_lightness_is_taken_for_a_usual_one(reader):
    assert reader.read(empty_hold("red"), "wood")[0] is None


@pytest.mark.parametrize("light", [1.15, 1.3, 1.45])
def test_an_empty_middle_that_glares_out_is_empty_though_its_colour_turns(reader, light):
    floor_bgr = np.array([95.0, 182.0, 232.0])
    middle_bgr = np.minimum(floor_bgr * light, 255.0)
    floor, middle = (to_lab(np.rint(bgr).astype(np.uint8))[0] for bgr in (floor_bgr, middle_bgr))
    told, sure = reader.read(hold(middle, floor), "yellow")
    assert told is None
    assert sure > 0.9


def test_a_clear_gem_in_a_bright_hull_is_no_glare(reader):
    floor = to_lab(np.array([95, 182, 232], np.uint8))[0]
    middle = 0.85 * (np.array(GEMS["clear"]) - (10, 0, 0)) + 0.15 * floor
    assert reader.read(hold(middle, floor), "yellow")[0] == "clear"
