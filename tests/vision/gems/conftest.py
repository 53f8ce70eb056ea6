"""One drawn deposit: even ground in the middle of a small board, and pictures of it with discs painted on."""

from dataclasses import dataclass
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision.gems.background import BACKGROUND, DepositBackground
from vision.geometry import Canvas
from vision.layout import DepositArea

GROUND_BGR = (150, 150, 150)
MIDDLE_MM = (50.0, 50.0)
RADIUS_MM = 23.0
GEM_RADIUS_MM = 5.0


@dataclass(frozen=True)
class DrawnDeposit:
    """A deposit of 23 mm radius in the middle of 100 x 100 mm of even grey; the picture has 4 pixels a millimetre."""

    canvas: Canvas
    ground_bgr: tuple[int, int, int]
    background: DepositBackground

    @property
    def radius_px(self):
        """A gem's, in the deposit's patch."""
        return GEM_RADIUS_MM * self.background.px_per_mm

    def picture(self, *discs):
        """The empty picture with a disc for each (x_mm, y_mm from the deposit's middle, radius_mm, bgr)."""
        width, height = self.canvas.size_px
        bgr = np.full((height, width, 3), self.ground_bgr, np.uint8)
        for x_mm, y_mm, radius_mm, colour in discs:
            self._draw(bgr, x_mm, y_mm, radius_mm, colour)
        return bgr

    def contrast(self, *discs, ground=(0.0, 0.0, 0.0)):
        """A log contrast (height, width, 3) as drawn: discs of (x_mm, y_mm, radius_mm, contrast) on ground."""
        distance_mm = self.background.distance_mm
        contrast = np.full((*distance_mm.shape, 3), ground, np.float32)
        for x_mm, y_mm, radius_mm, colour in discs:
            contrast[self.disc(x_mm, y_mm, radius_mm)] = colour
        return contrast

    def disc(self, x_mm, y_mm, radius_mm):
        """The pixels of the patch within a radius of a place, both in mm from the deposit's middle."""
        right_mm, below_mm = (self.background.basis[..., axis] * RADIUS_MM for axis in (1, 2))
        return np.hypot(right_mm - x_mm, below_mm - y_mm) < radius_mm

    def pixel(self, x_mm, y_mm):
        """The (column, row) of the patch nearest to a place in mm from the deposit's middle."""
        right_mm, below_mm = (self.background.basis[..., axis] * RADIUS_MM for axis in (1, 2))
        row, column = np.unravel_index(np.argmin(np.hypot(right_mm - x_mm, below_mm - y_mm)), right_mm.shape)
        return int(column), int(row)

    def _draw(self, bgr, x_mm, y_mm, radius_mm, colour):
        x, y = self.canvas.at((MIDDLE_MM[0] + x_mm, MIDDLE_MM[1] + y_mm))
        centre, radius = (round(x * 16), round(y * 16)), round(radius_mm * self.canvas.px_per_mm * 16)
        cv2.circle(bgr, centre, radius, colour, cv2.FILLED, cv2.LINE_AA, shift=4)


@pytest.fixture(scope="session")
def draw_deposit():
    """A function that draws a deposit on ground of a colour."""

    def drawn(ground_bgr=GROUND_BGR, parameters=BACKGROUND):
        canvas = Canvas((100.0, 100.0), px_per_mm=4.0)
        width, height = canvas.size_px
        empty = np.full((height, width, 3), ground_bgr, np.uint8)
        calibration = SimpleNamespace(canvas=canvas, empty_bgr=empty)
        deposit = DepositArea(MIDDLE_MM, RADIUS_MM, "yellow")
        background = DepositBackground.of(deposit, calibration, parameters)
        return DrawnDeposit(canvas, ground_bgr, background)

    return drawn


@pytest.fixture(scope="session")
def on_both_sides():
    """A function that says for which thresholds cases (its name, evidence, ..., decision) stand on both sides."""

    def fields_of(cases):
        decisions = {}
        for field, *_, decision in cases:
            decisions.setdefault(field, set()).add(bool(decision))
        return {field for field, seen in decisions.items() if seen == {True, False}}

    return fields_of


@pytest.fixture(scope="session")
def drawn(draw_deposit):
    """A deposit on even grey."""
    return draw_deposit()
