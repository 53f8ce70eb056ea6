"""What set-up teaches of empty canoes, on both sides of every threshold."""

import dataclasses
from dataclasses import dataclass

import numpy as np
import pytest

from vision.canoes.empty_hulls import EmptyHullThresholds, assumed_lift, learnt_lift, teaches
from vision.canoes.hold import Hold

RED = np.array([90.0, 166.0, 152.0])
ASSUMED = (8.0, 0.0, 0.0)


def hold(*lift, floor=RED):
    """A hold whose middle differs by this from its floor, in Lab."""
    return Hold(np.asarray(floor) + lift, np.asarray(floor), np.asarray(floor))


def cover_teaches(cover):
    return teaches(cover, hold(8, 0, 0), RED)


def chroma_teaches(chroma):
    return (
        teaches(0.95, hold(8, chroma, 0), RED),
        teaches(0.95, hold(8, 0, -chroma), RED),
        teaches(0.95, hold(8, 0, 0, floor=RED + np.array((30, 0, chroma))), RED),
    )


def lift_of_one(chroma):
    return tuple(learnt_lift((hold(4, 0, chroma),)))


def lift_of_two_that_differ_by(chroma):
    return tuple(learnt_lift((hold(4, 5, 0), hold(4, 5 + chroma, 0))))


def lift_in_lightness(lightness):
    return tuple(learnt_lift((hold(lightness, 0, 0), hold(lightness, 0, 0))))


def lift_in_chroma(chroma):
    return tuple(learnt_lift((hold(4, chroma, -chroma), hold(4, chroma, -chroma))))


@dataclass(frozen=True)
class Sides:
    field: str
    rule: str
    ask: object
    short: float
    told_short: object
    beyond: float
    told_beyond: object


SIDES = [
    Sides("whole_hull", "only a hull that shows whole teaches", cover_teaches, 0.83, False, 0.87, True),
    Sides(
        "same_chroma_lab",
        "a hull with another colour in it or beside it does not teach",
        chroma_teaches,
        14.0,
        (True, True, True),
        16.0,
        (False, False, False),
    ),
    Sides(
        "agreeing_chroma_lab",
        "one hull alone is believed when its middle has nearly its floor's chroma",
        lift_of_one,
        6.5,
        (4.0, 0.0, 6.5),
        7.5,
        ASSUMED,
    ),
    Sides(
        "agreeing_chroma_lab",
        "of two hulls that disagree only that with little chroma is believed",
        lift_of_two_that_differ_by,
        6.5,
        (4.0, 8.25, 0.0),
        7.5,
        (4.0, 5.0, 0.0),
    ),
    Sides(
        "most_lift_lightness_lab",
        "hulls that agree are believed to be up to 25 steps lighter in the middle",
        lift_in_lightness,
        23.0,
        (23.0, 0.0, 0.0),
        28.0,
        (25.0, 0.0, 0.0),
    ),
    Sides(
        "most_lift_chroma_lab",
        "hulls that agree are believed to turn their colour by up to 16 steps",
        lift_in_chroma,
        15.0,
        (4.0, 15.0, -15.0),
        18.0,
        (4.0, 16.0, -16.0),
    ),
]


@pytest.mark.parametrize("sides", SIDES, ids=lambda sides: sides.rule)
def test_on_each_side_of_a_threshold(sides):
    assert sides.ask(sides.short) == sides.told_short
    assert sides.ask(sides.beyond) == sides.told_beyond


def test_an_empty_hull_of_which_nothing_was_learnt_is_a_little_lighter_in_the_middle():
    lift = assumed_lift()
    # Light falls between the sides of a hull onto its middle: something between nothing and a gem's 14 steps.
    assert lift[0] == pytest.approx(7.5, abs=2.5)
    assert tuple(lift[1:]) == (0.0, 0.0)


def test_a_middle_darker_than_its_floor_is_taken_for_as_light():
    assert lift_in_lightness(-6.0) == (0.0, 0.0, 0.0)


def test_every_threshold_has_its_two_sides():
    tested = {sides.field for sides in SIDES} | {"assumed_lift_lightness_lab"}
    assert tested == {field.name for field in dataclasses.fields(EmptyHullThresholds)}
