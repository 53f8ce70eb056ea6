"""When an area of one colour is one hull that touches no other of its colour."""

import dataclasses
import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest

from vision.canoes.hull_shapes import Hull, HullShape
from vision.canoes.isolated_hulls import (
    IsolatedHullEvidence,
    IsolatedHullThresholds,
    decide,
    isolated_hulls,
)

GOOD = IsolatedHullEvidence(area=1.0, cover=0.95, spill=0.05)
SHAPE = HullShape(80.0, 30.0)


@dataclass(frozen=True)
class Sides:
    field: str
    rule: str
    refused: IsolatedHullEvidence
    taken: IsolatedHullEvidence


SIDES = [
    Sides(
        "least_area",
        "two thirds of a hull are no whole hull",
        replace(GOOD, area=0.67),
        replace(GOOD, area=0.73),
    ),
    Sides(
        "most_area",
        "a hull and half of another are not one",
        replace(GOOD, area=1.4),
        replace(GOOD, area=1.3),
    ),
    Sides(
        "least_cover",
        "a hull fills most of its outline",
        replace(GOOD, cover=0.84),
        replace(GOOD, cover=0.88),
    ),
    Sides(
        "most_spill",
        "little of a hull is outside of it",
        replace(GOOD, spill=0.15),
        replace(GOOD, spill=0.13),
    ),
]


@pytest.mark.parametrize("sides", SIDES, ids=lambda sides: sides.rule)
def test_on_each_side_of_a_threshold(sides):
    assert not decide(sides.refused)
    assert decide(sides.taken)


def test_a_hull_that_just_reaches_the_limits_of_cover_and_spill_is_taken():
    assert decide(replace(GOOD, cover=0.86, spill=0.14))


def test_every_threshold_has_its_two_sides():
    assert {sides.field for sides in SIDES} == {
        field.name for field in dataclasses.fields(IsolatedHullThresholds)
    }


@pytest.mark.parametrize("degrees", [0, 40, 100, 170])
def test_moments_tell_the_middle_and_the_direction_of_a_hull(degrees):
    drawn = Hull(3, (101.0, 90.0), math.radians(degrees), 1.0, 0.0)
    (hull,) = isolated_hulls(SHAPE.fill((180, 200), drawn).astype(np.uint8), 3, SHAPE)
    assert hull.label == 3
    assert hull.middle_px == pytest.approx((101, 90), abs=0.3)
    assert (math.degrees(hull.angle_rad) - degrees + 90) % 180 - 90 == pytest.approx(0, abs=1)
    assert hull.cover > 0.95
    assert hull.spill < 0.05


def test_the_share_of_a_hull_that_is_missing_is_missing_in_its_cover():
    mask = SHAPE.fill((180, 200), Hull(1, (100.0, 90.0), 0.0, 1.0, 0.0)).astype(np.uint8)
    mask[:, 100 - 4 : 100 + 4] = cv2.erode(mask, np.ones((13, 1), np.uint8))[:, 100 - 4 : 100 + 4]
    ((hull),) = isolated_hulls(mask, 1, SHAPE)
    # Eight columns of the beam lost six pixels on either side.
    assert hull.cover == pytest.approx(1 - 8 * 12 / 1685, abs=0.02)


def test_a_square_of_a_hulls_size_is_no_hull():
    mask = np.zeros((180, 200), np.uint8)
    mask[60:100, 80:120] = 1
    assert list(isolated_hulls(mask, 1, SHAPE)) == []
