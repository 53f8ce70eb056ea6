"""Fitting the layout to *this* board: every place where its print and the set-up picture have it, and how certainly.

The layout given is a first guess of each place. What speaks for another is on the empty picture - the outlines of
places - and in the set-up one: nine discs' rims along the river, seven gems on each deposit, the cloud on 0, the buoy
at the first player's space, the canoes on the beaches (B1).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.calibrating.course_gain import combined, rim_map, rim_scores, water_share
from vision.calibrating.printed_areas import find_beach, find_deposits
from vision.calibrating.printed_places import middles_of_rings
from vision.calibrating.printed_rows import find_buoy, find_weather
from vision.calibrating.river_course import best_course, candidates_near, only_at
from vision.calibration.places import (
    CONFIRMED,
    INSERTION,
    PlaceKind,
    beach_name,
    buoy_name,
    layout_with,
    places_of,
    weather_name,
)
from vision.imaging.grey import grey_of
from vision.imaging.windows import around
from vision.layout import Beach

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from numpy.typing import NDArray

    from vision.calibrating.likely_place import Plane, Shift
    from vision.geometry import Canvas
    from vision.layout import DepositArea, Layout, Place
    from vision.photometry.relight import Relit


@dataclass(frozen=True, slots=True)
class LayoutThresholds:
    """When a board is one of the usual kind, and how certain its river is.

    Chosen on sessions 00-07 of the photo-real development tables and on virtual boards printed otherwise, by how far
    from their true places the places are found.
    """

    usual_within_mm: float = 2.5
    """Mean distance of the spaces found from the usual ones below which the usual ones are kept. More:
    boards printed a little otherwise are read with the wrong places. Less: the places of usual boards have
    the noise of finding."""
    usual_shift_mm: float = 2.0
    """The same of what is found by itself: a row, a deposit."""
    usual_beach_mm: float = 4.0
    """The same of a beach, whose sand is printed with a soft edge."""
    usual_certainty: float = 0.99
    """Certainty of spaces where all nine together lie as usual."""
    least_gain: float = 4.6
    """The gain of a space, in rims (`vision.calibrating.course_gain`), that is as likely as that no disc lies there.
    More: discs whose rims hardly show are unsure. Less: spaces on land are sure."""
    gain_temperature: float = 0.3
    """By how much more gain a disc is e times as likely."""


LAYOUT_THRESHOLDS = LayoutThresholds()


@dataclass(frozen=True, slots=True)
class RoomParameters:
    """How far from where they are guessed pieces may lie before the places are found: there no hand is looked for.

    As far as virtual boards are printed otherwise whose set-up was held for covered.
    """

    beach_mm: float = 30.0
    """Around a beach. More: hands over the beaches spoil the learning. Less: canoes on a beach that is printed
    elsewhere are taken for a hand."""
    disc_mm: float = 10.0
    """Around a disc."""
    deposit_mm: float = 10.0
    """Around a deposit."""


ROOM = RoomParameters()


@dataclass(frozen=True, slots=True)
class FittedLayout:
    """Where everything lies on this board, and how certain each place is, by its name."""

    layout: Layout
    certainty: Mapping[str, float]


def fit_layout(
    guess: Layout,
    set_up: Relit,
    empty_bgr: NDArray[np.uint8],
    canvas: Canvas,
    confirmed: Collection[str] = (),
) -> FittedLayout:
    """The layout of the board in these pictures; the places whose names are ``confirmed`` stay as they are guessed."""
    river = fit_river(guess, set_up, empty_bgr, canvas, confirmed)
    deposits = {
        name: deposit if name in confirmed else _with_river(deposit, guess, river.layout)
        for name, deposit in guess.deposits.items()
    }
    near = replace(river.layout, deposits=deposits)
    weather, buoy = (find(guess, empty_bgr, set_up, canvas) for find in (find_weather, find_buoy))
    found = {
        **{weather_name(value): weather for value in guess.weather.values},
        **{buoy_name(index): buoy for index in range(len(guess.buoy.centres))},
        **find_deposits(near.deposits, empty_bgr, set_up, canvas),
        **{
            beach_name(side): find_beach(beach, empty_bgr, set_up, canvas)
            for side, beach in guess.beaches.items()
        },
    }
    guessed = {place.name: place.centre_mm for place in places_of(guess, {})}
    moved = []
    for place in places_of(near, {}):
        if place.name in confirmed:
            moved.append(replace(place, centre_mm=guessed[place.name]))
        elif place.name in found:
            centre = _moved(place.centre_mm, found[place.name].shift_mm)
            moved.append(replace(place, centre_mm=usual_or(centre, guessed[place.name], place.kind)))
    certainty = {**river.certainty, **{name: likely.certainty for name, likely in found.items()}}
    certainty |= dict.fromkeys(confirmed, CONFIRMED)
    return FittedLayout(layout_with(near, moved), certainty)


def with_room(guess: Layout, room: RoomParameters = ROOM) -> Layout:
    """A layout with places so large that they hold the pieces also where this board has them elsewhere."""
    beaches = {
        side: Beach(
            beach.x_min - room.beach_mm,
            beach.y_min - room.beach_mm,
            beach.x_max + room.beach_mm,
            beach.y_max + room.beach_mm,
        )
        for side, beach in guess.beaches.items()
    }
    deposits = {
        name: replace(deposit, radius=deposit.radius + room.deposit_mm)
        for name, deposit in guess.deposits.items()
    }
    disc = replace(guess.disc, diameter=guess.disc.diameter + 2 * room.disc_mm)
    return replace(guess, disc=disc, deposits=deposits, beaches=beaches)


def fit_river(
    guess: Layout,
    set_up: Relit,
    empty_bgr: NDArray[np.uint8],
    canvas: Canvas,
    confirmed: Collection[str] = (),
    thresholds: LayoutThresholds = LAYOUT_THRESHOLDS,
) -> FittedLayout:
    """The layout with this board's spaces and the place above the rope; all else as guessed."""
    diameter = guess.disc.diameter
    scores = rim_scores(rim_map(set_up.bgr, empty_bgr), diameter, canvas)
    gain = combined(scores, water_share(empty_bgr, guess.spaces.values(), diameter, canvas))
    free = [name for name in guess.spaces if name not in confirmed]
    spaces = dict(guess.spaces)
    change = grey_of(set_up.bgr) - grey_of(empty_bgr)
    # A second time around what was found: the true places may be farther off than the first search reaches.
    for _ in range(2):
        choices = {
            name: candidates_near(at, gain, canvas) if name in free else only_at(at)
            for name, at in spaces.items()
        }
        course = best_course(choices, guess.river)
        found = middles_of_rings({name: course[name] for name in free}, diameter / 2, change, canvas)
        spaces = {**guess.spaces, **found}
        if is_usual(found, guess.spaces):
            return FittedLayout(guess, dict.fromkeys((*free, INSERTION), thresholds.usual_certainty))
    certainty = {name: space_certainty(gain_at(gain, spaces[name], canvas)) for name in free}
    first, second = (spaces[name] for name in guess.river.main[:2])
    above = 2 * first[0] - second[0], 2 * first[1] - second[1]
    certainty[INSERTION] = min(certainty.get(name, CONFIRMED) for name in guess.river.main[:2])
    river = replace(guess.river, insertion=above, rope_x=(above[0] + first[0]) / 2)
    return FittedLayout(replace(guess, spaces=spaces, river=river), certainty)


