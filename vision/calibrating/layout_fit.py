"""Fitting the layout to *this* board: river, deposits, track and round spaces need not be where others have them.

From what the set-up picture has and the empty one has not: the rims of nine discs along the river's course, seven
gems on each deposit, the cloud on its square, the buoy on its round space.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.grey import grey_of
from vision.imaging.rings import RingVotes, ring_kernel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from vision.geometry import Canvas
    from vision.layout import Deposit, Layout, Place
    from vision.photometry.relight import Relit

SEARCH_MM = 46
"""How far from the default layout a space is looked for."""
STEP_MM = 1.5
CANDIDATES = 400
SPACING_MM = 56.0
SPACING_SLACK_MM = 1.2
DRIFT_COST = 0.0008
"""Cost of each square millimetre away from the default: decides only where nothing is seen."""


def fit_layout(layout: Layout, set_up: Relit, empty_bgr: NDArray[np.uint8], canvas: Canvas) -> Layout:
    """The layout of the board in these pictures."""
    rims = rim_map(set_up.bgr, empty_bgr)
    course = _fit_river(layout, rims, _water_share(layout, empty_bgr, canvas), canvas)
    rim = RingVotes(layout.disc.diameter / 2 * canvas.px_per_mm * HALF, RIM_PX)
    spaces = _on_rings(course, rim, grey_of(set_up.bgr) - grey_of(empty_bgr), canvas)
    moved = [math.dist(spaces[name], layout.spaces[name]) for name in spaces]
    if sum(moved) / len(moved) < DEFAULT_WITHIN_MM:
        return layout
    deposits = {
        name: replace(deposit, centre=_fit_deposit(deposit, layout, spaces, set_up, empty_bgr, canvas))
        for name, deposit in layout.deposits.items()
    }
    weather = _fit_print(empty_bgr, layout.weather.centres, WEATHER_HALF_MM, cv2.MORPH_RECT, canvas)
    buoy = _shift_of(set_up.difference, layout.buoy.centres[0], canvas)
    return replace(
        layout,
        spaces=spaces,
        deposits=deposits,
        weather=replace(layout.weather, centres=tuple(_moved(at, weather) for at in layout.weather.centres)),
        buoy=replace(layout.buoy, centres=tuple(_moved(at, buoy) for at in layout.buoy.centres)),
        river=replace(layout.river, insertion=_upstream_of(spaces["M1"], spaces["M2"])),
    )


def _on_rings(
    near: Mapping[str, Place], rings: RingVotes, grey: NDArray[np.float32], canvas: Canvas
) -> dict[str, Place]:
    """Each place moved to the middle of the clearest ring around it; left where it is when there is none."""
    half = cv2.resize(grey, None, fx=HALF, fy=HALF, interpolation=cv2.INTER_AREA)
    votes = rings.of(np.asarray(half, np.float32), np.ones(half.shape, bool))
    reach = round(RING_REACH_MM * canvas.px_per_mm * HALF)
    found = {}
    for name, place in near.items():
        x, y = (round((value + 0.5) * HALF - 0.5) for value in canvas.at(place))
        top, left = max(y - reach, 0), max(x - reach, 0)
        window = votes[top : y + reach + 1, left : x + reach + 1]
        row, column = (int(index) for index in np.unravel_index(int(window.argmax()), window.shape))
        clear = float(window[row, column]) > CLEAR_RING
        middle = (left + column + 0.5) / HALF - 0.5, (top + row + 0.5) / HALF - 0.5
        found[name] = canvas.place(*middle) if clear else place
    return found


HALF = 0.5
"""Rings are looked for at this scale."""
RIM_PX = 1.3
RING_REACH_MM = 8.0
CLEAR_RING = 0.5
"""Votes of a ring that is there, in grey levels a pixel."""
DEFAULT_WITHIN_MM = 4.0
"""A board whose spaces are on average this near to the default layout is taken for one of its kind."""
PRINT_REACH_MM = 24.0
WEATHER_HALF_MM = 14.0
BUOY_REACH_MM = 12.0


def _water_share(layout: Layout, empty_bgr: NDArray[np.uint8], canvas: Canvas) -> NDArray[np.float32]:
    """How much of a disc at each pixel would lie on the printed river."""
    lab = cv2.cvtColor(cv2.GaussianBlur(empty_bgr, (0, 0), 3), cv2.COLOR_BGR2LAB).astype(np.float32)
    middles = [tuple(round(value) for value in canvas.at(at)) for at in layout.spaces.values()]
    water = np.median(
        [lab[y - 12 : y + 13, x - 12 : x + 13].reshape(-1, 3).mean(axis=0) for x, y in middles], axis=0
    )
    apart = np.linalg.norm((lab - water)[..., 1:], axis=2)
    mask = cv2.morphologyEx(
        (apart < WATER_CHROMA).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8)
    )
    disc = _filled(layout.disc.diameter / 2 - 2.0, cv2.MORPH_ELLIPSE, canvas)
    return np.asarray(cv2.filter2D(mask.astype(np.float32), cv2.CV_32F, disc, borderType=cv2.BORDER_CONSTANT))


WATER_CHROMA = 16.0
WATER_WORTH = 6.0
"""Gain of a place wholly on the river, against one on land."""


def _fit_deposit(
    deposit: Deposit,
    layout: Layout,
    spaces: dict[str, Place],
    set_up: Relit,
    empty_bgr: NDArray[np.uint8],
    canvas: Canvas,
) -> Place:
    """Where a deposit is: it moved about as its spaces did, its gems show where, and its printed edge the rest."""
    shifts = [np.subtract(spaces[name], layout.spaces[name]) for name in deposit.spaces]
    shift = np.mean(shifts, axis=0)
    near = _moved(deposit.centre, (float(shift[0]), float(shift[1])))
    gems = _blob_near(set_up.difference, near, deposit.radius, canvas)
    edge = RingVotes(deposit.radius * canvas.px_per_mm * HALF, RIM_PX)
    return _on_rings({"": gems}, edge, grey_of(empty_bgr), canvas)[""]


def _fit_print(
    empty_bgr: NDArray[np.uint8], centres: tuple[Place, ...], half_mm: float, shape: int, canvas: Canvas
) -> Place:
    """How far a row of printed places lies from where it should: inside them the print is unlike what is around."""
    inner = _filled(half_mm - 1.0, shape, canvas)
    outer = _filled(half_mm + 2.0, shape, canvas)
    blurred = empty_bgr.astype(np.float32)
    stands_out = np.abs(
        cv2.filter2D(blurred, cv2.CV_32F, inner) - cv2.filter2D(blurred, cv2.CV_32F, outer)
    ).sum(axis=2)
    reach = round(PRINT_REACH_MM * canvas.px_per_mm)
    pad = cv2.copyMakeBorder(stands_out, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=0.0)
    total = np.zeros((2 * reach + 1, 2 * reach + 1), np.float64)
    for centre in centres:
        x, y = (round(value) for value in canvas.at(centre))
        total += np.minimum(pad[y : y + 2 * reach + 1, x : x + 2 * reach + 1], MOST_STANDING_OUT)
    row, column = np.unravel_index(int(total.argmax()), total.shape)
    return float(column - reach) / canvas.px_per_mm, float(row - reach) / canvas.px_per_mm


MOST_STANDING_OUT = 60.0
"""One place that stands out more than this says no more than one that stands out so much."""


def _filled(half_mm: float, shape: int, canvas: Canvas) -> NDArray[np.float32]:
    size = round(2 * half_mm * canvas.px_per_mm) | 1
    kernel = cv2.getStructuringElement(shape, (size, size)).astype(np.float32)
    return np.asarray(kernel / kernel.sum(), np.float32)


def rim_map(bgr: NDArray[np.uint8], empty_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How strongly fine structure appeared or vanished, against the empty board: rims show, shades do not."""
    now, plain = (
        cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32) for picture in (bgr, empty_bgr)
    )
    apart = cv2.GaussianBlur(now - plain, (0, 0), 1.0)
    fine = np.abs(apart - cv2.GaussianBlur(apart, (0, 0), 6.0))
    return np.asarray(np.minimum(fine, 25.0), np.float32)


