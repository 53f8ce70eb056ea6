"""Rows of printed places, found by their outlines and by the one that has the marker at set-up."""

import numpy as np
import pytest

from vision.calibrating.printed_rows import (
    BUOY_ROW,
    WEATHER_ROW,
    RowParameters,
    find_buoy,
    find_row,
    find_weather,
)
from vision.geometry import Canvas
from vision.layout import default_layout
from vision.photometry.relight import Relit

LAYOUT = default_layout()
CANVAS = Canvas(LAYOUT.size)
X, Y = np.meshgrid(*(np.arange(side) / CANVAS.px_per_mm - CANVAS.margin_mm for side in CANVAS.size_px))
SURE = 0.9


def grain(seed=3):
    noise = np.random.default_rng(seed).normal(100, 4, (*X.shape, 3))
    return np.clip(noise, 0, 255).astype(np.uint8)


def squares(picture, shift, side=27.0, level=170, print_level=40, only=None):
    """Paper with a figure on it, as the weather's squares are printed."""
    for number, (x, y) in enumerate(LAYOUT.weather.centres):
        if only is None or number in only:
            across, down = abs(x + shift[0] - X), abs(y + shift[1] - Y)
            picture[(across < side / 2) & (down < side / 2)] = level
            figure = (across < 2 + number) & (down < 6) & (down > number)
            picture[figure] = print_level
    return picture


def rings(picture, shift, radius=14.0, level=160):
    for x, y in LAYOUT.buoy.centres:
        picture[np.hypot(x + shift[0] - X, y + shift[1] - Y) < radius] = level
    return picture


def blob(picture, place, reach, level):
    changed = picture.copy()
    changed[np.hypot(place[0] - X, place[1] - Y) < reach] = level
    return changed


def relit(picture):
    return Relit(picture, picture, picture[..., 0], None, 0.0)


def cloud_on(picture, shift, index=1):
    x, y = LAYOUT.weather.centres[index]
    return relit(blob(picture, (x + shift[0], y + shift[1]), 9.0, 230))


def buoy_on(picture, shift, index=0):
    x, y = LAYOUT.buoy.centres[index]
    return relit(blob(picture, (x + shift[0], y + shift[1]), 10.0, 60))


@pytest.mark.parametrize("shift", [(0.0, 0.0), (35.0, 0.0), (60.0, -5.0), (-40.0, -12.0), (13.0, 2.0)])
def test_the_weathers_squares_are_found_however_far_along_they_lie(shift):
    picture = squares(grain(), shift)
    found = find_weather(LAYOUT, picture, cloud_on(picture, shift), CANVAS)
    assert found.shift_mm == pytest.approx(shift, abs=1.0)
    assert found.certainty > SURE


def test_three_squares_and_a_cloud_in_the_wrong_one_are_not_taken_for_the_row():
    # Squares that lie one further on have three in common with those in their place: the cloud says which it is.
    picture = squares(grain(), (32.0, 0.0), only=(0, 1, 2))
    found = find_weather(LAYOUT, picture, cloud_on(picture, (32.0, 0.0)), CANVAS)
    assert found.shift_mm == pytest.approx((32.0, 0.0), abs=1.5)


def test_squares_that_are_not_printed_are_not_sure_although_a_cloud_lies_there():
    picture = grain()
    assert find_weather(LAYOUT, picture, cloud_on(picture, (20.0, 0.0)), CANVAS).certainty < SURE


def test_without_a_cloud_four_squares_are_enough_and_three_are_not():
    picture = squares(grain(), (20.0, -4.0))
    alone = find_weather(LAYOUT, picture, relit(picture), CANVAS)
    assert alone.shift_mm == pytest.approx((20.0, -4.0), abs=1.5)
    assert alone.certainty > SURE
    three = squares(grain(), (20.0, -4.0), only=(0, 1, 2))
    assert find_weather(LAYOUT, three, relit(three), CANVAS).certainty < SURE


@pytest.mark.parametrize("shift", [(0.0, 0.0), (25.0, 4.0), (-30.0, -6.0)])
def test_the_buoys_round_spaces_are_found_with_the_buoy_on_the_first(shift):
    picture = rings(grain(), shift)
    found = find_buoy(LAYOUT, picture, buoy_on(picture, shift), CANVAS)
    assert found.shift_mm == pytest.approx(shift, abs=1.0)
    assert found.certainty > SURE


def test_round_spaces_that_are_not_printed_are_not_sure_although_a_buoy_lies_there():
    picture = grain()
    assert find_buoy(LAYOUT, picture, buoy_on(picture, (8.0, 2.0)), CANVAS).certainty < SURE