def is_usual(
    spaces: Mapping[str, Place],
    usual: Mapping[str, Place],
    thresholds: LayoutThresholds = LAYOUT_THRESHOLDS,
) -> bool:
    """Whether spaces lie near enough to the usual ones to be taken for them."""
    moved_mm = [math.dist(spaces[name], usual[name]) for name in spaces]
    return sum(moved_mm) < thresholds.usual_within_mm * len(moved_mm) or not moved_mm


def usual_or(
    found: Place, usual: Place, kind: PlaceKind, thresholds: LayoutThresholds = LAYOUT_THRESHOLDS
) -> Place:
    """The usual place where one is found so near to it that finding is as inexact, else the one found."""
    within = thresholds.usual_beach_mm if kind is PlaceKind.BEACH else thresholds.usual_shift_mm
    return usual if math.dist(found, usual) < within else found


def gain_at(gain: Plane, place: Place, canvas: Canvas) -> float:
    """The gain of a disc at a place, or a pixel beside it."""
    here = gain[around(canvas.at(place), 1, gain.shape)]
    return float(here.max()) if here.size else 0.0


def space_certainty(gain: float, thresholds: LayoutThresholds = LAYOUT_THRESHOLDS) -> float:
    """How certain a space is whose disc has this gain, in rims: the posterior against no disc there."""
    return 1 / (1 + math.exp((thresholds.least_gain - gain) / thresholds.gain_temperature))


def _with_river(deposit: DepositArea, guess: Layout, fitted: Layout) -> DepositArea:
    """A deposit, moved about as its spaces were: they are printed together."""
    shifts = [np.subtract(fitted.spaces[space], guess.spaces[space]) for space in deposit.spaces]
    right, down = np.mean(shifts, axis=0)
    return replace(deposit, centre=_moved(deposit.centre, (float(right), float(down))))


def _moved(place: Place, shift: Shift) -> Place:
    return place[0] + shift[0], place[1] + shift[1]
