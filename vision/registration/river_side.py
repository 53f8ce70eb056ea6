"""Which way round a board lies: where its river is, which looks unlike its land."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import Canvas
from vision.registration.side_contrast import LAB_WEIGHTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Pose
    from vision.layout import Layout, Place


@dataclass(frozen=True, slots=True)
class RiverParameters:
    """Where water and land are looked at.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *pictures read*, without stickers.
    """

    px_per_mm: float = 0.5
    """Pixels a millimetre of the picture they are looked at in. More takes longer, less blurs banks into the water."""
    blur_px: int = 9
    """Side of the box filter that takes the print's pattern away (18 mm). More mixes water and banks, less adds the
    pattern to the spread."""
    land_from_water_mm: float = 55.0
    """Land is looked at only so far from the middles of the river's spaces. More leaves no land between them, less
    takes banks for land."""
    land_from_deposit_mm: float = 10.0
    """And so far from the rims of deposits, where gems are printed."""
    land_from_marking_mm: float = 25.0
    """And so far from the middles of the weather's and the buoy's places."""
    first_land_mm: int = 20
    """Land is looked at in a square grid that begins so far from the board's rim, with its stickers."""
    land_step_mm: int = 25
    """And has a point so often. More looks at less land, less takes longer."""
    sand_shares: tuple[float, ...] = (0.3, 0.7)
    """Sand is looked at at these shares of a beach's sides."""
    least_spread: float = 1.0
    """Water and land are taken to vary by this at least (weighted L*a*b*). More wants them further apart, less is
    impressed by flat colours."""


RIVER = RiverParameters()


def river_stands_out(
    bgr: NDArray[np.uint8], pose: Pose, layout: Layout, parameters: RiverParameters = RIVER
) -> float:
    """How unlike river and land are by this pose, in spreads of each within itself; no colour is taken for granted."""
    canvas = Canvas(layout.size, px_per_mm=parameters.px_per_mm, margin_mm=0.0)
    smooth = cv2.blur(canvas.rectify(bgr, pose), (parameters.blur_px, parameters.blur_px))
    lab = cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB).astype(np.float64)
    lab *= LAB_WEIGHTS

    def at(places: list[Place]) -> NDArray[np.float64]:
        return np.array([lab[round(y), round(x)] for x, y in map(canvas.at, places)])

    water = at([*layout.spaces.values(), layout.river.insertion])
    land = at([*land_places(layout, parameters), *sand_places(layout, parameters)])
    spread = np.sqrt((water.var(axis=0).sum() + land.var(axis=0).sum()) / 2)
    apart = np.linalg.norm(np.median(water, axis=0) - np.median(land, axis=0))
    return float(apart / max(spread, parameters.least_spread))


def land_places(layout: Layout, parameters: RiverParameters = RIVER) -> list[Place]:
    """Places in millimetres well away from the river and from all that is printed or lies beside it."""
    water = (*layout.spaces.values(), layout.river.insertion)
    taken = [(place, parameters.land_from_water_mm) for place in water]
    taken += [
        (deposit.centre, deposit.radius + parameters.land_from_deposit_mm)
        for deposit in layout.deposits.values()
    ]
    markings = (*layout.weather.centres, *layout.buoy.centres)
    taken += [(place, parameters.land_from_marking_mm) for place in markings]
    width, height = layout.size
    first, step = parameters.first_land_mm, parameters.land_step_mm
    grid = [
        (float(x), float(y)) for x in range(first, int(width), step) for y in range(first, int(height), step)
    ]
    return [place for place in grid if all(math.dist(place, other) > reach for other, reach in taken)]


def sand_places(layout: Layout, parameters: RiverParameters = RIVER) -> list[Place]:
    """Places in millimetres on the beaches' sand."""
    return [
        (beach.x_min + x * (beach.x_max - beach.x_min), beach.y_min + y * (beach.y_max - beach.y_min))
        for beach in layout.beaches.values()
        for x in parameters.sand_shares
        for y in parameters.sand_shares
    ]
