"""Rims of discs: where in a picture a disc may lie, around each space.

The edges of a transparent disc's rim vote for its middle, wherever it lies; how far they do is held against the
set-up picture, where every disc lies in its seat.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.grey import grey_of
from vision.imaging.rings import RingVotes
from vision.sighting import SEATED_WITHIN_MM

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.calibration.model import Calibration
    from vision.geometry import Canvas
    from vision.layout import Place

SEAT_MM, SEARCH_MM = 4.5, 36.0
"""How far from its place a disc's middle may be seen when it is seated, and is looked for."""
NEARBY_MM = 25.0
"""A disc that is not farther from its place has only slipped."""
BEYOND_MM = 2.0
"""A middle that is not nearer to another space's than this belongs to this space."""
HALF = 0.5
"""Rims are looked for at this scale."""
RIM_PX = 1.3
PRINTED = 7.0
"""Edges of the print stronger than this, in grey levels a pixel, are not looked at: changed light moves them."""
COVERED = 0.4
"""Share of a half-scale pixel that canoes cover from which it is not looked at."""
LEAST_RIM, LEAST_RIM_SEATED = 0.3, 0.15
"""Share of a rim that must be free for its votes to be counted in full; less is enough in a disc's seat, where chance
has one place alone."""
AROUND = np.ones((5, 5), np.uint8)
"""Half-scale pixels in which one rim's votes are spread."""

Grey = NDArray[np.float32]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Rim:
    """A place where a disc may lie."""

    votes: float
    """How strongly its rim votes for it, in grey levels a pixel of the free rim."""
    gained: float
    """By how much that is more than anything gave around there at set-up."""
    free: float
    """The share of its rim that neither canoes nor print hide."""
    place_mm: Place
    away_mm: float
    """How far it is from the space's middle."""


class RimFinder:
    """Looks for rims around named places; keeps what does not change between pictures."""

    def __init__(self, calibration: Calibration, places: Mapping[str, Place]) -> None:
        self._canvas = calibration.canvas
        self._near = {name: _near_to(name, places, self._canvas) for name in places}
        self._plain = _halved(grey_of(calibration.empty_bgr))
        edges = cv2.magnitude(
            *(cv2.Sobel(self._plain, cv2.CV_32F, right, 1 - right, scale=1 / 8) for right in (1, 0))
        )
        self._unprinted = cv2.dilate((edges > PRINTED).astype(np.uint8), np.ones((3, 3), np.uint8)) == 0
        radius_px = calibration.layout.disc.diameter / 2 * self._canvas.px_per_mm * HALF
        self._votes = RingVotes(radius_px, width_px=RIM_PX)
        self._river = self._where_discs_lie()
        self._usual = np.zeros(self._plain.shape, np.float32)
        nothing = np.zeros(calibration.setup_bgr.shape[:2], bool)
        at_set_up = self.look(grey_of(calibration.setup_bgr), nothing)
        self._usual = np.asarray(cv2.dilate(at_set_up.strength, AROUND), np.float32)
        self.at_set_up = {name: at_set_up.seat(name).votes for name in places}
        """The votes for the disc in each seat at set-up."""

    def look(self, grey: Grey, covered: Mask) -> Rims:
        """All rims in a picture, but for pixels ``covered`` by canoes."""
        rows, columns = self._river
        whole = slice(2 * rows.start, 2 * rows.stop), slice(2 * columns.start, 2 * columns.stop)
        free = (_halved(covered[whole].astype(np.float32)) < COVERED) & self._unprinted[rows, columns]
        share = self._votes.share(free)
        apart = _halved(grey[whole]) - self._plain[rows, columns]
        strength = self._votes.of(apart, free) / np.maximum(share, LEAST_RIM)
        rims = Rims.none(self._plain.shape, self._usual, self._near, self._canvas)
        rims.strength[rows, columns] = strength
        rims.peaks[rows, columns] = strength >= cv2.dilate(strength, AROUND)
        rims.free[rows, columns] = share
        return rims

    def _where_discs_lie(self) -> tuple[slice, slice]:
        """The half-scale window with all rims: votes are counted nowhere else."""
        reach = math.ceil(self._votes.radius_px) + 2
        height, width = self._plain.shape
        rows = [near.window[0] for near in self._near.values()]
        columns = [near.window[1] for near in self._near.values()]
        return _united(rows, reach, height), _united(columns, reach, width)


