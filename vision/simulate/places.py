"""Where pieces find room on the board, side by side without touching."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.layout import Layout

    from .scene import Place

ABREAST_MM = 15.2
"""From canoe to canoe side by side: a beam and a hair."""
WIDEST_ROW_MM = 46.0
"""From the first canoe of a row to the last, so that each still rests on the disc; more than four overlap."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for one canoe and which way it points."""

    x_mm: float
    y_mm: float
    angle_rad: float


def spots_on_space(layout: Layout, space: str, count: int) -> tuple[Spot, ...]:
    """Places for ``count`` canoes side by side on the disc of a space, along the current.

    Four fit; from the fifth on they lie partly over each other, as they do on a real disc.
    """
    x, y = layout.spaces[space]
    angle = current_at(layout, space)
    step = min(ABREAST_MM, WIDEST_ROW_MM / max(count - 1, 1))
    aside = [(number - (count - 1) / 2) * step for number in range(count)]
    return tuple(Spot(x - math.sin(angle) * a, y + math.cos(angle) * a, angle) for a in aside)


def current_at(layout: Layout, space: str) -> float:
    """The direction of the current over a space, in radians from +x towards +y."""
    arms = (layout.river.main + layout.river.left, layout.river.main + layout.river.right)
    arm = next(arm for arm in arms if space in arm)
    here = arm.index(space)
    # The fork itself belongs to both arms: there the current still runs as the main channel does.
    stop = len(layout.river.main) if here < len(layout.river.main) else len(arm)
    before, after = arm[max(here - 1, 0)], arm[min(here + 1, stop - 1)]
    (x0, y0), (x1, y1) = layout.spaces[before], layout.spaces[after]
    return math.atan2(y1 - y0, x1 - x0)


def spots_on_beach(layout: Layout) -> tuple[Spot, ...]:
    """All places for canoes on the beaches, by turns on each beach: sixteen on two beaches."""
    along, across = layout.pieces.canoe_length + 2.0, layout.pieces.canoe_beam + 1.5
    rows: list[list[Spot]] = []
    for beach in layout.beaches.values():
        middle_x, middle_y = (beach.x_min + beach.x_max) / 2, (beach.y_min + beach.y_max) / 2
        count = int((beach.y_max - beach.y_min) // across)
        rows.append(
            [
                Spot(middle_x + side * along / 2, middle_y + (row - (count - 1) / 2) * across, 0.0)
                for row in range(count)
                for side in (-1, 1)
            ]
        )
    return tuple(spot for turn in zip(*rows, strict=True) for spot in turn)


def gem_spots(layout: Layout, deposit: str) -> tuple[Place, ...]:
    """Eight places for gems in a deposit: one in the middle, seven around it, touching at most."""
    ground = layout.deposits[deposit]
    x, y = ground.centre
    reach = ground.radius - layout.pieces.gem_size / 2
    ring = [math.tau * number / 7 for number in range(7)]
    return ((x, y), *((x + reach * math.cos(turn), y + reach * math.sin(turn)) for turn in ring))
