"""Light: a picture brought back to the light of calibration, and what in it is not the empty board.

Lamps are switched, warm and cold, and their mirror images wander over the glossy print; but the print stays the
same. Around every place the land, where nothing is put, tells how light changed there: a factor for each colour,
and a veil that lies over it or is gone. What covers the land has no say, and is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.robust import cauchy_weight
from vision.photometry.bare_board import halved, in_dots, smoothed
from vision.photometry.hand_mask import covered_land, spread
from vision.photometry.illumination import lamp_gain, unlike_around

if TYPE_CHECKING:
    from vision.photometry.bare_board import BareBoard

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]
CELL = 2
"""Figures of the light are kept for cells of so many coarse pixels a side."""
LIGHT_CELLS = 2.2
"""Light changes over this many cells (one standard deviation): 18 mm."""
WIDER, WIDE_SHARE, EVERYWHERE_SHARE = 3.0, 0.03, 1e-3
"""Where no land is near, land so many times further counts; where none is there either, all of it."""
STEADY = 40.0
"""Variance, in grey levels, that the print must have to tell a veil from a factor."""
MOST_GAIN = 4.0
MOST_FADED = 2.5
"""A veil takes or gives contrast by this factor at most."""
ROUNDS = 2
PIECE_WINDOW = 15
"""Coarse pixels, 60 mm: what fills less than half of such a window and is unlike the rest of it is a piece."""
LOST, WHITE = 243, 248
"""Grey levels of now and then at which colour is lost to glare."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """How light changed since calibration, for cells of the canvas (rows, columns, 3): then = gain * now + veil."""

    gain: Plane
    veil: Plane
    lamps: Plane
    """The factor alone by which wood looks otherwise, (rows, columns, 3) of a coarse canvas: no veil lies on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Relit:
    """A rectified picture in the light of calibration, and its difference to the empty board.

    Where something hides the board, both are as if the board were empty: nothing is found there.
    """

    bgr: Picture
    matte: Picture
    """Wood as it looked at calibration: it does not mirror the lamps as the print does."""
    difference: NDArray[np.uint8]
    """(height, width): distance to the empty board in grey levels, smoothed."""
    hidden: NDArray[np.bool_] | None
    """(height, width): where a hand or sleeve hides the board; ``None`` without one."""
    residual: float
    """How badly the light fits what should be bare board: median, in grey levels."""


def room_for(bgr: Picture) -> tuple[Plane, Plane]:
    """Room in which `relight` works on pictures of this size: to ask the system for so much takes longer than the work.

    For one thread at a time.
    """
    return np.empty(bgr.shape, np.float32), np.empty(bgr.shape, np.float32)


def relight(bgr: Picture, bare: BareBoard, room: tuple[Plane, Plane] | None = None) -> Relit:
    """Bring a rectified picture into the light in which the bare board was taken.

    ``room`` is where to do so, for who does it often.
    """
    coarse = halved(bgr)
    likeness = bare.likeness(coarse)
    core = covered_land(likeness, bare)
    change = _change_of_light(bgr, bare, _trust(likeness, core, bare))
    size = (bgr.shape[1], bgr.shape[0])
    one, other = room or room_for(bgr)
    cv2.multiply(bgr, cv2.resize(change.gain, size, dst=one), dst=one, dtype=cv2.CV_32F)
    back = np.asarray(cv2.add(one, cv2.resize(change.veil, size, dst=other), dtype=cv2.CV_8U), np.uint8)
    matte = np.asarray(cv2.multiply(bgr, cv2.resize(change.lamps, size, dst=one), dtype=cv2.CV_8U), np.uint8)
    apart = cv2.absdiff(smoothed(back), bare.smooth)
    difference = np.asarray(brightest(apart), np.uint8)
    hidden = None if core is None else spread(core, likeness, difference, bare)
    if hidden is not None:
        covered = hidden.view(np.uint8)
        cv2.copyTo(bare.bgr, covered, back)
        cv2.copyTo(bare.bgr, covered, matte)
        difference[hidden] = 0
    seen = difference[::8, ::8] if hidden is None else difference[::8, ::8][~hidden[::8, ::8]]
    residual = float(np.median(seen)) if seen.size else 255.0
    return Relit(back, matte, difference, hidden, residual)


