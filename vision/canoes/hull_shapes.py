"""Canoes by their shape: where lens-shaped hulls of one colour lie in a picture of colour names.

A hull that lies alone is found by its own moments. Where hulls touch, or shade and glare took a part, a lens is tried
in all places and directions; what it covers is taken away, and the next is looked for.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.spectra import filtered, kernel_spectrum, roomy, spectrum

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vision.imaging.spectra import Size

Labels = NDArray[np.uint8]
Grey = NDArray[np.float32]
_Fit = tuple[float, int, int, tuple[int, int]]
ALONE_COVER, ALONE_SPILL = 0.86, 0.14
"""How much of its lens a hull that lies alone covers at least, and how much of it may lie outside."""
LEAST_COVER = 0.25
"""Share of a lens that must show its colour for anything to be there at all."""
TURNS, EVERY = 18, 2
"""Directions of a lens, ten degrees apart; each so many is tried, and then those beside the best."""
COARSE = 3
"""The search runs on a picture this many times smaller."""
OTHERS_WORTH = 0.35
"""A pixel of another canoe's colour inside a lens counts this much: colours mix inside a hull, by shade and cargo."""
OUTSIDE_COST = 0.55
"""What the own colour all around a lens costs: a lens between two hulls is none."""
SPECTRA_KEPT = 8 * TURNS
"""The lenses' spectra are kept for so many sizes of parts."""
MOST_TRIES = 6
CLAIM = 1.12
"""A hull claims its colour's pixels from a lens this much larger."""


@dataclass(frozen=True, slots=True)
class Hull:
    """A hull found: its label, middle and direction, how full its lens is, and the share of it that lies outside."""

    label: int
    middle_px: tuple[float, float]
    angle_rad: float
    cover: float
    spill: float

    def moved(self, right_px: float, down_px: float) -> Hull:
        """The same hull, seen from another corner of the picture."""
        x, y = self.middle_px
        return replace(self, middle_px=(x + right_px, y + down_px))