@pytest.mark.parametrize(("size", "found"), [(25.0, True), (29.0, True), (20.0, False), (40.0, False)])
def test_squares_are_from_twenty_five_to_twenty_nine_millimetres_wide(size, found):
    picture = squares(grain(), (20.0, -4.0), side=size)
    likely = find_weather(LAYOUT, picture, relit(picture), CANVAS)
    assert (likely.certainty > SURE) is found


@pytest.mark.parametrize(("radius", "found"), [(11.0, True), (15.0, True), (7.0, False), (20.0, False)])
def test_rings_are_from_eleven_to_fifteen_millimetres_in_radius(radius, found):
    picture = rings(grain(), (8.0, 2.0), radius)
    likely = find_buoy(LAYOUT, picture, relit(picture), CANVAS)
    assert (likely.certainty > SURE) is found


@pytest.mark.parametrize(
    ("find", "draw", "reach"),
    [(find_weather, squares, WEATHER_ROW.reach_mm), (find_buoy, rings, BUOY_ROW.reach_mm)],
    ids=["weather", "buoy"],
)
def test_a_row_is_looked_for_as_far_along_as_its_reach_and_not_farther(find, draw, reach):
    assert reach in ((80, 20), (45, 15))
    near, far = (reach[0] - 5.0, 0.0), (-reach[0] - 5.0, 0.0)
    picture = draw(grain(), near)
    assert find(LAYOUT, picture, relit(picture), CANVAS).shift_mm == pytest.approx(near, abs=1.5)
    picture = draw(grain(), far)
    assert find(LAYOUT, picture, relit(picture), CANVAS).shift_mm != pytest.approx(far, abs=3.0)


CENTRES = ((60.0, 40.0), (92.0, 40.0), (124.0, 40.0))
SMALL = Canvas((200.0, 80.0))


def spikes(values, shift=(6.0, -2.0)):
    """A plane at half scale with a value at each of the row's places, shifted."""
    plane = np.zeros((SMALL.size_px[1] // 2, SMALL.size_px[0] // 2), np.float32)
    for (x, y), value in zip(CENTRES, values, strict=True):
        column, row = (round((pixel + 0.5) / 2 - 0.5) for pixel in SMALL.at((x + shift[0], y + shift[1])))
        plane[row - 1 : row + 2, column - 1 : column + 2] = value
    return plane


@pytest.mark.parametrize(
    ("outlines", "changed", "least", "sure"),
    [
        ((1, 1, 1), (0, 1, 0), 3.0, True),
        ((1, 1, 1), (0, 1, 0), 4.5, False),
        ((1, 1, 1), (0, 1, 0.9), 3.5, False),  # something lies on two places
        ((1, 1, 1), (1, 0, 0), 3.0, False),  # something lies on another place
        ((1, 1, 1), (0, 9, 0), 4.5, False),  # however clear the marker, it counts as one outline
        ((0, 0, 0), (0, 1, 0), 3.0, False),
    ],
)
def test_every_outline_counts_one_and_a_marker_on_the_right_place_alone_counts_one(
    outlines, changed, least, sure
):
    parameters = RowParameters((14, 10), 9, (14,), least)
    found = find_row(CENTRES, 1, [spikes(outlines)], spikes(changed), SMALL, parameters)
    assert (found.certainty > SURE) is sure
    if sure:
        assert found.shift_mm == pytest.approx((6.0, -2.0), abs=0.6)


def test_all_places_of_a_row_have_one_size():
    parameters = RowParameters((14, 10), 9, (13, 14), 2.5)
    mixed = [spikes((1, 0, 0)), spikes((0, 1, 1))]
    assert find_row(CENTRES, 1, mixed, spikes((0, 0, 0)), SMALL, parameters).certainty < SURE


@pytest.mark.parametrize(
    ("find", "draw", "lay", "half_mm"),
    [
        (find_weather, squares, cloud_on, WEATHER_ROW.window_mm),
        (find_buoy, rings, buoy_on, BUOY_ROW.window_mm),
    ],
    ids=["weather", "buoy"],
)
def test_a_marker_is_looked_for_in_a_window_of_about_its_size(find, draw, lay, half_mm):
    # Twice as far off as the window reaches it says nothing: the row is as sure as without a marker.
    assert half_mm in (9, 11)
    picture = draw(grain(), (8.0, 2.0))
    bare, on, off = (
        find(LAYOUT, picture, set_up, CANVAS).certainty
        for set_up in (relit(picture), lay(picture, (8.0, 2.0)), lay(picture, (8.0, 2.0 - 2.4 * half_mm)))
    )
    assert on > bare - 1e-6
    assert off == pytest.approx(bare, abs=0.05)
