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

from vision.discs.rim_candidates import LEAST_RIM, RimFinder
from vision.discs.water_texture import Circle
from vision.imaging.grey import grey_of
from vision.sighting import Disc

if TYPE_CHECKING:
    from vision.calibration.model import Calibration
    from vision.discs.rim_candidates import Grey, Mask, Rim, Rims
    from vision.layout import Place
    from vision.photometry.relight import Relit

NO_RIM = 0.27
"""Votes for a rim: bed and neighbouring rims alone get less."""
INSERTION = "insertion"
BESIDE_CANOES_PX = 13
"""Nothing is looked for so near to canoes, whose edges are stronger."""
LEAST_SEAT = 0.22
"""Share of the rim in its seat that must be free for a disc to be missed there."""
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
NEW, STRONGER, LOST = 0.4, 0.1, 0.15
"""… and by so many it beats what is left in the seat, which lost so many; all as shares of set-up's votes."""
FAINT = 0.25
"""So many are enough where the seat has lost its rim altogether."""
SWING, EVENLY, MOST_LOST = 1.02, 1.3, 0.44
"""Or so many were lost and gained together, and so many of them lost - other light takes fewer, and makes new edges -;
of those lost no more count than so many times those gained."""
WELL_SEEN, HARDLY_SEEN = 0.4, 0.01
"""That holds where so much of both rims is free; where less is, it takes more. Nothing free counts as so much."""
NEARLY_BARE = 0.06
"""How far below those the water may nearly be bare."""


@dataclass(frozen=True, slots=True)
class DiscFinding:
    """One space's disc, its middle and how far off it is (where measured), and how sure (0..1)."""

    disc: Disc
    confidence: float
    place_mm: Place | None = None
    offset_mm: float | None = None


UNSEEN = DiscFinding(Disc.UNSEEN, 0.0)


class DiscReader:
    """Reads all spaces; keeps what does not change between pictures."""

    def __init__(self, calibration: Calibration) -> None:
        self._spaces = tuple(calibration.layout.spaces)
        places = {**calibration.layout.spaces, INSERTION: calibration.layout.river.insertion}
        self._circles = {name: Circle.of(place, calibration) for name, place in places.items()}
        self._finder = RimFinder(calibration, places)

    @property
    def rims_at_set_up(self) -> dict[str, float]:
        """How clearly the set-up picture shows the rim of each space's disc: below `NO_RIM` not at all."""
        return {name: self._finder.at_set_up[name] for name in self._spaces}

    def read(self, relit: Relit, occupied: Mask) -> dict[str, DiscFinding]:
        """Every space's disc and the one above the rope; pixels ``occupied`` by canoes are not looked at."""
        grey = grey_of(relit.bgr)
        kernel = np.ones((BESIDE_CANOES_PX, BESIDE_CANOES_PX), np.uint8)
        covered = cv2.dilate(occupied.astype(np.uint8), kernel).astype(bool)
        rims = self._finder.look(grey, covered)
        found = {name: self._space(name, grey, rims, covered) for name in self._spaces}
        return found | {INSERTION: _insertion(rims)}

    def _space(self, name: str, grey: Grey, rims: Rims, covered: Mask) -> DiscFinding:
        seat, elsewhere = rims.seat(name), rims.elsewhere(name)
        known = self._finder.at_set_up[name]
        share = seat.votes / known if known > WEAK_RIM else 1.0
        left = share < NOT_IN_SEAT and elsewhere.votes > MOVED * known
        none, one = (NOT_LEFT, LEFT) if left else (NOT_ELSEWHERE, ELSEWHERE)
        apart = elsewhere.votes - seat.votes
        sure = _sure(apart, none, one)
        seated = known > WEAK_RIM and share > RIM
        water = None if seated else self._circles[name].water(grey, covered)
        # A disc not far away would still lie over some of the water: bare water needs a strong rim to be believed.
        bare = water is not None and water.bareness(shaded=False) > 0
        needed = ELSEWHERE if bare else (none + one) / 2
        if apart > needed and not seated:
            return _displaced(elsewhere, sure) if seat.free > LEAST_SEAT else UNSEEN
        slipped = self._slipped(name, rims, seat, bare=bare)
        if slipped is not None:
            return slipped
        if seated:
            return DiscFinding(Disc.SEATED, sure, seat.place_mm, seat.away_mm)
        gone = share < GONE and seat.free > LEAST_RIM
        clear = AS_CANOES_LIE
        if water is not None:
            bareness = water.bareness(shaded=gone)
            clear = 0.75 + 0.24 * min(abs(bareness) / NEARLY_BARE, 1.0)
            if bareness > 0 and (gone or water.likeness > water.likeness_set_up):
                return DiscFinding(Disc.MISSING, clear)
        if share < UNSEATED and seat.free < CROWDED:
            return UNSEEN
        # Glare on a disc is evidence of a disc; canoes lie on one, or in the water where it shows around them.
        return DiscFinding(Disc.SEATED, min(sure, clear))

    def _slipped(self, name: str, rims: Rims, seat: Rim, *, bare: bool) -> DiscFinding | None:
        """A disc not far from its seat, whose rim still votes there a little.

        The new rim is the stronger one; or what one lost, the other gained - unless the water lies ``bare``.
        """
        known = self._finder.at_set_up[name]
        lost = known - seat.votes
        if known < STRONG_RIM or lost < LOST * known:
            return None
        # Where the seat lies empty under water that is not bare, the disc is somewhere.
        faint = seat.votes < GONE * known and not bare
        new = rims.nearby(name, (FAINT if faint else NEW) * known)
        if new.votes < NEW * known:
            return None
        stronger = (new.votes - seat.votes) / known - STRONGER
        # The less of a rim can be seen, the more of its votes are chance.
        chance = math.sqrt(WELL_SEEN / min(max(min(seat.free, new.free), HARDLY_SEEN), WELL_SEEN))
        swing = (new.gained + min(lost, EVENLY * new.gained)) / known
        swung = -math.inf if bare or lost < MOST_LOST * known else swing - SWING * chance
        if max(stronger, swung) < 0:
            return None
        if max(seat.free, new.free) < OPEN or seat.free < LEAST_SEAT:
            return UNSEEN
        return _displaced(new, _sure(max(stronger, swung), -STRONGER, STRONGER))


def _insertion(rims: Rims) -> DiscFinding:
    """A disc above the rope: nobody saw one there at set-up, so it must show a rim."""
    seat = rims.seat(INSERTION)
    sure = _sure(seat.votes, NOT_EXTRA, EXTRA)
    if seat.votes > (NOT_EXTRA + EXTRA) / 2 and seat.votes > rims.elsewhere(INSERTION).votes:
        return DiscFinding(Disc.SEATED, sure, seat.place_mm, seat.away_mm)
    return DiscFinding(Disc.MISSING, sure)


def _displaced(there: Rim, sure: float) -> DiscFinding:
    return DiscFinding(Disc.DISPLACED, sure, there.place_mm, there.away_mm)


def _sure(value: float, none: float, one: float) -> float:
    """How sure it is on which side of the middle of two limits a value is: one half there, all but 1 outside."""
    middle, reach = (none + one) / 2, (one - none) / 2
    return 0.5 + 0.49 * min(abs(value - middle) / reach, 1.0)
