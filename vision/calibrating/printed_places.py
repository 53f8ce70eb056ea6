"""Where the rings around places are on this board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.imaging.half_scale import halved, to_full, to_half
from vision.imaging.rings import RingVotes
from vision.imaging.windows import around

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.geometry import Canvas
    from vision.layout import Place

Plane = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PrintedPlaceParameters:
    """How places are found again, on the rectified picture.

    Chosen on sessions 00-07 of the photo-real development tables and on virtual boards printed otherwise, by how far
    from their true places they are found.
    """

    ring_width_px: float = 1.3
    """Standard deviation of a ring's width, in pixels of two of the canvas's. More: places are vague. Less:
    rings that are a little too wide are not found."""
    ring_reach_mm: float = 8.0
    """How far to each side a ring's middle is looked for. More: neighbours' rings are found. Less: shifted
    ones are not."""
    clear_ring_votes: float = 0.5
    """Votes from which there is a ring, in grey levels a pixel. More: faint rings are not used. Less: any
    edges are."""


PRINT_PARAMETERS = PrintedPlaceParameters()


def middles_of_rings(
    near: Mapping[str, Place],
    radius_mm: float,
    grey: Plane,
    canvas: Canvas,
    parameters: PrintedPlaceParameters = PRINT_PARAMETERS,
) -> dict[str, Place]:
    """Each place moved to the middle of the clearest ring of this radius around it; left where there is none."""
    rings = RingVotes(radius_mm * canvas.px_per_mm / 2, parameters.ring_width_px)
    half = halved(grey)
    votes = rings.of(half, np.ones(half.shape, bool))
    reach = round(parameters.ring_reach_mm * canvas.px_per_mm / 2)
    found = {}
    for name, place in near.items():
        x, y = (round(to_half(value)) for value in canvas.at(place))
        rows, columns = window = around((x, y), reach, votes.shape)
        here = votes[window]
        row, column = (int(index) for index in np.unravel_index(int(here.argmax()), here.shape))
        clear = float(here[row, column]) > parameters.clear_ring_votes
        middle = to_full(columns.start + column), to_full(rows.start + row)
        found[name] = canvas.place(*middle) if clear else place
    return found
