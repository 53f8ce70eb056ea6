"""Filtering by way of spectra: the same as filtering pixel by pixel, in sizes that pictures can share."""

import cv2
import numpy as np
import pytest

from vision.imaging.spectra import filtered, kernel_spectrum, roomy, spectrum

RNG = np.random.default_rng(5)


def test_it_filters_as_opencv_does_with_zeros_around():
    picture = RNG.normal(0, 20, (60, 83)).astype(np.float32)
    kernel = RNG.normal(0, 1, (13, 13)).astype(np.float32)
    size = roomy(picture.shape, len(kernel))
    wanted = cv2.filter2D(picture, -1, kernel, borderType=cv2.BORDER_CONSTANT)
    got = filtered(picture.shape, (spectrum(picture, size), kernel_spectrum(kernel, size)))
    assert got == pytest.approx(wanted, abs=1e-2)


def test_pictures_of_nearly_one_size_share_their_kernels_spectra():
    # With room for half the kernel they are 97 to 112 pixels wide: up to 7 x 16.
    assert len({roomy((90, side), 11) for side in range(92, 108)}) == 1


def test_sharing_costs_few_pixels():
    # 140 and half the kernel are 145: 160 is the next multiple of 16, and quickly transformed.
    assert roomy((140, 140), 11) == (160, 160)
