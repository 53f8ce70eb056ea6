"""Counting the river's motion from slides: numbers only, no pictures."""

from dataclasses import fields

import pytest
from field_cases import on_each_side

from vision.layout import default_layout
from vision.motion.channel_slide import SlideReading
from vision.motion.river import (
    STILL,
    RiverArm,
    RiverCounter,
    RiverMotion,
    RiverThresholds,
    arm_taken,
    discs_pushed,
    fallen,
    unwrapped_step,
)
from vision.sighting import Board, DiscState, SeenCanoe, SeenSpace, Sighting

RIVER = default_layout().river
NAMES = (*RIVER.main, *RIVER.left, *RIVER.right)
LEFT, RIGHT = RiverArm.LEFT, RiverArm.RIGHT
FRAME_S = 0.125
MOVED, LAY = 1.0, -1.0
"""What an arm shows in one picture when its discs are under way, and when they lie still."""
UNTOLD = RiverMotion(None)


def table(falls=None, unseen=(), discs=None, **canoes):
    """A settled look: canoes by space, colours with commas between."""
    return Sighting(
        board=Board.FOUND,
        board_by="markers",
        readable=True,
        why=None,
        hand=False,
        reprojection_px=0.3,
        spaces={
            name: SeenSpace(
                (discs or {}).get(name, DiscState.SEATED),
                None
                if name in unseen
                else tuple(map(SeenCanoe, canoes.get(name, "").split(",") if name in canoes else [])),
            )
            for name in NAMES
        },
        insertion=DiscState.MISSING,
        beach={},
        falls=falls or {},
        weather=0,
        buoy=0,
        deposits={},
        confidence={},
    )


class Table:
    """Glimpses of one river, a frame after the other."""

    def __init__(self, before=None):
        self.counter = RiverCounter(RIVER)
        self.counter.start(before or table())
        self.now_s = 0.0
        self.see(0.0)

    def see(self, slide, left=None, right=None):
        self.now_s += FRAME_S
        self.counter.see(SlideReading(slide, left, right), self.now_s)
        return self

    def push(self, left=None, right=None, step=0.25):
        slide = step
        while slide < 1:
            self.see(slide, left, right)
            slide += step
        return self.see(0.0)

    def hide(self, frames):
        for _ in range(frames):
            self.see(None)
        return self

    @property
    def motion(self):
        return self.counter.motion

    def settle(self, after):
        return self.counter.settle(after, self.now_s + FRAME_S)


CASES = {
    "longest_gap_s": [
        ("nobody pushes a disc home in a quarter of a second", lambda: Table().hide(1).see(0.0).motion, STILL),
        ("in three eighths somebody may", lambda: Table().hide(2).see(0.0).motion, UNTOLD),
        ("a quarter of a second before the table settled is no gap", lambda: Table().hide(1).settle(table()), STILL),
        ("three eighths are", lambda: Table().hide(2).settle(table()), UNTOLD),
    ],
    "most_forward_spaces": [
        ("half a space and more is a quick push", lambda: Table().see(0.55).see(0.0).motion.pushed, 1),
        ("two thirds may be anything", lambda: Table().see(0.66).motion, UNTOLD),
    ],
    "most_back_spaces": [
        ("discs may slide back a little", lambda: unwrapped_step(0.85, 1.0), pytest.approx(-0.15)),
        ("farther back is rather a step on", lambda: unwrapped_step(0.75, 1.0), pytest.approx(0.75)),
    ],
    "arrived_within_spaces": [
        ("a sixth of a space before its place a disc has arrived", lambda: discs_pushed(2.84), 3),
        ("a quarter before it it has not", lambda: discs_pushed(2.75), 2),
    ],
    "convincing_evidence": [
        ("evidence of 0.9 says which arm moved", lambda: arm_taken(0.9, None), LEFT),
        ("and which lay still", lambda: arm_taken(-0.9, None), RIGHT),
        ("of 0.7 it does not", lambda: arm_taken(0.7, -0.7), None),
    ],
}  # fmt: skip


@on_each_side(CASES)
def test_on_each_side_of_a_threshold(found, expected):
    assert found() == expected


def test_every_threshold_has_its_cases():
    assert CASES.keys() == {field.name for field in fields(RiverThresholds)}


def test_a_river_that_nobody_pushes_is_still():
    assert Table().see(0.0).see(0.04).see(0.96).see(0.0).motion == STILL


