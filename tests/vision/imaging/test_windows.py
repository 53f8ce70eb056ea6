"""Windows: rectangles of rows and columns within a picture."""

from __future__ import annotations

import numpy as np

from vision.imaging.windows import around, between, bounding

SHAPE = (20, 30)
"""Rows and columns of the picture."""


def test_a_window_between_corners_has_rows_first_and_ends_before_the_second_corner() -> None:
    assert between((3, 5), (9, 7), SHAPE) == (slice(5, 7), slice(3, 9))


def test_corners_are_rounded_to_the_nearest_pixel() -> None:
    assert between((2.6, 5.4), (9.4, 6.6), SHAPE) == (slice(5, 7), slice(3, 9))


def test_a_window_around_a_pixel_has_it_in_the_middle_and_both_ends() -> None:
    assert around((10, 8), 2, SHAPE) == (slice(6, 11), slice(8, 13))


def test_the_reach_is_added_before_rounding() -> None:
    assert around((10.4, 8.4), 2.2, SHAPE) == (slice(6, 12), slice(8, 14))


def test_what_lies_outside_the_picture_is_left_out_on_every_side() -> None:
    assert between((-5, -5), (99, 99), SHAPE) == (slice(0, 20), slice(0, 30))
    assert around((1, 1), 3, SHAPE) == (slice(0, 5), slice(0, 5))
    assert around((29, 19), 3, SHAPE) == (slice(16, 20), slice(26, 30))


def test_a_window_wholly_outside_the_picture_is_empty_and_does_not_count_from_the_other_end() -> None:
    picture = np.ones(SHAPE)
    for window in (
        between((-9, -9), (-2, -2), SHAPE),
        around((50, 50), 3, SHAPE),
        between((9, 9), (4, 4), SHAPE),
    ):
        assert picture[window].size == 0


def test_the_bounding_window_of_a_mask_holds_its_pixels_and_no_more() -> None:
    mask = np.zeros(SHAPE, np.bool_)
    mask[4, 9] = mask[11, 3] = True
    assert bounding(mask) == (slice(4, 12), slice(3, 10))


def test_an_empty_mask_has_an_empty_bounding_window() -> None:
    mask = np.zeros(SHAPE, np.bool_)
    assert mask[bounding(mask)].size == 0
