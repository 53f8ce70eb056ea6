"""Template matching of a hull's shape in pictures of labels; the hull is 80 pixels long and 30 in the beam."""

import dataclasses
import itertools
import math

import numpy as np
import pytest

from vision.canoes import hull_matching
from vision.canoes.hull_matching import HullMatcher, HullMatchingParameters
from vision.canoes.hull_shapes import Hull, HullShape

RED, BLUE = 1, 2
SHAPE = HullShape(80.0, 30.0)
MATCHER = HullMatcher(SHAPE)


def picture(label=RED, x=76, y=73, degrees=0, grown=1.0, size=(144, 150)):
    labels = np.zeros(size, np.uint8)
    labels[SHAPE.fill(size, Hull(label, (x, y), math.radians(degrees), 1.0, 0.0), grown)] = label
    return labels


@pytest.mark.parametrize("x", [75, 76, 77])
@pytest.mark.parametrize("degrees", [0, 10, 20, 70, 150])
def test_a_hull_is_found_to_two_pixels_and_in_its_direction(x, degrees):
    hull = MATCHER.best(picture(x=x, degrees=degrees), [RED])
    assert hull.middle_px == pytest.approx((x, 73), abs=2.1)
    assert math.degrees(hull.angle_rad) == pytest.approx(degrees, abs=1)


def test_of_several_labels_the_one_that_fills_the_shape_is_found():
    labels = picture(RED)
    labels[:70][labels[:70] == RED] = 0
    labels = np.hstack((labels, picture(BLUE)))
    assert MATCHER.best(labels, [RED, BLUE]).label == BLUE


def test_a_pixel_of_another_colour_counts_a_third_of_one_of_its_own():
    labels = picture(BLUE)
    labels[:, 64:90][labels[:, 64:90] > 0] = RED
    red = np.count_nonzero(labels == RED) / np.count_nonzero(labels)
    pure, mixed = MATCHER.best(picture(BLUE), [BLUE]), MATCHER.best(labels, [BLUE])
    assert mixed.middle_px == pure.middle_px
    assert mixed.cover / pure.cover == pytest.approx(1 - red + 0.35 * red, abs=0.04)


def test_colour_outside_is_counted_from_a_tenth_beyond_the_outline_up_to_four_tenths():
    band = picture(grown=1.3) - picture(grown=1.2)
    hull = MATCHER.best(picture() + band, [RED])
    assert hull.middle_px == (76, 73)
    # Areas grow with the square of the size.
    assert hull.spill == pytest.approx((1.3**2 - 1.2**2) / (1.4**2 - 1.1**2), abs=0.06)


@pytest.mark.parametrize(("half_px", "winner"), [(22, RED), (26, BLUE)])
def test_a_hull_with_its_colour_around_it_gives_way_to_a_good_part_of_one_that_stands_alone(half_px, winner):
    around, alone = picture(RED, grown=1.8), picture(BLUE)
    alone[:, : 76 - half_px] = 0
    alone[:, 76 + half_px :] = 0
    assert MATCHER.best(np.hstack((around, alone)), [RED, BLUE]).label == winner


class Costs:
    """Counts the Fourier transforms of a search."""

    def __init__(self, monkeypatch):
        self.pictures, self.kernels = [], 0
        self._filtered, self._kernel_spectrum = hull_matching.filtered, hull_matching.kernel_spectrum
        monkeypatch.setattr(hull_matching, "filtered", self.filtered)
        monkeypatch.setattr(hull_matching, "kernel_spectrum", self.kernel_spectrum)

    def filtered(self, shape, *pairs):
        self.pictures.append(shape)
        return self._filtered(shape, *pairs)

    def kernel_spectrum(self, kernel, size):
        self.kernels += 1
        return self._kernel_spectrum(kernel, size)


@pytest.fixture
def costs(monkeypatch):
    return Costs(monkeypatch)


def test_a_search_tries_nine_directions_in_all_colours_and_two_more_in_the_best(costs):
    labels = np.hstack((picture(RED), picture(BLUE)))
    MATCHER.best(labels, [RED, BLUE])
    assert len(costs.pictures) == 2 * 9 + 2


def test_a_search_looks_at_a_ninth_of_the_pixels(costs):
    MATCHER.best(picture(), [RED])
    assert {height * width for height, width in costs.pictures} == {144 * 150 / 9}


SIZES = [(90 + 96 * rows, 90 + 96 * columns) for rows, columns in itertools.product(range(4), range(4))]
"""Parts whose sizes differ by more than the Fourier transforms' are rounded up."""


@pytest.mark.parametrize(("sizes", "again"), [(11, False), (15, True)])
def test_parts_of_a_dozen_sizes_can_be_searched_again_without_transforming_the_template_again(
    costs, sizes, again
):
    matcher = HullMatcher(SHAPE)
    for size in SIZES[:sizes]:
        matcher.best(np.ones(size, np.uint8), [RED])
    known = costs.kernels
    for size in SIZES[:sizes]:
        matcher.best(np.ones(size, np.uint8), [RED])
    assert (costs.kernels > known) is again


TESTED = {
    "directions": test_a_hull_is_found_to_two_pixels_and_in_its_direction,
    "stride": test_a_search_tries_nine_directions_in_all_colours_and_two_more_in_the_best,
    "downscale": test_a_search_looks_at_a_ninth_of_the_pixels,
    "other_worth": test_a_pixel_of_another_colour_counts_a_third_of_one_of_its_own,
    "ring_cost": test_a_hull_with_its_colour_around_it_gives_way_to_a_good_part_of_one_that_stands_alone,
    "ring_inner": test_colour_outside_is_counted_from_a_tenth_beyond_the_outline_up_to_four_tenths,
    "ring_outer": test_colour_outside_is_counted_from_a_tenth_beyond_the_outline_up_to_four_tenths,
    "sizes_kept": test_parts_of_a_dozen_sizes_can_be_searched_again_without_transforming_the_template_again,
}


def test_every_parameter_is_tested():
    assert set(TESTED) == {field.name for field in dataclasses.fields(HullMatchingParameters)}
