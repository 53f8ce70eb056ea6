"""The outline's sides fitted to edges: pictures of one bright board whose place, rim and lens are known."""

import cv2
import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.geometry import Lens, Pose, board_corners
from vision.registration.outline_sides import SideParameters, fit_sides, outline_tensor, robust_step, slopes

SIZE_MM = (505.0, 300.0)
POSE = np.array([[0.55, 0.0, 60.0], [0.0, 0.55, 40.0], [0.0, 0.0, 1.0]])
WIDTH, HEIGHT = 400, 250


def picture(k1=0.0, levels=60.0, paint=None):
    """A board ``levels`` brighter than its table, seen through a lens; ``paint`` adds to the board in millimetres."""
    pixels = np.stack(np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT)), axis=-1).reshape(-1, 2).astype(float)
    x, y = Pose(POSE, Lens(WIDTH, HEIGHT, k1)).to_mm(pixels).T.reshape(2, HEIGHT, WIDTH)
    inside = np.clip(np.minimum.reduce([x, SIZE_MM[0] - x, y, SIZE_MM[1] - y]) * 0.55 + 0.5, 0, 1)
    grey = 90 + levels * inside
    if paint is not None:
        grey = paint(x, y, grey)
    return cv2.merge([np.clip(grey, 0, 255).astype(np.uint8)] * 3)


def fitted(bgr, off_px=(0.0, 0.0), k1=0.0):
    corners = Pose(POSE, Lens(WIDTH, HEIGHT, k1)).to_px(board_corners(SIZE_MM)) + off_px
    return fit_sides(outline_tensor(bgr), corners, SIZE_MM)


def error_px(fit, k1=0.0):
    true = Pose(POSE, Lens(WIDTH, HEIGHT, k1)).to_px(board_corners(SIZE_MM))
    return float(np.abs(fit.corners_px - true).max())


def found_from(off_px):
    """Whether the outline is found from so far aside, each way."""
    return error_px(fitted(picture(), (off_px, off_px))) < 0.5


def bend_found(k1):
    return fitted(picture(k1), k1=k1).lens.k1


def support(levels=60.0, **how):
    return fitted(picture(levels=levels, **how)).support


def bitten(share, depth_mm):
    """Hide part of the upper rim, as a thing of the table's colour on it would."""

    def paint(x, y, grey):
        gone = (x > 0) & (x < share * SIZE_MM[0]) & (y < depth_mm)
        return np.where(gone, 90.0, grey)

    return paint


ROUNDS_PX = (11, 8, 6, 4, 3, 2, 2, 2)
"""How far an edge may lie that each round of the search still reaches: a whole number of pixels below its reach."""


START = np.array([[150.0, 130.0], [490.0, 130.0], [490.0, 310.0], [150.0, 310.0]])
"""Corners of the innermost of those outlines."""


def outlines(*steps_px, stronger=4.0):
    """An outline and others around it, each so many pixels outside the one before and so many times as strong."""
    tensor = np.zeros((440, 640, 3), np.float32)
    out, squared = 0, np.float32(16)
    for step_px in (0, *steps_px):
        out += step_px
        left, top, right, bottom = 150 - out, 130 - out, 490 + out, 310 + out
        tensor[[top, bottom], left : right + 1, 2] = squared
        tensor[top : bottom + 1, [left, right], 0] = squared
        squared *= stronger**2
    return tensor


def climbed_px(*steps_px, stronger=4.0):
    """How far outwards the fit gets that begins on the innermost of these outlines."""
    outwards = fit_sides(outlines(*steps_px, stronger=stronger), START, SIZE_MM).corners_px - START
    outwards *= np.sign(START - [320, 220])
    assert np.ptp(outwards) < 0.1, "all sides move alike"
    return float(outwards.mean())


def two_a_round():
    """Outlines as far apart as two fits in each round of the search reach, and a few more."""
    return [step_px for reach_px in ROUNDS_PX for step_px in (reach_px, reach_px)] + [2] * 6


def support_with_edge_aside(by_px, strength):
    """The support of a strong outline, a tenth of one side of which has its edge, a pixel wide, so far outside."""
    tensor = outlines()
    tensor *= 1000.0
    tensor[130, 300:336, 2], tensor[130 - by_px, 300:336, 2] = 0.0, strength**2
    return fit_sides(tensor, START, SIZE_MM).support


def shift_fitted(reach_px):
    """The shift that fits 40 edges where they are expected and 60 that lie 6 px aside."""
    away = np.array([0.0] * 40 + [6.0] * 60)
    shifts = np.zeros((100, 9))
    shifts[:, 2] = 1.0
    return float(robust_step(shifts, away, np.ones(100, bool), reach_px, 0.0)[2])


def mean_weighed(times, scale_px):
    """The mean of the same with Cauchy weights of this scale, weighed anew so many times."""
    away, mean = np.array([0.0] * 40 + [6.0] * 60), 0.0
    for _ in range(times):
        mean = float(np.average(away, weights=1 / (1 + ((away - mean) / scale_px) ** 2)))
    return mean


