"""The places of a board as a list: what each is called, where it lies, and how certain that is.

Calibration finds each place on the user's own board and says how certain it is of it. A place that is not certain
enough is *unsure*: nothing is read there (`vision.calibration.withheld`) until somebody has confirmed it. Whoever shows
places - drawn over a picture, written to a file, dragged with a finger - takes them from here and gives them back here:

    places = places_of(calibration.layout, calibration.certainty)       # or: calibration.places
    moved = [replace(place, centre_mm=(x, y)) for place in places if place.name == "weather/0"]
    calibration = corrected(calibration, moved)                         # vision.calibrating.corrected

Millimetres are the layout's (`vision/niagara.toml`): x downstream, y from the left bank to the right bank.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from vision.layout import Beach

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from vision.layout import Layout, Place

SURE_FROM = 0.9
"""Certainty, 0 to 1, from which a place is read. It is a probability: of places that are just so certain, one in ten
lies elsewhere."""
CONFIRMED = 1.0
"""Certainty of a place that a person has shown or confirmed."""
WEATHER_SQUARE_MM = 28.0
"""Side of a square of the weather's track."""
INSERTION = "insertion"
"""Name of the place above the rope where a new disc is put."""
ROPE, FALLS = "rope", "falls"
"""Names of the two lines across the river."""
ACROSS_RIVER_MM = 84.0
"""How long the rope is drawn across the river."""


class PlaceKind(StrEnum):
    """What kind of place it is; each kind has one shape."""

    SPACE = "space"
    """A river space: a circle of a disc's size. Named as in the layout: ``M1``, ``L2``."""
    WEATHER = "weather"
    """A square of the weather's track, named by its value: ``weather/-1``."""
    BUOY = "buoy"
    """A round space of the buoy, named by its number from upstream, from 0: ``buoy/0``."""
    DEPOSIT = "deposit"
    """A circle on which gems lie, named as in the layout: ``amethyst``."""
    BEACH = "beach"
    """A rectangle of sand: ``beach/left``, ``beach/right``."""
    INSERTION = "insertion"
    """The circle above the rope where a new disc is put: ``insertion``."""
    ROPE = "rope"
    """A line across the river: its x counts, y is the river's."""
    FALLS = "falls"
    """The line at the board's downstream edge beyond which a disc has gone over the falls: its x counts."""


ROUND = frozenset({PlaceKind.SPACE, PlaceKind.BUOY, PlaceKind.DEPOSIT, PlaceKind.INSERTION})
"""Kinds that are circles; beaches and weather squares are rectangles along the axes, rope and falls lines along y."""
ROWS = (PlaceKind.WEATHER, PlaceKind.BUOY)
"""Kinds whose places are printed as one row: who moves one of them usually means them all."""


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """One place on the board."""

    name: str
    """Unique on the board; see `PlaceKind` for how each kind is named."""
    kind: PlaceKind
    centre_mm: Place
    size_mm: Place
    """How long it is along x and along y: a circle's diameter twice, 0 along x for a line."""
    certainty: float = CONFIRMED
    """The probability, 0 to 1, that it lies here, as near as reading it needs."""

    @property
    def is_round(self) -> bool:
        """Whether it is a circle (of diameter ``size_mm[0]``); else a rectangle or a line."""
        return self.kind in ROUND

    @property
    def is_sure(self) -> bool:
        """Whether it is read; else it waits for somebody to confirm it."""
        return is_sure(self.certainty)


def is_sure(certainty: float) -> bool:
    """Whether a place of this certainty is read."""
    return certainty >= SURE_FROM


def weather_name(value: int) -> str:
    """What the weather square of this value is called."""
    return f"{PlaceKind.WEATHER}/{value}"


def buoy_name(index: int) -> str:
    """What the round space of the buoy with this number, from upstream and from 0, is called."""
    return f"{PlaceKind.BUOY}/{index}"


def beach_name(side: str) -> str:
    """What the beach on a side, as the layout has it, is called."""
    return f"{PlaceKind.BEACH}/{side}"


