"""The table without pieces as the camera sees it, worked out once for each view, and lit once for each light."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from .boardprint import PX_PER_MM, TABLE_ORIGIN_MM, board_print, table_print

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.layout import Layout

    from .boardprint import Print
    from .brush import Picture
    from .light import Light
    from .view import View

BOX_MM = 70.0
"""The board stands on its box: the table lies that much lower."""
BLUR_THROUGH_DISC_PX = 4.0
"""A disc's scratched plastic smears the ripples below it."""
DISC_VEIL_SHARE = 0.10
"""Share of grey that a disc mixes into what it covers, 0 to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class UnlitTable:
    """The table without pieces under even white light: what stays when a lamp is switched, and is dear to work out."""

    bgr: NDArray[np.float32]
    """(height, width, 3), 0 to 255."""
    on_board_mm: NDArray[np.float32]
    """For each pixel the place (x, y) on the board's plane that it shows: (height, width, 2)."""
    covered: NDArray[np.float32]
    """The share of each pixel that shows the board: (height, width, 1)."""


def unlit_table(layout: Layout, view: View, seed: int) -> UnlitTable:
    """Print board and table and look at them; the seed decides on their scattered decoration."""
    on_board, on_table = _places_seen(view, 0.0), _places_seen(view, -BOX_MM)
    picture = _sampled(table_print(seed), on_table + np.array(TABLE_ORIGIN_MM, np.float32))
    picture *= _board_shadow(layout, on_table)[..., None]
    board = np.asarray(cv2.GaussianBlur(board_print(layout, seed), (0, 0), PX_PER_MM / 5), np.float32)
    inside_mm = np.minimum(on_board, np.array(layout.size, np.float32) - on_board).min(axis=-1)
    covered = np.clip(inside_mm * view.px_per_mm + 0.5, 0.0, 1.0).astype(np.float32)[..., None]
    picture += (_sampled(board, on_board * PX_PER_MM) - picture) * covered
    return UnlitTable(picture, on_board, covered)


def backgrounds(table: UnlitTable, light: Light) -> tuple[Picture, Picture]:
    """The table without pieces in this light, and the same as it shows through discs lying everywhere."""
    x, y = table.on_board_mm[..., 0], table.on_board_mm[..., 1]
    picture = table.bgr * (
        np.array(light.gains_bgr, np.float32) * light.shade(x, y)[..., None].astype(np.float32)
    )
    white = np.array(light.gains_bgr, np.float32) * 235.0
    picture += (white - picture) * (
        np.minimum(light.print_glare(x, y), 1.0).astype(np.float32)[..., None] * table.covered
    )
    through = np.asarray(cv2.GaussianBlur(picture, (0, 0), BLUR_THROUGH_DISC_PX), np.float32)
    through += (white * 0.72 - through) * DISC_VEIL_SHARE
    mirrored = np.minimum(light.glare(x, y), 1.0).astype(np.float32)
    through += (white - through) * mirrored[..., None]
    return _bytes(picture), _bytes(through)


@lru_cache(maxsize=4)
def _places_seen(view: View, height_mm: float) -> NDArray[np.float32]:
    """For each pixel the place (x, y) it shows at one height: (height, width, 2) millimetres; not to be written to."""
    width, height = view.size_px
    pixels = np.stack(np.meshgrid(np.arange(float(width)), np.arange(float(height))), axis=-1).reshape(-1, 2)
    places = view.places_under(pixels, height_mm).astype(np.float32).reshape(height, width, 2)
    places.flags.writeable = False
    return places


def _sampled(flat: Print, at_px: NDArray[np.float32]) -> NDArray[np.float32]:
    """A print as the pixels see it; ``at_px`` counts from its corner (a pixel's middle is half in)."""
    x, y = cv2.split(at_px - 0.5)
    return np.asarray(cv2.remap(flat, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.float32)


def _board_shadow(layout: Layout, on_table: NDArray[np.float32]) -> NDArray[np.float32]:
    """How bright the table is near the raised board: darker close to its edges."""
    outside = np.maximum(np.maximum(-on_table, on_table - np.array(layout.size, np.float32)), 0.0)
    return np.asarray(1.0 - 0.45 * np.exp(-np.hypot(outside[..., 0], outside[..., 1]) / 25.0), np.float32)


def _bytes(picture: NDArray[np.float32]) -> Picture:
    return np.clip(np.rint(picture), 0, 255).astype(np.uint8)
