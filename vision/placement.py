"""Where canoes lie, in the words of the board: on which river space, drawn up on a beach, or nowhere.

Pure geometry in board millimetres; no picture is looked at.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.canoes.labels import CANOE_REGION_PARAMETERS
from vision.masks import REGION_MARGINS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.canoes.fleet import FoundCanoe
    from vision.layout import Beach, Layout, Place


@dataclass(frozen=True, slots=True)
class PlacementThresholds:
    """How canoes are counted to places.

    Chosen on sessions 00-07 of the photo-real development tables, bench figures *canoes* and *lost canoes*.
    """

    most_abreast: int = 4
    """Canoes that have room side by side on a disc. When more are seen on one and some are nowhere, those may lie
    below: more tells heaps that hide a canoe, less leaves discs open that are seen whole."""


PLACEMENT = PlacementThresholds()


@dataclass(frozen=True, slots=True)
class Placement:
    """Where the canoes of one picture lie; ``None`` where something that was seen could not be told."""

    aboard: Mapping[str, Sequence[FoundCanoe]]
    """Those on each river space, by its name."""
    hidden: frozenset[str]
    """River spaces whose canoes cannot be told."""
    beach: Mapping[str, int] | None
    """How many of each colour lie on the beaches."""
    falls: Mapping[str, int] | None
    """How many of each colour are nowhere on the board: they went over the falls."""
    ashore: Sequence[FoundCanoe] = ()
    """Those on the beaches."""


@dataclass(frozen=True, slots=True)
class CanoePlacer:
    """Places the canoes of one board, on which its players have so many of each colour (``owned``)."""

    layout: Layout
    owned: Counter[str]
    thresholds: PlacementThresholds = PLACEMENT

    def place(
        self,
        canoes: Sequence[FoundCanoe],
        doubtful_mm: Sequence[Place],
        discs_mm: Mapping[str, Place | None],
    ) -> Placement:
        """Count canoes to places; ``doubtful_mm`` are places where something could not be told.

        ``discs_mm`` has for each space where its disc's middle was seen, ``None`` when it was not: a displaced disc
        takes its canoes with it.
        """
        aboard: dict[str, list[FoundCanoe]] = {name: [] for name in discs_mm}
        ashore: list[FoundCanoe] = []
        for canoe in canoes:
            space = self._space_of(canoe.place_mm, discs_mm)
            if space is not None:
                aboard[space].append(canoe)
            elif self._on_beach(canoe.place_mm):
                ashore.append(canoe)
        missing = self.owned - Counter(canoe.colour for canoe in canoes)
        hidden = {space for place in doubtful_mm if (space := self._space_of(place, discs_mm)) is not None}
        if missing:
            hidden |= {name for name, heap in aboard.items() if len(heap) > self.thresholds.most_abreast}
        return Placement(
            aboard,
            frozenset(hidden),
            beach=None if any(map(self._on_beach, doubtful_mm)) else _by_colour(ashore),
            falls=None if doubtful_mm or hidden else dict(missing),
            ashore=ashore,
        )

    def _space_of(self, place: Place, discs_mm: Mapping[str, Place | None]) -> str | None:
        """The space whose disc this place is on, where the disc belongs or where it was seen."""
        spaces = self.layout.spaces

        def away_mm(name: str) -> float:
            return min(math.dist(middle, place) for middle in (spaces[name], discs_mm[name]) if middle)

        nearest = min(spaces, key=away_mm)
        return nearest if away_mm(nearest) <= CANOE_REGION_PARAMETERS.on_space_mm else None

    def _on_beach(self, place: Place) -> bool:
        """Whether a canoe here is drawn up on a beach, or beside one; what can still touch a disc is not."""
        layout = self.layout
        off_mm = min(_off_sand_mm(place, beach) for beach in layout.beaches.values())
        afloat_mm = (layout.disc.diameter + layout.pieces.canoe_length) / 2
        clear = min(math.dist(place, space) for space in layout.spaces.values()) > afloat_mm
        return off_mm == 0 or (off_mm <= REGION_MARGINS.beach_mm and clear)


def _off_sand_mm(place: Place, beach: Beach) -> float:
    """How far beside the sand of a beach a place is, at most along one side of it; 0 on it."""
    return max(
        beach.x_min - place[0], place[0] - beach.x_max, beach.y_min - place[1], place[1] - beach.y_max, 0.0
    )


def _by_colour(canoes: Sequence[FoundCanoe]) -> dict[str, int]:
    return dict(Counter(canoe.colour for canoe in canoes))
