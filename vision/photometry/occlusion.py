"""A sighting with a hand in the picture: what lies behind the hand is unseen, the rest stays as it was read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.imaging.windows import around, between
from vision.masks import REGION_MARGINS
from vision.sighting import DiscState, SeenSpace, Sighting, cargo_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Canvas
    from vision.layout import Layout, Place


@dataclass(frozen=True, slots=True)
class OcclusionThresholds:
    """When a place is behind a hand.

    Chosen on sessions 00-07 of the photo-real development tables, bench figures *hands kept out* and *deposits*.
    """

    hidden_share: float = 0.03
    """A place of which more than this share is hidden is not seen. More reads places half behind a hand, less gives up
    places beside it."""
    gem_shade_mm: float = 30.0
    """So far around a hand its shade is soft: nothing tells it from what a clear gem does to the light. More gives up
    deposits beside a hand, less counts gems in its shade."""


OCCLUSION = OcclusionThresholds()


def behind_hand(
    seen: Sighting,
    hidden: NDArray[np.bool_],
    layout: Layout,
    canvas: Canvas,
    thresholds: OcclusionThresholds = OCCLUSION,
) -> Sighting:
    """The sighting without what ``hidden``, (height, width) of the canvas, covers or may cover."""

    def is_behind(centre: Place, radius_mm: float) -> bool:
        return is_unseen(hidden_share(hidden, centre, radius_mm, canvas), thresholds)

    disc = layout.disc.diameter / 2
    spaces = {
        name: SeenSpace(DiscState.UNSEEN, None) if is_behind(layout.spaces[name], disc) else space
        for name, space in seen.spaces.items()
    }
    square = max(layout.pieces.cloud_size) / 2
    deposits = {
        name: None
        if is_behind(layout.deposits[name].centre, layout.deposits[name].radius + thresholds.gem_shade_mm)
        else gems
        for name, gems in seen.deposits.items()
    }
    # A marker that is seen elsewhere is not behind the hand; one that is not seen may be.
    covered_weather = any(is_behind(at, square) for at in layout.weather.centres)
    covered_buoy = any(is_behind(at, layout.buoy.diameter / 2) for at in layout.buoy.centres)
    unseen = {name for name, space in spaces.items() if space.disc is DiscState.UNSEEN}
    unseen |= {cargo_of(name) for name in unseen}
    unseen |= {name for name, gems in deposits.items() if gems is None}
    return replace(
        seen,
        hand=True,
        spaces=spaces,
        insertion=DiscState.UNSEEN if is_behind(layout.river.insertion, disc) else seen.insertion,
        beach=None if _covers_beach(hidden, layout, canvas) else seen.beach,
        # A lost canoe is known by its being nowhere else: behind a hand it might be.
        falls=None,
        weather=None if covered_weather else seen.weather,
        buoy=None if covered_buoy else seen.buoy,
        deposits=deposits,
        confidence={name: sure for name, sure in seen.confidence.items() if name not in unseen},
    )


def is_unseen(share: float, thresholds: OcclusionThresholds = OCCLUSION) -> bool:
    """Whether too much of a place, a share of it, is hidden to tell what lies there."""
    return share > thresholds.hidden_share


def hidden_share(hidden: NDArray[np.bool_], centre: Place, radius_mm: float, canvas: Canvas) -> float:
    """The share of the square around a place that is hidden, 0..1."""
    window = around(canvas.at(centre), radius_mm * canvas.px_per_mm, hidden.shape)
    return float(hidden[window].mean())


def _covers_beach(hidden: NDArray[np.bool_], layout: Layout, canvas: Canvas) -> bool:
    """Whether a canoe on a beach, or drawn up beside it, may be hidden."""
    margin_mm = REGION_MARGINS.beach_mm
    for beach in layout.beaches.values():
        left_top = canvas.at((beach.x_min - margin_mm, beach.y_min - margin_mm))
        right_bottom = canvas.at((beach.x_max + margin_mm, beach.y_max + margin_mm))
        if np.any(hidden[between(left_top, right_bottom, hidden.shape)]):
            return True
    return False
