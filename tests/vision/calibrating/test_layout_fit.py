"""Boards printed otherwise: the layout is fitted to what the two pictures of calibration show."""

import math
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from vision.calibrating.calibrate import calibrate
from vision.layout import default_layout
from vision.reader import Reader
from vision.simulate import Light, Renderer, View, empty_scene, set_up

DEFAULT = default_layout()
PLAYERS = ("red", "blue", "yellow")


def turned(place, degrees, about=(262.0, 150.0), shift=(0.0, 0.0)):
    angle = math.radians(degrees)
    x, y = place[0] - about[0], place[1] - about[1]
    return (
        about[0] + x * math.cos(angle) - y * math.sin(angle) + shift[0],
        about[1] + x * math.sin(angle) + y * math.cos(angle) + shift[1],
    )


def own_layout(degrees, shift, bare):
    """The river and what belongs to it turned and shifted, the tracks shifted elsewhere, the beaches a little."""

    def moved(place):
        return turned(place, degrees, shift=shift)

    return replace(
        DEFAULT,
        markers=replace(DEFAULT.markers, centres={}) if bare else DEFAULT.markers,
        spaces={name: moved(place) for name, place in DEFAULT.spaces.items()},
        river=replace(DEFAULT.river, insertion=moved(DEFAULT.river.insertion)),
        deposits={
            name: replace(deposit, centre=moved(deposit.centre)) for name, deposit in DEFAULT.deposits.items()
        },
        weather=replace(
            DEFAULT.weather, centres=tuple((x + 12.0, y - 3.0) for x, y in DEFAULT.weather.centres)
        ),
        buoy=replace(DEFAULT.buoy, centres=tuple((x + 5.0, y + 2.0) for x, y in DEFAULT.buoy.centres)),
    )


TABLES = {
    "turned right": (own_layout(5.0, (0.0, 4.0), bare=False), View(tilt_deg=5.0)),
    "turned left, no stickers": (
        own_layout(-4.0, (-2.0, -3.0), bare=True),
        View(roll_deg=182.0, tilt_deg=9.0),
    ),
    "shifted": (own_layout(0.0, (3.0, 12.0), bare=False), View(tilt_deg=-8.0, k1=-0.05)),
}


@pytest.fixture(scope="module", params=TABLES.values(), ids=TABLES.keys())
def table(request):
    """The true layout, the scene at set-up, its picture, and what calibration makes of it."""
    layout, view = request.param
    renderer = Renderer(layout, view, Light(), seed=9)
    laid = set_up(layout, PLAYERS, Random(9))
    empty, picture = renderer.draw(empty_scene()), renderer.draw(laid)
    return layout, laid, picture, calibrate(empty, picture, PLAYERS)


def test_every_space_is_found_within_three_millimetres(table):
    layout, _, _, calibration = table
    off = {name: math.dist(calibration.layout.spaces[name], place) for name, place in layout.spaces.items()}
    assert max(off.values()) < 3.0, off


def test_every_deposit_is_found_within_five_millimetres(table):
    layout, _, _, calibration = table
    fitted = calibration.layout.deposits
    off = {name: math.dist(fitted[name].centre, deposit.centre) for name, deposit in layout.deposits.items()}
    assert max(off.values()) < 5.0, off


def test_both_tracks_are_found_within_four_millimetres(table):
    layout, _, _, calibration = table
    for fitted, true in (
        (calibration.layout.weather.centres, layout.weather.centres),
        (calibration.layout.buoy.centres, layout.buoy.centres),
    ):
        assert all(math.dist(one, other) < 4.0 for one, other in zip(fitted, true, strict=True))


def test_a_board_of_its_own_is_read_right(table):
    _, laid, picture, calibration = table
    seen = Reader(calibration).read(picture)
    assert seen.readable
    assert {str(space.disc) for space in seen.spaces.values()} == {"seated"}
    assert all(space.canoes == () for space in seen.spaces.values())
    assert seen.beach == Counter(canoe.colour for canoe in laid.canoes)
    assert (seen.weather, seen.buoy) == (0, 0)
