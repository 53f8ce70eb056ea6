"""The stickers on the board's corners: found in a picture, and where on the board their corners are.

A sticker is a fiducial marker of the family AprilTag 36h11 (E. Olson, "AprilTag: a robust and flexible visual fiducial
system", 2011), found by OpenCV's ArUco detector (S. Garrido-Jurado and others, "Automatic generation and detection of
highly reliable fiducial markers under occlusion", 2014), its corners refined to parts of pixels (W. Förstner and
E. Gülch, 1987).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Points
    from vision.layout import Markers


@cache
def _detector(dictionary: str) -> cv2.aruco.ArucoDetector:
    """The detector of a family of markers, by OpenCV's name of it."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    return cv2.aruco.ArucoDetector(known, parameters)


def find_markers(grey: NDArray[np.uint8], markers: Markers) -> dict[int, Points]:
    """The stickers seen in a grey picture (height, width), by number: their four corners (4, 2) in pixels.

    They begin at the sticker's upper left as printed and go round clockwise. Markers of the family that are none of
    the board's are left out.
    """
    detector = _detector(markers.dictionary)
    corners, numbers, _ = detector.detectMarkers(grey)
    if numbers is None or len(corners) == 0:
        return {}
    # OpenCV 4 gives the numbers as (n, 1), OpenCV 5 as (n,).
    return {
        int(number): np.asarray(quad, np.float64).reshape(4, 2)
        for number, quad in zip(np.asarray(numbers).reshape(-1), corners, strict=True)
        if int(number) in markers.centres
    }


def marker_places(markers: Markers, numbers: tuple[int, ...]) -> Points:
    """The corners of stickers on the board, (4 n, 2) millimetres, in the order of `find_markers`."""
    half = markers.size / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return np.concatenate([np.asarray(markers.centres[number]) + square for number in numbers])
