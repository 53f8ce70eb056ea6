"""The board's geometry: where everything lies on the board, in millimetres (`niagara.toml` explains the axes)."""

from __future__ import annotations

import dataclasses
import itertools
import math
import re
import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

from vision.errors import LayoutError
from vision.plain_values import length_of, number_of, place_of, whole_of, word_of
from vision.typical_colours import TYPICAL_CANOE_BGR, TYPICAL_GEM_BGR

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


Place = tuple[float, float]

FEWEST_MARKERS = 30
"""What the smallest of OpenCV's dictionaries of AprilTags holds."""
_MARKER_DICTIONARY = re.compile(
    r"DICT_(APRILTAG_(16h5|25h9|36h10|36h11)|[4567]X[4567]_(50|100|250|1000)|ARUCO_ORIGINAL)"
)

SMALLEST_BOARD_MM, LARGEST_BOARD_MM = 150, 1500
"""Of either side. A picture of the whole board is made at two pixels a millimetre."""
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
    if not all(SMALLEST_BOARD_MM <= side <= LARGEST_BOARD_MM for side in layout.size):
        return f"a board of {width:g} x {height:g} millimetres is none"
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
    river = (*layout.river.main, *layout.river.left, *layout.river.right)
    if sorted(river) != sorted(known.spaces):
        return f"[river] leads through {', '.join(river)[:200]}; expected each space once"
    for name, deposit in layout.deposits.items():
        if deposit.gem not in TYPICAL_GEM_BGR or not set(deposit.spaces) <= set(known.spaces):
            return f"[deposits] {name} has gems or spaces that no board has"
    if layout.pieces.joe_colour not in TYPICAL_CANOE_BGR:
        return "[pieces] joe_colour is the colour of no canoe"
    if not _MARKER_DICTIONARY.fullmatch(layout.markers.dictionary):
        return "[markers] dictionary is none of OpenCV's"
    if not all(0 <= number < FEWEST_MARKERS for number in layout.markers.centres):
        return f"[markers] has a number that is not below {FEWEST_MARKERS}"
    if not layout.weather.values or not layout.buoy.centres:
        return "[weather] has no square, or [players] has no round space"
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
    markers, river, weather, buoy = (document[name] for name in ("markers", "river", "weather", "buoy"))
    disc, pieces = document["disc"], document["pieces"]
    return Layout(
        size=place_of(document["size"]),
        markers=Markers(
            word_of(markers["dictionary"]),
            length_of(markers["size"]),
            {int(number): place_of(centre) for number, centre in markers["centres"].items()},
        ),
        disc=DiscSize(length_of(disc["diameter"]), length_of(disc["thickness"])),
        spaces={name: place_of(centre) for name, centre in document["spaces"].items()},
        river=RiverCourse(
            tuple(map(word_of, river["main"])),
            tuple(map(word_of, river["left"])),
            tuple(map(word_of, river["right"])),
            place_of(river["insertion"]),
            number_of(river["rope_x"]),
            # Calibrations of older versions did not keep it: the falls are where the board ends.
            number_of(river.get("falls_x", document["size"][0])),
        ),
        deposits={
            name: DepositArea(
                place_of(deposit["centre"]),
                length_of(deposit["radius"]),
                word_of(deposit["gem"]),
                tuple(map(word_of, deposit["spaces"])),
            )
            for name, deposit in document["deposits"].items()
        },
        beaches={
            name: Beach(*(number_of(corners[end]) for end in ("x_min", "y_min", "x_max", "y_max")))
            for name, corners in document["beaches"].items()
        },
        weather=Weather(
            tuple(map(whole_of, weather["values"])),
            whole_of(weather["start"]),
            tuple(map(place_of, weather["centres"])),
        ),
        buoy=Buoy(tuple(map(place_of, buoy["centres"])), length_of(buoy["diameter"])),
        pieces=Pieces(
            canoe_length=length_of(pieces["canoe_length"]),
            canoe_beam=length_of(pieces["canoe_beam"]),
            joe_colour=word_of(pieces["joe_colour"]),
            gem_size=length_of(pieces["gem_size"]),
            cloud_size=place_of(pieces["cloud_size"]),
        ),
    )
