"""A picture of the virtual table: the still background once, the pieces on it for every picture."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from .background import UnlitTable, backgrounds, unlit_table
from .hand import draw_hand
from .moves import carrying_disc
from .pieces import BOARD_MM, Artist
from .scene import Scene

if TYPE_CHECKING:
    from vision.layout import Layout

    from .brush import Picture
    from .light import Light
    from .view import View

NOISE_MARGIN_PX = 128
"""How far the noise can be shifted, so that no two pictures have the same."""


class Renderer:
    """Draws scenes as one camera sees them in one light; the same calls and seed give the same bytes.

    Not for use by several threads at once.
    """

    def __init__(
        self, layout: Layout, view: View, light: Light, seed: int = 0, table: UnlitTable | None = None
    ) -> None:
        self._layout = layout
        self._light = light
        self._view = view
        self._seed = seed
        self._table = table or unlit_table(layout, view, seed)
        self._artist = Artist(layout, view, light)
        self._noise = _Noise(view.size_px, light.noise, seed)
        self._background, self._through_disc = backgrounds(self._table, light)
        # Pieces lie still from one picture to the next nearly always; only hand and noise change.
        self._still, self._still_picture = Scene(), self._background

    def in_light(self, light: Light) -> Renderer:
        """The same camera over the same table after somebody switched a lamp; as good as a new one, and cheaper."""
        return Renderer(self._layout, self._view, light, self._seed, self._table)

    def draw(self, scene: Scene) -> Picture:
        """The next picture, (height, width, 3) uint8 BGR: of this scene, with fresh noise."""
        still = replace(scene, hand=None)
        if still != self._still:
            self._still, self._still_picture = still, self._without_hand(still)
        picture = self._still_picture.copy()
        if scene.hand is not None:
            draw_hand(picture, scene.hand, self._view, self._light)
        self._noise.add_to(picture)
        return picture

    def _without_hand(self, scene: Scene) -> Picture:
        picture = self._background.copy()
        for disc in scene.discs:
            self._artist.disc(picture, disc, self._through_disc)
        for gem in scene.gems:
            self._artist.gem(picture, gem)
        if scene.cloud is not None:
            self._artist.cloud(picture, scene.cloud)
        if scene.buoy is not None:
            self._artist.buoy(picture, scene.buoy)
        for canoe in scene.canoes:
            afloat = carrying_disc(scene, self._layout, canoe) is not None
            self._artist.canoe(picture, canoe, self._layout.disc.thickness if afloat else BOARD_MM)
        return picture


class _Noise:
    """Sensor noise, made once larger than the picture and laid over each picture elsewhere."""

    def __init__(self, size_px: tuple[int, int], spread: float, seed: int) -> None:
        self._rng = np.random.default_rng([seed, 1])
        self._size_px = size_px
        shape = (size_px[1] + NOISE_MARGIN_PX, size_px[0] + NOISE_MARGIN_PX, 3)
        grain = np.rint(self._rng.standard_normal(shape, dtype=np.float32) * spread)
        # Two unsigned halves: saturating byte arithmetic is many times faster than a detour over floats.
        self._brighter, self._darker = (
            np.maximum(grain, 0).astype(np.uint8),
            np.maximum(-grain, 0).astype(np.uint8),
        )

    def add_to(self, picture: Picture) -> None:
        top, left = self._rng.integers(0, NOISE_MARGIN_PX, 2)
        width, height = self._size_px
        window = (slice(top, top + height), slice(left, left + width))
        cv2.add(picture, self._brighter[window], dst=picture)
        cv2.subtract(picture, self._darker[window], dst=picture)
