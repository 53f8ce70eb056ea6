"""What is to be drawn over a picture so that a person sees what was read: rings, tags and lines, on the board.

Only what and where; `vision.overlay.pen` draws it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.overlay.colours import DISC_BGR, GREEN, GREY, ORANGE, PAPER, RED, darkened
from vision.sighting import UNKNOWN, Board, DiscState
from vision.typical_colours import TYPICAL_CANOE_BGR, TYPICAL_GEM_BGR

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.layout import Layout, Place
    from vision.overlay.colours import Colour
    from vision.sighting import SeenCanoe, SeenSpace, Sighting

WEATHER_RING_MM = 14.0
"""Radius of the ring around the weather square on which the cloud lies: just around the cloud. More runs into the
next square, less through the cloud."""
WEATHER_QUESTION_MM = 12.0
"""The question about the weather stands so far, in millimetres, from the middle of the track: beside the cloud, should
it lie there. More runs into the next square, less over the cloud."""


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle on the board; ``hatched`` where nothing was seen."""

    centre_mm: Place
    radius_mm: float
    bgr: Colour
    bold: bool = False
    hatched: bool = False


@dataclass(frozen=True, slots=True)
class Tag:
    """Text on a filled box beside a place."""

    centre_mm: Place
    radius_mm: float
    text: str
    fill: Colour = PAPER
    spot: Colour | None = None
    """A gem's colour, as a dot at the end of the box."""
    below: bool = False
    """Below the place in the picture, not above it."""
    away_mm: Place | None = None
    """Above or below, whichever is farther from this place on the board: tags keep off the river and the island."""


@dataclass(frozen=True, slots=True)
class Headline:
    """A line of text along the top of the picture."""

    text: str
    fill: Colour


Mark = Ring | Tag | Headline


def headline(sighting: Sighting | None) -> Headline:
    """How the picture as a whole was taken: usable, moved, hidden in part, or why it is not used."""
    if sighting is None or sighting.board is Board.LOST:
        why = "" if sighting is None or sighting.why is None else f" ({sighting.why})"
        return Headline(f"board lost{why}", RED)
    found = f"board by {sighting.board_by}, {sighting.reprojection_px:.1f} px"
    if sighting.board is Board.MOVED:
        found = f"board moved, found again by {sighting.board_by}, {sighting.reprojection_px:.1f} px"
    if not sighting.readable:
        return Headline(f"not used: {sighting.why} - {found}", RED)
    if sighting.hand:
        return Headline(f"hand in the picture - {found}", ORANGE)
    return Headline(found, ORANGE if sighting.board is Board.MOVED else PAPER)


def marks_of(sighting: Sighting, layout: Layout) -> tuple[Mark, ...]:
    """Everything that was read, each thing where it was; of a picture not used only why it was not."""
    if not sighting.readable:
        return (headline(sighting),)
    marks: list[Mark] = [headline(sighting)]
    for name, space in sighting.spaces.items():
        marks.extend(_space(name, space, layout, sighting.confidence.get(name)))
    if sighting.insertion is not DiscState.MISSING:
        marks.extend(_insertion(sighting.insertion, layout))
    marks.extend(_deposits(sighting, layout))
    marks.extend(_markers(sighting, layout))
    marks.extend(_counts(sighting, layout))
    return tuple(marks)


def _space(name: str, space: SeenSpace, layout: Layout, confidence: float | None) -> list[Mark]:
    centre, radius = layout.spaces[name], layout.disc.diameter / 2
    unseen = space.disc is DiscState.UNSEEN and space.canoes is None
    told = name
    if space.disc is not DiscState.SEATED:
        told += f" {space.disc}"
    if space.disc is DiscState.DISPLACED and space.offset_mm is not None:
        told += f" {space.offset_mm:.0f} mm"
    if confidence is not None and not unseen:
        told += f" {100 * confidence:.0f}%"
    bold = space.disc in (DiscState.DISPLACED, DiscState.MISSING)
    fork = layout.spaces[layout.river.main[-1]]
    away = None if name in layout.river.main else fork
    fill = darkened(DISC_BGR[space.disc]) if bold else PAPER
    marks: list[Mark] = [
        Ring(centre, radius, DISC_BGR[space.disc], bold=bold, hatched=unseen),
        Tag(centre, radius, told, fill, away_mm=away),
    ]
    if space.canoes is None:
        return marks if unseen else [*marks, Tag(centre, radius, "canoes ?", below=True, away_mm=away)]
    return [*marks, *(_canoe(canoe, centre, radius, away) for canoe in space.canoes)]


