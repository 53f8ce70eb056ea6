"""The watch over a virtual table: what each frame of a stream gives."""

from dataclasses import fields, replace
from random import Random

import numpy as np
import pytest
from field_cases import on_each_side

from vision.layout import default_layout
from vision.motion.river import STILL, RiverArm, RiverMotion
from vision.motion.stillness import StillnessGate, StillnessThresholds
from vision.reader import Reader
from vision.sighting import Board, DiscState, Unreadable
from vision.simulate import HandPiece, Light, slide_river, with_canoe_on_space
from vision.watch import FrameKind, Watch, WatchThresholds, is_same_place

LAYOUT = default_layout()
LOOKS = 3


class Table:
    """The calibrated table; each test watches it anew."""

    def __init__(self, calibrated):
        self.rng = Random(2)
        self.camera = calibrated.camera
        self.view = calibrated.view
        self.start = calibrated.start
        self.calibration = calibrated.calibration
        self.frame = calibrated.frame

    def watch(self, looks=LOOKS):
        return Watch(Reader(self.calibration), StillnessGate(StillnessThresholds(still_frames=looks)))

    def looks(self, watch, *scenes):
        return [watch.look(self.frame(scene)) for scene in scenes]

    def settled(self, watch, scene):
        return self.looks(watch, *[scene] * (LOOKS + 1))[-1]


@pytest.fixture(scope="module")
def table(calibrated):
    return Table(calibrated)


class Pictures:
    """A reader that keeps how bright the pictures are that it is given, and finds no board in them."""

    def __init__(self, calibration):
        self.calibration, self.registration, self.levels = calibration, None, []

    def read(self, bgr):
        self.levels.append(float(bgr.mean()))
        return Reader(self.calibration).refuse(Unreadable.DARK)


def averaged(table):
    """The level that is read when nine frames of a still table grow brighter, a little each: 10, 12, ... 26."""
    reader, frame = Pictures(table.calibration), table.frame(table.start)
    watch = Watch(reader, StillnessGate(StillnessThresholds(still_frames=8)))
    for level in range(10, 28, 2):
        watch.look(replace(frame, bgr=np.full_like(frame.bgr, level), grey=None))
    return reader.levels[-1]


CASES = {
    # The last five: 18, 20, 22, 24, 26.
    "averaged_frames": [
        ("the last five of the settled frames are read as one", averaged, pytest.approx(22.0))
    ],
    "same_place_px": [
        (
            "a board whose corners trembled by 1.8 pixels lies where it lay",
            lambda _: is_same_place(1.8),
            True,
        ),
        ("one whose corners moved by 2.2 was knocked", lambda _: is_same_place(2.2), False),
    ],
}


@on_each_side(CASES)
def test_on_each_side_of_a_threshold(table, found, expected):
    assert found(table) == expected


def test_every_threshold_has_its_cases():
    assert CASES.keys() == {field.name for field in fields(WatchThresholds)}


def test_while_something_moves_there_is_nothing_to_see_then_the_table_is_told(table):
    looks = table.looks(table.watch(), *[table.start] * (LOOKS + 3))
    assert [look.kind for look in looks] == [FrameKind.MOVING] * LOOKS + [FrameKind.SETTLED] * 3
    assert all(look.sighting is None for look in looks[:LOOKS])
    assert looks[LOOKS].sighting.beach == {"red": 2, "blue": 2, "green": 2}
    assert looks[-1].sighting is looks[LOOKS].sighting, "while nothing changes nothing is read"


def test_a_canoe_that_was_moved_is_seen_once_the_hand_is_gone(table):
    watch = table.watch()
    table.settled(watch, table.start)
    moved = with_canoe_on_space(table.start, LAYOUT, table.start.index_of("red-1"), "M2", table.rng)
    hand = HandPiece(206.0, 140.0, 1.57)
    looks = table.looks(
        watch, replace(table.start, hand=hand), replace(moved, hand=hand), *[moved] * (LOOKS + 1)
    )
    assert {look.kind for look in looks[:-1]} == {FrameKind.MOVING}
    assert [canoe.colour for canoe in looks[-1].sighting.spaces["M2"].canoes] == ["red"]


def test_a_parked_hand_stays_a_hand_until_it_is_gone(table):
    watch = table.watch()
    table.settled(watch, table.start)
    parked = replace(table.start, hand=HandPiece(300.0, 70.0, 1.2))
    looks = table.looks(watch, *[parked] * (LOOKS + 6))
    assert {look.kind for look in looks[LOOKS:]} == {FrameKind.HAND}
    assert all(look.sighting.hand for look in looks[LOOKS:])
    assert table.settled(watch, table.start).kind is FrameKind.SETTLED


