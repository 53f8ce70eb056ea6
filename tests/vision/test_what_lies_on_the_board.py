"""One virtual table, one thing changed at a time: discs, gems, cloud, buoy and canoes are read as they lie."""

from dataclasses import replace
from random import Random

import pytest

from vision.calibrating.calibrate import calibrate
from vision.layout import default_layout
from vision.reader import Reader
from vision.sighting import DiscState, SeenCanoe
from vision.simulate import (
    DiscPiece,
    Light,
    Renderer,
    View,
    disc_on_space,
    empty_scene,
    remove_disc,
    set_up,
    slide_disc,
    with_buoy_on,
    with_canoe_moved,
    with_canoe_on_space,
    with_cargo,
    with_cloud_on,
    with_gem_in,
    without_canoe,
    without_gem_in,
)

LAYOUT = default_layout()
PLAYERS = ("red", "blue", "green", "brown")
START = set_up(LAYOUT, PLAYERS, Random(3), joe=True)
RED, OTHER_RED, BLUE = (
    [index for index, canoe in enumerate(START.canoes) if canoe.colour == colour][number]
    for colour, number in (("red", 0), ("red", 1), ("blue", 0))
)


@pytest.fixture(scope="module")
def renderer():
    return Renderer(LAYOUT, View(tilt_deg=4.0, roll_deg=2.0), Light(), seed=11)


@pytest.fixture(scope="module")
def reader(renderer):
    return Reader(
        calibrate(renderer.draw(empty_scene()), renderer.draw(START), PLAYERS, joe=True, layout=LAYOUT)
    )


@pytest.fixture
def see(renderer, reader):
    return lambda scene: reader.read(renderer.draw(scene))


def on_space(scene, index, space):
    return with_canoe_on_space(scene, LAYOUT, index, space, Random(5))


def test_the_start_is_read_whole(see):
    seen = see(START)
    assert {space.disc for space in seen.spaces.values()} == {DiscState.SEATED}
    assert seen.insertion is DiscState.MISSING
    assert seen.spaces["M1"].canoes == (SeenCanoe("wood"),)
    assert seen.beach == dict.fromkeys(PLAYERS, 2)
    assert seen.falls == {}
    assert seen.deposits == {name: {deposit.gem: 7} for name, deposit in LAYOUT.deposits.items()}


@pytest.mark.parametrize("space", LAYOUT.spaces)
def test_a_disc_taken_away_is_missing_and_the_others_are_not(see, space):
    seen = see(remove_disc(START, disc_on_space(START, LAYOUT, space)))
    assert {name for name, there in seen.spaces.items() if there.disc is not DiscState.SEATED} == {space}
    assert seen.spaces[space].disc is DiscState.MISSING


@pytest.mark.parametrize(
    ("space", "dx_mm", "dy_mm"),
    [
        ("L1", -4.0, -13.0),
        ("R1", -6.0, 13.0),
        ("L2", 30.0, 0.0),
        ("R2", 28.0, 10.0),
        # So near that the rim still crosses its seat.
        ("M2", 2.0, -12.0),
        ("M3", -3.0, 11.0),
        ("M4", 2.0, 12.0),
    ],
)
def test_a_disc_pushed_out_of_its_place_is_displaced_by_so_much(see, space, dx_mm, dy_mm):
    scene = slide_disc(START, LAYOUT, disc_on_space(START, LAYOUT, space), dx_mm, dy_mm)
    seen = see(scene)
    assert seen.spaces[space].disc is DiscState.DISPLACED
    assert seen.spaces[space].offset_mm == pytest.approx((dx_mm**2 + dy_mm**2) ** 0.5, abs=3.0)


@pytest.mark.parametrize("space", ["L1", "M2"])
def test_where_a_disc_went_is_told_rightly_or_not_at_all_when_canoes_hide_its_seat(see, space):
    crowded, rng = START, Random(1)
    for index in range(5):
        crowded = with_canoe_on_space(crowded, LAYOUT, index, space, rng)
    there = see(slide_disc(crowded, LAYOUT, disc_on_space(crowded, LAYOUT, space), -12.0, 0.0)).spaces[space]
    told = there.disc is DiscState.DISPLACED and there.offset_mm == pytest.approx(12.0, abs=3.0)
    assert told or there.disc is DiscState.UNSEEN


@pytest.mark.parametrize("space", LAYOUT.spaces)
@pytest.mark.parametrize("seed", range(3))
def test_a_disc_out_of_its_seat_below_four_canoes_is_never_told_with_certainty_to_be_seated(see, space, seed):
    crowded, rng = START, Random(seed)
    for index in range(4):
        crowded = with_canoe_on_space(crowded, LAYOUT, index, space, rng)
    there = see(slide_disc(crowded, LAYOUT, disc_on_space(crowded, LAYOUT, space), -9.0, 11.0)).spaces[space]
    assert there.disc is not DiscState.SEATED


@pytest.mark.parametrize("space", ["L1", "M2", "M5"])
def test_a_seated_disc_is_never_called_displaced_for_the_canoes_on_it(see, space):
    crowded, rng = START, Random(1)
    for index in range(5):
        crowded = with_canoe_on_space(crowded, LAYOUT, index, space, rng)
    assert see(crowded).spaces[space].disc in (DiscState.SEATED, DiscState.UNSEEN)


