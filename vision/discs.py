"""River discs: seated, displaced, missing.

A transparent disc shows by its rim, whose edges vote for the disc's middle wherever it lies, and by what it does to
the water below: the printed waves fade and shift, while bare water has the empty board's waves at full strength.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rings import RingVotes
from vision.sighting import Disc
from vision.water import Circle, grey_of

if TYPE_CHECKING:
    from vision.calibration import Calibration
    from vision.layout import Place
    from vision.light import Relit

NO_RIM = 0.27
"""Votes for a rim: bed and neighbouring rims alone get less."""
INSERTION = "insertion"
SEAT_MM, SEATED_MM, SEARCH_MM = 4.5, 8.0, 36.0
"""How far from its place a disc's middle may be seen when it is seated, may be, and is looked for."""
BEYOND_MM = 2.0
"""A middle that is not nearer to another space's than this belongs to this space."""
HALF = 0.5
"""Rims are looked for at this scale."""
RIM_PX = 1.3
PRINTED = 7.0
"""Edges of the print stronger than this, in grey levels a pixel, are not looked at: changed light moves them."""
BESIDE_CANOES_PX = 13
"""Rims are not looked for so near to canoes, whose edges are stronger."""
LEAST_RIM, LEAST_RIM_SEATED, LEAST_SEAT = 0.3, 0.15, 0.22
"""Share of a rim that must be free for its votes to be counted in full - fewer where a disc is known to belong, as
chance has one place alone there -, and in the seat for them to be missed."""
OPEN = 0.45
"""The same for a disc not far from its seat, there or where it went: canoes in a row make half a rim too."""
NOT_ELSEWHERE, ELSEWHERE = 0.5, 1.0
"""By how many votes a disc elsewhere beats the seated place: surely none, surely one."""
NOT_LEFT, LEFT, MOVED = 0.1, 0.6, 0.5
"""The same for a disc whose rim is not in its seat, but this share of it elsewhere."""
NOT_EXTRA, EXTRA = 1.0, 1.8
"""Votes for a disc above the rope: surely none, surely one."""
RIM, NOT_IN_SEAT, GONE = 0.6, 0.45, 0.3
"""Share of set-up's votes from which a rim is there, whatever the water looks like; below which it is not in its seat;
and below which, with enough of it free, it is gone."""
UNSEATED, CROWDED = 0.42, 0.6
"""Share of set-up's votes below which a disc is not called seated, wherever it went, if canoes leave no more of its rim
free: other light alone weakens the whole rim."""
AS_CANOES_LIE = 0.9
"""How sure a disc is on whose water nothing can be seen, for canoes or glare."""
WEAK_RIM = 0.5
"""Votes at set-up below which a rim says nothing of a disc."""
STRONG_RIM = 1.0
"""Votes at set-up from which a rim that is new in a place says where its disc went: so many of them it gained …"""
NEW, STRONGER, LOST, NEARBY_MM = 0.4, 0.1, 0.15, 25.0
"""… by so many it beats what is left in the seat, which lost so many - as shares of set-up's votes - and is so near."""
SWING, EVENLY, WELL_SEEN = 1.02, 1.3, 0.4
"""Or so many were lost and gained together - of those lost no more count than so many times those gained -, where so
much of both rims is free; more, where less is."""
NEARLY_BARE = 0.06
"""How far below those the water may nearly be bare."""

Grey = NDArray[np.float32]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class DiscFinding:
    """One space's disc, its middle and how far off it is (where measured), and how sure (0..1)."""

    disc: Disc
    confidence: float
    place_mm: Place | None = None
    offset_mm: float | None = None


@dataclass(frozen=True, slots=True)
class _Rim:
    """Votes for a disc in its seat and for the best one elsewhere, with the places of both."""

    seat: float
    seat_free: float
    """The share of the rim there that canoes leave free."""
    seat_mm: Place
    seat_off_mm: float
    elsewhere: float
    elsewhere_mm: Place
    elsewhere_off_mm: float


