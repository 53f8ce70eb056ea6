"""Where rings, deposits, weather squares and buoy spaces are on this board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrating.course_gain import mean_kernel
from vision.imaging.half_scale import halved, to_full, to_half
from vision.imaging.rings import RingVotes
from vision.imaging.windows import around, between

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vision.geometry import Canvas
    from vision.imaging.windows import Window
    from vision.layout import Place

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]
Shift = tuple[float, float]
"""How far something lies from its usual place: millimetres down the river, millimetres towards the right bank."""


@dataclass(frozen=True, slots=True)
class PrintedPlaceParameters:
    """How places are found again, on the rectified picture.

    Chosen on sessions 00-07 of the photo-real development tables and on virtual boards printed otherwise, by how far
    from their true places they are found.
    """

    ring_width_px: float = 1.3
    """Standard deviation of a ring's width, in pixels of two of the canvas's. More: places are vague. Less:
    rings that are a little too wide are not found."""
    ring_reach_mm: float = 8.0
    """How far to each side a ring's middle is looked for. More: neighbours' rings are found. Less: shifted
    ones are not."""
    clear_ring_votes: float = 0.5
    """Votes from which there is a ring, in grey levels a pixel. More: faint rings are not used. Less: any
    edges are."""
    gems_reach_mm: float = 10.0
    """How far to each side of where a deposit should be its gems are looked for."""
    strongest_gem: float = 60.0
    """Difference to the empty board, in grey levels, beyond which a gem counts no more. More: dark stones
    weigh more than clear ones. Less: their shadows weigh as much as they do."""
    gems_peak_share: float = 0.92
    """Share of the most that a circle holds from which its middle counts for the deposit's. More: grain
    decides. Less: the middle of where was looked is found."""
    weather_half_mm: float = 14.0
    """Half the side of a weather square."""
    weather_inset_mm: float = 1.0
    """How much smaller to each side the square is taken whose print is compared …"""
    weather_outset_mm: float = 2.0
    """… and how much larger the one it is compared with. More of both: shifts are found more coarsely. Less:
    there is nothing to compare."""
    weather_reach_mm: float = 24.0
    """How far to each side the row of squares is looked for."""
    most_contrast: float = 60.0
    """Contrast of one square, summed over the colours' grey levels, beyond which it counts no more. More: one
    picture printed beside the row decides. Less: faint edges count as squares."""
    buoy_reach_mm: float = 12.0
    """How far to each side of its space the buoy is looked for."""
    buoy_difference: float = 25.0
    """Difference to the empty board, in grey levels, from which something may be the buoy. More: faint buoys
    are not found. Less: shadows pull it over."""


PRINT_PARAMETERS = PrintedPlaceParameters()


def middles_of_rings(
    near: Mapping[str, Place],
    radius_mm: float,
    grey: Plane,
    canvas: Canvas,
    parameters: PrintedPlaceParameters = PRINT_PARAMETERS,
) -> dict[str, Place]:
    """Each place moved to the middle of the clearest ring of this radius around it; left where there is none."""
    rings = RingVotes(radius_mm * canvas.px_per_mm / 2, parameters.ring_width_px)
    half = halved(grey)
    votes = rings.of(half, np.ones(half.shape, bool))
    reach = round(parameters.ring_reach_mm * canvas.px_per_mm / 2)
    found = {}
    for name, place in near.items():
        x, y = (round(to_half(value)) for value in canvas.at(place))
        rows, columns = window = around((x, y), reach, votes.shape)
        here = votes[window]
        row, column = (int(index) for index in np.unravel_index(int(here.argmax()), here.shape))
        clear = float(here[row, column]) > parameters.clear_ring_votes
        middle = to_full(columns.start + column), to_full(rows.start + row)
        found[name] = canvas.place(*middle) if clear else place
    return found


def middle_of_gems(
    difference: Picture,
    near: Place,
    radius_mm: float,
    canvas: Canvas,
    parameters: PrintedPlaceParameters = PRINT_PARAMETERS,
) -> Place:
    """The middle of what appeared around a deposit: where a circle of its radius holds most of it.

    ``difference`` (height, width) is the set-up picture's to the empty board.
    """
    gems = np.minimum(difference, parameters.strongest_gem).astype(np.float32)
    held = cv2.filter2D(gems, cv2.CV_32F, _circle(radius_mm, canvas))
    window = _square(near, parameters.gems_reach_mm, held.shape, canvas)
    here = held[window]
    return _centre_of_mass(np.clip(here - parameters.gems_peak_share * here.max(), 0, None), window, canvas)


def shift_of_weather(
    empty_bgr: Picture,
    centres: Iterable[Place],
    canvas: Canvas,
    parameters: PrintedPlaceParameters = PRINT_PARAMETERS,
) -> Shift:
    """How far the row of weather squares lies from its usual place: where their contrasts together are the most."""
    contrast = square_contrast(empty_bgr, canvas, parameters)
    reach = round(parameters.weather_reach_mm * canvas.px_per_mm)
    wide = cv2.copyMakeBorder(contrast, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=0.0)
    total = np.zeros((2 * reach + 1, 2 * reach + 1), np.float64)
    for centre in centres:
        x, y = (round(value) for value in canvas.at(centre))
        around = wide[y : y + 2 * reach + 1, x : x + 2 * reach + 1]
        total += np.minimum(around, parameters.most_contrast)
    row, column = np.unravel_index(int(total.argmax()), total.shape)
    return float(column - reach) / canvas.px_per_mm, float(row - reach) / canvas.px_per_mm


def square_contrast(
    empty_bgr: Picture, canvas: Canvas, parameters: PrintedPlaceParameters = PRINT_PARAMETERS
) -> Plane:
    """How unlike its surroundings a weather square around each pixel would be, (height, width).

    In grey levels summed over the colours: the mean of a square less that of a larger one.
    """
    inner = mean_kernel(parameters.weather_half_mm - parameters.weather_inset_mm, cv2.MORPH_RECT, canvas)
    outer = mean_kernel(parameters.weather_half_mm + parameters.weather_outset_mm, cv2.MORPH_RECT, canvas)
    picture = empty_bgr.astype(np.float32)
    means = (cv2.filter2D(picture, cv2.CV_32F, kernel) for kernel in (inner, outer))
    return np.asarray(np.abs(np.subtract(*means)).sum(axis=2), np.float32)


def shift_of_buoy(
    difference: Picture, usual: Place, canvas: Canvas, parameters: PrintedPlaceParameters = PRINT_PARAMETERS
) -> Shift:
    """How far the buoy lies from where it should, by its centre of mass; none where there is nothing.

    ``difference`` (height, width) is the set-up picture's to the empty board.
    """
    window = _square(usual, parameters.buoy_reach_mm, difference.shape, canvas)
    weight = np.clip(difference[window].astype(np.float64) - parameters.buoy_difference, 0, None)
    if weight.sum() == 0:
        return 0.0, 0.0
    right, down = np.subtract(_centre_of_mass(weight, window, canvas), usual)
    return right, down


def _square(place: Place, reach_mm: float, shape: tuple[int, ...], canvas: Canvas) -> Window:
    """The square of the canvas within a reach of a place."""
    x, y = (round(value) for value in canvas.at(place))
    reach = round(reach_mm * canvas.px_per_mm)
    return between((x - reach, y - reach), (x + reach, y + reach), shape)


def _centre_of_mass(weight: NDArray[Any], window: Window, canvas: Canvas) -> Place:
    """The middle of a window's pixels (rows, columns), each with its weight."""
    rows, columns = np.mgrid[0 : weight.shape[0], 0 : weight.shape[1]]
    total = float(weight.sum())
    return canvas.place(
        window[1].start + float((columns * weight).sum()) / total,
        window[0].start + float((rows * weight).sum()) / total,
    )


def _circle(radius_mm: float, canvas: Canvas) -> Plane:
    """The kernel that averages over a circle."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (int(2 * radius_mm * canvas.px_per_mm) | 1,) * 2)
    kernel = kernel.astype(np.float32)
    return np.asarray(kernel / kernel.sum(), np.float32)
