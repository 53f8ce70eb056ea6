"""A lamp mirrored in the print while the table was calibrated, on a board without stickers; and gone since."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from vision.calibrating.calibrate import calibrate
from vision.layout import default_layout
from vision.reader import Reader
from vision.simulate import (
    CanoePiece,
    Light,
    Renderer,
    View,
    empty_scene,
    set_up,
    with_canoe_on_beach,
    with_canoe_on_space,
    without_canoe,
)

LAYOUT = default_layout()
BARE = replace(LAYOUT, markers=replace(LAYOUT.markers, centres={}))
PLAYERS = ("red", "blue", "green", "brown")
VIEW = View(tilt_deg=10.0, roll_deg=183.0, k1=-0.02)
LAMP = Light(glare_mm=((70.0, 95.0), (150.0, 150.0)), sheen=0.5, falloff=0.4)
EVENING = Light(kelvin=3600.0, level=0.8, lamp_mm=(400.0, 250.0), falloff=0.5)


@pytest.fixture(scope="module")
def laid():
    return set_up(LAYOUT, PLAYERS, Random(6), joe=True)


@pytest.fixture(scope="module")
def at_set_up():
    return Renderer(BARE, VIEW, LAMP, seed=4)


@pytest.fixture(scope="module")
def reader(laid, at_set_up):
    renderer = at_set_up.in_light(LAMP)
    return Reader(calibrate(renderer.draw(empty_scene()), renderer.draw(laid), PLAYERS, joe=True))


@pytest.fixture(scope="module", params=[LAMP, EVENING], ids=["the same lamp", "another lamp"])
def renderer(request, at_set_up):
    return at_set_up.in_light(request.param)


def some_afloat(laid):
    """Half of the canoes leave the beaches."""
    rng = Random(2)
    for index, space in zip(range(0, 8, 2), ("M2", "M4", "L1", "R2"), strict=True):
        laid = with_canoe_on_space(laid, LAYOUT, index, space, rng)
    return laid


def test_canoes_are_told_on_a_beach_that_shone_at_set_up(laid, renderer, reader):
    seen = reader.read(renderer.draw(some_afloat(laid)))
    assert seen.board_by == "features"
    assert seen.beach == Counter(canoe.colour for canoe in laid.canoes[1:8:2])
    assert seen.falls == {}


def test_a_lost_canoe_is_told(laid, renderer, reader):
    lost = without_canoe(some_afloat(laid), 1)
    assert reader.read(renderer.draw(lost)).falls == {laid.canoes[1].colour: 1}


def test_what_cannot_be_explained_on_a_beach_leaves_open_whether_a_canoe_is_lost(laid, renderer, reader):
    lost = without_canoe(some_afloat(laid), 1)
    strange = replace(lost, canoes=(*lost.canoes, CanoePiece("yellow", 0.0, 0.0)))
    strange = with_canoe_on_beach(strange, LAYOUT, len(strange.canoes) - 1, Random(3))
    seen = reader.read(renderer.draw(strange))
    assert seen.beach is None
    assert seen.falls is None