def _canoe(canoe: SeenCanoe, centre: Place, radius: float, away: Place | None) -> Tag:
    """A canoe in its own colour, with its cargo in words and as a dot."""
    text = canoe.colour
    if canoe.cargo is not None:
        text += " + ?" if canoe.cargo == UNKNOWN else f" + {canoe.cargo}"
    spot = None if canoe.cargo in (None, UNKNOWN) else TYPICAL_GEM_BGR.get(str(canoe.cargo))
    return Tag(centre, radius, text, TYPICAL_CANOE_BGR[canoe.colour], spot, below=True, away_mm=away)


def _insertion(disc: DiscState, layout: Layout) -> list[Mark]:
    """A disc above the rope is one too many; not seen, it may be."""
    centre, radius = layout.river.insertion, layout.disc.diameter / 2
    if disc is DiscState.UNSEEN:
        return [Ring(centre, radius, GREY, hatched=True)]
    return [Ring(centre, radius, RED, bold=True), Tag(centre, radius, "extra disc", darkened(RED))]


def _deposits(sighting: Sighting, layout: Layout) -> list[Mark]:
    marks: list[Mark] = []
    for name, gems in sighting.deposits.items():
        deposit = layout.deposits[name]
        lines = ["?"] if gems is None else [f"{count} {gem}" for gem, count in gems.items()] or ["none"]
        marks.append(Ring(deposit.centre, deposit.radius, GREY if gems is None else GREEN))
        river = min(layout.spaces.values(), key=lambda space: math.dist(space, deposit.centre))
        marks.extend(Tag(deposit.centre, deposit.radius, text, away_mm=river) for text in lines)
    return marks


def _markers(sighting: Sighting, layout: Layout) -> list[Mark]:
    marks: list[Mark] = []
    weather, buoy = layout.weather, layout.buoy
    if sighting.weather is None:
        marks.append(Tag(weather.centres[len(weather.centres) // 2], WEATHER_QUESTION_MM, "weather ?"))
    else:
        centre = weather.centres[weather.values.index(sighting.weather)]
        marks += [
            Ring(centre, WEATHER_RING_MM, GREEN),
            Tag(centre, WEATHER_RING_MM, f"weather {sighting.weather:+d}"),
        ]
    if sighting.buoy is None:
        marks.append(Tag(buoy.centres[len(buoy.centres) // 2], buoy.diameter / 2, "buoy ?"))
    else:
        centre = buoy.centres[sighting.buoy]
        marks += [Ring(centre, buoy.diameter / 2, GREEN), Tag(centre, buoy.diameter / 2, "buoy")]
    return marks


def _counts(sighting: Sighting, layout: Layout) -> list[Mark]:
    """The beaches as one, beside the first of them, and the canoes below the falls, which no place shows."""
    beach = next(iter(layout.beaches.values()))
    middle = ((beach.x_min + beach.x_max) / 2, (beach.y_min + beach.y_max) / 2)
    reach = (beach.y_max - beach.y_min) / 2
    lines = [f"beaches: {_listed(sighting.beach)}"]
    if sighting.falls != {}:
        lines.append(f"below the falls: {_listed(sighting.falls)}")
    return [Tag(middle, reach, text, below=True) for text in lines]


def _listed(counts: Mapping[str, int] | None) -> str:
    """Canoes by colour, ``?`` where they are not known."""
    if counts is None:
        return "?"
    return ", ".join(f"{count} {colour}" for colour, count in counts.items() if count) or "none"
