"""Things on a beach that may be a canoe unseen; a hull is 80 pixels long and 30 in the beam, 1600 in area."""

import dataclasses

import numpy as np
import pytest

from vision.canoes.beach import BeachReader, BeachThresholds, may_hide_a_canoe
from vision.photometry.relight import Relit

HULL_PX = 1600.0
PX_PER_MM = 2.0


@pytest.fixture(scope="module")
def read(plain):
    reader = BeachReader(plain, HULL_PX)
    beach = plain.layout.beaches["left"]

    def read(height_px, width_px, *, difference=60, below_sand_mm=-40.0, shade=False, canoe=False):
        """What is found of a rectangle whose upper edge is so far below the lower edge of a beach's sand."""
        bgr = plain.empty_bgr.copy()
        apart = np.zeros(bgr.shape[:2], np.uint8)
        x, y = plain.canvas.at((beach.x_min + 10.0, beach.y_max + below_sand_mm))
        window = (slice(round(y), round(y) + height_px), slice(round(x), round(x) + width_px))
        bgr[window] = plain.empty_bgr[window] // 2 if shade else (60, 60, 250)
        apart[window] = difference
        found = np.zeros(apart.shape, bool)
        found[window] = canoe
        places = reader.read(Relit(bgr, bgr, apart, None, 0.0), found)
        return [(column - round(x), row - round(y)) for column, row in places]

    return read


def test_the_canvas_has_two_pixels_a_millimetre(plain):
    assert plain.canvas.px_per_mm == PX_PER_MM


def test_something_of_a_canoes_size_is_found_by_its_middle(read):
    ((x, y),) = read(30, 60)
    assert (x, y) == pytest.approx((29.5, 14.5), abs=1)


def test_shade_is_no_canoe(read):
    assert read(30, 60, shade=True) == []


def test_what_a_canoe_found_explains_is_not_found_again(read):
    assert read(30, 60, canoe=True) == []


@pytest.mark.parametrize(("difference", "found"), [(28, False), (32, True)])
def test_what_hardly_differs_from_the_sand_is_nothing(read, difference, found):
    assert bool(read(30, 60, difference=difference)) is found


@pytest.mark.parametrize(("width_px", "found"), [(24, False), (32, True)])
def test_two_fifths_of_a_hull_may_be_a_canoe_and_less_is_none(read, width_px, found):
    """The corners of what is 24 pixels high are rounded off, 60 pixels in all."""
    assert bool(read(24, width_px)) is found


@pytest.mark.parametrize(("area", "hides"), [(0.37, False), (0.43, True)])
def test_the_area_alone_decides(area, hides):
    assert may_hide_a_canoe(area) is hides


@pytest.mark.parametrize(("height_px", "found"), [(14, False), (22, True)])
def test_what_is_thinner_than_six_tenths_of_a_beam_is_left_out(read, height_px, found):
    """Both are larger than half a hull."""
    assert bool(read(height_px, 80)) is found


@pytest.mark.parametrize(("below_sand_mm", "found"), [(2.0, True), (5.0, False)])
def test_eight_millimetres_around_the_sand_are_looked_at(read, below_sand_mm, found):
    """Of what reaches far beyond that twelve pixels are seen, more than half of a hull, or six."""
    assert bool(read(60, 80, below_sand_mm=below_sand_mm)) is found


TESTED = {
    "least_difference": test_what_hardly_differs_from_the_sand_is_nothing,
    "least_area": test_two_fifths_of_a_hull_may_be_a_canoe_and_less_is_none,
    "least_beam": test_what_is_thinner_than_six_tenths_of_a_beam_is_left_out,
    "sand_margin_mm": test_eight_millimetres_around_the_sand_are_looked_at,
}


def test_every_threshold_is_tested():
    assert set(TESTED) == {field.name for field in dataclasses.fields(BeachThresholds)}
