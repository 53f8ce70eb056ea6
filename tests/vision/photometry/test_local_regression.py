"""Gain and veil around each cell, of thumbnails whose light changed in a known way."""

import math

import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.photometry.local_regression import RegressionParameters, gain_and_veil, window_sums

SIDE = 64
SIGN = np.where(np.random.default_rng(5).permutation(SIDE * SIDE) % 2, 1.0, -1.0).reshape(SIDE, SIDE)
"""A pattern of mean 0 and variance 1."""


def board(mean, deviation=0.0):
    """Print of this mean and standard deviation, in grey levels."""
    return np.repeat((mean + deviation * SIGN)[..., None], 3, axis=2).astype(np.float32)


def gain(now, then):
    """The gain fitted in the middle of the board."""
    gains, _ = gain_and_veil(now, then, np.ones((SIDE, SIDE), np.float32))
    return float(np.median(gains[10:-10, 10:-10]))


def veiled(deviation):
    """The gain of a board of mean 60 under a veil that lifts it to 120."""
    return gain(board(120, deviation), board(60, deviation))


def half_believed(variance):
    """The gain between 1 (of contrast) and 0.5 (of means) of print with such a variance, where 40 are believed half."""
    return (variance + 40 * 0.5) / (variance + 40)


def spread(rows_away):
    """What a single pixel of weight 1 counts for, so many cells away, for its weight in the cell."""
    plane = np.zeros((200, 200), np.float32)
    plane[100, 100] = 1
    return float(window_sums(plane)[50 + rows_away, 50] / 0.25)


def gaussian(away, sigma):
    return math.exp(-0.5 * (away / sigma) ** 2) / (2 * math.pi * sigma**2)


def far_sum():
    """What counts in a corner of weights that are all at the opposite one."""
    plane = np.zeros((200, 200), np.float32)
    plane[150:, 150:] = 1
    return float(window_sums(plane)[0, 0])


CASES = [
    FieldCase(
        "cell_px",
        "two by two pixels share a cell",
        lambda: window_sums(np.ones((40, 60), np.float32)).shape,
        (20, 30),
    ),
    FieldCase(
        "sigma_cells",
        "a pixel three cells away counts by a Gaussian of 2.2 cells",
        lambda: spread(3),
        pytest.approx(gaussian(3, 2.2), rel=0.05),
    ),
    FieldCase(
        "wide_share",
        "a pixel 12 cells away counts a 30th, by a Gaussian of 6.6 cells",
        lambda: spread(12),
        pytest.approx(0.03 * gaussian(12, 6.6), rel=0.1),
    ),
    FieldCase(
        "wide_factor",
        "a pixel 15 cells away counts a 30th, by a Gaussian of 6.6 cells",
        lambda: spread(15),
        pytest.approx(0.03 * gaussian(15, 6.6), rel=0.1),
    ),
    FieldCase(
        "everywhere_share",
        "what is far counts a thousandth of its mean over the board",
        far_sum,
        pytest.approx(1e-3 / 16, rel=0.1),
    ),
    FieldCase(
        "steady_variance",
        "a pattern of variance 40 tells half of a veil",
        lambda: veiled(40**0.5),
        pytest.approx(half_believed(40), rel=0.05),
    ),
    FieldCase(
        "steady_variance",
        "a pattern of variance 400 tells most of a veil",
        lambda: veiled(20),
        pytest.approx(half_believed(400), rel=0.02),
    ),
    FieldCase(
        "darkest_mean",
        "one grey level counts as two",
        lambda: gain(board(1), board(4)),
        pytest.approx(2.0, rel=0.02),
    ),
    FieldCase(
        "darkest_mean",
        "four grey levels count as four",
        lambda: gain(board(4), board(8)),
        pytest.approx(2.0, rel=0.02),
    ),
    FieldCase(
        "most_gain",
        "a gain of 3.5 is believed",
        lambda: gain(board(40), board(140)),
        pytest.approx(3.5, rel=0.02),
    ),
    FieldCase(
        "most_gain",
        "a gain of 5 is held at 4",
        lambda: gain(board(40), board(200)),
        pytest.approx(4.0, rel=0.02),
    ),
    FieldCase(
        "most_gain",
        "a gain of a fifth is held at a quarter",
        lambda: gain(board(200), board(40)),
        pytest.approx(0.25, rel=0.02),
    ),
    FieldCase(
        "most_contrast",
        "a veil may take half of the contrast",
        lambda: gain(board(100, 20), board(100, 40)),
        pytest.approx((800 + 40) / (400 + 40), rel=0.02),
    ),
    FieldCase(
        "most_contrast",
        "a veil takes no more than contrast by 2.5",
        lambda: gain(board(100, 20), board(100, 70)),
        pytest.approx(2.5, rel=0.02),
    ),
    FieldCase(
        "most_contrast",
        "a veil gives no more than contrast by 2.5",
        lambda: gain(board(100, 70), board(100, 7)),
        pytest.approx(1 / 2.5, rel=0.02),
    ),
]


@each(CASES)
def test_local_regression(case):
    assert case.holds()


def test_each_parameter_has_its_cases():
    assert not uncovered(RegressionParameters, CASES)


def test_gain_and_veil_together_give_the_board_back():
    now = board(120, 30)
    gains, veils = gain_and_veil(now, 0.6 * now + 20, np.ones((SIDE, SIDE), np.float32))
    assert np.median(gains) == pytest.approx(0.6, rel=0.05)
    assert gains * 120 + veils == pytest.approx(0.6 * 120 + 20, abs=3)


def test_what_is_not_trusted_has_no_say():
    now, then = board(100, 20), board(100, 20)
    now[:, :20] = 200
    weight = np.ones((SIDE, SIDE), np.float32)
    weight[:, :20] = 0
    gains, _ = gain_and_veil(now, then, weight)
    assert gains == pytest.approx(1.0, rel=0.02)
