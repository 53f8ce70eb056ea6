"""The file of a board's places: the layout file's form, with what is unsure in a section of its own.

Everything in it may be edited by hand, and left out: a place that stands in the file and not under ``[unsure]`` is
confirmed, one that stands there is a first guess, and one that is missing is found by calibration from scratch.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vision.calibration.places import FALLS, INSERTION, ROPE, beach_name, buoy_name, places_of, weather_name
from vision.errors import LayoutError
from vision.layout import default_toml, layout_from_toml, layout_problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.layout import Layout, Place

UNSURE = "unsure"
"""The section of what is not confirmed: a certainty, 0 to 1, for each name."""
HEADER = """\
# Where everything lies on this board, in millimetres: x runs downstream from the board's upstream edge,
# y from the left bank's edge to the right bank's (left and right as a canoe drifts downstream).
# Correct what is wrong, and take the lines of all that is right now out of [unsure] below: what is named
# there is looked for again. Then: niagara calibrate --places FILE …
"""


@dataclass(frozen=True, slots=True)
class KnownPlaces:
    """What somebody knows of a board: all places as a first guess, and the names of those that are confirmed."""

    layout: Layout
    confirmed: frozenset[str]


def load_places(path: Path) -> KnownPlaces:
    """The places in a file like `places_to_toml` writes, or in a part of one.

    Raises `LayoutError`, whose sentence says what is wrong where in the file.
    """
    try:
        return _known(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        message = f"{path}: cannot be read ({error.strerror})"
        raise LayoutError(message) from error
    except LayoutError as error:
        message = f"{path}: {error}"
        raise LayoutError(message) from error
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        message = f"{path}: not a file of places ({error})"
        raise LayoutError(message) from error


def _known(toml: dict[str, Any]) -> KnownPlaces:
    unsure = toml.pop(UNSURE, {})
    layout = layout_from_toml(_merged(default_toml(), toml))
    problem = layout_problem(layout)
    if problem is not None:
        raise LayoutError(problem)
    names = {place.name for place in places_of(layout, {})}
    for name, certainty in unsure.items():
        if name not in names:
            message = f"[{UNSURE}] names {name}, which is no place; expected {', '.join(sorted(names))}"
            raise LayoutError(message)
        if not isinstance(certainty, int | float) or not 0 <= certainty <= 1:
            message = f"[{UNSURE}] {name} = {certainty!r}: expected a certainty from 0 to 1"
            raise LayoutError(message)
    return KnownPlaces(layout, frozenset(_named_in(toml, layout)) - set(unsure))


def _merged(base: Mapping[str, Any], over: Mapping[str, Any], section: str = "") -> dict[str, Any]:
    """The ``base`` with what ``over`` has instead; raises `LayoutError` with a sentence for what it does not know."""
    merged = dict(base)
    for key, value in over.items():
        name = f"{section}.{key}" if section else key
        if key not in base:
            message = f"{name} is not known here; expected {', '.join(base)}"
            raise LayoutError(message)
        if name == "markers.centres" or not isinstance(base[key], Mapping):
            merged[key] = value
        elif isinstance(value, Mapping):
            merged[key] = _merged(base[key], value, name)
        else:
            message = f"{name} = {value!r}: expected a section with {', '.join(base[key])}"
            raise LayoutError(message)
    return merged


def _named_in(toml: Mapping[str, Any], layout: Layout) -> Iterator[str]:
    """The names of the places that a file gives."""
    yield from toml.get("spaces", {})
    yield from (name for name, deposit in toml.get("deposits", {}).items() if "centre" in deposit)
    yield from map(beach_name, toml.get("beaches", {}))
    river = toml.get("river", {})
    yield from (
        name for key, name in (("insertion", INSERTION), ("rope_x", ROPE), ("falls_x", FALLS)) if key in river
    )
    if "centres" in toml.get("weather", {}):
        yield from map(weather_name, layout.weather.values)
    if "buoy" in toml.get("players", {}):
        yield from (buoy_name(index) for index in range(len(layout.buoy.centres)))


def places_to_toml(layout: Layout, certainty: Mapping[str, float]) -> str:
    """The file of these places; those of which calibration is not certain stand under ``[unsure]``."""
    unsure = [place for place in places_of(layout, certainty) if not place.is_sure]
    beaches = {
        side: f"[{beach.x_min:.1f}, {beach.y_min:.1f}, {beach.x_max:.1f}, {beach.y_max:.1f}]"
        for side, beach in layout.beaches.items()
    }
    deposits = {
        name: f"{{ centre = {_at(deposit.centre)}, radius = {deposit.radius:.1f} }}"
        for name, deposit in layout.deposits.items()
    }
    river = layout.river
    return HEADER + "".join(
        (
            f"\nsize = {_at(layout.size)}\n",
            _section("spaces", {name: _at(place) for name, place in layout.spaces.items()}),
            _section(
                "river",
                {
                    "insertion": _at(river.insertion),
                    "rope_x": f"{river.rope_x:.1f}",
                    "falls_x": f"{river.falls_x:.1f}",
                },
            ),
            _section("deposits", deposits),
            _section("beaches", beaches),
            _section("weather", {"centres": _row(layout.weather.centres)}),
            _section("players", {"buoy": _row(layout.buoy.centres)}),
            _section(UNSURE, {f'"{place.name}"': f"{place.certainty:.2f}" for place in unsure}),
        )
    )


def _section(name: str, entries: Mapping[str, str]) -> str:
    return f"\n[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in entries.items())


def _row(centres: tuple[Place, ...]) -> str:
    return "[" + ", ".join(map(_at, centres)) + "]"


def _at(place: Place) -> str:
    return f"[{place[0]:.1f}, {place[1]:.1f}]"
