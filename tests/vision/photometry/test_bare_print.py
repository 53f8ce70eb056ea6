"""The bare board: where it is land, and how its print is recognised."""

import math
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.geometry import Canvas
from vision.layout import default_layout
from vision.photometry.bare_board import (
    BareBoard,
    PrintParameters,
    dry_mask,
    halved,
    land_mask,
    normalised_correlation,
    smoothed,
)

LAYOUT = default_layout()
FINE = Canvas(LAYOUT.size, px_per_mm=4.0)
CANVAS = Canvas(LAYOUT.size)
LAND_MM = (206.0, 100.0)
"""The middle of a stretch of land, wider than a window."""


@cache
def masks():
    return dry_mask(LAYOUT, FINE), land_mask(LAYOUT, FINE)


def dry(x_mm, y_mm):
    x, y = (round(value) for value in FINE.at((x_mm, y_mm)))
    return bool(masks()[0][y, x])


def land(x_mm, y_mm):
    x, y = (round(value) for value in FINE.at((x_mm, y_mm)))
    return bool(masks()[1][y, x])


def beside_disc(gap_mm):
    x, y = LAYOUT.spaces["M3"]
    return dry(x, y - LAYOUT.disc.diameter / 2 - gap_mm)


def beside_buoy(gap_mm):
    x, y = LAYOUT.buoy.centres[0]
    return land(x, y + LAYOUT.buoy.diameter / 2 + gap_mm)


@cache
def waves(amplitude, period_px=12):
    """A board printed with waves of grey, of so many canvas pixels."""
    width, height = CANVAS.size_px
    wave = 128 + amplitude * np.sin(2 * np.pi * np.arange(width) / period_px)
    return np.repeat(np.tile(wave, (height, 1))[..., None], 3, axis=2).round().astype(np.uint8)


@cache
def bare(amplitude, period_px=12):
    return BareBoard.of(waves(amplitude, period_px), CANVAS, LAYOUT)


def is_land_printed_with(amplitude):
    """Whether land with such waves is looked at: each coarse pixel sees 6 of them to a wave, and less high."""
    board = bare(amplitude)
    x, y = (round(value / 2) for value in CANVAS.at(LAND_MM))
    return bool(board.coarse_land[y, x])