def test_fingers_just_over_the_boards_edge_are_a_hand_by_their_arm(table):
    watch = table.watch()
    table.settled(watch, table.start)
    fingers = replace(table.start, hand=HandPiece(250.0, -70.0, 1.57))
    assert table.settled(watch, fingers).kind is FrameKind.HAND


def test_a_camera_that_was_knocked_finds_the_board_again(table):
    watch = table.watch()
    table.settled(watch, table.start)
    view = table.view
    knocked = replace(view, roll_deg=view.roll_deg + 1.5, aim_mm=(view.aim_mm[0] + 6, view.aim_mm[1]))
    table.camera.change(view=knocked)
    try:
        look = table.settled(watch, table.start)
    finally:
        table.camera.change(view=view)
    assert look.kind is FrameKind.SETTLED
    assert look.sighting.board is Board.MOVED
    assert look.sighting.readable


def test_lamps_switched_are_read_not_taken_for_a_hand(table):
    watch = table.watch()
    before = table.settled(watch, table.start)
    table.camera.change(light=Light(kelvin=4000, level=0.8))
    try:
        look = table.settled(watch, table.start)
    finally:
        table.camera.change(light=Light())
    assert look.kind is FrameKind.SETTLED
    assert look.sighting is not before.sighting
    assert look.sighting.weather == before.sighting.weather


def test_a_picture_gone_dark_is_told_and_comes_back(table):
    watch = table.watch()
    table.settled(watch, table.start)
    frame = table.camera.frame()
    dark = [watch.look(replace(frame, bgr=np.zeros_like(frame.bgr))) for _ in range(LOOKS + 1)][-1]
    assert dark.sighting.why is Unreadable.DARK
    assert dark.sighting.board is Board.LOST
    assert table.settled(watch, table.start).sighting.readable


def test_the_river_is_counted_while_it_moves_and_told_when_it_has_settled(table):
    watch = table.watch()
    afloat = with_canoe_on_space(table.start, LAYOUT, table.start.index_of("blue-1"), "L2", table.rng)
    assert table.settled(watch, afloat).river == RiverMotion(None), "nobody saw what was before"
    pushing = [
        replace(scene, hand=HandPiece(75.0, 150.0, 1.5))
        for scene in slide_river(afloat, LAYOUT, RiverArm.LEFT, table.rng, 5)
    ]
    under_way = table.looks(watch, *pushing)
    assert under_way[1].river.pushed == 0
    assert under_way[-1].river.pushed == 1
    after = replace(pushing[-1], hand=None)
    settled, later = table.looks(watch, *[after] * (LOOKS + 2))[-2:]
    assert settled.river == RiverMotion(1, (RiverArm.LEFT,), ("blue",))
    assert settled.sighting.falls == {"blue": 1}
    assert later.river is None


def test_a_hand_that_only_passed_pushed_nothing(table):
    watch = table.watch()
    table.settled(watch, table.start)
    passing = [replace(table.start, hand=HandPiece(60.0, y, 1.57)) for y in (-60.0, -30.0, -60.0)]
    table.looks(watch, *passing)
    looks = table.looks(watch, *[table.start] * (LOOKS + 2))
    assert [look.river for look in looks[-2:]] == [STILL, None]


def sureness(sighting):
    """How sure the spaces of a sighting are, on the whole; one of which nothing is told is not sure at all."""
    return sum(sighting.confidence.get(space, 0.0) for space in sighting.spaces) / len(sighting.spaces)


def test_in_poor_light_several_pictures_are_read_better_than_one(table):
    canoes = ("M1", "M3", "L1", "R2")
    scene = table.start
    for number, space in enumerate(canoes):
        scene = with_canoe_on_space(scene, LAYOUT, number, space, table.rng)
    table.camera.change(light=Light(level=0.5, noise=30.0))
    try:
        single = Reader(table.calibration).read(table.frame(scene).bgr)
        averaged = table.settled(table.watch(), scene).sighting
    finally:
        table.camera.change(light=Light())

    def right(sighting):
        spaces = sighting.spaces.items()
        discs = sum(space.disc is DiscState.SEATED for _, space in spaces)
        afloat = sum(
            space.canoes is not None and len(space.canoes) == (name in canoes) for name, space in spaces
        )
        return discs + afloat + (sighting.weather == 0) + (sighting.buoy == 0)

    assert right(averaged) >= max(right(single), 19), "all but one fact at most"
    assert sureness(single) < sureness(averaged)
