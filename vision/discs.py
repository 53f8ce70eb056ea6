"""River discs: seated, displaced, missing.

A transparent disc shows by what it does to the water below - the printed waves fade and shift - and by its rim.
Bare water has the empty board's waves at full strength; glare on a disc is evidence of a disc.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.fitting import rim_map, ring_kernel
from vision.light import darkest
from vision.masks import circle_mask
from vision.sighting import Disc

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration import Calibration
    from vision.layout import Place
    from vision.light import Relit

INNER_MM = 26.0
"""Radius within which the water under a disc is compared."""
SEATED_MM = 8.0
SEARCH_MM = 34.0
GLARE_LEVEL = 200
GLARE_SHARE = 0.22
FEWEST_FREE = 0.2
"""Share of a space that canoes must leave free for the water to be compared."""
BARE_LIKENESS, BARE_STRENGTH = 0.85, 0.84
"""Correlation with the empty board's waves, and their strength, from which the water is bare."""
HALF_BARE_LIKENESS, HALF_BARE_STRENGTH = 0.70, 0.80
"""The same for a space that a displaced disc covers in part."""
RIM_ELSEWHERE, RIM_PLAIN = 7.0, 16.0
"""Rim strength, in spreads of bare water, that counts for a disc elsewhere: beside half-bare water, and alone."""
RIM_RATIO = 1.4
"""A disc elsewhere must show this many times the rim of the seated place."""
BEYOND_RIM_MM = 8.0
"""A rim this much nearer to another space's middle belongs to that space's disc."""
HALF = 0.5
"""Rims are scored at this scale."""


@dataclass(frozen=True, slots=True)
class DiscFinding:
    """One space's disc, how far off (where measured), and how sure (0..1)."""

    disc: Disc
    offset_mm: float | None
    confidence: float


@dataclass(frozen=True, slots=True)
class _Water:
    """How like the empty board's (``likeness``) and how strong (``strength``) the waves are, and like set-up's."""

    likeness: float
    strength: float
    likeness_set_up: float