class HullFinder:
    """Finds hulls of one size."""

    def __init__(self, length_px: float, beam_px: float) -> None:
        self._half_px = (length_px / 2, beam_px / 2)
        self.area_px = 2 / 3 * length_px * beam_px
        """The area of a lens: two arcs over the length, two thirds of the box around them."""
        along = np.linspace(-1.0, 1.0, 13)
        flank = np.column_stack((along, 1.0 - along**2))
        self._outline_px = np.vstack((flank, (flank * (1.0, -1.0))[-2:0:-1])) * self._half_px
        self._lenses = [self._kernels(math.pi * turn / TURNS) for turn in range(TURNS)]
        self._spectra = functools.lru_cache(maxsize=SPECTRA_KEPT)(self._lens_spectra)

    def find(self, labels: Labels, count: int) -> list[Hull]:
        """All hulls in a picture of labels 1..``count`` (0: nobody's)."""
        found: list[Hull] = []
        coloured = _without_speckles(labels > 0)
        least = LEAST_COVER * self.area_px
        for top, left, part in _parts(coloured, labels, least):
            found.extend(hull.moved(left, top) for hull in self._in_part(part, count, least))
        return found

    def lens(self, hull: Hull, grown: float = 1.0) -> NDArray[np.int32]:
        """The outline of a hull, ``grown`` times as large, as a polygon of pixels (n, 1, 2) in 1/16 pixels."""
        sized = self._outline_px * grown
        cos, sin = math.cos(hull.angle_rad), math.sin(hull.angle_rad)
        turned = sized @ np.array([[cos, sin], [-sin, cos]]) + hull.middle_px
        return np.asarray(np.rint(turned * 16), np.int32).reshape(-1, 1, 2)

    def fill(self, shape: tuple[int, ...], hull: Hull, grown: float = 1.0) -> NDArray[np.bool_]:
        """The pixels of a hull in a picture of this shape."""
        mask = np.zeros(shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, self.lens(hull, grown), 1, shift=4)
        return mask.astype(bool)

    def around(self, shape: tuple[int, ...], hull: Hull) -> tuple[tuple[slice, slice], Hull]:
        """The part of a picture of this shape in which a hull lies, and the hull as it lies in that part."""
        x, y = hull.middle_px
        reach = math.ceil(self._half_px[0]) + 2
        rows = slice(max(round(y) - reach, 0), min(round(y) + reach + 1, shape[0]))
        columns = slice(max(round(x) - reach, 0), min(round(x) + reach + 1, shape[1]))
        return (rows, columns), hull.moved(-columns.start, -rows.start)

    def middle(self, shape: tuple[int, ...], hull: Hull, share: float) -> NDArray[np.bool_]:
        """The pixels around a hull's middle, in a disc of this share of its length."""
        mask = np.zeros(shape[:2], np.uint8)
        x, y = (round(value * 16) for value in hull.middle_px)
        cv2.circle(mask, (x, y), round(share * self._half_px[0] * 16), 1, cv2.FILLED, shift=4)
        return mask.astype(bool)

    def _in_part(self, part: Labels, count: int, least_px: float) -> list[Hull]:
        """The hulls of one connected part: the colours that stand alone first, then all the rest by search."""
        hulls: list[Hull] = []
        left = part.copy()
        for label in range(1, count + 1):
            own = left == label
            if np.count_nonzero(own) >= least_px:
                for hull in self._alone(own, label):
                    hulls.append(hull)
                    left[self.fill(left.shape, hull, CLAIM)] = 0
        for _ in range(MOST_TRIES):
            best = self._search(left, count, least_px)
            if best is None or best.cover < LEAST_COVER:
                break
            hulls.append(best)
            left[self.fill(left.shape, best, CLAIM)] = 0
        return hulls

    def _alone(self, own: NDArray[np.bool_], label: int) -> Iterator[Hull]:
        """Hulls of one colour that touch no other of that colour, by the moments of their filled outlines."""
        mask = _without_speckles(own)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            moments = cv2.moments(outline)
            area = moments["m00"]
            if not 0.7 * self.area_px < area < 1.35 * self.area_px:
                continue
            angle = 0.5 * math.atan2(2 * moments["mu11"], moments["mu20"] - moments["mu02"])
            middle = (moments["m10"] / area, moments["m01"] / area)
            hull = Hull(label, middle, angle, 0.0, 0.0)
            filled = np.zeros(mask.shape, np.uint8)
            cv2.drawContours(filled, [outline], -1, 1, cv2.FILLED)
            lens = self.fill(mask.shape, hull)
            common = float(np.count_nonzero(lens & (filled > 0)))
            cover = common / max(float(np.count_nonzero(lens)), 1.0)
            spill = 1 - common / max(float(np.count_nonzero(filled)), 1.0)
            if cover >= ALONE_COVER and spill <= ALONE_SPILL:
                yield Hull(label, middle, angle, cover, spill)

    def _search(self, part: Labels, count: int, least_px: float) -> Hull | None:
        """The best hull of any colour: most of its lens in that colour, little of it around."""
        labels = [label for label in range(1, count + 1) if np.count_nonzero(part == label) >= least_px]
        if not labels:
            return None
        anything = _shrunk(part > 0)
        own = {label: _shrunk(part == label) for label in labels}
        shape = anything.shape
        size = roomy(shape, len(self._lenses[0][0]))
        whole, single = spectrum(anything, size), {name: spectrum(mask, size) for name, mask in own.items()}
        fits = [self._best_at(turn, single, whole, shape) for turn in range(0, TURNS, EVERY)]
        _, best, label, _ = max(fits)
        fits += [
            self._best_at((best + step) % TURNS, {label: single[label]}, whole, shape)
            for step in range(1 - EVERY, EVERY)
            if step
        ]
        _, turn, label, (x, y) = max(fits)
        inside, around = self._lenses[turn]
        worth = (1 - OTHERS_WORTH) * own[label] + OTHERS_WORTH * anything
        middle = ((x + 0.5) * COARSE - 0.5, (y + 0.5) * COARSE - 0.5)
        cover, spill = _under(worth, inside, x, y), _under(own[label], around, x, y)
        return Hull(label, middle, math.pi * turn / TURNS, cover, spill)

    def _best_at(self, turn: int, own: Mapping[int, Grey], anything: Grey, shape: tuple[int, ...]) -> _Fit:
        """How well a hull fits best in one direction, the direction, its label and where it is.

        ``own`` and ``anything`` are spectra of pictures of this shape.
        """
        mixed, alone = self._spectra(turn, anything.shape)
        fits = []
        for label, mask in own.items():
            _, most, _, (x, y) = cv2.minMaxLoc(filtered(shape, (anything, mixed), (mask, alone)))
            fits.append((float(most), turn, label, (int(x), int(y))))
        return max(fits)

    def _lens_spectra(self, turn: int, size: Size) -> tuple[Grey, Grey]:
        """What pixels of any canoe are worth around the middle of a lens, and those of its own colour besides."""
        inside, around = self._lenses[turn]
        alone = (1 - OTHERS_WORTH) * inside - OUTSIDE_COST * around
        return kernel_spectrum(OTHERS_WORTH * inside, size), kernel_spectrum(alone, size)

    def _kernels(self, angle_rad: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """A lens and the rim around it at the search's scale, each with sum one."""
        small = 2 * math.ceil(self._half_px[0] * RIM_OUT / COARSE) + 1
        size = small * COARSE
        reach = (size - 1) / 2
        hull = Hull(0, (reach, reach), angle_rad, 0.0, 0.0)
        inside = self.fill((size, size), hull)
        around = self.fill((size, size), hull, RIM_OUT) & ~self.fill((size, size), hull, RIM_IN)
        kernels = [
            cv2.resize(mask.astype(np.float32), (small, small), interpolation=cv2.INTER_AREA)
            for mask in (inside, around)
        ]
        first, second = (np.asarray(kernel / kernel.sum(), np.float32) for kernel in kernels)
        return first, second


RIM_IN, RIM_OUT = 1.1, 1.4
"""The rim around a lens, in lenses."""
_SPECKLE = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))


