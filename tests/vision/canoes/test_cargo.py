"""Cargo is read from a canoe's middle against its own floor; what fits two gems alike is unknown."""

import dataclasses

import numpy as np
import pytest

from vision.canoes.cargo import CargoReader, CargoThresholds, decide, empty_cost, gem_costs
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


FLOOR = np.array([60.0, 128.0, 128.0])
"""Of a grey hull so dark that no light makes it glare."""
RUBY = np.array([150.0, 200.0, 160.0])
"""A gem so far from the grey hull's floor that each opacity looks like no other."""
SAPPHIRE = np.array([150.0, 128.0, 128.0])
"""A gem of the grey hull's own chroma."""
OPACITIES = [0.55, 0.65, 0.75, 0.85, 0.95]


def blend(gem, opacity):
    return opacity * gem + (1 - opacity) * FLOOR


def cost(middle, gem):
    (only,) = gem_costs(middle, gem[None], FLOOR)
    return only


def margin_sides(cost_of_best, margin):
    return decide({None: cost_of_best, "pink": cost_of_best + margin, "blue": 99.0})


@pytest.mark.parametrize(
    ("best", "margin", "told"),
    [
        pytest.param(1.0, 0.36, UNKNOWN, id="the next is hardly dearer: unknown"),
        pytest.param(1.0, 0.44, None, id="the next is a little dearer: named"),
        pytest.param(3.7, 1.0, None, id="a cargo that looks nearly as it should needs that little"),
        pytest.param(4.3, 1.0, UNKNOWN, id="a cargo far from what it should look like needs more"),
        pytest.param(6.0, 1.4, UNKNOWN, id="a far one with less than that is unknown"),
        pytest.param(6.0, 1.6, None, id="a far one with more than that is named"),
    ],
)
def test_a_cargo_is_named_when_the_next_is_dearer_by_enough(best, margin, told):
    assert margin_sides(best, margin)[0] == told


def test_exactly_the_margin_names_a_cargo_and_exactly_the_far_cost_is_far():
    assert margin_sides(0.0, 0.4)[0] is None
    assert margin_sides(4.0, 1.0)[0] == UNKNOWN


@pytest.mark.parametrize(
    ("margin", "sure"),
    [
        pytest.param(0.6, 0.75, id="half of the whole margin"),
        pytest.param(1.1, 0.96, id="nearly the whole margin"),
        pytest.param(1.3, 1.0, id="more than the whole margin"),
    ],
)
def test_confidence_rises_with_the_margin(margin, sure):
    assert margin_sides(0.0, margin)[1] == pytest.approx(sure, abs=0.01)


@pytest.mark.parametrize(
    ("off", "deviations"),
    [((9, 0, 0), 1.0), ((-9, 0, 0), 1.0), ((0, 3.5, 0), 1.0), ((0, 0, 4), 1.0), ((9, 3.5, 4), 3**0.5)],
    ids=["lighter", "darker", "redder", "yellower", "all of it"],
)
def test_an_empty_middle_may_stray_more_in_lightness_than_in_chroma(off, deviations):
    assert empty_cost(hold(FLOOR + off, FLOOR), FLOOR) == pytest.approx(deviations, rel=0.1)


@pytest.mark.parametrize("gain", [1.1, 1.2, 1.35, 1.5])
def test_an_empty_middle_in_each_of_the_lights_tried_is_just_what_it_should_be(gain):
    floor_bgr = np.array([95.0, 150.0, 250.0])
    floor, middle = (
        to_lab(np.rint(bgr).astype(np.uint8))[0] for bgr in (floor_bgr, np.minimum(gain * floor_bgr, 255.0))
    )
    # To a Lab step: the picture has whole grey levels.
    assert empty_cost(hold(middle, floor), floor + np.array((8, 0, 0))) == pytest.approx(0.0, abs=0.4)


@pytest.mark.parametrize("opacity", OPACITIES)
def test_a_gem_may_let_the_hull_shine_through_which_costs_the_more_the_less_usual_it_is(opacity):
    assert cost(blend(RUBY, opacity), RUBY) == pytest.approx(abs(opacity - 0.85) * 1.7, abs=0.02)