class DiscReader:
    """Reads all spaces; keeps what does not change between pictures."""

    def __init__(self, calibration: Calibration) -> None:
        self._canvas = calibration.canvas
        self._layout = calibration.layout
        self._empty = calibration.empty_bgr
        self._fine_empty = _fine(calibration.empty_bgr)
        self._fine_set_up = _fine(calibration.setup_bgr)
        radius_px = calibration.layout.disc.diameter / 2 * self._canvas.px_per_mm * HALF
        self._kernel = ring_kernel(radius_px, width_px=1.2)
        self._places: dict[str, Place] = {
            **calibration.layout.spaces,
            INSERTION: calibration.layout.river.insertion,
        }
        self._circles = {
            name: circle_mask(place, INNER_MM, self._canvas) for name, place in self._places.items()
        }
        self._own = {name: self._own_distances(name) for name in self._places}

    def read(self, relit: Relit, occupied: NDArray[np.bool_]) -> dict[str, DiscFinding]:
        """Every space's disc and the one above the rope; pixels ``occupied`` by canoes are not looked at."""
        fine = _fine(relit.bgr)
        around = cv2.dilate(occupied.astype(np.uint8), np.ones((15, 15), np.uint8)).astype(bool)
        rims = self._rim_scores(relit.bgr, around)
        bright = (darkest(relit.bgr) > GLARE_LEVEL) & ~around
        found = {name: self._space(name, fine, rims, bright, around) for name in self._layout.spaces}
        return found | {INSERTION: self._insertion(fine, rims, around)}

    def _rim_scores(self, bgr: NDArray[np.uint8], around: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Rim strength at each place (half scale) in spreads of what the whole board shows."""
        rims = rim_map(bgr, self._empty)
        rims[around] = 0.0
        small = cv2.resize(rims, None, fx=HALF, fy=HALF, interpolation=cv2.INTER_AREA)
        scores = cv2.filter2D(small, cv2.CV_32F, self._kernel)
        spread = max(float(np.median(np.abs(scores))) * 1.5, 0.2)
        return np.asarray(scores / spread, np.float32)

    def _space(
        self,
        name: str,
        fine: NDArray[np.float32],
        rims: NDArray[np.float32],
        bright: NDArray[np.bool_],
        around: NDArray[np.bool_],
    ) -> DiscFinding:
        circle = self._circles[name]
        here, elsewhere, offset_mm = self._rim(name, rims)
        stronger = elsewhere > RIM_RATIO * here
        if stronger and elsewhere > RIM_PLAIN:
            return DiscFinding(Disc.DISPLACED, offset_mm, 0.9)
        if float(bright[circle].mean()) > GLARE_SHARE:
            return DiscFinding(Disc.SEATED, None, 0.9)
        free = circle & ~around
        if np.count_nonzero(free) < FEWEST_FREE * np.count_nonzero(circle):
            return DiscFinding(Disc.SEATED if here > RIM_ELSEWHERE else Disc.UNSEEN, None, 0.6)
        water = self._water(free, fine)
        half_bare = water.likeness > HALF_BARE_LIKENESS and water.strength > HALF_BARE_STRENGTH
        if stronger and elsewhere > RIM_ELSEWHERE and half_bare:
            return DiscFinding(Disc.DISPLACED, offset_mm, 0.8)
        bare = water.likeness > BARE_LIKENESS and water.strength > BARE_STRENGTH
        if bare and water.likeness > water.likeness_set_up:
            return DiscFinding(Disc.MISSING, None, 0.9)
        return DiscFinding(Disc.SEATED, None, 0.95 if not bare else 0.75)

    def _insertion(
        self, fine: NDArray[np.float32], rims: NDArray[np.float32], around: NDArray[np.bool_]
    ) -> DiscFinding:
        """A disc above the rope: nobody saw one there at set-up, so it must show a rim and faded waves."""
        here, elsewhere, _ = self._rim(INSERTION, rims)
        water = self._water(self._circles[INSERTION] & ~around, fine)
        if here > RIM_ELSEWHERE and here > 2.5 * elsewhere and water.strength < BARE_STRENGTH:
            return DiscFinding(Disc.SEATED, None, 0.8)
        return DiscFinding(Disc.MISSING, None, 0.9)

    def _water(self, free: NDArray[np.bool_], fine: NDArray[np.float32]) -> _Water:
        now, plain, disc = fine[free], self._fine_empty[free], self._fine_set_up[free]
        strength = float(now @ plain) / max(float(plain @ plain), 1.0)
        return _Water(_correlation(now, plain), strength, _correlation(now, disc))

    def _rim(self, name: str, rims: NDArray[np.float32]) -> tuple[float, float, float]:
        """The best rim within a seat's reach, the best elsewhere in this space's own water, and how far that is."""
        window, away_mm, own = self._own[name]
        scores = rims[window]
        here = float(scores[away_mm < SEATED_MM - 3].max())
        there = np.where(own & (away_mm > SEATED_MM), scores, -np.inf)
        best = int(there.argmax())
        return here, float(there.flat[best]), float(away_mm.flat[best])

    def _own_distances(self, name: str) -> tuple[tuple[slice, slice], NDArray[np.float64], NDArray[np.bool_]]:
        """The half-scale window around a space: each pixel's distance from its middle, and whether it is its own."""
        x, y = (value * HALF for value in self._canvas.at(self._places[name]))
        reach = SEARCH_MM * self._canvas.px_per_mm * HALF
        width, height = self._canvas.size_px
        top, left = max(round(y - reach), 0), max(round(x - reach), 0)
        bottom = min(round(y + reach) + 1, int(height * HALF))
        right = min(round(x + reach) + 1, int(width * HALF))
        rows, columns = np.mgrid[top:bottom, left:right]

        def away(place: Place) -> NDArray[np.float64]:
            other_x, other_y = (value * HALF for value in self._canvas.at(place))
            return np.asarray(np.hypot(columns - other_x, rows - other_y) / (self._canvas.px_per_mm * HALF))

        mine = away(self._places[name])
        own = mine <= SEARCH_MM
        for other, place in self._places.items():
            if other != name:
                own &= away(place) > mine + BEYOND_RIM_MM
        return (slice(top, bottom), slice(left, right)), mine, own


INSERTION = "insertion"


def _correlation(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    a, b = one - one.mean(), other - other.mean()
    return float(a @ b) / float(np.sqrt((a @ a) * (b @ b)) + 1.0)


def _fine(bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Brightness without its slow changes: light does not matter, structure does."""
    grey = cv2.GaussianBlur(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), (0, 0), 1.2).astype(np.float32)
    return np.asarray(np.clip(grey - cv2.blur(grey, (41, 41)), -30, 30), np.float32)
