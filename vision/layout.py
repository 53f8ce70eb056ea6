"""The board's geometry: where everything lies on the board, in millimetres (`niagara.toml` explains the axes)."""

from __future__ import annotations

import dataclasses
import itertools
import math
import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

from vision.errors import LayoutError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


Place = tuple[float, float]

LARGEST_FILE = 256 * 1024
"""Bytes of a layout's file; the package's has five thousand."""
LEAST_SPACING = 0.9
"""Least distance between the middles of two spaces, in diameters of a disc. Discs touch, and boards are measured with
a ruler: more refuses boards measured carelessly, less lets two spaces through that are one."""


@dataclass(frozen=True, slots=True)
class Markers:
    """Stickers on the corners."""

    dictionary: str
    size: float
    centres: Mapping[int, Place]


@dataclass(frozen=True, slots=True)
class DiscSize:
    """A river disc."""

    diameter: float
    thickness: float


@dataclass(frozen=True, slots=True)
class RiverCourse:
    """The courses of the river."""

    main: tuple[str, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]
    insertion: Place
    rope_x: float
    falls_x: float


@dataclass(frozen=True, slots=True)
class DepositArea:
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
    disc: DiscSize
    spaces: Mapping[str, Place]
    river: RiverCourse
    deposits: Mapping[str, DepositArea]
    beaches: Mapping[str, Beach]
    weather: Weather
    buoy: Buoy
    pieces: Pieces


def default_layout() -> Layout:
    """The layout that comes with the package."""
    return layout_from_toml(default_toml())


def load_layout(path: Path) -> Layout:
    """The layout of a board of one's own, in a file like the package's ``niagara.toml``.

    Raises `LayoutError`, whose sentence says what is wrong where in the file.
    """
    try:
        layout = layout_from_toml(tomllib.loads(path.read_text(encoding="utf-8")))
        problem = layout_problem(layout)
    except OSError as error:
        message = f"{path}: cannot be read ({error.strerror})"
        raise LayoutError(message) from error
    except KeyError as error:
        message = f"{path}: {error.args[0]} is missing; niagara.toml of the package shows where it belongs"
        raise LayoutError(message) from error
    except (ValueError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        message = f"{path}: not a layout ({error})"
        raise LayoutError(message) from error
    if problem is not None:
        message = f"{path}: {problem}"
        raise LayoutError(message)
    return layout


def layout_problem(layout: Layout) -> str | None:
    """What makes a layout no Niagara board, in words; ``None`` when it is one."""
    width, height = layout.size
    known = default_layout()
    for what, named, wanted in (
        ("spaces", layout.spaces, known.spaces),
        ("deposits", layout.deposits, known.deposits),
        ("beaches", layout.beaches, known.beaches),
    ):
        if set(named) != set(wanted):
            return f"[{what}] has {', '.join(named)}; expected {', '.join(wanted)}"
    places = dict(layout.spaces) | {name: deposit.centre for name, deposit in layout.deposits.items()}
    for name, (x_mm, y_mm) in places.items():
        if not (0 <= x_mm <= width and 0 <= y_mm <= height):
            return f"{name} at {x_mm:g}, {y_mm:g} lies beside the board of {width:g} x {height:g} millimetres"
    for one, other in itertools.combinations(layout.spaces, 2):
        apart = math.dist(layout.spaces[one], layout.spaces[other])
        if apart < LEAST_SPACING * layout.disc.diameter:
            return f"{one} and {other} are {apart:.0f} millimetres apart: discs of {layout.disc.diameter:g} overlap"
    if len(layout.weather.values) != len(layout.weather.centres):
        return f"[weather] has {len(layout.weather.values)} values for {len(layout.weather.centres)} squares"
    return None


def default_toml() -> dict[str, Any]:
    """The file of the layout that comes with the package, as `tomllib` reads it."""
    return tomllib.loads(resources.files("vision").joinpath("niagara.toml").read_text(encoding="utf-8"))


def layout_from_toml(toml: Mapping[str, Any]) -> Layout:
    """The layout of a file like the package's ``niagara.toml``, as `tomllib` reads it.

    Raises `KeyError`, `TypeError`, `AttributeError` or `ValueError` when it is none.
    """
    weather, pieces = toml["weather"], toml["pieces"]
    return layout_from_json(
        {
            "size": toml["size"],
            "markers": toml["markers"],
            "disc": {name: toml["disc"][name] for name in ("diameter", "thickness")},
            "spaces": toml["spaces"],
            "river": {
                name: toml["river"][name]
                for name in ("main", "left", "right", "insertion", "rope_x", "falls_x")
            },
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
        disc=DiscSize(**document["disc"]),
        spaces={name: _place(centre) for name, centre in document["spaces"].items()},
        river=RiverCourse(
            tuple(river["main"]),
            tuple(river["left"]),
            tuple(river["right"]),
            _place(river["insertion"]),
            river["rope_x"],
            # Calibrations of older versions did not keep it: the falls are where the board ends.
            river.get("falls_x", document["size"][0]),
        ),
        deposits={
            name: DepositArea(
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
