"""A sighting with a hand in the picture: what lies behind the hand is unseen, the rest stays as it was read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.masks import BEACH_MARGIN_MM
from vision.photometry.hand_mask import is_hidden
from vision.sighting import Disc, SeenSpace, Sighting, cargo_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Canvas
    from vision.layout import Layout


SHADE_MM = 30.0
"""So far around a hand its shade is soft: nothing tells it from what a clear gem does to the light."""


def behind_hand(seen: Sighting, hidden: NDArray[np.bool_], layout: Layout, canvas: Canvas) -> Sighting:
    """The sighting without what ``hidden``, (height, width) of the canvas, covers or may cover."""
    disc = layout.disc.diameter / 2
    spaces = {
        name: SeenSpace(Disc.UNSEEN, None) if is_hidden(hidden, layout.spaces[name], disc, canvas) else space
        for name, space in seen.spaces.items()
    }
    square = max(layout.pieces.cloud_size) / 2
    deposits = {
        name: None
        if is_hidden(hidden, layout.deposits[name].centre, layout.deposits[name].radius + SHADE_MM, canvas)
        else gems
        for name, gems in seen.deposits.items()
    }
    # A marker that is seen elsewhere is not behind the hand; one that is not seen may be.
    covered_weather = any(is_hidden(hidden, at, square, canvas) for at in layout.weather.centres)
    covered_buoy = any(is_hidden(hidden, at, layout.buoy.diameter / 2, canvas) for at in layout.buoy.centres)
    unseen = {name for name, space in spaces.items() if space.disc is Disc.UNSEEN}
    unseen |= {cargo_of(name) for name in unseen}
    unseen |= {name for name, gems in deposits.items() if gems is None}
    return replace(
        seen,
        hand=True,
        spaces=spaces,
        insertion=Disc.UNSEEN if is_hidden(hidden, layout.river.insertion, disc, canvas) else seen.insertion,
        beach=None if _covers_beach(hidden, layout, canvas) else seen.beach,
        # A lost canoe is known by its being nowhere else: behind a hand it might be.
        falls=None,
        weather=None if covered_weather else seen.weather,
        buoy=None if covered_buoy else seen.buoy,
        deposits=deposits,
        confidence={name: sure for name, sure in seen.confidence.items() if name not in unseen},
    )


def _covers_beach(hidden: NDArray[np.bool_], layout: Layout, canvas: Canvas) -> bool:
    """Whether a canoe on a beach, or drawn up beside it, may be hidden."""
    for beach in layout.beaches.values():
        left, top = (
            round(v) for v in canvas.at((beach.x_min - BEACH_MARGIN_MM, beach.y_min - BEACH_MARGIN_MM))
        )
        right, bottom = (
            round(v) for v in canvas.at((beach.x_max + BEACH_MARGIN_MM, beach.y_max + BEACH_MARGIN_MM))
        )
        if np.any(hidden[max(top, 0) : bottom, max(left, 0) : right]):
            return True
    return False
