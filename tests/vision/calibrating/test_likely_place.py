"""Where something most likely is, and how certain, from a score for each shift."""

import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.calibrating.likely_place import PosteriorParameters, most_likely, scores_around
from vision.geometry import Canvas

NOTHING = -100.0
"""A least score that is no rival."""


def scores(*peaks, reach=(20, 20)):
    """Scores with a value at each shift (right, down), 0 elsewhere."""
    plane = np.zeros((2 * reach[1] + 1, 2 * reach[0] + 1), np.float32)
    for (right, down), value in peaks:
        plane[reach[1] + down, reach[0] + right] = value
    return plane


@pytest.mark.parametrize("shift", [(0, 0), (7, -12), (-19, 3)])
def test_the_best_score_says_how_far_a_place_is_from_where_it_was_guessed(shift):
    found = most_likely(scores((shift, 5.0)), NOTHING)
    assert found.shift_mm == pytest.approx(shift)
    assert found.certainty > 0.99


def test_two_shifts_that_are_as_likely_share_the_certainty():
    assert most_likely(scores(((10, 0), 3.0), ((-10, 0), 3.0)), NOTHING).certainty == pytest.approx(
        0.5, abs=0.01
    )


def test_a_score_as_good_as_nothing_is_as_likely_as_nothing():
    assert most_likely(scores(((10, 0), 3.0)), 3.0).certainty == pytest.approx(0.5, abs=0.01)
    assert most_likely(scores(((10, 0), 3.0)), 5.0).certainty < 0.001


@pytest.mark.parametrize("shift", [(20, 0), (-20, 5), (0, 20), (3, -20)])
def test_at_the_edge_of_where_was_looked_nothing_is_certain(shift):
    assert most_likely(scores((shift, 5.0)), NOTHING).certainty == 0.0


CASES = [
    FieldCase(
        "temperature",
        "a rival a tenth less likely leaves seven parts in ten",
        lambda: most_likely(scores(((10, 0), 3.0), ((-10, 0), 2.9)), NOTHING).certainty,
        pytest.approx(1 / (1 + np.exp(-0.1 / 0.12)), abs=0.03),
    ),
    FieldCase(
        "peak_depth",
        "a neighbour two tenths below the best pulls the place over by a quarter",
        lambda: most_likely(scores(((10, 0), 3.0), ((11, 0), 2.8)), NOTHING).shift_mm[0],
        pytest.approx(10.25, abs=0.03),
    ),
    FieldCase(
        "peak_reach_mm",
        "what is as good three millimetres off belongs to the peak, what is four off does not",
        lambda: [most_likely(scores(((0, 0), 3.0), ((off, 0), 2.9999)), NOTHING).shift_mm[0] for off in (3, 4)],
        [pytest.approx(1.5, abs=0.01), pytest.approx(0.0, abs=0.01)],
    ),
    FieldCase(
        "same_within_mm",
        "what is as good eight millimetres off is no rival, ten off it is",
        lambda: [
            round(most_likely(scores(((0, 0), 3.0), ((off, 0), 2.9999)), NOTHING).certainty, 1) for off in (8, 10)
        ],
        [1.0, 0.5],
    ),
]  # fmt: skip


@each(CASES)
def test_each_parameter(case):
    assert case.holds()


def test_every_parameter_has_its_rule():
    assert not uncovered(PosteriorParameters, CASES)


def test_scores_around_a_guess_are_a_millimetre_apart_with_the_guess_in_the_middle():
    canvas = Canvas((150.0, 110.0))
    plane = np.zeros((canvas.size_px[1] // 2, canvas.size_px[0] // 2), np.float32)
    x, y = (round((value + 0.5) / 2 - 0.5) for value in canvas.at((60.0, 40.0)))
    plane[y, x] = 1.0
    part = scores_around(plane, (57.0, 44.0), (10, 8), canvas)
    assert part.shape == (17, 21)
    assert most_likely(part, NOTHING).shift_mm == pytest.approx((3.0, -4.0), abs=0.6)


def test_beside_the_picture_scores_are_nothing():
    canvas = Canvas((150.0, 110.0))
    plane = np.ones((canvas.size_px[1] // 2, canvas.size_px[0] // 2), np.float32)
    part = scores_around(plane, (0.0, 0.0), (30, 30), canvas)
    assert part[0, 0] == 0.0
    assert part[-1, -1] == 1.0