class DiscReader:
    """Reads all spaces; keeps what does not change between pictures."""

    def __init__(self, calibration: Calibration) -> None:
        self._canvas = calibration.canvas
        self._spaces = tuple(calibration.layout.spaces)
        places = {**calibration.layout.spaces, INSERTION: calibration.layout.river.insertion}
        self._circles = {name: Circle.of(place, calibration) for name, place in places.items()}
        self._near = {name: self._near_to(name, places) for name in places}
        self._plain = _halved(grey_of(calibration.empty_bgr))
        edges = cv2.magnitude(
            *(cv2.Sobel(self._plain, cv2.CV_32F, right, 1 - right, scale=1 / 8) for right in (1, 0))
        )
        self._unprinted = cv2.dilate((edges > PRINTED).astype(np.uint8), np.ones((3, 3), np.uint8)) == 0
        self._votes = RingVotes(
            calibration.layout.disc.diameter / 2 * self._canvas.px_per_mm * HALF, width_px=RIM_PX
        )
        self._river = self._where_discs_lie()
        nothing = np.zeros(calibration.setup_bgr.shape[:2], bool)
        votes = self._votes_of(grey_of(calibration.setup_bgr), nothing)
        self._usual = cv2.dilate(votes.strength, np.ones((5, 5), np.uint8))
        self._at_set_up = {name: self._rim(name, votes).seat for name in places}

    @property
    def rims_at_set_up(self) -> dict[str, float]:
        """How clearly the set-up picture shows the rim of each space's disc: below `NO_RIM` not at all."""
        return {name: self._at_set_up[name] for name in self._spaces}

    def read(self, relit: Relit, occupied: Mask) -> dict[str, DiscFinding]:
        """Every space's disc and the one above the rope; pixels ``occupied`` by canoes are not looked at."""
        grey = grey_of(relit.bgr)
        kernel = np.ones((BESIDE_CANOES_PX, BESIDE_CANOES_PX), np.uint8)
        covered = cv2.dilate(occupied.astype(np.uint8), kernel).astype(bool)
        votes = self._votes_of(grey, covered)
        found = {name: self._space(name, grey, votes, covered) for name in self._spaces}
        return found | {INSERTION: self._insertion(votes)}

    def _space(self, name: str, grey: Grey, votes: _Votes, covered: Mask) -> DiscFinding:
        rim = self._rim(name, votes)
        known = self._at_set_up[name]
        share = rim.seat / known if known > WEAK_RIM else 1.0
        left = share < NOT_IN_SEAT and rim.elsewhere > MOVED * known
        none, one = (NOT_LEFT, LEFT) if left else (NOT_ELSEWHERE, ELSEWHERE)
        apart = rim.elsewhere - rim.seat
        sure = _sure(apart, none, one)
        seated = known > WEAK_RIM and share > RIM
        water = None if seated else self._circles[name].water(grey, covered)
        # A disc not far away would still lie over some of the water: bare water needs a strong rim to be believed.
        bare = water is not None and water.bareness(shaded=False) > 0
        needed = ELSEWHERE if bare else (none + one) / 2
        if apart > needed and not seated:
            if rim.seat_free < LEAST_SEAT:
                return DiscFinding(Disc.UNSEEN, 0.0)
            return DiscFinding(Disc.DISPLACED, sure, rim.elsewhere_mm, rim.elsewhere_off_mm)
        moved = self._moved_to(name, votes, rim, bare=bare)
        if moved is not None:
            return moved
        if seated:
            return DiscFinding(Disc.SEATED, sure, rim.seat_mm, rim.seat_off_mm)
        gone = share < GONE and rim.seat_free > LEAST_RIM
        clear = AS_CANOES_LIE
        if water is not None:
            bareness = water.bareness(shaded=gone)
            clear = 0.75 + 0.24 * min(abs(bareness) / NEARLY_BARE, 1.0)
            if bareness > 0 and (gone or water.likeness > water.likeness_set_up):
                return DiscFinding(Disc.MISSING, clear)
        if share < UNSEATED and rim.seat_free < CROWDED:
            return DiscFinding(Disc.UNSEEN, 0.0)
        # Glare on a disc is evidence of a disc; canoes lie on one, or in the water where it shows around them.
        return DiscFinding(Disc.SEATED, min(sure, clear))

    def _moved_to(self, name: str, votes: _Votes, rim: _Rim, *, bare: bool) -> DiscFinding | None:
        """A disc not far from its seat, whose rim still votes there a little.

        The new rim is the stronger one; or what one lost, the other gained - unless the water lies ``bare``.
        """
        known, near = self._at_set_up[name], self._near[name]
        lost = known - rim.seat
        if known < STRONG_RIM or lost < LOST * known:
            return None
        here = votes.strength[near.window]
        gained = here - self._usual[near.window]
        new = near.own & votes.peaks[near.window] & (near.away_mm > SEATED_MM) & (near.away_mm < NEARBY_MM)
        new &= gained > NEW * known
        at = int(np.where(new, here, -np.inf).argmax())
        free = rim.seat_free, float(votes.free[near.window].flat[at])
        stronger = (float(here.flat[at]) - rim.seat) / known - STRONGER
        # The less of a rim can be seen, the more of its votes are chance.
        chance = math.sqrt(WELL_SEEN / min(max(min(free), 0.01), WELL_SEEN))
        gain = float(gained.flat[at])
        swung = -math.inf if bare else (gain + min(lost, EVENLY * gain)) / known - SWING * chance
        if not new.flat[at] or max(stronger, swung) < 0:
            return None
        if max(free) < OPEN or rim.seat_free < LEAST_SEAT:
            return DiscFinding(Disc.UNSEEN, 0.0)
        sure = _sure(max(stronger, swung), -STRONGER, STRONGER)
        return DiscFinding(Disc.DISPLACED, sure, self._place(near, at), float(near.away_mm.flat[at]))

    def _insertion(self, votes: _Votes) -> DiscFinding:
        """A disc above the rope: nobody saw one there at set-up, so it must show a rim."""
        rim = self._rim(INSERTION, votes)
        sure = _sure(rim.seat, NOT_EXTRA, EXTRA)
        if rim.seat > (NOT_EXTRA + EXTRA) / 2 and rim.seat > rim.elsewhere:
            return DiscFinding(Disc.SEATED, sure, rim.seat_mm, rim.seat_off_mm)
        return DiscFinding(Disc.MISSING, sure)

    def _votes_of(self, grey: Grey, covered: Mask) -> _Votes:
        """The votes of all rims that canoes leave free."""
        rows, columns = self._river
        whole = slice(2 * rows.start, 2 * rows.stop), slice(2 * columns.start, 2 * columns.stop)
        free = (_halved(covered[whole].astype(np.float32)) < 0.4) & self._unprinted[rows, columns]
        share = self._votes.share(free)
        apart = _halved(grey[whole]) - self._plain[rows, columns]
        strength = self._votes.of(apart, free) / np.maximum(share, LEAST_RIM)
        votes = _Votes.none(self._unprinted.shape)
        votes.strength[rows, columns] = strength
        votes.peaks[rows, columns] = strength >= cv2.dilate(strength, np.ones((5, 5), np.uint8))
        votes.free[rows, columns] = share
        return votes

    def _where_discs_lie(self) -> tuple[slice, slice]:
        """The half-scale window with all rims: votes are counted nowhere else."""
        reach = math.ceil(self._votes.radius_px) + 2
        height, width = self._unprinted.shape
        rows = [near.window[0] for near in self._near.values()]
        columns = [near.window[1] for near in self._near.values()]
        return (
            slice(
                max(min(part.start for part in rows) - reach, 0),
                min(max(part.stop for part in rows) + reach, height),
            ),
            slice(
                max(min(part.start for part in columns) - reach, 0),
                min(max(part.stop for part in columns) + reach, width),
            ),
        )

    def _rim(self, name: str, votes: _Votes) -> _Rim:
        near = self._near[name]
        here, peaks = votes.strength[near.window], votes.peaks[near.window]
        seat = int(np.where(near.away_mm < SEAT_MM, here, -np.inf).argmax())
        seat_free = float(votes.free[near.window].flat[seat])
        there = np.where(near.own & peaks & (near.away_mm > SEATED_MM), here, -np.inf)
        off = int(there.argmax())
        return _Rim(
            float(here.flat[seat]) * LEAST_RIM / min(max(seat_free, LEAST_RIM_SEATED), LEAST_RIM),
            seat_free,
            self._place(near, seat),
            float(near.away_mm.flat[seat]),
            float(there.flat[off]),
            self._place(near, off),
            float(near.away_mm.flat[off]),
        )

    def _place(self, near: _Near, index: int) -> Place:
        row, column = np.unravel_index(index, near.away_mm.shape)
        rows, columns = near.window
        return self._canvas.place(
            (columns.start + int(column) + 0.5) / HALF - 0.5, (rows.start + int(row) + 0.5) / HALF - 0.5
        )

    def _near_to(self, name: str, places: dict[str, Place]) -> _Near:
        """The surroundings of a space, without what belongs to its neighbours."""
        x, y = (value * HALF for value in self._canvas.at(places[name]))
        scale = self._canvas.px_per_mm * HALF
        width, height = (value * HALF for value in self._canvas.size_px)
        rows = slice(max(round(y - SEARCH_MM * scale), 0), min(round(y + SEARCH_MM * scale) + 1, int(height)))
        columns = slice(
            max(round(x - SEARCH_MM * scale), 0), min(round(x + SEARCH_MM * scale) + 1, int(width))
        )
        down, across = np.mgrid[rows, columns]

        def away(place: Place) -> NDArray[np.float64]:
            other_x, other_y = (value * HALF for value in self._canvas.at(place))
            return np.asarray(np.hypot(across - other_x, down - other_y) / scale)

        mine = away(places[name])
        own = mine <= SEARCH_MM
        for other, place in places.items():
            if other != name:
                own &= away(place) > mine - BEYOND_MM
        return _Near((rows, columns), mine, own)


@dataclass(frozen=True, slots=True, eq=False)
class _Votes:
    """What the rims in a picture say of a disc around each pixel, at half scale."""

    strength: Grey
    """In grey levels a pixel of the free rim."""
    peaks: Mask
    """Where the votes are the most around."""
    free: Grey
    """The share of the rim that canoes leave free."""

    @classmethod
    def none(cls, shape: tuple[int, ...]) -> _Votes:
        """No votes anywhere."""
        return cls(np.zeros(shape, np.float32), np.zeros(shape, bool), np.zeros(shape, np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class _Near:
    """A half-scale window around a space: each pixel's distance from its middle, and whether it is its own."""

    window: tuple[slice, slice]
    away_mm: NDArray[np.float64]
    own: Mask


def _sure(value: float, none: float, one: float) -> float:
    """How sure it is on which side of the middle of two limits a value is: one half there, all but 1 outside."""
    middle, reach = (none + one) / 2, (one - none) / 2
    return 0.5 + 0.49 * min(abs(value - middle) / reach, 1.0)


def _halved(picture: Grey) -> Grey:
    return np.asarray(cv2.resize(picture, None, fx=HALF, fy=HALF, interpolation=cv2.INTER_AREA), np.float32)
