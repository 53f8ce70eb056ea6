"""The river's course: where its spaces may lie, what their spacing costs, and the best of all courses."""

import itertools
import math

import numpy as np
import pytest

from vision.calibrating.river_course import Candidates, best_course, candidates_near, spacing_costs
from vision.geometry import Canvas
from vision.layout import RiverCourse

CANVAS = Canvas((160.0, 160.0))
USUAL = (80.0, 80.0)
RIVER = RiverCourse(("M1", "M2", "M3"), ("L1", "L2"), ("R1", "R2"), (0.0, 0.0), 0.0, 300.0)
SPACES = ("M1", "M2", "M3", "L1", "L2", "R1", "R2")


def flat():
    return np.zeros(CANVAS.size_px[::-1], np.float32)


def spot(*place_mm):
    """Gains with a spot of 4 mm that is worth much."""
    gain = flat()
    x, y = (round(value) for value in CANVAS.at(place_mm))
    gain[y - 4 : y + 5, x - 4 : x + 5] = 100.0
    return gain


@pytest.mark.parametrize(("right_mm", "found"), [(43.0, True), (51.0, False)])
def test_a_space_is_looked_for_within_forty_six_millimetres(right_mm, found):
    candidates = candidates_near(USUAL, spot(USUAL[0] + right_mm, USUAL[1]), CANVAS)
    assert bool(candidates.gains.max() > 90) is found


def test_where_nothing_is_seen_the_four_hundred_nearest_places_of_a_grid_are_candidates():
    # 400 places a millimetre and a half apart cover a circle of 1.5 · √(400 / π) = 16.9 mm.
    away = np.hypot(*(candidates_near(USUAL, flat(), CANVAS).places_mm - USUAL).T)
    assert away.min() < 1.5
    assert away.max() == pytest.approx(1.5 * math.sqrt(400 / math.pi), rel=0.03)


def test_candidates_are_a_millimetre_and_a_half_apart():
    places = candidates_near(USUAL, flat(), CANVAS).places_mm
    assert np.diff(np.unique(places[:, 0])) == pytest.approx(1.5)


def test_a_place_thirty_millimetres_off_costs_most_of_a_rim():
    candidates = candidates_near(USUAL, spot(USUAL[0] + 30.0, USUAL[1]), CANVAS)
    off = np.hypot(*(candidates.places_mm - USUAL).T)
    best = candidates.gains > 90
    assert candidates.gains[best] == pytest.approx(100 - 0.72 * (off[best] / 30) ** 2, abs=0.02)
    assert off[best].min() == pytest.approx(28.0, abs=1.5)


def test_places_beside_the_board_are_no_candidates():
    candidates = candidates_near((-5.0, 80.0), flat(), CANVAS)
    assert candidates.places_mm[:, 0].min() >= -8.0


@pytest.mark.parametrize(
    ("apart_mm", "cost"),
    [
        (56.0, 0.0),
        (57.2, 0.2),
        (54.8, 0.2),
        (59.6, 1.8),
        (52.4, 1.8),
        (74.0, 45.0),
        (80.0, 50.0),
        (160.0, 50.0),
    ],
)
def test_spaces_fifty_six_millimetres_apart_cost_nothing_and_others_by_the_square(apart_mm, cost):
    one, other = np.array([[10.0, 20.0]]), np.array([[10.0 + 0.6 * apart_mm, 20.0 - 0.8 * apart_mm]])
    assert spacing_costs(one, other) == pytest.approx(np.array([[cost]]), abs=1e-9)


def worth(choices, picked):
    """Gains less the costs of spacing, of one candidate for each space."""
    places = {name: choices[name].places_mm[[picked[name]]] for name in SPACES}
    links = [("M1", "M2"), ("M2", "M3"), ("M3", "L1"), ("L1", "L2"), ("M3", "R1"), ("R1", "R2")]
    gains = sum(choices[name].gains[picked[name]] for name in SPACES)
    return gains - sum(float(spacing_costs(places[one], places[other]).item()) for one, other in links)


@pytest.mark.parametrize("seed", range(4))
def test_the_best_course_is_the_best_of_all_courses(seed):
    rng = np.random.default_rng(seed)
    choices = {
        name: Candidates(rng.uniform(0, 12, (3, 2)) + np.array([56.0 * at, 0.0]), rng.uniform(0, 3, 3))
        for name, at in zip(SPACES, (0, 1, 2, 3, 4, 3, 4), strict=True)
    }
    found = best_course(choices, RIVER)
    best = max(
        (
            dict(zip(SPACES, picked, strict=True))
            for picked in itertools.product(range(3), repeat=len(SPACES))
        ),
        key=lambda picked: worth(choices, picked),
    )
    assert found == {name: tuple(choices[name].places_mm[best[name]]) for name in SPACES}


def test_a_clear_rim_at_the_wrong_distance_does_not_bend_the_course():
    choices = {
        name: Candidates(np.array([[56.0 * at, 0.0], [56.0 * at, 20.0]]), np.array([1.0, 1.0]))
        for name, at in zip(SPACES, (0, 1, 2, 3, 4, 3, 4), strict=True)
    }
    choices["M2"] = Candidates(choices["M2"].places_mm, np.array([1.0, 1.5]))
    # On a straight course or on the same side every space is 56 mm from the next: all go to M2's side.
    assert {y for _, y in best_course(choices, RIVER).values()} == {20.0}
    only = {
        name: Candidates(each.places_mm[:1], each.gains[:1]) for name, each in choices.items() if name != "M2"
    }
    assert best_course({**only, "M2": choices["M2"]}, RIVER)["M2"] == (56.0, 0.0)