BEND_CASES = [
    FieldCase(
        field,
        f"a strongly bent lens is found to a tenth, with the {what} there is",
        lambda: bend_found(0.1),
        pytest.approx(0.096, abs=0.007),
    )
    for field, what in (
        ("usual_bend", "prior"),
        ("side_samples", "number of points"),
        ("corner_share", "length of side"),
        ("search_step_px", "resolution"),
        ("near_share", "preference for near edges"),
    )
]
CASES = [
    *BEND_CASES,
    FieldCase(
        "weakest", "a board 9 grey levels brighter than its table is lost in noise", lambda: support(9.0), 0.0
    ),
    FieldCase("weakest", "a board 13 grey levels brighter is seen", lambda: support(13.0), 1.0),
    FieldCase("grain_px", "less blur would find the board of 9 grey levels", lambda: support(9.0), 0.0),
    FieldCase("grain_px", "more blur would lose the board of 13 grey levels", lambda: support(13.0), 1.0),
    FieldCase("searches_px", "a board 11 px aside each way is found", lambda: found_from(11.0), True),
    FieldCase(
        "searches_px",
        "each round reaches two edges, as far apart as it looks",
        lambda: climbed_px(*two_a_round()),
        pytest.approx(2 * sum(ROUNDS_PX), abs=0.5),
    ),
    FieldCase(
        "searches_px", "an edge 15 px away is not reached", lambda: climbed_px(15), pytest.approx(0, abs=0.1)
    ),
    FieldCase(
        "near_share",
        "an edge 2.5 times as strong 11 px away, near the end of the search, is less than the near one",
        lambda: climbed_px(11, stronger=2.5),
        pytest.approx(0, abs=0.1),
    ),
    FieldCase(
        "near_share",
        "one 4 times as strong is more",
        lambda: climbed_px(11, stronger=4.0),
        pytest.approx(11, abs=0.1),
    ),
    FieldCase(
        "search_step_px",
        "steps of half a pixel meet an edge a pixel wide that is hardly strong enough",
        lambda: support_with_edge_aside(1, strength=3.2) > 0.98,
        True,
    ),
    FieldCase(
        "fits_per_search",
        "each round moves the outline twice, and not to a third edge as near",
        lambda: climbed_px(*two_a_round()),
        pytest.approx(2 * sum(ROUNDS_PX), abs=0.5),
    ),
    FieldCase(
        "scales_in_reach",
        "with a reach of 12 px an edge 2 px off counts half",
        lambda: shift_fitted(reach_px=12.0),
        pytest.approx(mean_weighed(8, scale_px=2.0), rel=0.05),
    ),
    FieldCase(
        "least_scale_px",
        "with a reach of 3 px an edge 1 px off counts half",
        lambda: shift_fitted(reach_px=3.0),
        pytest.approx(mean_weighed(8, scale_px=1.0), rel=0.05),
    ),
    FieldCase(
        "reweighted",
        "edges are weighed eight times: where those aside win slowly, that is half way",
        lambda: shift_fitted(reach_px=12.0),
        pytest.approx(mean_weighed(8, scale_px=2.0), rel=0.05),
    ),
    FieldCase(
        "on_edge_px",
        "where its edge is 1 px aside, a side is supported",
        lambda: support_with_edge_aside(1, strength=100.0),
        1.0,
    ),
    FieldCase(
        "on_edge_px",
        "where its edge is 2 px aside, a side is not: here a tenth of it",
        lambda: support_with_edge_aside(2, strength=100.0),
        pytest.approx(1 - (0.1 + 0.1 / 4) / 2, abs=0.01),
    ),
    FieldCase(
        "on_edge_px",
        "a rim 5 mm off for a third of a side still supports it",
        lambda: support(paint=bitten(0.3, 5.0)),
        1.0,
    ),
]


@each(CASES)
def test_the_sides_are_fitted_to_their_edges(case):
    assert case.holds()


def test_each_parameter_has_its_cases():
    assert not uncovered(SideParameters, CASES)


def test_no_edge_supports_no_outline():
    assert support(levels=0.0) == 0.0


def test_numerical_derivatives_of_the_unknowns_are_right():
    lens = Lens(1280, 720, -0.05)
    places = board_corners(SIZE_MM)
    unknowns = np.array([1.81e-3, 0, -0.46, 0, 1.81e-3, -0.27, 1e-5, 2e-5, lens.k1])

    def project(changed):
        ahead = np.column_stack((places, np.ones(4))) @ np.append(changed[:8], 1.0).reshape(3, 3).T
        bent = Lens(1280, 720, changed[8])
        return bent.bend(ahead[:, :2] / ahead[:, 2:] * bent.focal_px + bent.centre_px)

    for across in (np.tile([1.0, 0.0], (4, 1)), np.tile([0.0, 1.0], (4, 1))):
        found = slopes(unknowns, places, project(unknowns), across, 1280, 720)
        for index, step in enumerate([1e-5] * 2 + [1e-3] + [1e-5] * 2 + [1e-3] + [1e-7] * 2 + [1e-3]):
            change = np.eye(9)[index] * step
            central = (project(unknowns + change) - project(unknowns - change)) / (2 * step)
            expected = np.sum(central * across, axis=1)
            assert found[:, index] == pytest.approx(expected, rel=1e-3, abs=1e-3 * np.abs(central).max())
