import math
from dataclasses import replace
from random import Random

import pytest

from vision.simulate import (
    CanoePiece,
    RiverArm,
    Scene,
    bump,
    canoes_on_space,
    carrying_disc,
    disc_on_space,
    displace_disc,
    empty_scene,
    push_disc,
    remove_disc,
    set_up,
    with_buoy_on,
    with_canoe_added,
    with_canoe_moved,
    with_canoe_on_beach,
    with_canoe_on_space,
    with_cargo,
    with_cloud_on,
    with_gem_in,
    without_canoe,
    without_gem_in,
)


def _afloat(scene, layout, space, rng, *names):
    for name in names:
        scene = with_canoe_on_space(scene, layout, scene.index_of(name), space, rng)
    return scene


def _names_on(scene, layout, space):
    return [scene.canoes[index].name for index in canoes_on_space(scene, layout, space)]


def test_the_table_at_set_up_has_nine_discs_two_canoes_a_player_and_seven_gems_a_deposit(start, layout):
    assert all(disc_on_space(start, layout, space) for space in layout.spaces)
    assert len(start.discs) == 9
    assert sorted(canoe.name for canoe in start.canoes) == [
        "blue-1",
        "blue-2",
        "green-1",
        "green-2",
        "red-1",
        "red-2",
    ]
    assert [gem.colour for gem in start.gems].count("violet") == 7
    assert len(start.gems) == 35
    assert start.cloud == layout.weather.centres[layout.weather.values.index(0)]
    assert start.buoy == layout.buoy.centres[0]


def test_joe_starts_on_the_first_space(layout, rng):
    scene = set_up(layout, ("red", "blue", "green"), rng, joe=True)
    assert _names_on(scene, layout, "M1") == ["joe"]
    assert scene.canoes[scene.index_of("joe")].colour == "wood"


def test_the_bare_board_for_calibration_carries_no_piece():
    assert empty_scene() == Scene(discs=(), canoes=(), gems=(), cloud=None, buoy=None, hand=None)


def test_canoes_joining_a_space_make_room_for_each_other(start, layout, rng):
    scene = _afloat(start, layout, "M3", rng, "red-1", "blue-1", "green-1")
    assert _names_on(scene, layout, "M3") == ["red-1", "blue-1", "green-1"]
    places = [
        (canoe.x_mm, canoe.y_mm) for canoe in scene.canoes if canoe.name in {"red-1", "blue-1", "green-1"}
    ]
    assert min(math.dist(places[0], places[1]), math.dist(places[1], places[2])) > 12.0


def test_a_canoe_takes_its_cargo_along(start, layout, rng):
    laden = with_cargo(start, 0, "violet")
    assert with_canoe_on_space(laden, layout, 0, "L2", rng).canoes[0].cargo == ("violet",)


def test_a_canoe_that_lands_finds_a_free_place_on_a_beach(start, layout, rng):
    out = _afloat(start, layout, "M1", rng, "red-1")
    back = with_canoe_on_beach(out, layout, out.index_of("red-1"), rng)
    landed = back.canoes[back.index_of("red-1")]
    assert all(
        math.dist((landed.x_mm, landed.y_mm), (other.x_mm, other.y_mm)) > 13.0
        for other in back.canoes
        if other != landed
    )


def test_a_canoe_can_leave_the_table_and_come_back(start, layout, rng):
    gone = without_canoe(start, start.index_of("red-1"))
    with pytest.raises(LookupError, match="red-1"):
        gone.index_of("red-1")
    back = with_canoe_added(gone, CanoePiece("red", 0.0, 0.0, name="red-1"))
    assert _names_on(_afloat(back, layout, "M1", rng, "red-1"), layout, "M1") == ["red-1"]


def test_a_canoe_can_be_put_anywhere(start):
    moved = with_canoe_moved(start, 2, 250.0, 250.0)
    assert (moved.canoes[2].x_mm, moved.canoes[2].y_mm) == (250.0, 250.0)
    assert moved.canoes[2].angle_rad == start.canoes[2].angle_rad
    assert moved.canoes[:2] == start.canoes[:2]


def test_a_gem_taken_and_a_gem_laid_leave_the_others_where_they_are(start, layout):
    taken = without_gem_in(start, layout, "ruby", "pink")
    assert len(taken.gems) == 34
    laid = with_gem_in(taken, layout, "ruby", "violet")
    assert set(laid.gems) - set(taken.gems) == {laid.gems[-1]}
    assert laid.gems[-1].colour == "violet"
    assert all(
        math.dist((a.x_mm, a.y_mm), (laid.gems[-1].x_mm, laid.gems[-1].y_mm)) >= layout.pieces.gem_size
        for a in laid.gems[:-1]
    )


def test_taking_a_gem_that_does_not_lie_there_is_refused(start, layout):
    with pytest.raises(LookupError, match="no violet gem lies in the ruby deposit"):
        without_gem_in(start, layout, "ruby", "violet")


