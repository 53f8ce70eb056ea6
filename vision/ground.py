"""The ground of a deposit: where it is in the rectified picture, and what its gems look like at set-up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours import Model, learn, to_lab

if TYPE_CHECKING:
    from vision.calibration import Calibration
    from vision.layout import Deposit

AT_SET_UP = 7
"""Gems in each deposit at set-up (B1)."""
LEARNT_MM2 = 44.0
"""The area, for each gem, of what surely is gem at set-up."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The part of the rectified picture around a deposit, and each pixel's distance from its middle."""

    rows: slice
    columns: slice
    away_px: NDArray[np.float64]
    radius_px: float
    px_per_mm: float

    @classmethod
    def of(cls, deposit: Deposit, calibration: Calibration) -> Ground:
        """The ground of a deposit on this board."""
        canvas = calibration.canvas
        x, y = canvas.at(deposit.centre)
        radius = deposit.radius * canvas.px_per_mm
        reach = round(radius + 3 * canvas.px_per_mm)
        width, height = canvas.size_px
        rows = slice(max(round(y) - reach, 0), min(round(y) + reach + 1, height))
        columns = slice(max(round(x) - reach, 0), min(round(x) + reach + 1, width))
        down, across = np.mgrid[rows, columns]
        return cls(rows, columns, np.hypot(across - x, down - y), radius, canvas.px_per_mm)

    def within(self, margin_mm: float) -> Mask:
        """The deposit with a margin around it (inside it when negative)."""
        return self.away_px < self.radius_px + margin_mm * self.px_per_mm

    def cut(self, bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The part of a rectified picture that shows it."""
        return bgr[self.rows, self.columns]

    def learn(self, calibration: Calibration) -> Model:
        """The colour of the deposit's own gems at set-up: what is least like the ground."""
        now, ground = self.cut(calibration.setup_bgr), self.cut(calibration.empty_bgr)
        inside = self.within(-0.5)
        apart = to_lab(np.asarray(cv2.medianBlur(now, 3)[inside], np.uint8)) - to_lab(ground[inside])
        unlike = np.hypot(np.hypot(apart[:, 1], apart[:, 2]), 0.4 * apart[:, 0])
        most = min(round(AT_SET_UP * LEARNT_MM2 * self.px_per_mm**2), len(unlike))
        return learn(now[inside][np.argsort(unlike)[-most:]])
