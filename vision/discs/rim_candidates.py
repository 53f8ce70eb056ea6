"""Rims of discs: where in a picture a disc may lie, around each space.

A Hough transform for circles of one radius (Duda and Hart, 1972), as `vision.imaging.rings` votes: the edges
of a transparent disc's rim vote for its middle, wherever it lies. Candidates are the maxima of the votes that
are left after non-maximum suppression. How many votes they have is held against the set-up picture, where
every disc lies in its seat.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.discs.evidence import RimCandidate
from vision.imaging.half_scale import halved, to_full
from vision.imaging.rings import RingVotes
from vision.imaging.windows import around
from vision.sighting import SEATED_WITHIN_MM

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.geometry import Canvas
    from vision.imaging.windows import Window
    from vision.layout import Place

Grey = NDArray[np.float32]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RimParameters:
    """How rims are looked for, on the rectified picture.

    Votes are counted at half the canvas's scale: *pixels of the votes* are two of the canvas's wide.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *disc*.
    """

    seat_reach_mm: float = 4.5
    """How far from its place a seated disc's middle is looked for. More: chance edges around count as its
    rim. Less: discs seated loosely lose votes."""
    search_reach_mm: float = 36.0
    """How far from its place a disc is looked for at all."""
    slip_reach_mm: float = 25.0
    """How far from its place a disc that slipped is looked for: nearer than one that was pushed away."""
    nearer_to_others_mm: float = 2.0
    """By how much nearer to another space a middle may be and still belong to this one. More: neighbours'
    rims count. Less: discs half-way between two spaces belong to none."""
    rim_width_px: float = 1.3
    """Standard deviation of the rim's width, in pixels of the votes. More: votes spread over neighbouring
    middles. Less: a disc seen aslant, whose rim is an ellipse, loses votes."""
    strongest_print: float = 7.0
    """Edges of the empty board's print stronger than this, in grey levels a pixel of the votes, are not
    looked at: changed light moves them. More: banks vote for discs. Less: no rim is free."""
    beside_print_px: int = 3
    """Side of the square, in pixels of the votes, by which such print is widened."""
    beside_canoes_px: int = 13
    """Side of the square, in pixels of the canvas, by which canoes are widened: their edges are stronger than
    a rim's. More: discs with canoes on them show less of their rims. Less: hulls vote for discs."""
    most_covered_share: float = 0.4
    """Share of a pixel of the votes that canoes may cover for it to be looked at."""
    least_free_share: float = 0.3
    """Share of a rim that must be free for its votes to be counted in full. More: half-hidden rims lose
    votes. Less: a few edges count as a rim."""
    least_free_share_in_seat: float = 0.15
    """The same in a disc's seat, where chance has one place alone."""
    suppression_px: int = 5
    """Side of the square, in pixels of the votes, in which one rim's votes are spread: of all in it, the
    place with the most is the candidate. More: one of two rims side by side is lost. Less: one rim has
    several candidates."""


RIM_PARAMETERS = RimParameters()


def beside_canoes(occupied: Mask, parameters: RimParameters = RIM_PARAMETERS) -> Mask:
    """The pixels (height, width) of canoes and those too near to them to be looked at."""
    kernel = np.ones((parameters.beside_canoes_px, parameters.beside_canoes_px), np.uint8)
    return cv2.dilate(occupied.astype(np.uint8), kernel).astype(bool)


class RimFinder:
    """Looks for rims around named places; keeps what does not change between pictures."""

    def __init__(
        self,
        empty: Grey,
        set_up: Grey,
        places: Mapping[str, Place],
        radius_mm: float,
        canvas: Canvas,
        parameters: RimParameters = RIM_PARAMETERS,
    ) -> None:
        """Prepare for a board seen in two grey pictures (height, width) of the canvas: bare, and set up."""
        self._parameters = parameters
        self._canvas = canvas
        self._near = {name: _near_to(name, places, canvas, parameters) for name in places}
        self._plain = halved(empty)
        self._unprinted = _unprinted(self._plain, parameters)
        self._votes = RingVotes(radius_mm * canvas.px_per_mm / 2, width_px=parameters.rim_width_px)
        self._around = np.ones((parameters.suppression_px, parameters.suppression_px), np.uint8)
        self._river = self._where_discs_lie()
        self._usual = np.zeros(self._plain.shape, np.float32)
        at_set_up = self.look(set_up, np.zeros(set_up.shape, bool))
        self._usual = np.asarray(cv2.dilate(at_set_up.votes, self._around), np.float32)
        self.votes_at_set_up = {name: at_set_up.seat(name).votes for name in places}
        """The votes for the disc in each seat at set-up, in grey levels a pixel of the rim."""

    def look(self, grey: Grey, covered: Mask) -> RimCandidates:
        """All candidates in a grey picture (height, width), but for pixels ``covered`` by canoes."""
        rows, columns = self._river
        whole = slice(2 * rows.start, 2 * rows.stop), slice(2 * columns.start, 2 * columns.stop)
        uncovered = halved(covered[whole].astype(np.float32)) < self._parameters.most_covered_share
        free = uncovered & self._unprinted[rows, columns]
        share = self._votes.share(free)
        apart = halved(grey[whole]) - self._plain[rows, columns]
        votes = self._votes.of(apart, free) / np.maximum(share, self._parameters.least_free_share)
        found = RimCandidates.none(self._usual, self._near, self._canvas, self._parameters)
        found.votes[rows, columns] = votes
        found.peaks[rows, columns] = votes >= cv2.dilate(votes, self._around)
        found.free_share[rows, columns] = share
        return found

    def _where_discs_lie(self) -> Window:
        """The window, in pixels of the votes, with all rims: votes are counted nowhere else."""
        reach = math.ceil(self._votes.radius_px + 2 * self._parameters.rim_width_px)
        height, width = self._plain.shape
        rows = [near.window[0] for near in self._near.values()]
        columns = [near.window[1] for near in self._near.values()]
        return _united(rows, reach, height), _united(columns, reach, width)


