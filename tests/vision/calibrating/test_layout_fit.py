"""Boards printed otherwise: the layout is fitted to what the two pictures of calibration show."""

import math
from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.calibrating.calibrate import calibrate
from vision.calibrating.layout_fit import (
    LayoutThresholds,
    RoomParameters,
    gain_at,
    is_usual,
    space_certainty,
    usual_or,
    with_room,
)
from vision.calibration.complaint import Poor
from vision.calibration.places import PlaceKind
from vision.geometry import Canvas
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


def own_layout(degrees, shift, bare, track=12.0):
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
            DEFAULT.weather, centres=tuple((x + track, y - 3.0) for x, y in DEFAULT.weather.centres)
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
    "the usual river, and the track elsewhere": (
        own_layout(0.0, (0.0, 0.0), bare=True, track=55.0),
        View(tilt_deg=3.0),
    ),
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


def test_every_place_is_sure(table):
    *_, calibration = table
    assert calibration.unsure == ()
    assert Poor.UNSURE not in {note.about for note in calibration.notes}


def test_a_board_of_its_own_is_read_right(table):
    _, laid, picture, calibration = table
    seen = Reader(calibration).read(picture)
    assert seen.readable
    assert {str(space.disc) for space in seen.spaces.values()} == {"seated"}
    assert all(space.canoes == () for space in seen.spaces.values())
    assert seen.beach == Counter(canoe.colour for canoe in laid.canoes)
    assert (seen.weather, seen.buoy) == (0, 0)


def drawn(layout, laid=None, seed=9):
    renderer = Renderer(layout, View(tilt_deg=4.0), Light(), seed=seed)
    return renderer.draw(empty_scene()), renderer.draw(laid or set_up(layout, PLAYERS, Random(seed)))


def test_confirmed_places_stay_and_the_others_are_looked_for():
    true = own_layout(0.0, (0.0, 0.0), bare=False, track=40.0)
    ruby = replace(DEFAULT.deposits["ruby"], centre=(468.0, 148.0))
    guess = replace(DEFAULT, deposits={**DEFAULT.deposits, "ruby": ruby})
    found = calibrate(*drawn(true), PLAYERS, layout=guess, confirmed={"ruby", "M1"})
    assert found.layout.deposits["ruby"] == ruby
    assert found.certainty["ruby"] == found.certainty["M1"] == 1.0
    assert found.layout.weather.centres[0] == pytest.approx(true.weather.centres[0], abs=2.0)


def test_a_layout_without_a_word_of_what_is_confirmed_is_believed():
    wrong = own_layout(0.0, (0.0, 0.0), bare=False, track=40.0)
    believed = calibrate(*drawn(DEFAULT), PLAYERS, layout=wrong)
    assert believed.layout == wrong
    assert believed.unsure == ()


def test_what_the_pictures_do_not_show_is_unsure_and_named():
    # The weather's squares and one deposit are printed nowhere: their places are white beside the board.
    beside = replace(
        DEFAULT,
        weather=replace(DEFAULT.weather, values=(), centres=()),
        deposits={name: deposit for name, deposit in DEFAULT.deposits.items() if name != "amber"},
    )
    bare = Renderer(beside, View(tilt_deg=4.0), Light(), seed=9).draw(empty_scene())
    laid = replace(set_up(DEFAULT, PLAYERS, Random(9)), cloud=None)
    gems = tuple(gem for gem in laid.gems if gem.colour != "yellow")
    picture = Renderer(beside, View(tilt_deg=4.0), Light(), seed=9).draw(replace(laid, gems=gems))
    found = calibrate(bare, picture, PLAYERS)
    assert set(found.unsure) == {"amber", "weather/-1", "weather/0", "weather/1", "weather/2"}
    note = next(note for note in found.notes if note.about is Poor.UNSURE)
    assert set(note.values["places"]) == {"amber", "weather"}
    seen = Reader(found).read(picture)
    assert (seen.weather, seen.deposits["amber"], seen.buoy) == (None, None, 0)


def shifted(mm):
    return {name: (x + mm, y) for name, (x, y) in DEFAULT.spaces.items()}


CASES = [
    FieldCase(
        "usual_within_mm",
        "spaces two millimetres off are the usual ones, three off they are not",
        lambda: [is_usual(shifted(mm), DEFAULT.spaces) for mm in (2.0, 3.0)],
        [True, False],
    ),
    FieldCase(
        "usual_shift_mm",
        "what is found a millimetre and a half off lies as usual, two and a half off it does not",
        lambda: [usual_or((mm, 0.0), (0.0, 0.0), PlaceKind.DEPOSIT) for mm in (1.5, 2.5)],
        [(0.0, 0.0), (2.5, 0.0)],
    ),
    FieldCase(
        "usual_beach_mm",
        "a beach three millimetres off lies as usual, five off it does not",
        lambda: [usual_or((mm, 0.0), (0.0, 0.0), PlaceKind.BEACH) for mm in (3.0, 5.0)],
        [(0.0, 0.0), (5.0, 0.0)],
    ),
    FieldCase(
        "usual_certainty",
        "spaces that lie as usual are sure",
        lambda: [calibrate(*drawn(DEFAULT), PLAYERS).certainty[name] for name in ("M1", "R2", "insertion")],
        [0.99, 0.99, 0.99],
    ),
    FieldCase(
        "least_gain",
        "a gain of 4.6 rims is as likely as none",
        lambda: space_certainty(4.6),
        pytest.approx(0.5),
    ),
    FieldCase(
        "gain_temperature",
        "a gain three tenths more is e times as likely",
        lambda: space_certainty(4.9),
        pytest.approx(np.e / (1 + np.e), abs=0.01),
    ),
]
ROOM_CASES = [
    FieldCase(
        "beach_mm",
        "thirty millimetres around a beach canoes may lie",
        lambda: with_room(DEFAULT).beaches["left"].x_min - DEFAULT.beaches["left"].x_min,
        -30.0,
    ),
    FieldCase(
        "disc_mm",
        "ten millimetres around a disc",
        lambda: with_room(DEFAULT).disc.diameter - DEFAULT.disc.diameter,
        20.0,
    ),
    FieldCase(
        "deposit_mm",
        "ten millimetres around a deposit",
        lambda: with_room(DEFAULT).deposits["ruby"].radius - DEFAULT.deposits["ruby"].radius,
        10.0,
    ),
]


@each([*CASES, *ROOM_CASES])
def test_each_threshold(case):
    assert case.holds(), case.measure()


def test_every_threshold_has_its_rule():
    assert not uncovered(LayoutThresholds, CASES)
    assert not uncovered(RoomParameters, ROOM_CASES)


def test_the_gain_at_a_place_is_that_of_its_pixel_or_one_beside_it():
    canvas = Canvas((50.0, 40.0))
    gain = np.zeros(canvas.size_px[::-1], np.float32)
    x, y = (round(value) for value in canvas.at((20.0, 20.0)))
    gain[y + 1, x] = 5.0
    assert gain_at(gain, (20.0, 20.0), canvas) == 5.0
    assert gain_at(gain, (20.0, 24.0), canvas) == 0.0
    assert gain_at(gain, (500.0, 500.0), canvas) == 0.0