@dataclass(frozen=True, slots=True, eq=False)
class Rims:
    """What the rims in a picture say of a disc around each pixel, at half scale."""

    strength: Grey
    """In grey levels a pixel of the free rim."""
    peaks: Mask
    """Where the votes are the most around."""
    free: Grey
    """The share of the rim that canoes leave free."""
    usual: Grey
    """The most votes around each pixel at set-up."""
    _near: Mapping[str, _Near]
    _canvas: Canvas

    @classmethod
    def none(cls, shape: tuple[int, ...], usual: Grey, near: Mapping[str, _Near], canvas: Canvas) -> Rims:
        """No votes anywhere."""
        strength, peaks, free = (np.zeros(shape, kind) for kind in (np.float32, bool, np.float32))
        return cls(strength, peaks, free, usual, near, canvas)

    def seat(self, name: str) -> Rim:
        """The rim of a disc in its seat, be it hidden for the most part."""
        near = self._near[name]
        rim = self._best(near, near.away_mm < SEAT_MM)
        counted = LEAST_RIM / min(max(rim.free, LEAST_RIM_SEATED), LEAST_RIM)
        return replace(rim, votes=rim.votes * counted)

    def elsewhere(self, name: str) -> Rim:
        """The best rim out of the seat."""
        near = self._near[name]
        return self._best(near, near.own & self.peaks[near.window] & (near.away_mm > SEATED_WITHIN_MM))

    def nearby(self, name: str, gained: float) -> Rim:
        """The best rim of a disc that has slipped, where so much was ``gained`` since set-up."""
        near = self._near[name]
        there = (
            near.own
            & self.peaks[near.window]
            & (near.away_mm > SEATED_WITHIN_MM)
            & (near.away_mm < NEARBY_MM)
        )
        return self._best(near, there & (self.strength[near.window] - self.usual[near.window] > gained))

    def _best(self, near: _Near, there: Mask) -> Rim:
        """The rim with the most votes where one may be; where none may be, one with endlessly few."""
        strength = np.where(there, self.strength[near.window], -np.inf)
        row, column = (int(at) for at in np.unravel_index(int(strength.argmax()), strength.shape))
        rows, columns = near.window
        votes = float(strength[row, column])
        return Rim(
            votes,
            votes - float(self.usual[near.window][row, column]),
            float(self.free[near.window][row, column]),
            self._canvas.place(
                (columns.start + column + 0.5) / HALF - 0.5, (rows.start + row + 0.5) / HALF - 0.5
            ),
            float(near.away_mm[row, column]),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Near:
    """A half-scale window around a space: each pixel's distance from its middle, and whether it is its own."""

    window: tuple[slice, slice]
    away_mm: NDArray[np.float64]
    own: Mask


def _near_to(name: str, places: Mapping[str, Place], canvas: Canvas) -> _Near:
    """The surroundings of a space, without what belongs to its neighbours."""
    x, y = (value * HALF for value in canvas.at(places[name]))
    scale = canvas.px_per_mm * HALF
    width, height = (value * HALF for value in canvas.size_px)
    rows = slice(max(round(y - SEARCH_MM * scale), 0), min(round(y + SEARCH_MM * scale) + 1, int(height)))
    columns = slice(max(round(x - SEARCH_MM * scale), 0), min(round(x + SEARCH_MM * scale) + 1, int(width)))
    down, across = np.mgrid[rows, columns]

    def away(place: Place) -> NDArray[np.float64]:
        other_x, other_y = (value * HALF for value in canvas.at(place))
        return np.asarray(np.hypot(across - other_x, down - other_y) / scale)

    mine = away(places[name])
    own = mine <= SEARCH_MM
    for other, place in places.items():
        if other != name:
            own &= away(place) > mine - BEYOND_MM
    return _Near((rows, columns), mine, own)


def _united(parts: list[slice], reach: int, size: int) -> slice:
    """What spans all parts and ``reach`` around them, within a picture of this size."""
    first, last = min(part.start for part in parts), max(part.stop for part in parts)
    return slice(max(first - reach, 0), min(last + reach, size))


def _halved(picture: Grey) -> Grey:
    return np.asarray(cv2.resize(picture, None, fx=HALF, fy=HALF, interpolation=cv2.INTER_AREA), np.float32)
