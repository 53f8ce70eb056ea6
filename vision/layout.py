"""The board's geometry: where everything lies on the board, in millimetres (`niagara.toml` explains the axes)."""

from __future__ import annotations

import dataclasses
import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


Place = tuple[float, float]


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
    spaces: tuple[str, ...] = ()


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
    weather, pieces = toml["weather"], toml["pieces"]
    return layout_from_json(
        {
            "size": toml["size"],
            "markers": toml["markers"],
            "disc": {name: toml["disc"][name] for name in ("diameter", "thickness")},
            "spaces": toml["spaces"],
            "river": {name: toml["river"][name] for name in ("main", "left", "right", "insertion", "rope_x")},
            "deposits": toml["deposits"],
            "beaches": {
                name: dict(zip(("x_min", "y_min", "x_max", "y_max"), corners, strict=True))
                for name, corners in toml["beaches"].items()
            },
            "weather": {name: weather[name] for name in ("values", "start", "centres")},
            "buoy": {"centres": toml["players"]["buoy"], "diameter": toml["players"]["buoy_diameter"]},
            "pieces": {
                name: pieces[name]
                for name in ("canoe_length", "canoe_beam", "joe_colour", "gem_size", "cloud_size")
            },
        }
    )


def layout_to_json(layout: Layout) -> dict[str, Any]:
    """The layout as plain JSON values."""
    return dataclasses.asdict(layout)


def layout_from_json(document: Mapping[str, Any]) -> Layout:
    """The layout of a document; raises `KeyError`, `TypeError` or `ValueError` when it is none."""
    markers, river, weather = document["markers"], document["river"], document["weather"]
    return Layout(
        size=_place(document["size"]),
        markers=Markers(
            markers["dictionary"],
            markers["size"],
            {int(number): _place(centre) for number, centre in markers["centres"].items()},
        ),
        disc=Disc(**document["disc"]),
        spaces={name: _place(centre) for name, centre in document["spaces"].items()},
        river=River(
            tuple(river["main"]),
            tuple(river["left"]),
            tuple(river["right"]),
            _place(river["insertion"]),
            river["rope_x"],
        ),
        deposits={
            name: Deposit(
                _place(deposit["centre"]), deposit["radius"], deposit["gem"], tuple(deposit["spaces"])
            )
            for name, deposit in document["deposits"].items()
        },
        beaches={name: Beach(**corners) for name, corners in document["beaches"].items()},
        weather=Weather(tuple(weather["values"]), weather["start"], tuple(map(_place, weather["centres"]))),
        buoy=Buoy(tuple(map(_place, document["buoy"]["centres"])), document["buoy"]["diameter"]),
        pieces=Pieces(**{**document["pieces"], "cloud_size": _place(document["pieces"]["cloud_size"])}),
    )


def _place(values: Sequence[float]) -> Place:
    x_mm, y_mm = values
    return float(x_mm), float(y_mm)
