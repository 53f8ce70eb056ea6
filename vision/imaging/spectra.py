"""Large kernels by way of their spectra: each picture and each kernel is transformed once, whatever it is used for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Plane = NDArray[np.float32]
    Size = tuple[int, int]

SIZE_STEP_PX = 16
"""Sizes are rounded up to multiples of this, so that pictures of nearly one size share their kernels' spectra. More
shares more and transforms larger pictures; less makes a spectrum of the kernel for more sizes."""


def roomy(shape: tuple[int, ...], kernel_px: int) -> Size:
    """The size (rows, columns) to transform pictures of this shape in: kernels so wide meet zeros around them."""
    rows, columns = (
        cv2.getOptimalDFTSize(-(-max(side + kernel_px // 2, kernel_px) // SIZE_STEP_PX) * SIZE_STEP_PX)
        for side in shape[:2]
    )
    return rows, columns


def spectrum(picture: Plane, size: Size) -> Plane:
    """The spectrum of a picture with zeros around it up to ``size``, packed as OpenCV does."""
    height, width = picture.shape
    room = cv2.copyMakeBorder(
        picture, 0, size[0] - height, 0, size[1] - width, cv2.BORDER_CONSTANT, value=0.0
    )
    return np.asarray(cv2.dft(room, nonzeroRows=height), np.float32)


def kernel_spectrum(kernel: Plane, size: Size) -> Plane:
    """The spectrum of a kernel of odd sides whose middle is its origin."""
    room = np.zeros(size, np.float32)
    height, width = kernel.shape
    room[:height, :width] = kernel
    return np.asarray(cv2.dft(np.roll(room, (-(height // 2), -(width // 2)), axis=(0, 1))), np.float32)


def filtered(shape: tuple[int, ...], *pairs: tuple[Plane, Plane]) -> Plane:
    """The sum of pictures of this shape, each filtered by a kernel, of pairs of their spectra.

    It is what `cv2.filter2D` gives with zeros around, but for rounding.
    """
    first, *others = (cv2.mulSpectrums(picture, kernel, 0, conjB=True) for picture, kernel in pairs)
    for other in others:
        cv2.add(first, other, dst=first)
    height, width = shape[:2]
    whole = cv2.dft(first, flags=cv2.DFT_INVERSE | cv2.DFT_SCALE, nonzeroRows=height)
    return np.asarray(whole[:height, :width], np.float32)
