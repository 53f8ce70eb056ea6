"""Pictures at half their scale."""

import numpy as np
import pytest

from vision.imaging.half_scale import halved, to_full, to_half


def test_each_pixel_is_the_mean_of_four():
    assert halved(np.array([[1, 3, 10, 10], [5, 7, 10, 30]], np.float32)) == pytest.approx(
        np.array([[4.0, 15.0]])
    )


def test_the_middle_of_a_pixel_is_between_the_two_it_is_made_of():
    assert to_full(0) == 0.5
    assert to_full(7) == 14.5
    assert to_half(14.5) == 7


def test_there_and_back_is_the_same_place():
    assert [to_half(to_full(pixel)) for pixel in (0.0, 3.25, 100.0)] == [0.0, 3.25, 100.0]