def covered_until_mm():
    """How far from the rim of something flat the print is recognised worse."""
    board = bare(40)
    bgr = board.bgr.copy()
    x, y = (round(value) for value in CANVAS.at(LAND_MM))
    bgr[:, : x + 1] = 128
    told = board.correlation(halved(bgr))[y // 2, x // 2 :]
    return int(np.flatnonzero(told > 0.999)[0])


def correlation(variance, bare_variance, share=1.0):
    """The correlation of a window with such variances, whose covariance is a share of the most it could be."""
    planes = (
        np.float32([value])
        for value in (share * math.sqrt(variance * bare_variance), variance, bare_variance)
    )
    return float(normalised_correlation(*planes)[0])


def grained(period_px):
    """How much of fine waves the coarse grey print keeps, of their variance in the coarse picture."""
    board = bare(60, period_px)
    x, y = (round(value / 2) for value in CANVAS.at(LAND_MM))
    coarse = cv2.cvtColor(halved(board.bgr), cv2.COLOR_BGR2GRAY)
    return float(board.variance[y, x] / coarse[y - 20 : y + 20, x - 24 : x + 24].var())


def speck():
    """What is left of a white pixel on black when a picture is smoothed."""
    bgr = np.zeros((21, 21, 3), np.uint8)
    bgr[10, 10] = 255
    return int(smoothed(bgr)[10, 10, 0])


CASES = [
    FieldCase("piece_slack_mm", "a disc may reach 3.5 mm beyond its place", lambda: beside_disc(3.5), False),
    FieldCase("piece_slack_mm", "4.5 mm beyond a disc's place is dry", lambda: beside_disc(4.5), True),
    FieldCase(
        "piece_slack_mm", "the buoy may reach 3.5 mm beyond its place", lambda: beside_buoy(3.5), False
    ),
    FieldCase("piece_slack_mm", "4.5 mm beyond the buoy's place is land", lambda: beside_buoy(4.5), True),
    FieldCase("rim_mm", "2.5 mm from the board's rim is not looked at", lambda: dry(2.5, 130.0), False),
    FieldCase("rim_mm", "3.5 mm from the board's rim is looked at", lambda: dry(3.5, 130.0), True),
    FieldCase(
        "thumbnail_px",
        "a thumbnail's pixel is 4 x 4 mm",
        lambda: bare(40).thumbnail.shape[:2],
        tuple(int(side + 16) // 4 for side in LAYOUT.size[::-1]),
    ),
    FieldCase(
        "smoothing_px",
        "a speck keeps (6/16)^2 of its height, as binomial weights over 5 pixels have it",
        speck,
        pytest.approx(255 * (6 / 16) ** 2, abs=2),
    ),
    FieldCase(
        "grain_px",
        "waves of 4 coarse pixels keep as much as a Gaussian of 1 pixel leaves",
        lambda: grained(8),
        pytest.approx(math.exp(-((2 * math.pi / 4) ** 2)), rel=0.15),
    ),
    FieldCase(
        "window_mm",
        "a window is spoilt up to 8 mm from what covers the print",
        covered_until_mm,
        pytest.approx(9, abs=2),
    ),
    FieldCase(
        "pattern_variance",
        "waves of variance 10 are too little pattern",
        lambda: is_land_printed_with(7.8),
        False,
    ),
    FieldCase(
        "pattern_variance", "waves of variance 14 are a pattern", lambda: is_land_printed_with(9.2), True
    ),
    FieldCase(
        "pattern_variance", "without a pattern nothing is amiss", lambda: correlation(50, 10, share=0.0), 1.0
    ),
    FieldCase(
        "pattern_variance", "with a pattern something may be", lambda: correlation(50, 14, share=0.0), 0.0
    ),
    FieldCase(
        "least_variance_product",
        "a flat covering correlates as if the product of variances were 1",
        lambda: correlation(0.01, 16.0),
        pytest.approx(0.4 / math.sqrt(1 + 4), rel=0.03),
    ),
    FieldCase(
        "noise_variance_product",
        "half of faint print is noise where the product of variances is 4",
        lambda: correlation(0.25, 16.0),
        pytest.approx(math.sqrt(4 / (4 + 4)), rel=0.05),
    ),
]


@each(CASES)
def test_the_print_and_the_land(case):
    assert case.holds()


def test_each_parameter_has_its_cases():
    assert not uncovered(PrintParameters, CASES)


def test_the_print_is_recognised_in_half_the_light_and_under_a_veil_but_not_shifted():
    board = bare(40)
    middle = np.s_[100:200, 100:400]
    assert board.correlation(halved(board.bgr // 2 + 60))[middle] == pytest.approx(1.0, abs=0.02)
    shifted = np.roll(board.bgr, 6, axis=1)
    there = board.coarse_land[middle]
    assert board.correlation(halved(shifted))[middle][there] == pytest.approx(0.0, abs=0.02)


def test_land_is_neither_river_nor_deposit_nor_beach_nor_track():
    assert land(*LAND_MM)
    deposit, beach = LAYOUT.deposits["ruby"].centre, LAYOUT.beaches["left"]
    assert not dry(*deposit)
    assert dry((beach.x_min + beach.x_max) / 2, beach.y_min + 10)
    assert not land((beach.x_min + beach.x_max) / 2, beach.y_min + 10)
    assert not land(*LAYOUT.weather.centres[1])


def test_another_layout_has_other_land():
    moved = replace(LAYOUT, spaces=LAYOUT.spaces | {"M3": LAND_MM})
    x, y = (round(value) for value in CANVAS.at(LAND_MM))
    assert land_mask(LAYOUT, CANVAS)[y, x]
    assert not land_mask(moved, CANVAS)[y, x]