def _trust(likeness: Plane, core: NDArray[np.bool_] | None, bare: BareBoard) -> Plane:
    """How much each coarse pixel tells of the light: print that is recognised, where no disc or gem lies."""
    trust = np.where(bare.coarse_dry, np.clip((likeness - 0.3) / 0.4, 0, 1), 0).astype(np.float32)
    if core is not None:
        trust[cv2.dilate(core.astype(np.uint8), np.ones((25, 25), np.uint8)) > 0] = 0
    return trust


def _change_of_light(bgr: Picture, bare: BareBoard, trust: Plane) -> Change:
    """Factor and veil around each cell, from where the print is trusted."""
    size = bare.dots.shape[1::-1]
    now, then = in_dots(bgr, size), bare.dots
    weight = np.asarray(cv2.resize(trust, size, interpolation=cv2.INTER_AREA), np.float32)
    weight[(brightest(now) > LOST) | (brightest(then) > WHITE)] = 0
    lamps = lamp_gain(now, then, weight)
    # Sand has little pattern: what covers it is told by changing otherwise than the sand around it.
    off = unlike_around(now * lamps - then, PIECE_WINDOW)
    usual = max(float(np.median(off[weight > 0.1])), 2.0) if np.any(weight > 0.1) else 2.0
    weight[bare.sandy] = cauchy_weight(off[bare.sandy], 3 * usual, weight[bare.sandy])
    gain, veil = _fit(now, then, weight)
    for _ in range(ROUNDS - 1):
        off = brightest(np.abs(cv2.resize(gain, size) * now + cv2.resize(veil, size) - then))
        usual = max(float(np.median(off[weight > 0.1])), 2.0) if np.any(weight > 0.1) else 2.0
        gain, veil = _fit(now, then, cauchy_weight(off, 3 * usual, weight))
    return Change(gain, veil, lamps)


def _fit(now: Plane, then: Plane, weight: Plane) -> tuple[Plane, Plane]:
    """Weighted regression of then on now around each cell; where contrast tells little, a factor alone."""
    heavy = np.asarray(cv2.merge([weight] * 3), np.float32)
    total = _around(weight)[..., None]
    heavy_now = heavy * now
    mean_now, mean_then = _around(heavy_now) / total, _around(heavy * then) / total
    variance = np.maximum(_around(heavy_now * now) / total - mean_now * mean_now, 0)
    common = _around(heavy_now * then) / total - mean_now * mean_then
    plain = np.clip(mean_then / np.maximum(mean_now, 2.0), 1 / MOST_GAIN, MOST_GAIN)
    gain = (common + STEADY * plain) / (variance + STEADY)
    gain = np.clip(gain, plain / MOST_FADED, plain * MOST_FADED).astype(np.float32)
    return gain, (mean_then - gain * mean_now).astype(np.float32)


def _around(values: Plane) -> Plane:
    """Sums around each cell: of what is near, a little of what is further, a trace of all."""
    rows, columns = values.shape[:2]
    cells = cv2.resize(values, (columns // CELL, rows // CELL), interpolation=cv2.INTER_AREA)
    near = cv2.GaussianBlur(cells, (0, 0), LIGHT_CELLS)
    wide = cv2.GaussianBlur(cells, (0, 0), WIDER * LIGHT_CELLS)
    everywhere = cells.mean(axis=(0, 1)) + 1e-6
    return np.asarray(near + WIDE_SHARE * wide + EVERYWHERE_SHARE * everywhere, np.float32)


def darkest(picture: NDArray[Any]) -> NDArray[Any]:
    """The smallest of the three channels of each pixel; many times faster than numpy's own."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red))


def brightest(picture: NDArray[Any]) -> NDArray[Any]:
    """The largest of the three channels of each pixel."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red))


SHADOW_EVEN = 0.22
"""A shadow darkens all channels alike: the darkest to within this share of the brightest."""
SHADOW_DARKEST = 0.10


def shadows(bgr: Picture, empty_bgr: Picture) -> NDArray[np.bool_]:
    """Where a picture is the empty board, only darker: shadows of pieces and hands."""
    now = cv2.blur(bgr, (3, 3)).astype(np.float32) + 1.0
    ratio = cv2.divide(now, empty_bgr.astype(np.float32) + 1.0)
    low, high = darkest(ratio), brightest(ratio)
    return np.asarray((high - low < SHADOW_EVEN * high) & (high < 1.0) & (low > SHADOW_DARKEST))