@dataclass(frozen=True, slots=True, eq=False)
class RimCandidates:
    """What rims say of a disc around each pixel of the votes; planes of one shape (height, width)."""

    votes: Grey
    """In grey levels a pixel of the free rim."""
    peaks: Mask
    """Where the votes are the most around."""
    free_share: Grey
    """The share of the rim that neither canoes nor strong print hide."""
    usual: Grey
    """The most votes around each pixel at set-up."""
    _near: Mapping[str, _Near]
    _canvas: Canvas
    _parameters: RimParameters

    @classmethod
    def none(
        cls, usual: Grey, near: Mapping[str, _Near], canvas: Canvas, parameters: RimParameters
    ) -> RimCandidates:
        """No votes anywhere."""
        votes, peaks, free = (np.zeros(usual.shape, kind) for kind in (np.float32, bool, np.float32))
        return cls(votes, peaks, free, usual, near, canvas, parameters)

    def seat(self, name: str) -> RimCandidate:
        """The best candidate in a space's seat, be it hidden for the most part."""
        near, parameters = self._near[name], self._parameters
        rim = self._best(near, near.seat)
        least, least_in_seat = parameters.least_free_share, parameters.least_free_share_in_seat
        counted = least / min(max(rim.free_share, least_in_seat), least)
        return replace(rim, votes=rim.votes * counted)

    def elsewhere(self, name: str) -> RimCandidate:
        """The best candidate out of a space's seat."""
        near = self._near[name]
        return self._best(near, near.elsewhere & self.peaks[near.window])

    def slipped(self, name: str) -> tuple[RimCandidate, ...]:
        """All candidates out of a space's seat but not far from it that gained votes since set-up."""
        near = self._near[name]
        votes, usual = self.votes[near.window], self.usual[near.window]
        gained = (votes > usual) & (votes > 0)
        rows, columns = np.nonzero(near.nearby & self.peaks[near.window] & gained)
        return tuple(
            self._candidate(near, row, column)
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        )

    def _best(self, near: _Near, there: Mask) -> RimCandidate:
        """The candidate with the most votes where one may be; where none may be, one with endlessly few."""
        votes = np.where(there, self.votes[near.window], -np.inf)
        row, column = (int(at) for at in np.unravel_index(int(votes.argmax()), votes.shape))
        best = self._candidate(near, row, column)
        return best if there[row, column] else replace(best, votes=-math.inf, gained=-math.inf)

    def _candidate(self, near: _Near, row: int, column: int) -> RimCandidate:
        """The candidate at a row and column of a space's window."""
        rows, columns = near.window
        votes = float(self.votes[near.window][row, column])
        return RimCandidate(
            votes,
            votes - float(self.usual[near.window][row, column]),
            float(self.free_share[near.window][row, column]),
            self._canvas.place(to_full(columns.start + column), to_full(rows.start + row)),
            float(near.offset_mm[row, column]),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Near:
    """A window around a space, in pixels of the votes."""

    window: Window
    offset_mm: NDArray[np.float64]
    """Each pixel's distance from the space's middle."""
    seat: Mask
    """Where the middle of a seated disc may be seen."""
    elsewhere: Mask
    """Where that of a disc out of its seat may be, which belongs to no other space."""
    nearby: Mask
    """Where of these it may be when the disc slipped."""


def _near_to(name: str, places: Mapping[str, Place], canvas: Canvas, parameters: RimParameters) -> _Near:
    """The surroundings of a space, without what belongs to its neighbours."""
    x, y = (value / 2 for value in canvas.at(places[name]))
    scale = canvas.px_per_mm / 2
    width, height = canvas.size_px
    window = around((x, y), parameters.search_reach_mm * scale, (height // 2, width // 2))
    down, across = np.mgrid[window]

    def offset_mm(place: Place) -> NDArray[np.float64]:
        other_x, other_y = (value / 2 for value in canvas.at(place))
        return np.asarray(np.hypot(across - other_x, down - other_y) / scale)

    mine = offset_mm(places[name])
    own = mine <= parameters.search_reach_mm
    for other, place in places.items():
        if other != name:
            own &= offset_mm(place) > mine - parameters.nearer_to_others_mm
    elsewhere = own & (mine > SEATED_WITHIN_MM)
    nearby = elsewhere & (mine < parameters.slip_reach_mm)
    return _Near(window, mine, mine < parameters.seat_reach_mm, elsewhere, nearby)


def _unprinted(plain: Grey, parameters: RimParameters) -> Mask:
    """Where the empty board, at the scale of the votes, has no strong edges in its print, nor beside it."""
    slopes = (cv2.Sobel(plain, cv2.CV_32F, right, 1 - right, scale=1 / 8) for right in (1, 0))
    printed = (cv2.magnitude(*slopes) > parameters.strongest_print).astype(np.uint8)
    kernel = np.ones((parameters.beside_print_px, parameters.beside_print_px), np.uint8)
    return np.asarray(cv2.dilate(printed, kernel) == 0)


def _united(parts: list[slice], reach: int, size: int) -> slice:
    """What spans all parts and ``reach`` around them, within a picture of this size."""
    first, last = min(part.start for part in parts), max(part.stop for part in parts)
    return slice(max(first - reach, 0), min(last + reach, size))
