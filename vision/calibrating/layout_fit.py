"""Fitting the layout to *this* board: river, deposits, track and round spaces need not be where others have them.

From what the set-up picture has and the empty one has not: the rims of nine discs along the river's course, seven
gems on each deposit, the buoy on its round space; and from the print of deposits and weather squares.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.calibrating.course_gain import combined, rim_map, rim_scores, water_share
from vision.calibrating.printed_places import (
    middle_of_gems,
    middles_of_rings,
    shift_of_buoy,
    shift_of_weather,
)
from vision.calibrating.river_course import best_course, candidates_near
from vision.imaging.grey import grey_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from vision.geometry import Canvas
    from vision.layout import DepositArea, Layout, Place
    from vision.photometry.relight import Relit


@dataclass(frozen=True, slots=True)
class LayoutThresholds:
    """When a board is one of the usual kind.

    Chosen on sessions 00-07 of the photo-real development tables and on virtual boards printed otherwise, by how far
    from their true places the spaces are found.
    """

    usual_within_mm: float = 4.0
    """Mean distance of the spaces found from the usual ones below which the usual layout is kept. More:
    boards printed a little otherwise are read with the wrong places. Less: the places of usual boards have
    the noise of finding."""


LAYOUT_THRESHOLDS = LayoutThresholds()


def fit_layout(layout: Layout, set_up: Relit, empty_bgr: NDArray[np.uint8], canvas: Canvas) -> Layout:
    """The layout of the board in these pictures."""
    spaces = find_spaces(layout, set_up.bgr, empty_bgr, canvas)
    if is_usual(spaces, layout.spaces):
        return layout
    deposits = {
        name: replace(deposit, centre=_find_deposit(deposit, layout, spaces, set_up, empty_bgr, canvas))
        for name, deposit in layout.deposits.items()
    }
    weather = shift_of_weather(empty_bgr, layout.weather.centres, canvas)
    buoy = shift_of_buoy(set_up.difference, layout.buoy.centres[0], canvas)
    return replace(
        layout,
        spaces=spaces,
        deposits=deposits,
        weather=replace(layout.weather, centres=tuple(_moved(at, weather) for at in layout.weather.centres)),
        buoy=replace(layout.buoy, centres=tuple(_moved(at, buoy) for at in layout.buoy.centres)),
        river=replace(layout.river, insertion=_upstream_of(spaces["M1"], spaces["M2"])),
    )


def find_spaces(
    layout: Layout, set_up_bgr: NDArray[np.uint8], empty_bgr: NDArray[np.uint8], canvas: Canvas
) -> dict[str, Place]:
    """The spaces of the river: along its best course, each in the middle of its disc's rim."""
    diameter = layout.disc.diameter
    scores = rim_scores(rim_map(set_up_bgr, empty_bgr), diameter, canvas)
    gain = combined(scores, water_share(empty_bgr, layout.spaces.values(), diameter, canvas))
    choices = {name: candidates_near(usual, gain, canvas) for name, usual in layout.spaces.items()}
    course = best_course(choices, layout.river)
    return middles_of_rings(course, diameter / 2, grey_of(set_up_bgr) - grey_of(empty_bgr), canvas)


def is_usual(
    spaces: Mapping[str, Place],
    usual: Mapping[str, Place],
    thresholds: LayoutThresholds = LAYOUT_THRESHOLDS,
) -> bool:
    """Whether spaces lie near enough to the usual ones to be taken for them."""
    moved_mm = [math.dist(spaces[name], usual[name]) for name in spaces]
    return sum(moved_mm) / len(moved_mm) < thresholds.usual_within_mm


def _find_deposit(
    deposit: DepositArea,
    layout: Layout,
    spaces: Mapping[str, Place],
    set_up: Relit,
    empty_bgr: NDArray[np.uint8],
    canvas: Canvas,
) -> Place:
    """Where a deposit is: it moved about as its spaces did, its gems show where, and its printed edge the rest."""
    shifts = [np.subtract(spaces[name], layout.spaces[name]) for name in deposit.spaces]
    shift = np.mean(shifts, axis=0)
    near = _moved(deposit.centre, (float(shift[0]), float(shift[1])))
    gems = middle_of_gems(set_up.difference, near, deposit.radius, canvas)
    return middles_of_rings({"": gems}, deposit.radius, grey_of(empty_bgr), canvas)[""]


def _moved(place: Place, shift: Place) -> Place:
    return place[0] + shift[0], place[1] + shift[1]


def _upstream_of(first: Place, second: Place) -> Place:
    return 2 * first[0] - second[0], 2 * first[1] - second[1]
