"""Things on the beaches that are no canoe anybody could name: somebody's canoe may be among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.photometry.relight import shadows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.calibration.model import Calibration
    from vision.geometry import Canvas
    from vision.layout import Beach
    from vision.photometry.relight import Relit

UNEXPLAINED, SHARE, BEAM = 30, 0.4, 0.6
"""Grey levels by which something on a beach differs, and the share of a hull's area and beam that it fills, from which
it may be a canoe unseen."""
SAND_MARGIN_MM = 8.0
"""Farther from the sand a canoe unseen is not looked for: there are bushes and the bank."""


class BeachReader:
    """Looks for what nothing explains on the beaches."""

    def __init__(self, calibration: Calibration, canoe_px: float) -> None:
        """``canoe_px`` is the area of a canoe."""
        canvas, layout = calibration.canvas, calibration.layout
        self._empty_bgr = calibration.empty_bgr
        self._sand = tuple(_window(beach, canvas) for beach in layout.beaches.values())
        self._least_px = SHARE * canoe_px
        beam_px = round(BEAM * layout.pieces.canoe_beam * canvas.px_per_mm)
        self._thick = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (beam_px, beam_px))

    def read(self, relit: Relit, taken: NDArray[np.bool_]) -> list[tuple[float, float]]:
        """The middles, in pixels, of what is of a canoe's size, none of those that ``taken`` shows, and no shade."""
        return [
            (window[1].start + x, window[0].start + y)
            for window in self._sand
            for x, y in self._in_window(window, relit, taken)
        ]

    def _in_window(
        self, window: tuple[slice, slice], relit: Relit, taken: NDArray[np.bool_]
    ) -> Iterator[tuple[float, float]]:
        """The same in one part of the picture, in its own pixels."""
        strange = ~taken[window] & (relit.difference[window] > UNEXPLAINED)
        if np.count_nonzero(strange) < self._least_px:
            return
        strange &= ~shadows(relit.bgr[window], self._empty_bgr[window])
        core = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_OPEN, self._thick)
        _, _, stats, middles = cv2.connectedComponentsWithStats(core)
        for (x, y), part in zip(middles[1:], stats[1:], strict=True):
            if part[cv2.CC_STAT_AREA] > self._least_px:
                yield float(x), float(y)


def _window(beach: Beach, canvas: Canvas) -> tuple[slice, slice]:
    """The part of the canvas that shows a beach and a little around it."""
    left, top = canvas.at((beach.x_min - SAND_MARGIN_MM, beach.y_min - SAND_MARGIN_MM))
    right, bottom = canvas.at((beach.x_max + SAND_MARGIN_MM, beach.y_max + SAND_MARGIN_MM))
    return slice(max(round(top), 0), round(bottom)), slice(max(round(left), 0), round(right))