def _without_speckles(mask: NDArray[np.bool_]) -> NDArray[np.uint8]:
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _SPECKLE), np.uint8)


def _parts(coloured: NDArray[np.uint8], labels: Labels, least_px: float) -> Iterator[tuple[int, int, Labels]]:
    """Each connected part that is large enough, cut out with a margin, and where it was cut from."""
    # Every other pixel is enough to tell what hangs together, and four times as quick.
    sparse = np.ascontiguousarray(coloured[::2, ::2])
    count, numbers, stats, _ = cv2.connectedComponentsWithStats(sparse, connectivity=8)
    height, width = labels.shape
    for number in range(1, count):
        left, top, across, down, area = (int(value) for value in stats[number])
        if 4 * area < least_px:
            continue
        mine = (numbers[top : top + down, left : left + across] == number).astype(np.uint8)
        left, top = 2 * left, 2 * top
        window = slice(top, min(top + 2 * down, height)), slice(left, min(left + 2 * across, width))
        here = labels[window]
        whole = cv2.resize(mine, (2 * across, 2 * down), interpolation=cv2.INTER_NEAREST)
        whole = cv2.dilate(whole, np.ones((3, 3), np.uint8))
        own = np.pad(here * whole[: here.shape[0], : here.shape[1]], MARGIN_PX)
        yield top - MARGIN_PX, left - MARGIN_PX, own


MARGIN_PX = 6


def _under(values: Grey, kernel: Grey, x: int, y: int) -> float:
    """What filtering by a kernel gives at one place."""
    reach = kernel.shape[0] // 2
    top, left = y - reach, x - reach
    rows = slice(max(top, 0), min(y + reach + 1, values.shape[0]))
    columns = slice(max(left, 0), min(x + reach + 1, values.shape[1]))
    part = kernel[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
    return float(np.sum(values[rows, columns] * part))


def _shrunk(mask: NDArray[np.bool_]) -> NDArray[np.float32]:
    height, width = mask.shape
    size = (math.ceil(width / COARSE), math.ceil(height / COARSE))
    padded = np.zeros((size[1] * COARSE, size[0] * COARSE), np.float32)
    padded[:height, :width] = mask
    return np.asarray(cv2.resize(padded, size, interpolation=cv2.INTER_AREA), np.float32)
