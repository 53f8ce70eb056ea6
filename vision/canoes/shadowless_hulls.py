"""Hulls in a picture of labels from which the shadows of canoes are taken: black and brown labels are often shadow.

First all hulls are found. Whole ones that no shadow looks like tell how the lamps throw shadows; dark canoes are looked
for where dark things go on all along a shadow's length, and believed where their own shadow shows. What dark labels are
left in the shadows of all these are nobody's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.canoes.cast_shadows import darkened, going_on, shadow_offset, sweep, unlike, without_grain
from vision.canoes.evidence import uneven_light

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.canoes.cast_shadows import Mask, Offset, Picture
    from vision.canoes.hull_finder import HullFinder, Labels
    from vision.canoes.hull_shapes import Hull, HullShape


@dataclass(frozen=True, slots=True)
class ShadowlessThresholds:
    """Which hulls tell of the lamps, and which dark hulls are canoes.

    Chosen on sessions 00-07 of the photo-real development tables and on tables of `tools.tables`, bench figure *canoe*.
    """

    worth_looking: float = 0.1
    """In hull areas: with fewer dark labels outside of sure hulls, no shadows are looked for. More overlooks
    narrow shadows; less takes time in vain."""
    whole: float = 0.85
    """Share (0..1) of its outline from which a hull is whole, and may tell of the lamps. More leaves pictures without
    any that does; less asks shadows themselves."""
    full: float = 0.95
    """Share (0..1) of its outline from which a dark hull, too, is surely a canoe, and nothing to look for shadows at.
    More takes time for each dark canoe; less believes a canoe that is half its own shadow."""
    most_dark: float = 0.6
    """Share (0..1) of dark pixels up to which a whole hull is no shadow."""
    tinted: float = 0.55
    """Unevenness (0..1) of the light it leaves from which a dark hull is no shadow. More asks fewer hulls of the lamps;
    less asks shadows themselves."""
    confirmed: float = 0.7
    """Share (0..1) of its outline that a dark hull must show where dark things go on, or in all labels, to be kept."""
    own_shadow: float = 0.6
    """Share (0..1) of its own shadow that must be dark for a dark hull to be kept. More loses black canoes; less keeps
    shadows."""
    most_swept: float = 0.45
    """Share (0..1) of a dark hull's labels that others' shadows may explain for it to be kept all the same. More keeps
    shadows; less loses black canoes beside others."""
    outline: float = 1.06
    """Size of the outline within which pixels are a hull's, in hull sizes."""


SHADOWLESS_THRESHOLDS = ShadowlessThresholds()


@dataclass(frozen=True, slots=True, eq=False)
class ShadowlessHulls:
    """Hulls found, the labels (height, width) that are no shadow, and where the hulls' shadows are (height, width)."""

    hulls: tuple[Hull, ...]
    labels: Labels
    shadow: Mask