def _fit_river(
    layout: Layout, rims: NDArray[np.float32], water: NDArray[np.float32], canvas: Canvas
) -> dict[str, Place]:
    """The course with the strongest rims whose discs lie a disc apart: dynamic programming from the fork outwards."""
    kernel = ring_kernel(layout.disc.diameter / 2 * canvas.px_per_mm)
    score = np.asarray(cv2.filter2D(rims, cv2.CV_32F, kernel), np.float32)
    scale = max(float(np.percentile(score, 99.5)), 0.5)
    gain_map = np.minimum(score / scale, 1.5) + WATER_WORTH * np.minimum(water, 0.98)
    choices = {
        name: _candidates(np.asarray(gain_map, np.float32), at, canvas) for name, at in layout.spaces.items()
    }
    main, left, right = layout.river.main, layout.river.left, layout.river.right
    # Costs gather at the fork from the three branches; from there the best places are read back outwards.
    chains = [list(main[:-1]), list(reversed(left)), list(reversed(right))]
    fork = main[-1]
    places, gain = choices[fork]
    total, backs = gain.copy(), []
    for chain in chains:
        reached, steps = _gather([choices[name] for name in chain])
        link = _link_cost(choices[chain[-1]][0], places)
        joined = reached[:, None] - link
        backs.append((chain, steps, joined.argmax(axis=0)))
        total = total + joined.max(axis=0)
    best = int(total.argmax())
    found = {fork: _place(places[best])}
    for chain, steps, entry in backs:
        index = int(entry[best])
        for position in range(len(chain) - 1, -1, -1):
            found[chain[position]] = _place(choices[chain[position]][0][index])
            if position:
                index = int(steps[position][index])
    return {name: found[name] for name in layout.spaces}


