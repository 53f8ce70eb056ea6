import numpy as np
import pytest

from vision.simulate import View

CORNERS = np.array([[0.0, 0.0], [505.0, 0.0], [505.0, 300.0], [0.0, 300.0]])


def test_the_aim_appears_in_the_middle_of_the_picture():
    view = View(tilt_deg=8.0, roll_deg=30.0, aim_mm=(200.0, 120.0), k1=-0.05)
    assert view.project_flat(np.array([[200.0, 120.0]])) == pytest.approx(np.array([[639.5, 359.5]]))


def test_without_roll_downstream_is_right_and_the_right_bank_is_below():
    left, right = View().project_flat(np.array([[100.0, 50.0], [300.0, 250.0]]))
    assert right[0] > left[0]
    assert right[1] > left[1]


def test_a_millimetre_is_focal_length_over_height_pixels():
    a, b = View(height_mm=500.0, focal_px=1000.0).project_flat(np.array([[250.0, 150.0], [260.0, 150.0]]))
    assert b - a == pytest.approx((20.0, 0.0))


@pytest.mark.parametrize("height_mm", [-70.0, 0.0, 15.0])
def test_places_under_pixels_are_the_places_that_project_there(height_mm):
    view = View(tilt_deg=9.0, roll_deg=190.0, k1=-0.05)
    seen = view.project_flat(CORNERS, height_mm)
    assert view.places_under(seen, height_mm) == pytest.approx(CORNERS, abs=0.01)


def test_a_raised_point_shifts_away_from_the_lens_by_height_over_camera_height():
    view = View(height_mm=560.0)
    low, high = view.project(np.array([[450.0, 150.0, 0.0], [450.0, 150.0, 15.0]]))
    shift_mm = (high - low)[0] / view.px_per_mm
    assert shift_mm == pytest.approx(197.5 * 15.0 / (560.0 - 15.0))


def test_flat_and_spatial_projection_agree():
    view = View(tilt_deg=5.0, roll_deg=12.0, k1=0.02)
    spatial = np.column_stack((CORNERS, np.full(4, 15.0)))
    assert view.project(spatial) == pytest.approx(view.project_flat(CORNERS, 15.0))


def test_tilting_shrinks_the_far_edge():
    near_left, near_right, far_right, far_left = View(tilt_deg=10.0).project_flat(CORNERS)
    widths = (near_right - near_left)[0], (far_right - far_left)[0]
    assert min(widths) < 0.95 * max(widths)
