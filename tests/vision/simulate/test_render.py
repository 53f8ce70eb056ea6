import math
import time
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.simulate import (
    CanoePiece,
    DiscPiece,
    GemPiece,
    HandPiece,
    Light,
    Renderer,
    Scene,
    View,
    empty_scene,
    hand_mask,
    with_canoe_on_space,
    with_cargo,
)

SMALL = View(size_px=(320, 180), focal_px=265.0)


def _differs(one, other):
    """Pixels that differ by more than rounding: (height, width) bool."""
    return cv2.absdiff(one, other).max(axis=2) > 2


def _around(view, place, radius_mm, height_mm=0.0):
    """The pixels within a radius of a place: (height, width) bool."""
    turn = np.linspace(0, math.tau, 60, endpoint=False)
    ring = np.column_stack((np.cos(turn), np.sin(turn))) * radius_mm + place
    mask = np.zeros((view.size_px[1], view.size_px[0]), np.uint8)
    cv2.fillPoly(mask, [np.rint(view.project_flat(ring, height_mm)).astype(np.int32)], 1)
    return mask.astype(bool)


def _colour_at(picture, view, place, height_mm):
    x, y = np.rint(view.project(np.array([[*place, height_mm]]))[0]).astype(int)
    return picture[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).mean(axis=0)


def test_the_picture_has_the_size_of_the_view_and_is_bgr_bytes(quiet, start):
    picture = quiet.draw(start)
    assert picture.shape == (720, 1280, 3)
    assert picture.dtype == np.uint8


@pytest.mark.parametrize(
    "view",
    [
        View(),
        View(tilt_deg=8.0, roll_deg=184.0, k1=-0.04),
        View(height_mm=620.0, tilt_deg=-6.0, roll_deg=5.0),
    ],
)
def test_the_stickers_are_found_within_a_pixel_of_their_places(layout, start, view):
    picture = Renderer(layout, view, Light(), seed=3).draw(start)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, layout.markers.dictionary))
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(picture)
    assert sorted(np.reshape(numbers, -1).tolist()) == [0, 1, 2, 3]
    half = layout.markers.size / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    for number, found in zip(np.reshape(numbers, -1), corners, strict=True):
        expected = view.project_flat(square + layout.markers.centres[int(number)])
        assert np.abs(found.reshape(4, 2) - expected).max() < 1.0


def test_the_same_seed_gives_the_same_bytes_picture_after_picture(layout, start):
    one, other = (Renderer(layout, SMALL, Light(), seed=5) for _ in range(2))
    for _ in range(3):
        assert np.array_equal(one.draw(start), other.draw(start))


def test_noise_differs_from_picture_to_picture_by_its_spread(layout, start):
    renderer = Renderer(layout, SMALL, Light(noise=3.0), seed=5)
    one, other = renderer.draw(start).astype(float), renderer.draw(start).astype(float)
    assert np.std(one - other) == pytest.approx(3.0 * math.sqrt(2), rel=0.1)


def test_a_disc_changes_the_pixels_of_its_space_and_no_others(quiet, layout, view):
    for place in layout.spaces.values():
        changed = _differs(quiet.draw(Scene(discs=(DiscPiece(*place),))), quiet.draw(empty_scene()))
        inside = _around(view, place, 26.0, layout.disc.thickness)
        assert changed[inside].mean() > 0.5
        assert not changed[~_around(view, place, 29.0, layout.disc.thickness)].any()


def test_a_glaring_disc_is_whiter_than_others(layout, view):
    mirrored = layout.spaces["M3"]
    renderer = Renderer(layout, view, Light(noise=0.0, glare_mm=(mirrored,)))
    picture = renderer.draw(Scene(discs=(DiscPiece(*mirrored), DiscPiece(*layout.spaces["M1"]))))
    assert _colour_at(picture, view, mirrored, 3.0).min() > 200
    assert _colour_at(picture, view, layout.spaces["M1"], 3.0).min() < 150


def test_glare_lies_on_discs_only(layout):
    glaring = Renderer(layout, SMALL, Light(noise=0.0, glare_mm=(layout.spaces["M3"],)))
    plain = Renderer(layout, SMALL, Light(noise=0.0))
    assert np.array_equal(glaring.draw(empty_scene()), plain.draw(empty_scene()))


@pytest.mark.parametrize(
    ("colour", "strongest"), [("red", 2), ("blue", 0), ("green", 1)], ids=["red", "blue", "green"]
)
def test_a_canoe_shows_its_colour_where_it_lies(quiet, layout, view, colour, strongest):
    place = layout.spaces["M2"]
    picture = quiet.draw(Scene(discs=(DiscPiece(*place),), canoes=(CanoePiece(colour, *place),)))
    assert _colour_at(picture, view, place, 7.0).argmax() == strongest


def test_cargo_shows_in_the_middle_of_its_canoe(quiet, layout, view):
    place = layout.spaces["M2"]
    picture = quiet.draw(Scene(canoes=(CanoePiece("yellow", *place, cargo=("violet",)),)))
    blue, green, _ = _colour_at(picture, view, place, 10.0)
    assert blue > green