def test_cloud_and_buoy_lie_where_they_are_put(start, layout):
    scene = with_buoy_on(with_cloud_on(start, layout, 2), layout, 4)
    assert (scene.cloud, scene.buoy) == (layout.weather.centres[3], layout.buoy.centres[4])


@pytest.mark.parametrize(("arm", "goes", "stays"), [(RiverArm.LEFT, "L", "R"), (RiverArm.RIGHT, "R", "L")])
def test_a_pushed_disc_moves_the_main_channel_and_one_arm(start, layout, rng, arm, goes, stays):
    scene = _afloat(start, layout, "M5", rng, "red-1")
    scene = _afloat(scene, layout, f"{goes}1", rng, "blue-1")
    scene = _afloat(scene, layout, f"{stays}2", rng, "green-1")
    pushed = push_disc(scene, layout, arm, rng)
    assert _names_on(pushed.scene, layout, f"{goes}1") == ["red-1"]
    assert _names_on(pushed.scene, layout, f"{goes}2") == ["blue-1"]
    assert _names_on(pushed.scene, layout, f"{stays}2") == ["green-1"]
    assert pushed.fallen == ()
    assert len(pushed.scene.discs) == 9
    assert all(disc_on_space(pushed.scene, layout, space) for space in layout.spaces)


def test_canoes_on_the_falling_disc_leave_the_table_with_their_cargo(start, layout, rng):
    scene = _afloat(start, layout, "R2", rng, "red-1", "blue-2")
    scene = with_cargo(scene, scene.index_of("red-1"), "yellow")
    pushed = push_disc(scene, layout, RiverArm.RIGHT, rng)
    assert [(canoe.name, canoe.cargo) for canoe in pushed.fallen] == [("red-1", ("yellow",)), ("blue-2", ())]
    assert len(pushed.scene.canoes) == len(scene.canoes) - 2


def test_canoes_on_the_beach_do_not_drift(start, layout, rng):
    assert push_disc(start, layout, RiverArm.LEFT, rng).scene.canoes == start.canoes


def test_pushing_ends_at_a_gap(start, layout, rng):
    gap = remove_disc(start, disc_on_space(start, layout, "M3"))
    pushed = push_disc(gap, layout, RiverArm.LEFT, rng).scene
    assert all(disc_on_space(pushed, layout, space) for space in layout.spaces)
    for space in ("M4", "M5", "L1", "L2"):
        assert disc_on_space(pushed, layout, space) == disc_on_space(start, layout, space)


def test_four_canoes_on_one_disc_all_ride_it(start, layout, rng):
    riders = ("red-1", "red-2", "blue-1", "green-1")
    scene = _afloat(start, layout, "M2", rng, *riders)
    assert _names_on(push_disc(scene, layout, RiverArm.LEFT, rng).scene, layout, "M3") == sorted(
        riders, key=scene.index_of
    )


@pytest.mark.parametrize("seed", range(20))
def test_a_bumped_canoe_lies_on_no_disc(start, layout, seed):
    rng = Random(seed)
    scene = _afloat(start, layout, "M4", rng, "red-1")
    bumped = bump(scene, layout, scene.index_of("red-1"), rng)
    assert carrying_disc(bumped, layout, bumped.canoes[bumped.index_of("red-1")]) is None


@pytest.mark.parametrize("seed", range(20))
def test_a_displaced_disc_lies_more_than_eight_millimetres_off_and_carries_its_canoe(start, layout, seed):
    rng = Random(seed)
    scene = _afloat(start, layout, "M4", rng, "red-1")
    nudged = displace_disc(scene, layout, disc_on_space(scene, layout, "M4"), rng)
    (moved,) = set(nudged.discs) - set(scene.discs)
    assert math.dist((moved.x_mm, moved.y_mm), layout.spaces["M4"]) > 8.0
    assert carrying_disc(nudged, layout, nudged.canoes[nudged.index_of("red-1")]) == moved


def test_what_lay_on_a_removed_disc_lies_on_the_bed(start, layout, rng):
    scene = _afloat(start, layout, "L1", rng, "red-1")
    bare = remove_disc(scene, disc_on_space(scene, layout, "L1"))
    assert bare.canoes == scene.canoes
    assert carrying_disc(bare, layout, bare.canoes[bare.index_of("red-1")]) is None


def test_moves_never_change_the_scene_they_are_given(start, layout, rng):
    before = replace(start)
    push_disc(start, layout, RiverArm.LEFT, rng)
    with_canoe_on_space(start, layout, 0, "M1", rng)
    assert start == before


@pytest.mark.parametrize("space", ["M1", "M3", "M5", "L1", "R2"])
def test_a_canoe_knocked_off_lies_clear_of_every_disc(start, layout, space):
    for seed in range(10):
        afloat = with_canoe_on_space(start, layout, 0, space, Random(seed))
        off = bump(afloat, layout, 0, Random(seed)).canoes[0]
        nearest_mm = min(math.dist((off.x_mm, off.y_mm), (disc.x_mm, disc.y_mm)) for disc in afloat.discs)
        assert nearest_mm > layout.disc.diameter / 2 + 5.0
