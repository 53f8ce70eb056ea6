"""The colours inside a canoe: its middle, where a gem would lie, and its bare floor fore and aft of that."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.imaging.colour_models import median_lab
from vision.masks import disc

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.canoes.hull_shapes import Hull
    from vision.imaging.colour_models import Lab


@dataclass(frozen=True, slots=True)
class HoldParameters:
    """Where in a canoe colours are measured.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *cargo*.
    """

    middle_radius_mm: float = 3.0
    """Radius of the patch in the middle. More shows the floor beside a gem; less is at the mercy of a sparkle."""
    floor_away_mm: float = 11.0
    """How far fore and aft of the middle the floor is looked at. More reaches the bow's flanks; less touches a gem."""
    floor_radius_mm: float = 2.5
    """Radius of the patches on the floor. More takes in the flanks; less is noisier."""


HOLD_PARAMETERS = HoldParameters()


@dataclass(frozen=True, slots=True)
class Hold:
    """The colours inside one canoe, in 8-bit Lab (3,) each."""

    middle: Lab
    fore: Lab
    aft: Lab

    @property
    def floor(self) -> Lab:
        """The floor in the light: at its brighter end."""
        return self.fore if self.fore[0] > self.aft[0] else self.aft


def look_into(
    bgr: NDArray[np.uint8], hull: Hull, px_per_mm: float, parameters: HoldParameters = HOLD_PARAMETERS
) -> Hold:
    """The hold of the canoe at ``hull``, as median colours of three patches of a picture (height, width, 3)."""
    x, y = hull.middle_px
    along = parameters.floor_away_mm * px_per_mm
    dx, dy = along * math.cos(hull.angle_rad), along * math.sin(hull.angle_rad)
    floor_radius_px = parameters.floor_radius_mm * px_per_mm
    return Hold(
        _patch(bgr, x, y, parameters.middle_radius_mm * px_per_mm),
        _patch(bgr, x + dx, y + dy, floor_radius_px),
        _patch(bgr, x - dx, y - dy, floor_radius_px),
    )


def _patch(bgr: NDArray[np.uint8], x: float, y: float, radius_px: float) -> Lab:
    """The median colour of a disc around a pixel; of the nearest pixel when the disc is off the picture."""
    height, width = bgr.shape[:2]
    column, row = min(max(round(x), 0), width - 1), min(max(round(y), 0), height - 1)
    around = disc(radius_px)
    reach = len(around) // 2
    top, left = max(row - reach, 0), max(column - reach, 0)
    window = bgr[top : row + reach + 1, left : column + reach + 1]
    shown = around[top - row + reach :, left - column + reach :][: window.shape[0], : window.shape[1]]
    return median_lab(window[shown])
