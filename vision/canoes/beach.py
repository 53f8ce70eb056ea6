"""Things on the beaches that are no canoe anybody could name: somebody's canoe may be among them.

Background subtraction without shadows, morphological opening by part of a canoe's beam, connected components.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.windows import between
from vision.photometry.shadows import shadows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.calibration.model import Calibration
    from vision.geometry import Canvas
    from vision.imaging.windows import Window
    from vision.layout import Beach
    from vision.photometry.relight import Relit


@dataclass(frozen=True, slots=True)
class BeachThresholds:
    """When something on a beach may be a canoe unseen.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *beach*.
    """

    least_difference: int = 30
    """Grey levels by which a pixel must differ from the empty board. More overlooks canoes in the colour of sand; less
    takes other light for things."""
    least_area: float = 0.4
    """In hull areas: what is larger may be a canoe. More calls a beach seen though half a canoe shows; less leaves it
    unseen for a gem dropped there."""
    least_beam: float = 0.6
    """In canoe beams: what a disc of this diameter does not fit into is left out. More leaves out canoes seen from
    the side; less counts the edges of pieces that lie beside the place found."""
    sand_margin_mm: float = 8.0
    """Millimetres around the sand that are looked at too. More takes in bushes and the bank; less cuts off canoes that
    are drawn up half-way."""


BEACH_THRESHOLDS = BeachThresholds()


def may_hide_a_canoe(area: float, thresholds: BeachThresholds = BEACH_THRESHOLDS) -> bool:
    """Whether an unexplained thing of this area, in hull areas, may be somebody's canoe."""
    return area > thresholds.least_area


class BeachReader:
    """Looks for what nothing explains on the beaches."""

    def __init__(
        self, calibration: Calibration, hull_area_px: float, thresholds: BeachThresholds = BEACH_THRESHOLDS
    ) -> None:
        canvas, layout = calibration.canvas, calibration.layout
        self._thresholds = thresholds
        self._empty_bgr = calibration.empty_bgr
        self._windows = tuple(
            _window(beach, thresholds.sand_margin_mm, canvas) for beach in layout.beaches.values()
        )
        self._hull_area_px = hull_area_px
        beam_px = round(thresholds.least_beam * layout.pieces.canoe_beam * canvas.px_per_mm)
        self._beam = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (beam_px, beam_px))

    def read(self, relit: Relit, canoes: NDArray[np.bool_]) -> list[tuple[float, float]]:
        """The middles (x, y) in pixels of what may be a canoe unseen, outside of the pixels of ``canoes`` found."""
        return [
            (window[1].start + x, window[0].start + y)
            for window in self._windows
            for x, y, area in self._things(window, relit, canoes)
            if may_hide_a_canoe(area, self._thresholds)
        ]

    def _things(
        self, window: Window, relit: Relit, canoes: NDArray[np.bool_]
    ) -> Iterator[tuple[float, float, float]]:
        """The middle (x, y) in the window's pixels, and the area in hull areas, of each unexplained thing."""
        strange = ~canoes[window] & (relit.difference[window] > self._thresholds.least_difference)
        if not may_hide_a_canoe(np.count_nonzero(strange) / self._hull_area_px, self._thresholds):
            return
        strange &= ~shadows(relit.bgr[window], self._empty_bgr[window])
        thick = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_OPEN, self._beam)
        _, _, stats, middles = cv2.connectedComponentsWithStats(thick)
        for (x, y), part in zip(middles[1:], stats[1:], strict=True):
            yield float(x), float(y), float(part[cv2.CC_STAT_AREA]) / self._hull_area_px


def _window(beach: Beach, margin_mm: float, canvas: Canvas) -> Window:
    """The part of the canvas that shows a beach and a margin around it."""
    left_top = canvas.at((beach.x_min - margin_mm, beach.y_min - margin_mm))
    right_bottom = canvas.at((beach.x_max + margin_mm, beach.y_max + margin_mm))
    return between(left_top, right_bottom, canvas.size_px[::-1])