@pytest.mark.parametrize(("off", "deviations"), [((7, 0, 0), 0.5), ((0, 0, 3.25), 0.5), ((0, 3.25, 0), 0.5)])
def test_a_gem_may_stray_more_in_lightness_than_in_chroma(off, deviations):
    across = np.array([FLOOR[0], 200.0, 128.0]), np.array([FLOOR[0], 128.0, 200.0])
    gem = across[0] if off[2] else across[1]
    # What strays stands at a right angle to the way from the hull's colour to the gem's: no opacity explains it.
    assert cost(blend(gem, 0.85) + off, gem) == pytest.approx(deviations, rel=0.1)


def test_a_gem_of_the_hulls_chroma_may_stray_less_in_lightness():
    lighter = blend(SAPPHIRE, 0.95) + np.array((4.5, 0, 0))
    assert cost(lighter, SAPPHIRE) == pytest.approx(4.5 / 9.0 + 0.1 * 1.7, rel=0.1)


@pytest.mark.parametrize(
    ("chroma", "alike"), [(16.5, True), (19.5, False)], ids=["of nearly the hull's chroma", "of another"]
)
def test_only_a_gem_of_another_chroma_than_the_hulls_may_be_nearly_transparent(chroma, alike):
    gem = FLOOR + np.array((90, chroma, 0))
    usual = abs(0.55 - 0.85) * 1.7
    assert (cost(blend(gem, 0.55), gem) > usual + 1) is alike


@pytest.mark.parametrize(("opacity", "dear"), [(0.75, True), (0.85, False)])
def test_a_gem_of_the_hulls_chroma_is_tried_with_the_two_largest_opacities(opacity, dear):
    assert (cost(blend(SAPPHIRE, opacity), SAPPHIRE) > 0.5) is dear


def test_a_gem_is_ten_steps_darker_in_a_hull_than_on_its_deposit(reader):
    on_deposit, floor = np.array(GEMS["pink"]), np.array(HULLS["black"])
    empty = floor + np.array((8, 0, 0))
    seen = 0.85 * (on_deposit - (10, 0, 0)) + 0.15 * empty
    assert reader.costs(hold(seen, floor), "black")["pink"] == pytest.approx(0.0, abs=0.1)
    as_on_deposit = 0.85 * on_deposit + 0.15 * empty
    assert reader.costs(hold(as_on_deposit, floor), "black")["pink"] > 0.3


TESTED = {
    "least_margin": test_a_cargo_is_named_when_the_next_is_dearer_by_enough,
    "far_cost": test_a_cargo_is_named_when_the_next_is_dearer_by_enough,
    "far_margin": test_a_cargo_is_named_when_the_next_is_dearer_by_enough,
    "whole_margin": test_confidence_rises_with_the_margin,
    "empty_lightness_spread_lab": test_an_empty_middle_may_stray_more_in_lightness_than_in_chroma,
    "empty_a_spread_lab": test_an_empty_middle_may_stray_more_in_lightness_than_in_chroma,
    "empty_b_spread_lab": test_an_empty_middle_may_stray_more_in_lightness_than_in_chroma,
    "glare_gains": test_an_empty_middle_in_each_of_the_lights_tried_is_just_what_it_should_be,
    "gem_darker_lab": test_a_gem_is_ten_steps_darker_in_a_hull_than_on_its_deposit,
    "gem_lightness_spread_lab": test_a_gem_may_stray_more_in_lightness_than_in_chroma,
    "gem_chroma_spread_lab": test_a_gem_may_stray_more_in_lightness_than_in_chroma,
    "alike_chroma_lab": test_only_a_gem_of_another_chroma_than_the_hulls_may_be_nearly_transparent,
    "alike_lightness_spread_lab": test_a_gem_of_the_hulls_chroma_may_stray_less_in_lightness,
    "opacities": test_a_gem_may_let_the_hull_shine_through_which_costs_the_more_the_less_usual_it_is,
    "usual_opacity": test_a_gem_may_let_the_hull_shine_through_which_costs_the_more_the_less_usual_it_is,
    "opacity_cost": test_a_gem_may_let_the_hull_shine_through_which_costs_the_more_the_less_usual_it_is,
    "alike_opacities": test_a_gem_of_the_hulls_chroma_is_tried_with_the_two_largest_opacities,
}


def test_every_threshold_is_tested():
    assert set(TESTED) == {field.name for field in dataclasses.fields(CargoThresholds)}