def test_a_canoe_goes_with_its_displaced_disc(see):
    loaded = on_space(START, RED, "L2")
    seen = see(slide_disc(loaded, LAYOUT, disc_on_space(loaded, LAYOUT, "L2"), 30.0, 0.0))
    assert seen.spaces["L2"].canoes == (SeenCanoe("red"),)


def test_a_disc_above_the_rope_is_seen(see):
    extra = DiscPiece(*LAYOUT.river.insertion)
    assert see(replace(START, discs=(*START.discs, extra))).insertion is DiscState.SEATED


@pytest.mark.parametrize("value", LAYOUT.weather.values)
def test_the_cloud_is_read_on_every_square(see, value):
    assert see(with_cloud_on(START, LAYOUT, value)).weather == value


@pytest.mark.parametrize("seat", range(len(LAYOUT.buoy.centres)))
def test_the_buoy_is_read_on_every_round_space(see, seat):
    assert see(with_buoy_on(START, LAYOUT, seat)).buoy == seat


def test_neither_cloud_nor_buoy_is_made_up(see):
    seen = see(replace(START, cloud=None, buoy=None))
    assert (seen.weather, seen.buoy) == (None, None)


@pytest.mark.parametrize("deposit", LAYOUT.deposits)
def test_gems_are_counted_down_to_the_last(see, deposit):
    scene, gem = START, LAYOUT.deposits[deposit].gem
    for left in range(6, -1, -1):
        scene = without_gem_in(scene, LAYOUT, deposit, gem)
        assert see(scene).deposits[deposit] == ({gem: left} if left else {})


@pytest.mark.parametrize(
    ("deposit", "foreign"), [("amber", "blue"), ("amethyst", "clear"), ("diamond", "pink")]
)
def test_a_gem_of_another_deposit_is_told_apart(see, deposit, foreign):
    gem = LAYOUT.deposits[deposit].gem
    scene = START
    for _ in range(3):
        scene = without_gem_in(scene, LAYOUT, deposit, gem)
    assert see(with_gem_in(scene, LAYOUT, deposit, foreign)).deposits[deposit] == {gem: 4, foreign: 1}


def test_both_canoes_of_a_colour_are_told_apart_side_by_side_and_by_their_cargo(see):
    scene = on_space(on_space(START, RED, "M4"), OTHER_RED, "M4")
    seen = see(with_cargo(scene, RED, "yellow"))
    assert sorted(seen.spaces["M4"].canoes, key=str) == [
        SeenCanoe("red", "yellow"),
        SeenCanoe("red"),
    ] or sorted(seen.spaces["M4"].canoes, key=str) == [SeenCanoe("red"), SeenCanoe("red", "yellow")]
    assert seen.beach is not None
    assert "red" not in seen.beach


def test_a_canoe_that_is_nowhere_went_over_the_falls(see):
    assert see(without_canoe(START, BLUE)).falls == {"blue": 1}


def test_a_canoe_lying_about_on_the_land_did_not_go_over_the_falls(see):
    seen = see(with_canoe_moved(START, BLUE, 200.0, 230.0))
    assert seen.falls == {}
    assert seen.beach == dict.fromkeys(PLAYERS, 2) | {"blue": 1}


def test_what_may_lie_below_a_crowd_is_not_told(see):
    scene = START
    for index, canoe in enumerate(START.canoes):
        if canoe.colour != "wood":
            scene = on_space(scene, index, "M3")
    seen = see(without_canoe(scene, BLUE))
    assert seen.spaces["M3"].canoes is None
    assert seen.falls is None


@pytest.mark.parametrize(("apart_mm", "turned_rad"), [(10, (0.0, 0.2)), (11, (0.15, 0.15)), (13, (0.3, 0.1))])
def test_a_canoe_not_found_among_others_of_a_heap_is_not_said_to_be_elsewhere(see, apart_mm, turned_rad):
    greens = [index for index, canoe in enumerate(START.canoes) if canoe.colour == "green"]
    heap = zip((BLUE, RED, OTHER_RED, *greens), (0.0, *turned_rad, 0.0, 0.0), strict=True)
    scene, (x, y) = START, LAYOUT.spaces["M3"]
    for at, (index, angle) in enumerate(heap):
        scene = with_canoe_moved(scene, index, x - at % 2 * 2, y + apart_mm * (at - 2), angle)
    there = see(scene).spaces["M3"].canoes
    assert there is None or sorted(canoe.colour for canoe in there) == [
        "blue",
        "green",
        "green",
        "red",
        "red",
    ]


def test_a_canoe_on_the_bank_beside_the_sand_that_still_touches_a_disc_lies_neither_there_nor_here(see):
    x, y = LAYOUT.spaces["M1"]
    reach = LAYOUT.disc.diameter / 2 + 14
    seen = see(with_canoe_moved(START, BLUE, x - 0.6 * reach, y + 0.8 * reach, 0.5))
    assert seen.spaces["M1"].canoes == (SeenCanoe("wood"),)
    assert seen.beach == dict.fromkeys(PLAYERS, 2) | {"blue": 1}
    assert seen.falls == {}


def test_a_canoe_drawn_up_beside_the_sand_is_on_the_beach(see):
    beach = LAYOUT.beaches["left"]
    seen = see(with_canoe_moved(START, BLUE, beach.x_max + 10, beach.y_min + 20, 1.4))
    assert seen.beach == dict.fromkeys(PLAYERS, 2)
