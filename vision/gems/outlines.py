"""Outlines of gems: how well the edges of a picture close around the place of each, against those at set-up.

Edges vote for the centres of circles of a gem's radius (`vision.imaging.rings`); the votes for a gem's centre, as a
share of those that gems got at set-up, are told as a logarithm.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.imaging import windows
from vision.imaging.rings import RingVotes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.gems.log_colour import FloatImage

    Centre = tuple[int, int]


@dataclass(frozen=True, slots=True)
class OutlineParameters:
    """What an outline of a gem is.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    radius_share: float = 0.9
    """The radius of the outline that is seen, as a share of the gem's, whose edge is rounded. More or less: outlines
    of things larger or smaller than a gem close."""
    width_mm: float = 0.85
    """Standard deviation of how far the outline strays from a circle. More: gems that are not round close too, and so
    does clutter."""
    strongest_log: float = 0.036
    """Edges count up to this change of log lightness a pixel. More: one sparkle is worth many faint edges; less: noise
    counts like an outline."""
    least_share: float = 0.08
    """Votes fewer than this share of those at set-up count as this share. Less: an outline that is hardly seen speaks
    strongly against a gem."""
    search_px: int = 2
    """The votes are the most within so many pixels of the place, each way: so exactly is a gem laid. More: a
    neighbour's outline counts; less: gems laid a little astray do not close."""


OUTLINES = OutlineParameters()


class GemOutlines:
    """Measures outlines of one deposit's gems against those at set-up."""

    def __init__(
        self,
        radius_px: float,
        px_per_mm: float,
        region: NDArray[np.bool_],
        at_set_up: tuple[FloatImage, Sequence[Centre]],
        parameters: OutlineParameters = OUTLINES,
    ) -> None:
        """``region`` (height, width) is where edges count; ``at_set_up`` the lightness then and where gems lay."""
        self._parameters, self._region = parameters, region
        self._rings = RingVotes(
            parameters.radius_share * radius_px, parameters.width_mm * px_per_mm, parameters.strongest_log
        )
        lightness, centres = at_set_up
        votes = self._votes(lightness, region, centres)
        self._votes_at_set_up = max(float(np.mean(votes)) if votes else 0.0, 1e-6)

    def closure(
        self, lightness: FloatImage, centres: Sequence[Centre], region: NDArray[np.bool_] | None = None
    ) -> list[float]:
        """For each centre (column, row) the natural logarithm of its outline's votes over those at set-up.

        Only edges in ``region`` count, by default all of the deposit's.
        """
        votes = self._votes(lightness, self._region if region is None else region, centres)
        return [math.log(max(vote / self._votes_at_set_up, self._parameters.least_share)) for vote in votes]

    def _votes(
        self, lightness: FloatImage, region: NDArray[np.bool_], centres: Sequence[Centre]
    ) -> list[float]:
        if not centres:
            return []
        votes, reach = self._rings.of(lightness, region), self._parameters.search_px
        return [float(votes[windows.around(centre, reach, votes.shape)].max()) for centre in centres]
