"""The shapes of the pieces in three dimensions, and how each is drawn into a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from . import brush, palette
from .scene import GemPiece

if TYPE_CHECKING:
    from vision.layout import Layout

    from .brush import Picture
    from .light import Colour, Light, Place
    from .scene import CanoePiece, DiscPiece
    from .view import Points, View

CANOE_HEIGHT_MM = 15.0
CANOE_FLOOR_MM = 4.0
"""Height above what a canoe lies on at which a gem lies in it."""
GEM_HEIGHT_MM = 8.0
CLOUD_HEIGHT_MM = 3.0
BUOY_HEIGHT_MM = 6.0
BOARD_MM = 0.0
"""Height of the board: heights are counted from its top."""
LIGHT_IN_HULL_SHARE = 0.75
"""Share of the light that reaches a gem between a canoe's sides."""
CLEAR_GEM_OPACITY = 0.55
"""How much of a clear gem is its own milky white; the rest is what lies below."""


def _circle(count: int) -> Points:
    turn = np.linspace(0.0, math.tau, count, endpoint=False)
    return np.column_stack((np.cos(turn), np.sin(turn)))


def _pointed_ellipse() -> Points:
    """A canoe's outline from above, within -1..1 both ways: two arcs that meet in points at bow and stern."""
    along = np.linspace(-1.0, 1.0, 15)
    flank = np.column_stack((along, 1.0 - along**2))
    return np.vstack((flank, (flank * (1.0, -1.0))[-2:0:-1]))


def _cloud() -> Points:
    """A cloud's outline within about -1..1: a ring of bulges."""
    turn = np.linspace(0.0, math.tau, 60, endpoint=False)
    bulge = 0.86 + 0.14 * np.abs(np.sin(turn * 3.5))
    return np.column_stack((np.cos(turn) * bulge, np.sin(turn) * bulge))


CIRCLE, CANOE, CLOUD, GEM = _circle(48), _pointed_ellipse(), _cloud(), _circle(7)