def test_the_two_gems_of_a_double_canoe_lie_one_behind_the_other(quiet, layout, view):
    x, y = layout.spaces["M2"]
    picture = quiet.draw(Scene(canoes=(CanoePiece("black", x, y, cargo=("yellow", "blue")),)))
    assert _colour_at(picture, view, (x - 5.0, y), 10.0).argmax() == 2
    assert _colour_at(picture, view, (x + 5.0, y), 10.0).argmax() == 0


def test_the_top_of_a_canoe_shifts_away_from_the_lens(layout):
    view = View()
    renderer = Renderer(layout, view, Light(noise=0.0, lamp_mm=(440.0, 150.0)))
    place = (440.0, 150.0)  # right of the lens, below the lamp: no shadow to either side
    changed = _differs(
        renderer.draw(Scene(canoes=(CanoePiece("red", *place, math.pi / 2),))), renderer.draw(empty_scene())
    )
    columns = np.flatnonzero(changed.any(axis=0))
    left, right = view.project_flat(np.array([[432.5, 150.0], [447.5, 150.0]]))[:, 0]
    assert columns.max() - right > 5.0
    assert abs(columns.min() - left) < 5.0


def test_gems_lie_in_their_deposit_and_nowhere_else(quiet, layout, view):
    ground = layout.deposits["amber"]
    changed = _differs(quiet.draw(Scene(gems=(GemPiece("blue", *ground.centre),))), quiet.draw(empty_scene()))
    assert changed[_around(view, ground.centre, 4.0, 4.0)].all()
    assert not changed[~_around(view, ground.centre, ground.radius)].any()


def test_a_clear_gem_barely_changes_what_lies_below_it(quiet, layout):
    ground = layout.deposits["amber"]
    bare = quiet.draw(empty_scene()).astype(float)
    clear, blue = (
        np.abs(quiet.draw(Scene(gems=(GemPiece(colour, *ground.centre),))) - bare).sum()
        for colour in ("clear", "blue")
    )
    assert 0 < clear < 0.5 * blue


def test_the_cloud_whitens_its_square_and_the_buoy_reddens_its_space(quiet, layout, view):
    square, space = layout.weather.centres[3], layout.buoy.centres[2]
    picture = quiet.draw(Scene(cloud=square, buoy=space))
    assert _colour_at(picture, view, square, 3.0).min() > 200
    ring = (space[0] + 8.4, space[1])
    assert _colour_at(picture, view, ring, 6.0).argmax() == 2


def test_a_hand_covers_what_lies_below_it(layout, view, start, quiet, rng):
    scene = with_cargo(with_canoe_on_space(start, layout, 0, "M3", rng), 0, "pink")
    hand = HandPiece(*layout.spaces["M3"], angle_rad=-math.pi / 2)
    covered = hand_mask(hand, view) == 255
    x, y = np.rint(view.project_flat(np.array([layout.spaces["M3"]]))[0]).astype(int)
    assert covered[y, x]
    over_pieces = quiet.draw(replace(scene, hand=hand))
    over_nothing = quiet.draw(replace(empty_scene(), hand=hand))
    assert np.array_equal(over_pieces[covered], over_nothing[covered])
    assert _differs(over_pieces, quiet.draw(scene))[covered].mean() > 0.99


def test_the_forearm_enters_from_the_edge_of_the_picture(view):
    mask = hand_mask(HandPiece(250.0, 150.0, angle_rad=0.0), view)
    edges = np.concatenate((mask[0], mask[-1], mask[:, 0], mask[:, -1]))
    assert edges.any()


def test_warm_light_is_redder_and_dim_light_darker(layout):
    def mean(light):
        return Renderer(layout, SMALL, light).draw(empty_scene()).reshape(-1, 3).mean(axis=0)

    neutral, warm, dim = mean(Light()), mean(Light(kelvin=3000)), mean(Light(level=0.6))
    assert warm[2] > neutral[2]
    assert warm[0] < neutral[0]
    assert dim == pytest.approx(0.6 * neutral, rel=0.05)


def test_the_print_stays_the_same_when_only_the_light_changes(layout):
    bright, dim = (
        Renderer(layout, SMALL, Light(level=level, noise=0.0), seed=4).draw(empty_scene())
        for level in (1.0, 0.5)
    )
    assert np.abs(bright * 0.5 - dim).max() <= 3.0


def test_pieces_outside_the_picture_are_no_trouble(quiet):
    outside = Scene(
        discs=(DiscPiece(-2000.0, 150.0),),
        canoes=(CanoePiece("red", 2500.0, 150.0, cargo=("blue", "clear")),),
        gems=(GemPiece("clear", 250.0, 1500.0),),
        cloud=(-900.0, 0.0),
        buoy=(900.0, 900.0),
    )
    assert np.array_equal(quiet.draw(outside), quiet.draw(empty_scene()))


def test_a_picture_is_drawn_in_a_fraction_of_the_time_a_camera_takes(quiet, start, layout, rng):
    started = time.process_time()
    for index in range(6):
        quiet.draw(with_canoe_on_space(start, layout, index, "M4", rng))
    assert (time.process_time() - started) / 6 < 0.125, "of the processor, however busy the machine"
