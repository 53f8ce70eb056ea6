"""River discs: seated, displaced, missing.

A transparent disc shows by its rim, whose edges vote for the disc's middle wherever it lies, and by what it does to
the water below: the printed waves fade and shift, while bare water has the empty board's waves at full strength.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.masks import circle_mask
from vision.rings import RingVotes
from vision.sighting import Disc

if TYPE_CHECKING:
    from vision.calibration import Calibration
    from vision.layout import Place
    from vision.light import Relit

INSERTION = "insertion"
INNER_MM = 26.0
"""Radius within which the water under a disc is compared."""
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
LEAST_RIM = 0.3
"""Share of a rim that must be free for its votes to be counted in full."""
NOT_ELSEWHERE, ELSEWHERE = 0.5, 1.0
"""By how many votes a disc elsewhere beats the seated place: surely none, surely one."""
NOT_EXTRA, EXTRA = 1.0, 1.8
"""Votes for a disc above the rope: surely none, surely one."""
RIM = 0.6
"""A rim with this share of set-up's votes is there, whatever the water looks like."""
WEAK_RIM = 0.5
"""Votes at set-up below which a rim says nothing of a disc."""
BARE_LIKENESS, BARE_STRENGTH = 0.85, 0.84
"""Correlation with the empty board's waves, and their strength, from which the water is bare."""
NEARLY_BARE = 0.06
"""How far below those the water may nearly be bare."""
GLARE_LEVEL, GLARE_SHARE = 200, 0.22
"""Glare over this share of a space hides its water."""
FEWEST_FREE = 0.2
"""Share of a space that canoes must leave free for the water to be compared."""

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
    seat_mm: Place
    seat_off_mm: float
    elsewhere: float
    elsewhere_mm: Place
    elsewhere_off_mm: float


@dataclass(frozen=True, slots=True)
class _Water:
    """How like the empty board's (``likeness``) and how strong (``strength``) the waves are, and like set-up's."""

    likeness: float
    strength: float
    likeness_set_up: float

    @property
    def bareness(self) -> float:
        """How far the waves are bare water's: 0 at the limit, negative under a disc."""
        return min(self.likeness - BARE_LIKENESS, self.strength - BARE_STRENGTH)


