"""The rows of printed places: the weather's squares and the buoy's round spaces, each row rigid and shifted as one.

For a row two kinds of evidence agree: the outlines of all its places on the empty board, and that at set-up one place
of it, and no other, looks otherwise than its print (B1: the cloud lies on 0, the buoy at the first player's space).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.calibrating.likely_place import most_likely, scores_around
from vision.calibrating.place_evidence import at_half, ring_outline, square_outline, unlikeness

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from vision.calibrating.likely_place import Likely, Plane
    from vision.geometry import Canvas
    from vision.layout import Layout, Place
    from vision.photometry.relight import Relit


@dataclass(frozen=True, slots=True)
class RowParameters:
    """How a row is looked for.

    Chosen on sessions 00-07 of the photo-real development tables, on five tables of `tools.tables` and on virtual
    boards in those tables' print styles, by how far from their true places rows are found and by whether rows that are
    sure are right.
    """

    reach_mm: tuple[int, int]
    """How far along x and y from the first guess the row may lie. More: slower. Less: boards printed otherwise are not
    understood."""
    window_mm: int
    """Half the side of the square that is held against its print. More looks at the neighbours too, less at a part of
    the marker only."""
    sizes_mm: tuple[int, ...]
    """Sides of the squares, or radii of the rings, that are tried; all places of a row have one size."""
    least: float
    """The score that is as likely as that the row is nowhere here: each outline counts 1, the marker 1. More: rows
    printed faintly are unsure. Less: any edges are a row."""


WEATHER_ROW = RowParameters((80, 20), 11, (25, 26, 27, 28, 29), 3.6)
BUOY_ROW = RowParameters((45, 15), 9, (11, 12, 13, 14, 15), 3.5)


def find_weather(
    layout: Layout,
    empty_bgr: NDArray[np.uint8],
    set_up: Relit,
    canvas: Canvas,
    parameters: RowParameters = WEATHER_ROW,
) -> Likely:
    """How far the weather's squares lie from where the layout has them."""
    empty = at_half(empty_bgr)
    outlines = (square_outline(empty, side) for side in parameters.sizes_mm)
    start = layout.weather.values.index(layout.weather.start)
    changed = unlikeness(empty, at_half(set_up.bgr), parameters.window_mm)
    return find_row(layout.weather.centres, start, outlines, changed, canvas, parameters)


def find_buoy(
    layout: Layout,
    empty_bgr: NDArray[np.uint8],
    set_up: Relit,
    canvas: Canvas,
    parameters: RowParameters = BUOY_ROW,
) -> Likely:
    """How far the buoy's round spaces lie from where the layout has them."""
    empty = at_half(empty_bgr)
    outlines = (ring_outline(empty, radius) for radius in parameters.sizes_mm)
    changed = unlikeness(empty, at_half(set_up.bgr), parameters.window_mm)
    return find_row(layout.buoy.centres, 0, outlines, changed, canvas, parameters)


def find_row(
    centres: Sequence[Place],
    marked: int,
    outlines: Iterable[Plane],
    changed: Plane,
    canvas: Canvas,
    parameters: RowParameters,
) -> Likely:
    """How far a row lies from its ``centres``, of which the one numbered ``marked`` has the marker at set-up.

    ``outlines`` has for each size how much of the outline around each pixel is printed, ``changed`` how unlike its
    print each became, both at half the canvas's scale.
    """

    def at_places(plane: Plane) -> Plane:
        return np.stack([scores_around(plane, centre, parameters.reach_mm, canvas) for centre in centres])

    printed = np.max([at_places(outline).sum(axis=0) for outline in outlines], axis=0)
    unlike = at_places(changed)
    others = np.delete(unlike, marked, axis=0).max(axis=0)
    marker = np.clip(unlike[marked] - others, -1, 1)
    return most_likely(np.asarray(printed + marker, np.float32), parameters.least)
