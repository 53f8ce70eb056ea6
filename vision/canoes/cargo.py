"""What a canoe carries: its middle compared with its own floor beside the middle, so that the light hardly matters."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.imaging.colour_models import median_lab, to_bgr, to_lab
from vision.masks import disc
from vision.sighting import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.canoes.hull_shapes import Hull
    from vision.imaging.colour_models import ColourModel

Lab = NDArray[np.float64]
MIDDLE_MM = 3.0
"""Radius of the patch in a canoe's middle that a gem fills."""
FLOOR_AWAY_MM, FLOOR_MM = 11.0, 2.5
"""How far fore and aft of the middle the floor is bare, and the radius of the patch looked at there."""
EMPTY_LIFT = np.array([8.0, 0.0, 0.0])
"""The middle of an empty hull is lighter than its brighter end by this, in Lab, when set-up taught nothing."""
AGREE = 7.0
"""Hulls of a colour at set-up agree when their lifts' chroma differs by no more; one alone may not lift more."""
LIFTS = np.array([0.0, -16.0, -16.0]), np.array([25.0, 16.0, 16.0])
"""The least and the most of that which set-up is believed."""
EMPTY_SPREAD = np.array([9.0, 3.5, 4.0])
GEM_SPREAD, ALIKE_GEM_SPREAD = np.array([14.0, 6.5, 6.5]), np.array([9.0, 6.5, 6.5])
"""How far, in Lab, middles stray: of empty hulls, and of gems, from what they should be."""
GLARES, WHITE = (1.1, 1.2, 1.35, 1.5), 255.0
"""How much brighter an empty hull's middle may be than its floor, and the brightest a camera shows."""
GEM_DARKER = 10.0
"""A gem in a hull is darker than on its deposit by this."""
SHARES = np.array([0.55, 0.65, 0.75, 0.85, 0.95])
USUAL_SHARE, SHARE_COST = 0.85, 1.7
"""Gems let the hull shine through: the share of their own colour, and what a share unlike the usual costs."""
ALIKE, LARGE_SHARES = 18.0, 2
"""A gem whose chroma is this near to the hull's shows by its darkness alone: only with one of the largest shares."""
MARGIN = 0.4
"""Spreads by which the best cargo must beat the next best to be named."""
FAR, FAR_MARGIN = 4.0, 1.5
"""A cargo that misses by more spreads than this must beat the next best by more."""
WHOLE_MARGIN = 1.2
"""From this margin on a cargo is as sure as can be."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The colours inside one canoe, in Lab: its middle, and its floor fore and aft."""

    middle: Lab
    fore: Lab
    aft: Lab

    @property
    def floor(self) -> Lab:
        """The floor in the light: at its brighter end."""
        return self.fore if self.fore[0] > self.aft[0] else self.aft


def look_into(bgr: NDArray[np.uint8], hull: Hull, px_per_mm: float) -> Hold:
    """The hold of the canoe at ``hull``."""
    x, y = hull.middle_px
    along = FLOOR_AWAY_MM * px_per_mm
    dx, dy = along * math.cos(hull.angle_rad), along * math.sin(hull.angle_rad)
    return Hold(
        _patch(bgr, x, y, MIDDLE_MM * px_per_mm),
        _patch(bgr, x + dx, y + dy, FLOOR_MM * px_per_mm),
        _patch(bgr, x - dx, y - dy, FLOOR_MM * px_per_mm),
    )


class CargoReader:
    """Names cargo; knows the gems' colours and how canoes look empty."""

    def __init__(self, gems: Mapping[str, ColourModel], empty: Mapping[str, tuple[Hold, ...]]) -> None:
        self._gems = tuple(gems)
        self._own = np.stack([model.mean - (GEM_DARKER, 0.0, 0.0) for model in gems.values()])
        self._lift = {colour: _lift(holds) for colour, holds in empty.items() if holds}

    def read(self, hold: Hold, colour: str) -> tuple[str | None, float]:
        """The cargo of a canoe of this colour - a gem, ``None`` or ``UNKNOWN`` - and how sure (0..1)."""
        empty = hold.floor + self._lift.get(colour, EMPTY_LIFT)
        costs: dict[str | None, float] = {
            None: min(_apart(hold.middle, floor, EMPTY_SPREAD) for floor in (empty, *_glaring(hold)))
        }
        costs |= zip(self._gems, _gem_costs(hold.middle, self._own, empty), strict=True)
        (best, cost), (_, runner_up) = sorted(costs.items(), key=lambda pair: pair[1])[:2]
        margin = runner_up - cost
        sure = 0.5 + 0.5 * min(margin / WHOLE_MARGIN, 1.0)
        return (UNKNOWN, sure) if margin < (MARGIN if cost < FAR else FAR_MARGIN) else (best, sure)


def _lift(holds: tuple[Hold, ...]) -> Lab:
    """How much lighter the middles of empty hulls are, as far as the hulls agree or are plausible."""
    lifts = np.array([hold.middle - hold.floor for hold in holds])
    if len(lifts) < 2 or np.ptp(lifts, axis=0)[1:].max() > AGREE:
        lifts = lifts[np.abs(lifts)[:, 1:].max(axis=1) < AGREE]
    return np.clip(lifts.mean(axis=0), *LIFTS) if len(lifts) else EMPTY_LIFT


def _glaring(hold: Hold) -> list[Lab]:
    """An empty middle in ever brighter light, where the brightest channel can rise no more and the others do.

    Only where that happens: elsewhere lightness alone changes, and a spread allows for that.
    """
    bgr = to_bgr(hold.floor)
    brighter = [np.minimum(bgr * light, WHITE) for light in GLARES if (bgr * light).max() > WHITE]
    return [to_lab(np.rint(one).astype(np.uint8))[0] for one in brighter]


def _gem_costs(middle: Lab, gems: Lab, empty: Lab) -> list[float]:
    """What it costs to take a middle for each of these gems (n, 3): the least for any share it may have."""
    alike = np.abs(gems - empty)[:, 1:].max(axis=1) < ALIKE
    spread = np.where(alike[:, None], ALIKE_GEM_SPREAD, GEM_SPREAD)
    shown = SHARES[:, None] * gems[:, None] + (1 - SHARES[:, None]) * empty
    apart = np.sqrt((((middle - shown) / spread[:, None]) ** 2).sum(axis=2))
    costs = apart + np.abs(SHARES - USUAL_SHARE) * SHARE_COST
    costs[alike, :-LARGE_SHARES] = np.inf
    least: list[float] = costs.min(axis=1).tolist()
    return least


def _apart(lab: Lab, other: Lab, spread: Lab) -> float:
    return math.hypot(*((lab - other) / spread))


def _patch(bgr: NDArray[np.uint8], x: float, y: float, radius: float) -> Lab:
    """The median colour of a disc around a pixel; of the nearest pixel when the disc is off the picture."""
    height, width = bgr.shape[:2]
    column, row = min(max(round(x), 0), width - 1), min(max(round(y), 0), height - 1)
    around = disc(radius)
    reach = len(around) // 2
    top, left = max(row - reach, 0), max(column - reach, 0)
    window = bgr[top : row + reach + 1, left : column + reach + 1]
    shown = around[top - row + reach :, left - column + reach :][: window.shape[0], : window.shape[1]]
    return median_lab(window[shown])
