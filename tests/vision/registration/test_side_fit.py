"""The outline's sides fitted to edges: pictures of one bright board whose place, rim and lens are known."""

import cv2
import numpy as np
import pytest
from field_cases import FieldCase, each, uncovered

from vision.geometry import Lens, Pose, board_corners
from vision.registration.outline_sides import SideParameters, fit_sides, outline_tensor

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
        "on_edge_px",
        "a rim 5 mm off for a third of a side still supports it",
        lambda: support(paint=bitten(0.3, 5.0)),
        1.0,
    ),
]


@each(CASES)
def test_the_sides_are_fitted_to_their_edges(case):
    assert case.holds()


def test_the_other_parameters_are_known():
    numerical = {"fits_per_search", "scales_in_reach", "least_scale_px", "reweighted"}
    assert uncovered(SideParameters, CASES) == numerical, "how fast the fit gets there, not where"


def test_no_edge_supports_no_outline():
    assert support(levels=0.0) == 0.0