class DiscReader:
    """Reads all spaces; keeps what does not change between pictures."""

    def __init__(self, calibration: Calibration) -> None:
        self._canvas = calibration.canvas
        self._spaces = tuple(calibration.layout.spaces)
        places = {**calibration.layout.spaces, INSERTION: calibration.layout.river.insertion}
        self._circles = {name: _Circle.of(place, calibration) for name, place in places.items()}
        self._near = {name: self._near_to(name, places) for name in places}
        self._plain = _grey(calibration.empty_bgr)
        print_ = _halved(self._plain)
        edges = cv2.magnitude(
            cv2.Sobel(print_, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(print_, cv2.CV_32F, 0, 1, scale=1 / 8)
        )
        self._unprinted = cv2.dilate((edges > PRINTED).astype(np.uint8), np.ones((3, 3), np.uint8)) == 0
        self._votes = RingVotes(
            calibration.layout.disc.diameter / 2 * self._canvas.px_per_mm * HALF, width_px=RIM_PX
        )
        nothing = np.zeros(self._plain.shape, bool)
        votes = self._votes_of(_grey(calibration.setup_bgr), nothing)
        self._at_set_up = {name: self._rim(name, votes).seat for name in places}

    def read(self, relit: Relit, occupied: Mask) -> dict[str, DiscFinding]:
        """Every space's disc and the one above the rope; pixels ``occupied`` by canoes are not looked at."""
        grey = _grey(relit.bgr)
        kernel = np.ones((BESIDE_CANOES_PX, BESIDE_CANOES_PX), np.uint8)
        covered = cv2.dilate(occupied.astype(np.uint8), kernel).astype(bool)
        votes = self._votes_of(grey, covered)
        found = {name: self._space(name, grey, votes, covered) for name in self._spaces}
        return found | {INSERTION: self._insertion(votes)}

    def _space(self, name: str, grey: Grey, votes: Grey, covered: Mask) -> DiscFinding:
        rim = self._rim(name, votes)
        apart = rim.elsewhere - rim.seat
        if apart > (NOT_ELSEWHERE + ELSEWHERE) / 2:
            sure = _sure(apart, NOT_ELSEWHERE, ELSEWHERE)
            return DiscFinding(Disc.DISPLACED, sure, rim.elsewhere_mm, rim.elsewhere_off_mm)
        sure = _sure(apart, NOT_ELSEWHERE, ELSEWHERE)
        known = self._at_set_up[name]
        if known > WEAK_RIM and rim.seat > RIM * known:
            return DiscFinding(Disc.SEATED, sure, rim.seat_mm, rim.seat_off_mm)
        circle = self._circles[name]
        water = circle.water(grey, covered)
        if water is None:
            # Glare on a disc is evidence of a disc; canoes lie on one, or in the water where it shows around them.
            return DiscFinding(Disc.SEATED, min(sure, 0.9))
        if water.bareness > 0 and water.likeness > water.likeness_set_up:
            return DiscFinding(Disc.MISSING, 0.75 + 0.24 * min(water.bareness / NEARLY_BARE, 1.0))
        return DiscFinding(Disc.SEATED, min(sure, 0.75 + 0.24 * min(-water.bareness / NEARLY_BARE, 1.0)))

    def _insertion(self, votes: Grey) -> DiscFinding:
        """A disc above the rope: nobody saw one there at set-up, so it must show a rim."""
        rim = self._rim(INSERTION, votes)
        sure = _sure(rim.seat, NOT_EXTRA, EXTRA)
        if rim.seat > (NOT_EXTRA + EXTRA) / 2 and rim.seat > rim.elsewhere:
            return DiscFinding(Disc.SEATED, sure, rim.seat_mm, rim.seat_off_mm)
        return DiscFinding(Disc.MISSING, sure)

    def _votes_of(self, grey: Grey, covered: Mask) -> Grey:
        """For each half-scale pixel the votes for a disc around it, in grey levels a pixel of its free rim."""
        free = (_halved(covered.astype(np.float32)) < 0.4) & self._unprinted
        share = self._votes.share(free)
        return np.asarray(self._votes.of(_halved(grey - self._plain), free) / np.maximum(share, LEAST_RIM))

    def _rim(self, name: str, votes: Grey) -> _Rim:
        near = self._near[name]
        here = votes[near.window]
        seat = int(np.where(near.away_mm < SEAT_MM, here, -np.inf).argmax())
        off = int(np.where(near.own & (near.away_mm > SEATED_MM), here, -np.inf).argmax())
        return _Rim(
            float(here.flat[seat]),
            self._place(near, seat),
            float(near.away_mm.flat[seat]),
            float(here.flat[off]),
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
class _Near:
    """A half-scale window around a space: each pixel's distance from its middle, and whether it is its own."""

    window: tuple[slice, slice]
    away_mm: NDArray[np.float64]
    own: Mask


@dataclass(frozen=True, slots=True, eq=False)
class _Circle:
    """The water of one space: a window, the pixels in it, and its waves on the empty board and at set-up."""

    window: tuple[slice, slice]
    inside: Mask
    empty: Grey
    set_up: Grey

    @classmethod
    def of(cls, place: Place, calibration: Calibration) -> _Circle:
        canvas = calibration.canvas
        mask = circle_mask(place, INNER_MM, canvas)
        x, y, width, height = cv2.boundingRect(mask.astype(np.uint8))
        window = slice(y, y + height), slice(x, x + width)
        empty, set_up = (
            _waves(_grey(picture)[window]) for picture in (calibration.empty_bgr, calibration.setup_bgr)
        )
        return cls(window, mask[window], empty, set_up)

    def water(self, grey: Grey, covered: Mask) -> _Water | None:
        """The waves in a picture, or ``None`` when canoes or glare hide them."""
        here = grey[self.window]
        free = self.inside & ~covered[self.window]
        if np.count_nonzero(free) < FEWEST_FREE * np.count_nonzero(self.inside):
            return None
        if float(np.mean(here[free] > GLARE_LEVEL)) > GLARE_SHARE:
            return None
        now, plain, disc = _waves(here)[free], self.empty[free], self.set_up[free]
        strength = float(now @ plain) / max(float(plain @ plain), 1.0)
        return _Water(_correlation(now, plain), strength, _correlation(now, disc))


def _sure(value: float, none: float, one: float) -> float:
    """How sure it is on which side of the middle of two limits a value is: one half there, all but 1 outside."""
    middle, reach = (none + one) / 2, (one - none) / 2
    return 0.5 + 0.49 * min(abs(value - middle) / reach, 1.0)


def _correlation(one: Grey, other: Grey) -> float:
    a, b = one - one.mean(), other - other.mean()
    return float(a @ b) / float(np.sqrt((a @ a) * (b @ b)) + 1.0)


def _grey(bgr: NDArray[np.uint8]) -> Grey:
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.float32)


def _halved(picture: Grey) -> Grey:
    return np.asarray(cv2.resize(picture, None, fx=HALF, fy=HALF, interpolation=cv2.INTER_AREA), np.float32)


def _waves(grey: Grey) -> Grey:
    """Brightness without its slow changes: light does not matter, structure does."""
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.2)
    return np.asarray(np.clip(smooth - cv2.blur(smooth, (41, 41)), -30, 30), np.float32)
