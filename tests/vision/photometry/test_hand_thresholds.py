"""What counts as a hand, and how far it reaches: coverings of known size on a board of known correlation.

Planes are a millimetre a coarse pixel; the print is recognised everywhere but on the covering.
"""

from types import SimpleNamespace

import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.geometry import Canvas
from vision.photometry.hand_mask import (
    HandEvidence,
    HandThresholds,
    covered_land,
    hides_too_much,
    is_hand,
    is_in_the_way,
    spread,
)

SIDE = 200
LAND = SimpleNamespace(
    canvas=Canvas((184.0, 184.0), px_per_mm=2.0, margin_mm=8.0), coarse_land=np.ones((SIDE, SIDE), bool)
)
"""All a `BareBoard` is asked for here: its scale, and that all of it is land."""


def covered(*rectangles, correlation=0.0, usual=1.0):
    """The correlation of a print that shows but where rectangles (left, top, width, height), in mm, cover it."""
    plane = np.full((SIDE, SIDE), usual, np.float32)
    for left, top, width, height in rectangles:
        plane[top : top + height, left : left + width] = correlation
    return plane


def told(*rectangles, **how):
    """Whether such a covering is taken for a hand."""
    return covered_land(covered(*rectangles, **how), LAND) is not None


def strips(gap_mm):
    """Eight strips of 8 x 60 mm, each too narrow for a hand, side by side."""
    return [(20 + strip * (8 + gap_mm), 50, 8, 60) for strip in range(8)]


BLOCK = (20, 60, 60, 60)
"""A covering that is surely a hand."""


def reached_mm(difference, rows=slice(85, 95)):
    """How far to the right of the block hidden goes, along its middle rows, when the picture differs so much there."""
    core = covered_land(covered(BLOCK), LAND)
    plane = np.zeros((2 * SIDE, 2 * SIDE), np.uint8)
    plane[2 * rows.start : 2 * rows.stop, 160:] = difference
    hidden = spread(core, covered(BLOCK), plane, LAND)
    return (np.flatnonzero(hidden[2 * 90])[-1] + 1) / 2 - 80 - soft_mm()


def soft_mm():
    """How far hidden goes beyond the block to the left, where nothing differs from the board."""
    core = covered_land(covered(BLOCK), LAND)
    hidden = spread(core, covered(BLOCK), np.zeros((2 * SIDE, 2 * SIDE), np.uint8), LAND)
    return 20 - np.flatnonzero(hidden[2 * 90])[0] / 2


def in_the_way(left, top, width, height):
    """Whether what hides this rectangle, in mm of the canvas, is more than a heap of canoes."""
    hidden = np.zeros((2 * SIDE, 2 * SIDE), bool)
    hidden[2 * top : 2 * (top + height), 2 * left : 2 * (left + width)] = True
    return is_in_the_way(hidden, LAND.canvas)


CASES = [
    FieldCase("arm_mm", "what ends 14 mm from the edge is a heap", lambda: in_the_way(14, 60, 60, 60), False),
    FieldCase("arm_mm", "what goes on to 10 mm from it is an arm", lambda: in_the_way(10, 60, 60, 60), True),
    FieldCase(
        "largest_heap_mm2", "4800 mm2 may be a heap of canoes", lambda: in_the_way(50, 50, 80, 60), False
    ),
    FieldCase("largest_heap_mm2", "5200 mm2 are none", lambda: in_the_way(50, 50, 80, 65), True),
    FieldCase(
        "covered_correlation",
        "print at 0.45 of the usual correlation is covered",
        lambda: told(BLOCK, correlation=0.36, usual=0.8),
        True,
    ),
    FieldCase(
        "covered_correlation",
        "print at 0.55 of the usual correlation is not covered",
        lambda: told(BLOCK, correlation=0.44, usual=0.8),
        False,
    ),
    FieldCase(
        "core_mm", "what is nowhere wider than 13 mm is no hand", lambda: told((5, 90, 190, 13)), False
    ),
    FieldCase("core_mm", "what is 17 mm wide is a finger", lambda: told((5, 90, 190, 17)), True),
    FieldCase("closing_mm", "strips 3 mm apart are one covering", lambda: told(*strips(3)), True),
    FieldCase("closing_mm", "strips 5 mm apart are several", lambda: told(*strips(5)), False),
    FieldCase(
        "least_mm2", "a covering of 37 x 37 mm is too small for a hand", lambda: told((60, 60, 37, 37)), False
    ),
    FieldCase("least_mm2", "a covering of 44 x 44 mm is a hand", lambda: told((60, 60, 44, 44)), True),
    FieldCase(
        "least_mm2", "1400 mm2 of core are no hand", lambda: is_hand(HandEvidence(5000.0, 1400.0)), False
    ),
    FieldCase(
        "least_mm2", "1400 mm2 covered are no hand", lambda: is_hand(HandEvidence(1400.0, 5000.0)), False
    ),
    FieldCase(
        "least_mm2", "1800 mm2 of core are a hand", lambda: is_hand(HandEvidence(1800.0, 1800.0)), True
    ),
    FieldCase(
        "differs_grey",
        "25 grey levels of difference end a hand",
        lambda: reached_mm(25),
        pytest.approx(0, abs=1),
    ),
    FieldCase(
        "differs_grey", "31 grey levels of difference go on with it", lambda: reached_mm(31) > 50, True
    ),
    FieldCase(
        "reach_mm", "a hand reaches 55 mm from the land", lambda: reached_mm(200), pytest.approx(55, abs=2)
    ),
    FieldCase("soft_edge_mm", "a border of 4 mm is hidden too", soft_mm, pytest.approx(4, abs=0.6)),
    FieldCase(
        "unreadable_share", "0.45 of the board hidden leaves enough", lambda: hides_too_much(0.45), False
    ),
    FieldCase("unreadable_share", "0.55 of the board hidden is too much", lambda: hides_too_much(0.55), True),
]


@each(CASES)
def test_hands(case):
    assert case.holds()


def test_print_worse_than_half_recognised_goes_on_with_a_hand_where_nothing_differs():
    core = covered_land(covered(BLOCK), LAND)
    nothing = np.zeros((2 * SIDE, 2 * SIDE), np.uint8)
    beside = (80, 60, 30, 60)
    for correlation, goes_on in ((0.45, True), (0.55, False)):
        plane = np.minimum(covered(BLOCK), covered(beside, correlation=correlation))
        assert bool(spread(core, plane, nothing, LAND)[180, 200]) is goes_on


def test_each_threshold_has_its_cases():
    assert not uncovered(HandThresholds, CASES)