def test_each_disc_pushed_in_is_counted_with_its_arm_while_it_happens():
    river = Table().push(MOVED, LAY)
    assert river.motion == RiverMotion(1, (LEFT,), ())
    river.see(0.3, LAY, MOVED).see(0.6, LAY, MOVED)
    assert river.motion == RiverMotion(1, (LEFT,), ()), "a disc on its way is not in yet"
    river.see(0.9)
    assert river.motion == RiverMotion(2, (LEFT, RIGHT), ())


def test_discs_pushed_without_a_pause_are_counted_one_by_one():
    river = Table()
    for slide, left, right in (
        (0.4, 1, -1),
        (0.8, 1, -1),
        (0.2, -1, 1),
        (0.6, -1, 1),
        (0.0, None, None),
        (0.4, -1, 1),
        (0.8, -1, 1),
        (0.0, None, None),
    ):
        river.see(slide, left, right)
    assert river.motion.pushed == 3
    assert river.motion.arms == (LEFT, RIGHT, RIGHT)


def test_one_arm_in_sight_is_enough_the_disc_must_go_one_way():
    assert Table().push(None, MOVED).motion.arms == (RIGHT,)
    assert Table().push(None, LAY).motion.arms == (LEFT,)


@pytest.mark.parametrize(("left", "right"), [(None, None), (MOVED, MOVED), (LAY, LAY), (0.1, -0.1)])
def test_an_arm_not_seen_or_not_clear_stays_open(left, right):
    assert Table().push(left, right).motion == RiverMotion(1, (None,), ())


def test_what_happens_out_of_sight_is_not_told():
    assert Table().hide(4).see(0.0).motion == RiverMotion(None)
    assert Table().hide(1).see(0.0).motion == STILL, "nobody pushes a disc home in a quarter of a second"


def test_discs_too_fast_to_follow_are_not_told():
    assert Table().see(0.7).motion == RiverMotion(None)


def test_a_push_taken_back_is_no_push():
    assert Table().see(0.3, MOVED, LAY).see(0.15).see(0.0).motion == STILL


def test_a_disc_stuck_half_way_is_not_counted():
    assert Table().push(MOVED, LAY).see(0.25).see(0.5, MOVED, LAY).settle(table()).pushed == 1


def test_hands_over_the_river_until_it_is_settled_hide_what_they_did():
    river = Table().hide(3)
    assert river.settle(table()) == RiverMotion(None)


def test_without_a_settled_look_before_nothing_is_counted():
    counter = RiverCounter(RIVER)
    counter.see(SlideReading(0.0), 0.0)
    assert counter.motion == RiverMotion(None)


def test_a_gap_between_the_discs_makes_counting_impossible():
    assert Table(table(discs={"M3": DiscState.MISSING})).push(MOVED, LAY).motion == RiverMotion(None)
    hidden_by_canoes = table(discs={"M3": DiscState.UNSEEN})
    assert Table(hidden_by_canoes).push(MOVED, LAY).motion.pushed == 1


def test_counting_begins_anew_at_each_settled_look():
    river = Table().push(MOVED, LAY)
    river.counter.start(table())
    assert river.see(0.0).motion == STILL


def test_a_canoe_on_the_last_disc_of_the_arm_goes_over_the_falls():
    before = table(L2="red,blue", R2="green")
    assert Table(before).push(MOVED, LAY).motion.over_falls == ("blue", "red")
    assert Table(before).push(LAY, MOVED).motion.over_falls == ("green",)


def test_canoes_ride_from_disc_to_disc_until_they_fall():
    before = table(M5="red", L1="blue")
    assert fallen(before, (LEFT,), RIVER) == ()
    assert fallen(before, (LEFT, LEFT), RIVER) == ("blue",)
    assert fallen(before, (LEFT, LEFT, LEFT), RIVER) == ("blue", "red")
    assert fallen(before, (LEFT, RIGHT, RIGHT), RIVER) == ()


def test_where_an_arm_was_not_seen_only_what_is_certain_is_told():
    assert fallen(table(), (None, None), RIVER) == ()
    assert fallen(table(L2="red"), (None,), RIVER) is None
    assert fallen(table(L2="red", R2="red"), (None,), RIVER) == ("red",), "either way it is a red one"


def test_canoes_that_were_not_seen_before_leave_it_open_only_where_they_matter():
    before = table(unseen=("L2",))
    assert fallen(before, (LEFT,), RIVER) is None
    assert fallen(before, (RIGHT,), RIVER) == ()


def test_what_the_next_look_denies_is_not_told():
    before = table(L2="red")
    assert Table(before).push(MOVED, LAY).settle(table(falls={"red": 1})).over_falls == ("red",)
    denied = Table(before).push(MOVED, LAY).settle(table(falls={}, M1="red"))
    assert denied == RiverMotion(1, (LEFT,), None)
