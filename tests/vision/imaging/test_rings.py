"""Edges vote for the middles of the circles they may lie on."""

from dataclasses import fields

import cv2
import numpy as np
import pytest

from vision.imaging.rings import GradientParameters, RingVotes, ring_kernel, slopes

SIZE = 160
ALL = np.ones((SIZE, SIZE), bool)


@pytest.fixture(scope="module")
def rings():
    return RingVotes(25.0, width_px=1.3)


def circle(x, y, radius=25, strength=12.0):
    picture = np.zeros((SIZE, SIZE), np.float32)
    cv2.circle(picture, (x, y), radius, strength, 1)
    return picture


def best(votes):
    row, column = np.unravel_index(int(votes.argmax()), votes.shape)
    return int(column), int(row)


@pytest.mark.parametrize("middle", [(80, 80), (60, 95)])
@pytest.mark.parametrize("strength", [6.0, -6.0])
def test_a_circles_middle_gets_the_most_votes_be_its_rim_bright_or_dark(rings, middle, strength):
    votes = rings.of(circle(*middle, strength=strength), ALL)
    assert best(votes) == pytest.approx(middle, abs=1)
    assert votes.max() > 10 * np.median(np.abs(votes))


def test_a_circle_of_another_size_gets_few_votes(rings):
    right, wrong = (rings.of(circle(80, 80, radius), ALL)[80, 80] for radius in (25, 38))
    assert wrong < 0.2 * right


def test_straight_ripples_come_to_nothing(rings):
    ripples = np.tile(8 * np.sin(np.arange(SIZE) / 3), (SIZE, 1)).astype(np.float32)
    ringed = rings.of(circle(80, 80), ALL).max()
    assert np.abs(rings.of(ripples, ALL)[40:120, 40:120]).max() < 0.15 * ringed


def test_a_sparkle_is_not_worth_many_faint_edges(rings):
    sparkle = np.zeros((SIZE, SIZE), np.float32)
    sparkle[80:83, 104:107] = 250.0
    assert rings.of(sparkle, ALL).max() < rings.of(circle(80, 80), ALL).max() / 3


def test_edges_outside_the_region_do_not_vote(rings):
    assert not rings.of(circle(80, 80), np.zeros((SIZE, SIZE), bool)).any()


def test_the_free_share_of_a_circle_is_told(rings):
    left = np.zeros((SIZE, SIZE), bool)
    left[:, :80] = True
    share = rings.share(left)
    assert share[80, 40] == pytest.approx(1.0, abs=0.01)
    assert share[80, 80] == pytest.approx(0.5, abs=0.03)
    assert share[80, 130] == pytest.approx(0.0, abs=0.01)


def votes_of_a_strong_rim(rings):
    """The votes for a disc 100 levels brighter than what is around: all its edge is stronger than counts."""
    picture = np.zeros((SIZE, SIZE), np.float32)
    cv2.circle(picture, (80, 80), 25, 100.0, cv2.FILLED)
    return float(rings.of(picture, ALL).max())


def slope_beside_a_line(_):
    """How steep it is one pixel beside a line of 10 levels."""
    picture = np.zeros((21, 21), np.float32)
    picture[:, 10] = 10.0
    return -float(slopes(picture)[0][10, 11])


SHOWN = {
    # Nearly all of the ring lies on the edge, where each pixel counts 4 levels.
    "strongest_levels": (votes_of_a_strong_rim, 3.7, 0.3),
    # A Gaussian of 0.7 pixels has 0.570 in its middle and 0.010 two pixels off; the slope is half their difference.
    "smoothing_px": (slope_beside_a_line, 2.8, 0.15),
}


@pytest.mark.parametrize(("measured", "expected", "within"), SHOWN.values(), ids=SHOWN)
def test_what_a_parameter_does_to_edges(rings, measured, expected, within):
    assert measured(rings) == pytest.approx(expected, abs=within)


def test_every_parameter_is_shown():
    assert SHOWN.keys() == {field.name for field in fields(GradientParameters)}


def test_a_ring_kernel_answers_to_a_rim_of_its_radius_and_not_to_a_plain_picture():
    kernel = ring_kernel(20.0, 2.0)
    middle = len(kernel) // 2
    assert kernel.sum() == pytest.approx(0.0, abs=1e-4)
    assert kernel[middle, middle + 20] > 0 > kernel[middle, middle + 25]
    assert kernel[middle, middle] == 0
    # Four pixels wide all around.
    assert np.count_nonzero(kernel > 0) == pytest.approx(2 * np.pi * 20 * 4, rel=0.05)
