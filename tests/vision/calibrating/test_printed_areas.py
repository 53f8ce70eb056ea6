"""Deposits and beaches, drawn where they should not be and found there."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.calibrating.place_evidence import at_half, ring_outline
from vision.calibrating.printed_areas import (
    AREAS,
    AreaParameters,
    _summed,
    find_beach,
    find_deposits,
    sand_contrast,
)
from vision.geometry import Canvas
from vision.layout import Beach, default_layout
from vision.photometry.relight import Relit

CANVAS = Canvas((240.0, 200.0))
X, Y = np.meshgrid(*(np.arange(side) / CANVAS.px_per_mm - CANVAS.margin_mm for side in CANVAS.size_px))
DEPOSIT = replace(default_layout().deposits["ruby"], centre=(120.0, 100.0))
BEACH = Beach(85.0, 70.0, 155.0, 130.0)
SURE = 0.9


def ground(seed=5, spread=4.0):
    return np.clip(np.random.default_rng(seed).normal(100, spread, (*X.shape, 3)), 0, 255).astype(np.uint8)


def with_ring(picture, shift=(0.0, 0.0), radius=23.0, level=130):
    x, y = DEPOSIT.centre
    painted = picture.copy()
    painted[np.hypot(x + shift[0] - X, y + shift[1] - Y) < radius] = level
    return painted


def with_gems(shift=(0.0, 0.0), reach=14.0, level=50):
    """The difference that seven gems make: a ring of six around one."""
    difference = np.zeros(X.shape, np.uint8)
    x, y = DEPOSIT.centre[0] + shift[0], DEPOSIT.centre[1] + shift[1]
    for number in range(7):
        turn, away = number * np.pi / 3, reach * (number < 6)
        spot = np.hypot(x + away * np.cos(turn) - X, y + away * np.sin(turn) - Y) < 5
        difference[spot] = level
    return difference


def deposit(picture, difference, parameters=AREAS):
    set_up = Relit(picture, picture, difference, None, 0.0)
    return find_deposits({"ruby": DEPOSIT}, picture, set_up, CANVAS, parameters)["ruby"]


@pytest.mark.parametrize("shift", [(0.0, 0.0), (26.0, -12.0), (-28.0, 27.0), (3.0, 8.0)])
def test_a_deposit_is_where_a_ring_of_its_size_holds_what_appeared(shift):
    found = deposit(with_ring(ground(), shift), with_gems(shift))
    assert found.shift_mm == pytest.approx(shift, abs=1.0)
    assert found.certainty > SURE


def test_the_gems_say_which_of_two_rings_is_the_deposit():
    picture = with_ring(with_ring(ground(), (-26.0, 0.0)), (26.0, 0.0))
    found = deposit(picture, with_gems((26.0, 0.0)))
    assert found.shift_mm == pytest.approx((26.0, 0.0), abs=1.0)
    assert found.certainty > SURE
    assert deposit(picture, with_gems((26.0, 0.0)) * 0).certainty < SURE


def test_where_neither_ring_nor_gems_are_nothing_is_sure():
    assert deposit(ground(), with_gems() * 0).certainty < SURE


def sand(picture, shift=(0.0, 0.0), level=30, soft_mm=2.0, grow=0.0):
    across = (BEACH.x_min + shift[0] - grow < X) & (BEACH.x_max + shift[0] + grow > X)
    inside = across & (BEACH.y_min + shift[1] - grow < Y) & (BEACH.y_max + shift[1] + grow > Y)
    mask = cv2.GaussianBlur(inside.astype(np.float32), (0, 0), soft_mm * CANVAS.px_per_mm)[..., None]
    return np.clip(picture + mask * (0, level / 2, level), 0, 255).astype(np.uint8)


def canoes(*places):
    difference = np.zeros(X.shape, np.uint8)
    for x, y in places:
        difference[(abs(x - X) < 18) & (abs(y - Y) < 6)] = 90
    return difference


def beach(picture, difference=None, parameters=AREAS):
    difference = canoes() if difference is None else difference
    return find_beach(BEACH, picture, Relit(picture, picture, difference, None, 0.0), CANVAS, parameters)


@pytest.mark.parametrize("shift", [(0.0, 0.0), (20.0, -12.0), (-25.0, 24.0)])
def test_a_beach_is_where_its_sand_differs_from_what_lies_around(shift):
    found = beach(
        sand(ground(), shift), canoes((120 + shift[0], 90 + shift[1]), (110 + shift[0], 110 + shift[1]))
    )
    assert found.shift_mm == pytest.approx(shift, abs=3.0)
    assert found.certainty > SURE


def test_the_canoes_say_which_of_two_fields_of_sand_is_the_beach():
    wide = Canvas((400.0, 120.0))
    x_mm, y_mm = np.meshgrid(*(np.arange(side) / wide.px_per_mm - wide.margin_mm for side in wide.size_px))
    picture = np.random.default_rng(1).normal(100, 4, (*x_mm.shape, 3))
    one = Beach(180.0, 40.0, 220.0, 80.0)
    for x in (175.0, 225.0):
        picture[(abs(x_mm - x) < 20) & (abs(y_mm - 60) < 20)] += (0, 12, 24)
    bgr = np.clip(picture, 0, 255).astype(np.uint8)
    difference = np.zeros(x_mm.shape, np.uint8)
    difference[(abs(x_mm - 225) < 18) & (abs(y_mm - 60) < 6)] = 90
    found = find_beach(one, bgr, Relit(bgr, bgr, difference, None, 0.0), wide)
    assert found.shift_mm == pytest.approx((25.0, 0.0), abs=3.0)
    assert found.certainty > SURE


def test_where_there_is_no_sand_nothing_is_sure():
    assert beach(ground()).certainty < SURE


def contrast(parameters=AREAS, **drawn):
    plane = sand_contrast(sand(ground(), **drawn), (70, 60), CANVAS, parameters)
    column, row = (round((pixel + 0.5) / 2 - 0.5) for pixel in CANVAS.at((120.0, 100.0)))
    return float(plane[row, column])


def _ring_score(radius):
    empty = at_half(with_ring(ground(), radius=radius))
    sizes = (23.0 - AREAS.radius_slack_mm, 23.0, 23.0 + AREAS.radius_slack_mm)
    return max(float(ring_outline(empty, size).max()) for size in sizes)


def _flat_contrast():
    picture = np.full((*X.shape, 3), 100, np.uint8)
    lighter = (BEACH.x_min < X) & (BEACH.x_max > X) & (BEACH.y_min < Y) & (BEACH.y_max > Y)
    picture[lighter] = 106
    plane = sand_contrast(picture, (70, 60), CANVAS)
    return float(plane.max())


def _share_ashore(off):
    pieces = (canoes((120.0, 130.0 - 6.0 + off)) > 0)[::2, ::2].astype(np.float32)
    reach = AREAS.canoe_reach_mm
    held = _summed(pieces, 70 + 2 * reach, 60 + 2 * reach)
    column, row = (round((pixel + 0.5) / 2 - 0.5) for pixel in CANVAS.at((120.0, 100.0)))
    return float(held[row, column]) / float(pieces.sum())


CASES = [
    FieldCase(
        "reach_mm",
        "an area is looked for within thirty-two millimetres",
        lambda: [
            deposit(with_ring(ground(), (off, 0.0)), with_gems((off, 0.0))).certainty > SURE
            for off in (29.0, 34.0, 50.0)
        ],
        [True, False, False],
    ),
    FieldCase(
        "radius_slack_mm",
        "a deposit a millimetre larger is whole, three larger it is not",
        lambda: [_ring_score(radius) > 0.8 for radius in (24.0, 22.0, 26.0)],
        [True, True, False],
    ),
    FieldCase(
        "least_deposit",
        "a ring with faint gems is a deposit, a ring alone is not sure to be one",
        lambda: [
            deposit(with_ring(ground()), with_gems(level=level)).certainty > SURE for level in (50, 5, 0)
        ],
        [True, True, False],
    ),
    FieldCase(
        "least_beach",
        "sand eight levels lighter than the ground is a beach, two levels lighter is none",
        lambda: [beach(sand(ground(), level=level)).certainty > SURE for level in (16, 3)],
        [True, False],
    ),
    FieldCase(
        "edge_mm",
        "a soft edge of four millimetres takes less than a quarter of the contrast",
        lambda: contrast(soft_mm=2.0) / contrast(soft_mm=0.1),
        pytest.approx(0.87, abs=0.1),
    ),
    FieldCase(
        "surround_mm",
        "sand ten millimetres larger each way than the beach leaves little contrast, four leave most",
        lambda: [contrast(grow=grow, soft_mm=0.1) / contrast(soft_mm=0.1) for grow in (4.0, 10.0)],
        [pytest.approx(0.7, abs=0.15), pytest.approx(0.04, abs=0.06)],
    ),
    FieldCase(
        "colour_noise",
        "flat sand six levels of Lab off is as clear as variance allows",
        _flat_contrast,
        pytest.approx(3 * 36 / 8 / 3, rel=0.3),
    ),
    FieldCase(
        "canoe_reach_mm",
        "a canoe five millimetres beside the sand lies on the beach",
        lambda: [_share_ashore(off) for off in (4.0, 40.0)],
        [pytest.approx(1.0, abs=0.01), pytest.approx(0.0, abs=0.01)],
    ),
]  # fmt: skip


@each(CASES)
def test_each_parameter(case):
    assert case.holds(), case.measure()


def test_every_parameter_has_its_rule():
    assert not uncovered(AreaParameters, CASES)
