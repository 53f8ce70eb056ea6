"""Millimetres to pixels and back, against the virtual camera, which projects in its own way."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision import geometry
from vision.geometry import Canvas, Lens, Pose, fit_lens, fit_pose
from vision.simulate import View

PLACES = np.array([(x, y) for x in np.linspace(5, 495, 8) for y in np.linspace(5, 295, 6)])
VIEW = View(focal_px=640 / math.tan(math.radians(62.75) / 2), tilt_deg=9.0, roll_deg=184.0)
"""A camera that sees 62.75 degrees across, as those in use here do."""


def pose_of(view):
    pose, error = fit_pose(PLACES, view.project_flat(PLACES), Lens(*view.size_px, view.k1))
    assert error < 1e-3
    return pose


@pytest.mark.parametrize("k1", [-0.08, -0.02, 0.0, 0.05])
def test_bending_undoes_straightening(k1):
    lens = Lens(1280, 720, k1)
    pixels = np.array([[0.0, 0.0], [1279.0, 719.0], [640.0, 10.0], [333.0, 555.0], lens.centre_px])
    assert lens.bend(lens.straighten(pixels)) == pytest.approx(pixels, abs=0.01)
    assert lens.straighten(lens.centre_px)[0] == pytest.approx(lens.centre_px)


@pytest.mark.parametrize("k1", [-0.05, 0.0, 0.04])
def test_a_pose_fitted_to_a_known_camera_is_that_camera(k1):
    view = replace(VIEW, k1=k1)
    pose = pose_of(view)
    others = PLACES + np.array([3.3, -2.1])
    assert pose.to_px(others) == pytest.approx(view.project_flat(others), abs=0.05)
    assert pose.to_mm(view.project_flat(others)) == pytest.approx(others, abs=0.05)


@pytest.mark.parametrize("height_mm", [5.0, 15.0, 45.0])
def test_what_stands_above_the_board_is_seen_where_the_camera_sees_it(height_mm):
    pose = pose_of(VIEW)
    seen = VIEW.project_flat(PLACES, height_mm)
    assert pose.to_px(PLACES, height_mm) == pytest.approx(seen, abs=0.3)
    assert pose.to_mm(seen, height_mm) == pytest.approx(PLACES, abs=0.3)
    aside = np.linalg.norm(pose.to_mm(seen) - PLACES, axis=1).max()
    assert aside > height_mm / 4, "taken for flat it would be misplaced"


def test_a_wrong_focal_length_moves_what_stands_above_the_board_only_a_little():
    wide = replace(VIEW, focal_px=VIEW.focal_px * 1.06, height_mm=VIEW.height_mm * 1.06)
    pose = pose_of(wide)
    assert pose.to_mm(wide.project_flat(PLACES, 15.0), 15.0) == pytest.approx(PLACES, abs=1.0)


@pytest.mark.parametrize("k1", [-0.06, -0.03, 0.0, 0.035])
def test_the_lens_is_learnt_from_points_on_the_board(k1):
    rng = np.random.default_rng(2)
    seen = replace(VIEW, k1=k1).project_flat(PLACES) + rng.normal(0, 0.1, PLACES.shape)
    assert fit_lens(PLACES, seen, 1280, 720).k1 == pytest.approx(k1, abs=0.011)


@pytest.mark.parametrize(("k1", "fitted"), [(0.09, 0.09), (-0.09, -0.09), (0.125, 0.1), (-0.125, -0.1)])
def test_a_lens_bends_by_no_more_than_a_tenth(k1, fitted):
    seen = Lens(1280, 720, k1).bend(replace(VIEW, k1=0.0).project_flat(PLACES))
    assert fit_lens(PLACES, seen, 1280, 720).k1 == pytest.approx(fitted, abs=1e-6)


def test_bends_are_tried_five_thousandths_apart(monkeypatch):
    tried = []

    def kept(places_mm, points_px, lens):
        tried.append(lens.k1)
        return fit_pose(places_mm, points_px, lens)

    monkeypatch.setattr(geometry, "fit_pose", kept)
    fit_lens(PLACES, VIEW.project_flat(PLACES), 1280, 720)
    assert np.diff(tried) == pytest.approx(np.full(len(tried) - 1, 0.005), rel=0.1)


def test_the_error_of_a_fit_is_the_scatter_of_its_points():
    rng = np.random.default_rng(3)
    seen = VIEW.project_flat(PLACES) + rng.normal(0, 0.5, PLACES.shape)
    _, error = fit_pose(PLACES, seen, Lens(1280, 720))
    assert error == pytest.approx(0.5 * np.sqrt(2), rel=0.15)


def test_places_and_canvas_pixels_are_two_names_of_one_thing():
    canvas = Canvas((500.0, 300.0), px_per_mm=2.0, margin_mm=8.0)
    assert canvas.size_px == (1032, 632)
    assert canvas.at((0.0, 0.0)) == (16.0, 16.0)
    assert canvas.place(*canvas.at((123.4, 56.7))) == pytest.approx((123.4, 56.7))


def test_the_canvas_shows_eight_millimetres_of_table_around_the_board():
    canvas = Canvas((500.0, 300.0))
    width, _ = canvas.size_px
    for beside_mm, shown in ((7.0, True), (9.0, False)):
        (left, _), (right, _) = canvas.at((-beside_mm, 150.0)), canvas.at((500.0 + beside_mm, 150.0))
        assert (left >= 0) is (right <= width) is shown


class CountingPose:
    """A pose that counts the places it is asked for."""

    def __init__(self, pose):
        self.pose, self.places = pose, 0

    def to_px(self, places_mm, height_mm):
        self.places += len(places_mm)
        return self.pose.to_px(places_mm, height_mm)


def test_one_canvas_pixel_of_sixty_four_is_mapped_exactly():
    counting, canvas = CountingPose(pose_of(VIEW)), Canvas((500.0, 300.0))
    canvas.rectify(np.zeros((720, 1280, 3), np.uint8), counting)
    width, height = canvas.size_px
    assert counting.places == pytest.approx(width * height / 64, rel=0.1)


@pytest.mark.parametrize("k1", [0.0, -0.05])
@pytest.mark.parametrize("height_mm", [0.0, 15.0])
def test_rectified_every_place_lies_where_the_canvas_has_it(k1, height_mm):
    view = replace(VIEW, k1=k1)
    pose, canvas = pose_of(view), Canvas((500.0, 300.0))
    dots = np.array([[60.0, 40.0], [250.0, 150.0], [440.0, 260.0], [70.0, 250.0]])
    picture = np.zeros((720, 1280, 3), np.uint8)
    for x, y in view.project_flat(dots, height_mm):
        at = (round(x * 16), round(y * 16))  # sixteenths of a pixel
        cv2.circle(picture, at, 6 * 16, (255, 255, 255), -1, cv2.LINE_AA, shift=4)
    flat = canvas.rectify(picture, pose, height_mm)
    assert flat.shape == (canvas.size_px[1], canvas.size_px[0], 3)
    for place in dots:
        x, y = (round(value) for value in canvas.at(tuple(place)))
        window = flat[y - 16 : y + 17, x - 16 : x + 17, 0].astype(float)
        rows, columns = np.mgrid[-16:17, -16:17]
        middle = (float((window * columns).sum() / window.sum()), float((window * rows).sum() / window.sum()))
        assert middle == pytest.approx((0.0, 0.0), abs=0.3)


def test_a_pose_maps_back_what_it_maps():
    turned = Pose(np.array([[1.8, 0.1, 50.0], [-0.1, 1.9, 60.0], [1e-5, 2e-5, 1.0]]), Lens(1280, 720, -0.02))
    assert turned.to_mm(turned.to_px(PLACES, 12.0), 12.0) == pytest.approx(PLACES, abs=0.01)