def _gather(
    chain: list[tuple[NDArray[np.float64], NDArray[np.float64]]],
) -> tuple[NDArray[np.float64], list[NDArray[np.int64]]]:
    reached = chain[0][1]
    steps: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    for (before, _), (places, gain) in itertools.pairwise(chain):
        joined = reached[:, None] - _link_cost(before, places)
        steps.append(joined.argmax(axis=0))
        reached = joined.max(axis=0) + gain
    return reached, steps


def _link_cost(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    apart = np.hypot(one[:, None, 0] - other[None, :, 0], one[:, None, 1] - other[None, :, 1])
    return np.minimum(((apart - SPACING_MM) / SPACING_SLACK_MM) ** 2 * 0.2, 50.0)


def _candidates(
    score: NDArray[np.float32], at: Place, canvas: Canvas
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The most rim-like places near ``at``, (n, 2) millimetres, with their gain."""
    offsets = np.arange(-SEARCH_MM, SEARCH_MM + STEP_MM, STEP_MM)
    grid = np.stack(np.meshgrid(offsets, offsets), axis=-1).reshape(-1, 2)
    places = grid + np.asarray(at)
    pixels = np.rint((places + canvas.margin_mm) * canvas.px_per_mm).astype(int)
    height, width = score.shape
    inside = (pixels[:, 0] >= 0) & (pixels[:, 0] < width) & (pixels[:, 1] >= 0) & (pixels[:, 1] < height)
    places, grid, pixels = places[inside], grid[inside], pixels[inside]
    gain = score[pixels[:, 1], pixels[:, 0]] - DRIFT_COST * np.sum(grid**2, axis=1)
    top = np.argsort(gain)[-CANDIDATES:]
    return places[top], gain[top].astype(np.float64)


def _place(place: NDArray[np.float64]) -> Place:
    return float(place[0]), float(place[1])


def _moved(place: Place, shift: Place) -> Place:
    return place[0] + shift[0], place[1] + shift[1]


def _upstream_of(first: Place, second: Place) -> Place:
    return 2 * first[0] - second[0], 2 * first[1] - second[1]


DEPOSIT_REACH_MM = 10.0


def _blob_near(difference: NDArray[np.uint8], at: Place, radius_mm: float, canvas: Canvas) -> Place:
    """The middle of what appeared around ``at``: where a circle of this radius holds most of it."""
    inside = np.minimum(difference, 60).astype(np.float32)
    radius_px = radius_mm * canvas.px_per_mm
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (int(2 * radius_px) | 1,) * 2).astype(np.float32)
    held = cv2.filter2D(inside, cv2.CV_32F, kernel / kernel.sum())
    x, y = (round(value) for value in canvas.at(at))
    reach = round(DEPOSIT_REACH_MM * canvas.px_per_mm)
    top, left = max(y - reach, 0), max(x - reach, 0)
    window = held[top : y + reach, left : x + reach]
    weight = np.clip(window - 0.92 * window.max(), 0, None)
    rows, columns = np.mgrid[0 : window.shape[0], 0 : window.shape[1]]
    total = float(weight.sum())
    return canvas.place(
        left + float((columns * weight).sum()) / total, top + float((rows * weight).sum()) / total
    )


def _shift_of(difference: NDArray[np.uint8], at: Place, canvas: Canvas) -> Place:
    """How far the buoy near ``at`` is from there, by its centre of mass."""
    x, y = (round(value) for value in canvas.at(at))
    reach = round(BUOY_REACH_MM * canvas.px_per_mm)
    top, left = max(y - reach, 0), max(x - reach, 0)
    window = difference[top : y + reach, left : x + reach].astype(np.float64)
    weight = np.clip(window - 25, 0, None)
    if weight.sum() == 0:
        return 0.0, 0.0
    rows, columns = np.mgrid[0 : window.shape[0], 0 : window.shape[1]]
    found = canvas.place(
        left + (columns * weight).sum() / weight.sum(), top + (rows * weight).sum() / weight.sum()
    )
    return found[0] - at[0], found[1] - at[1]
