"""What goes wrong on a real table: sleeves, short pushes, forgotten discs. Positions only, like `moves`."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from .moves import carrying_disc, with_canoe_moved
from .scene import DiscPiece

if TYPE_CHECKING:
    from random import Random

    from vision.layout import Layout, Place

    from .scene import Scene

DISPLACED_MM = (10.0, 18.0)
"""How far a nudge carries a disc: past `SEATED_WITHIN_MM`, within which it counts as seated."""
CLEAR_OF_DISC_MM = 14.0
"""How far beyond its disc's rim a canoe that was knocked off comes to lie."""


def bump(scene: Scene, layout: Layout, index: int, rng: Random) -> Scene:
    """A sleeve catches a canoe: it slides off its disc, as clear of every other disc as of its own, and lies askew."""
    canoe = scene.canoes[index]
    disc = carrying_disc(scene, layout, canoe)
    x, y = (canoe.x_mm, canoe.y_mm) if disc is None else (disc.x_mm, disc.y_mm)
    reach, askew = layout.disc.diameter / 2 + CLEAR_OF_DISC_MM, rng.uniform(0, math.pi)
    ways = [math.tau * number / 24 for number in range(24)]
    rng.shuffle(ways)
    places = [(x + reach * math.cos(way), y + reach * math.sin(way)) for way in ways]

    def clear_mm(place: Place) -> float:
        """How far the nearest disc's middle is; farther than its own disc's does not matter."""
        nearest = min((math.dist(place, (disc.x_mm, disc.y_mm)) for disc in scene.discs), default=reach)
        return min(round(nearest, 3), reach)

    return with_canoe_moved(scene, index, *max(places, key=clear_mm), askew)


def displace_disc(scene: Scene, layout: Layout, disc: DiscPiece, rng: Random) -> Scene:
    """A disc is nudged out of its place, in any direction, with what lies on it."""
    way, reach = rng.uniform(0, math.tau), rng.uniform(*DISPLACED_MM)
    return slide_disc(scene, layout, disc, reach * math.cos(way), reach * math.sin(way))


def slide_disc(scene: Scene, layout: Layout, disc: DiscPiece, dx_mm: float, dy_mm: float) -> Scene:
    """A disc slides, with what lies on it: pushed too far it hangs over the falls, say."""
    slid = DiscPiece(disc.x_mm + dx_mm, disc.y_mm + dy_mm)
    canoes = tuple(
        replace(canoe, x_mm=canoe.x_mm + dx_mm, y_mm=canoe.y_mm + dy_mm)
        if carrying_disc(scene, layout, canoe) == disc
        else canoe
        for canoe in scene.canoes
    )
    return replace(
        scene, discs=tuple(slid if other == disc else other for other in scene.discs), canoes=canoes
    )


def remove_disc(scene: Scene, disc: DiscPiece) -> Scene:
    """A disc is gone from the river; what lay on it lies on the bed."""
    return replace(scene, discs=tuple(other for other in scene.discs if other != disc))