def kind_or_name(name: str) -> str:
    """What places of a row, and the beaches, are called together: ``weather``, ``buoy``, ``beach``; others by name."""
    return name.partition("/")[0]


def places_of(layout: Layout, certainty: Mapping[str, float]) -> tuple[BoardPlace, ...]:
    """All places of a layout, with the ``certainty`` of each by its name; one that is not in it is confirmed."""
    return tuple(replace(place, certainty=certainty.get(place.name, CONFIRMED)) for place in _places(layout))


def unsure_names(certainty: Mapping[str, float]) -> tuple[str, ...]:
    """The names of the places that are not read, of a calibration's ``certainty`` by name."""
    return tuple(name for name, sure in certainty.items() if not is_sure(sure))


def layout_with(layout: Layout, places: Iterable[BoardPlace]) -> Layout:
    """The layout with these places where they lie now, and of the size they have now; all others stay.

    Of deposits and beaches the size is taken too; the other kinds have one size, which the pieces give.
    Raises `KeyError` for a name that is no place of this layout.
    """
    known = {place.name: place for place in _places(layout)}
    for place in places:
        if known[place.name].kind is not place.kind:
            raise KeyError(place.name)
        known[place.name] = place
    at = {name: place.centre_mm for name, place in known.items()}
    return replace(
        layout,
        spaces={name: at[name] for name in layout.spaces},
        river=replace(layout.river, insertion=at[INSERTION], rope_x=at[ROPE][0], falls_x=at[FALLS][0]),
        deposits={
            name: replace(deposit, centre=at[name], radius=known[name].size_mm[0] / 2)
            for name, deposit in layout.deposits.items()
        },
        beaches={side: _beach(known[beach_name(side)]) for side in layout.beaches},
        weather=replace(
            layout.weather, centres=tuple(at[weather_name(value)] for value in layout.weather.values)
        ),
        buoy=replace(
            layout.buoy, centres=tuple(at[buoy_name(index)] for index in range(len(layout.buoy.centres)))
        ),
    )


def _places(layout: Layout) -> Iterator[BoardPlace]:
    """All places of a layout, as they are printed from the river outwards."""
    disc, river = layout.disc.diameter, layout.river
    river_y = river.insertion[1]
    yield from (BoardPlace(name, PlaceKind.SPACE, at, (disc, disc)) for name, at in layout.spaces.items())
    yield BoardPlace(INSERTION, PlaceKind.INSERTION, river.insertion, (disc, disc))
    yield BoardPlace(ROPE, PlaceKind.ROPE, (river.rope_x, river_y), (0.0, ACROSS_RIVER_MM))
    yield BoardPlace(FALLS, PlaceKind.FALLS, (river.falls_x, layout.size[1] / 2), (0.0, layout.size[1]))
    for name, deposit in layout.deposits.items():
        yield BoardPlace(name, PlaceKind.DEPOSIT, deposit.centre, (2 * deposit.radius, 2 * deposit.radius))
    for side, beach in layout.beaches.items():
        middle = (beach.x_min + beach.x_max) / 2, (beach.y_min + beach.y_max) / 2
        size = beach.x_max - beach.x_min, beach.y_max - beach.y_min
        yield BoardPlace(beach_name(side), PlaceKind.BEACH, middle, size)
    square = WEATHER_SQUARE_MM, WEATHER_SQUARE_MM
    for value, at in zip(layout.weather.values, layout.weather.centres, strict=True):
        yield BoardPlace(weather_name(value), PlaceKind.WEATHER, at, square)
    ring = layout.buoy.diameter, layout.buoy.diameter
    for index, at in zip(itertools.count(), layout.buoy.centres, strict=False):
        yield BoardPlace(buoy_name(index), PlaceKind.BUOY, at, ring)


def _beach(place: BoardPlace) -> Beach:
    (x, y), (width, height) = place.centre_mm, place.size_mm
    return Beach(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