@dataclass(frozen=True, slots=True)
class Artist:
    """Draws pieces as one camera sees them in one light; every method draws into ``picture`` in place."""

    layout: Layout
    view: View
    light: Light

    def disc(self, picture: Picture, disc: DiscPiece, through_disc: Picture) -> None:
        """What shows through a disc, its thin dark rim, a glint where the rim faces the lamp."""
        at = (disc.x_mm, disc.y_mm)
        thickness = self.layout.disc.thickness
        top = self._outline(CIRCLE * (self.layout.disc.diameter / 2), at, thickness)
        brush.uncover(picture, top, through_disc)
        column, row = np.clip(np.rint(top.mean(axis=0)).astype(int), 0, np.array(self.view.size_px) - 1)
        blue, green, red = (float(part) for part in through_disc[row, column])
        brush.stroke(picture, top, (blue * 0.72, green * 0.72, red * 0.72), closed=True)
        bright = (blue * 0.6 + 90, green * 0.6 + 90, red * 0.6 + 90)
        brush.stroke(picture, np.roll(top, -self._glint(at), axis=0)[:7], bright, closed=False)

    def gem(self, picture: Picture, gem: GemPiece, *, on_mm: float = BOARD_MM, sunlit: float = 1.0) -> None:
        """A cut stone: a dark girdle, a lighter facet on top, a sparkle; a clear one is see-through."""
        at = (gem.x_mm, gem.y_mm)
        shade = self.light.shade(*at) * sunlit
        turn = gem.x_mm * 1.7 + gem.y_mm  # each stone lies its own way, the same way in every picture
        shape = _turned(GEM * (self.layout.pieces.gem_size / 2), turn)
        girdle = self._outline(shape, at, on_mm + GEM_HEIGHT_MM * 0.5)
        table = self._outline(shape * 0.55, at, on_mm + GEM_HEIGHT_MM)
        colour = palette.GEMS[gem.colour]
        side, face = self.light.lit(colour, shade * 0.8), self.light.lit(_paler(colour, 0.12), shade)
        sparkle = self.light.lit((250.0, 250.0, 250.0), shade)
        if gem.colour == palette.CLEAR_GEM:
            brush.fade(picture, girdle, side, CLEAR_GEM_OPACITY)
            brush.fade(picture, table, face, CLEAR_GEM_OPACITY)
            brush.stroke(picture, girdle, self.light.lit(colour, shade * 0.62), closed=True)
            brush.stroke(picture, table, sparkle, closed=False)
            return
        brush.shadow(picture, self._cast(shape, at, on_mm, GEM_HEIGHT_MM * 0.5), 0.4, 5)
        brush.fill(picture, girdle, side)
        brush.fill(picture, table, face)
        brush.stroke(picture, table[:2], sparkle, closed=False)

    def canoe(self, picture: Picture, canoe: CanoePiece, on_mm: float) -> None:
        """An open hull: dark flank, bright gunwale, hollow inside; its cargo lies in the middle."""
        at = (canoe.x_mm, canoe.y_mm)
        shade = self.light.shade(*at)
        size = (self.layout.pieces.canoe_length / 2, self.layout.pieces.canoe_beam / 2)
        shape = _turned(CANOE * size, canoe.angle_rad)
        inner = _turned(CANOE * size * (0.84, 0.72), canoe.angle_rad)
        floor = _turned(CANOE * size * (0.70, 0.54), canoe.angle_rad)
        brush.shadow(picture, self._cast(shape, at, on_mm, CANOE_HEIGHT_MM), 0.45, 9)
        colour = palette.CANOES[canoe.colour]
        gunwale = self._outline(shape, at, on_mm + CANOE_HEIGHT_MM)
        keel = self._outline(shape * 0.8, at, on_mm)
        hull = cv2.convexHull(np.vstack((gunwale, keel)).astype(np.float32)).reshape(-1, 2).astype(np.float64)
        brush.fill(picture, hull, self.light.lit(colour, shade * 0.55))
        brush.fill(picture, gunwale, self.light.lit(_paler(colour, 0.06), shade * 1.08))
        inside = self._outline(inner, at, on_mm + CANOE_HEIGHT_MM)
        brush.fill(picture, inside, self.light.lit(colour, shade * 0.78))
        bottom = self._outline(floor, at, on_mm + CANOE_FLOOR_MM)
        brush.fill(picture, bottom, self.light.lit(colour, shade * 0.97))
        for number, gem in enumerate(canoe.cargo):
            aboard = (number - (len(canoe.cargo) - 1) / 2) * self.layout.pieces.gem_size
            x = canoe.x_mm + aboard * math.cos(canoe.angle_rad)
            y = canoe.y_mm + aboard * math.sin(canoe.angle_rad)
            self.gem(picture, GemPiece(gem, x, y), on_mm=on_mm + CANOE_FLOOR_MM, sunlit=LIGHT_IN_HULL_SHARE)

    def cloud(self, picture: Picture, at: Place) -> None:
        """The white weather marker."""
        width, height = self.layout.pieces.cloud_size
        shape = CLOUD * (width / 2, height / 2)
        shade = self.light.shade(*at)
        brush.shadow(picture, self._cast(shape, at, BOARD_MM, CLOUD_HEIGHT_MM), 0.35, 7)
        brush.fill(picture, self._outline(shape, at, 0.0), self.light.lit(palette.CLOUD, shade * 0.72))
        top = self._outline(shape * 0.97, at, CLOUD_HEIGHT_MM)
        brush.fill(picture, top, self.light.lit(palette.CLOUD, shade))

    def buoy(self, picture: Picture, at: Place) -> None:
        """The orange ring on a round space."""
        radius = self.layout.buoy.diameter / 2
        shade = self.light.shade(*at)
        brush.shadow(picture, self._cast(CIRCLE * radius, at, BOARD_MM, BUOY_HEIGHT_MM), 0.4, 7)
        width_px = max(round(radius * 0.5 * self.view.px_per_mm), 1)
        for reach, height, strength, part in ((0.78, 1.0, 0.7, 1.0), (0.76, BUOY_HEIGHT_MM, 1.0, 0.8)):
            ring = self._outline(CIRCLE * radius * reach, at, height)
            colour = self.light.lit(palette.BUOY, shade * strength)
            brush.stroke(picture, ring, colour, closed=True, width_px=max(round(width_px * part), 1))

    def _outline(self, shape: Points, at: Place, height_mm: float) -> Points:
        return self.view.project_flat(shape + at, height_mm)

    def _cast(self, shape: Points, at: Place, on_mm: float, height_mm: float) -> Points:
        """The outline of a piece's shadow: its footprint and its top's shadow, all on the ground below it."""
        dx, dy = self.light.shadow_shift(*at)
        fallen = shape + np.array((dx, dy)) * height_mm
        both = cv2.convexHull(np.vstack((shape, fallen)).astype(np.float32)).reshape(-1, 2)
        return self._outline(both.astype(np.float64), at, on_mm)

    def _glint(self, at: Place) -> int:
        """Which point of the rim, of the 48, begins the stretch that faces the lamp."""
        turn = math.atan2(self.light.lamp_mm[1] - at[1], self.light.lamp_mm[0] - at[0])
        return round(turn / math.tau * len(CIRCLE)) - 3


def _turned(shape: Points, angle_rad: float) -> Points:
    cos, sin = math.cos(angle_rad), math.sin(angle_rad)
    return np.asarray(shape @ np.array([[cos, sin], [-sin, cos]]))


def _paler(colour: Colour, share: float) -> Colour:
    blue, green, red = (part + (255.0 - part) * share for part in colour)
    return (blue, green, red)
