"""The board's geometry, read from the package's layout."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .light import Place


@dataclass(frozen=True, slots=True)
class Markers:
    """Stickers on the corners."""

    dictionary: str
    size: float
    centres: Mapping[int, Place]


@dataclass(frozen=True, slots=True)
class Disc:
    """A river disc."""

    diameter: float
    thickness: float


@dataclass(frozen=True, slots=True)
class River:
    """The courses of the river."""

    main: tuple[str, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]
    insertion: Place
    rope_x: float


@dataclass(frozen=True, slots=True)
class Deposit:
    """Where gems lie, and of which colour at first."""

    centre: Place
    radius: float
    gem: str


@dataclass(frozen=True, slots=True)
class Beach:
    """A rectangle of sand."""

    x_min: float
    y_min: float
    x_max: float
    y_max: float


@dataclass(frozen=True, slots=True)
class Weather:
    """The squares of the track."""

    values: tuple[int, ...]
    start: int
    centres: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Buoy:
    """The round spaces, in seat order."""

    centres: tuple[Place, ...]
    diameter: float


@dataclass(frozen=True, slots=True)
class Pieces:
    """Sizes of the other pieces."""

    canoe_length: float
    canoe_beam: float
    joe_colour: str
    gem_size: float
    cloud_size: Place


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole board, in millimetres."""

    size: Place
    markers: Markers
    disc: Disc
    spaces: Mapping[str, Place]
    river: River
    deposits: Mapping[str, Deposit]
    beaches: Mapping[str, Beach]
    weather: Weather
    buoy: Buoy
    pieces: Pieces


def default_layout() -> Layout:
    """The layout that comes with the package."""
    toml = tomllib.loads(resources.files("vision").joinpath("niagara.toml").read_text(encoding="utf-8"))
    markers, river, weather, pieces = toml["markers"], toml["river"], toml["weather"], toml["pieces"]
    return Layout(
        size=tuple(toml["size"]),
        markers=Markers(
            markers["dictionary"],
            markers["size"],
            {int(number): tuple(centre) for number, centre in markers["centres"].items()},
        ),
        disc=Disc(toml["disc"]["diameter"], toml["disc"]["thickness"]),
        spaces={name: tuple(centre) for name, centre in toml["spaces"].items()},
        river=River(
            tuple(river["main"]),
            tuple(river["left"]),
            tuple(river["right"]),
            tuple(river["insertion"]),
            river["rope_x"],
        ),
        deposits={
            name: Deposit(tuple(deposit["centre"]), deposit["radius"], deposit["gem"])
            for name, deposit in toml["deposits"].items()
        },
        beaches={name: Beach(*corners) for name, corners in toml["beaches"].items()},
        weather=Weather(tuple(weather["values"]), weather["start"], tuple(map(tuple, weather["centres"]))),
        buoy=Buoy(tuple(map(tuple, toml["players"]["buoy"])), toml["players"]["buoy_diameter"]),
        pieces=Pieces(
            pieces["canoe_length"],
            pieces["canoe_beam"],
            pieces["joe_colour"],
            pieces["gem_size"],
            tuple(pieces["cloud_size"]),
        ),
    )