@dataclass(frozen=True, slots=True, eq=False)
class ShadowlessFinder:
    """Finds hulls of ``count`` labels on a board that looks like ``board_bgr`` (height, width, 3) without canoes."""

    finder: HullFinder
    shape: HullShape
    count: int
    board_bgr: Picture
    px_per_mm: float
    thresholds: ShadowlessThresholds = SHADOWLESS_THRESHOLDS

    def find(self, labels: Labels, bgr: Picture) -> ShadowlessHulls:
        """The hulls in ``labels`` (height, width) of a picture ``bgr`` in the light of the board."""
        found = self.finder.find(labels, self.count)
        none = ShadowlessHulls(tuple(found), labels, np.zeros(labels.shape, bool))
        quiet = without_grain(bgr)
        dark = darkened(quiet, self.board_bgr)
        whole = [hull for hull in found if hull.cover >= self.thresholds.whole]
        casters = [hull for hull in whole if self._is_no_shadow(hull, quiet, dark)]
        hulls = self._outlines(casters)
        full = [hull for hull in whole if hull.cover >= self.thresholds.full]
        beside = np.count_nonzero(dark & (labels > 0) & ~hulls & ~self._outlines(full))
        if beside < self.thresholds.worth_looking * self.shape.area_px:
            return none
        offset = shadow_offset(casters, self.shape, dark, self._outlines(whole), self.px_per_mm)
        if offset is None:
            return none
        solid = going_on(dark, dark | hulls | unlike(quiet, self.board_bgr), offset)
        casters += self._dark_canoes(labels, dark, solid, hulls, offset)
        shadow = dark & self._swept(casters, offset)
        shadow &= ~self._outlines(casters + self._kept(found, casters, labels, shadow), 1.0)
        left = np.where(shadow & ~solid, 0, labels).astype(np.uint8)
        if np.array_equal(left, labels):
            return ShadowlessHulls(tuple(found), labels, shadow)
        return ShadowlessHulls(tuple(self.finder.find(left, self.count)), left, shadow)

    def _is_no_shadow(self, hull: Hull, bgr: Picture, dark: Mask) -> bool:
        """Whether a hull is too bright or too coloured for a shadow."""
        if self._share(hull, dark) < self.thresholds.most_dark:
            return True
        window, here = self.shape.window(dark.shape, hull)
        inside = self.shape.fill(dark[window].shape, here)
        return uneven_light(bgr[window][inside], self.board_bgr[window][inside])[1] > self.thresholds.tinted

    def _dark_canoes(
        self, labels: Labels, dark: Mask, solid: Mask, hulls: Mask, offset: Offset
    ) -> list[Hull]:
        """The hulls where dark things go on, of those whose own shadow shows."""
        rest = np.where((solid | ~dark) & ~hulls, labels, 0).astype(np.uint8)
        candidates = [
            hull for hull in self.finder.find(rest, self.count) if hull.cover >= self.thresholds.confirmed
        ]
        return [hull for hull in candidates if self._shows_its_shadow(hull, dark, hulls, offset)]

    def _shows_its_shadow(self, hull: Hull, dark: Mask, hulls: Mask, offset: Offset) -> bool:
        free = sweep(hull, self.shape, offset, dark.shape) & ~self._outlines([hull]) & ~hulls
        return bool(np.count_nonzero(free & dark) >= self.thresholds.own_shadow * np.count_nonzero(free))

    def _kept(
        self, found: Sequence[Hull], casters: Sequence[Hull], labels: Labels, shadow: Mask
    ) -> list[Hull]:
        """The other hulls of those ``found`` at first that no ``shadow`` explains."""
        apart_px = self.shape.half_length_px / 4
        return [
            hull
            for hull in found
            if hull.cover >= self.thresholds.confirmed
            and all(math.dist(hull.middle_px, other.middle_px) >= apart_px for other in casters)
            and self._share(hull, shadow, labels == hull.label) < self.thresholds.most_swept
        ]

    def _share(self, hull: Hull, mask: Mask, of: Mask | None = None) -> float:
        """The share (0..1) of a hull's pixels, or of those of a mask in it, that another mask holds."""
        window, here = self.shape.window(mask.shape, hull)
        inside = self.shape.fill(mask[window].shape, here)
        if of is not None:
            inside &= of[window]
        return float(np.count_nonzero(mask[window] & inside)) / max(float(np.count_nonzero(inside)), 1.0)

    def _swept(self, hulls: Sequence[Hull], offset: Offset) -> Mask:
        swept = np.zeros(self.board_bgr.shape[:2], bool)
        for hull in hulls:
            swept |= sweep(hull, self.shape, offset, swept.shape)
        return swept

    def _outlines(self, hulls: Sequence[Hull], grown: float | None = None) -> Mask:
        covered: NDArray[np.bool_] = np.zeros(self.board_bgr.shape[:2], bool)
        for hull in hulls:
            window, here = self.shape.window(covered.shape, hull)
            covered[window] |= self.shape.fill(covered[window].shape, here, grown or self.thresholds.outline)
        return covered
