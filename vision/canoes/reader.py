"""Canoes: their colour, where they lie, and what they carry.

Every pixel that the empty board does not explain is named by its colour; hulls are looked for in the names by their
shape; a hull's colour is that of the hull as a whole.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.canoes.beach import BeachReader
from vision.canoes.cargo import CargoReader, look_into
from vision.canoes.hull_shapes import CLAIM, HullFinder
from vision.imaging.colour_lookup import SECOND_BACKGROUND, ColourLookup, packed_bgr555
from vision.imaging.colour_models import ColourModel, Palette, learn, median_lab, medians
from vision.masks import beach_mask, board_mask, circle_mask
from vision.photometry.relight import relight

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from vision.calibration.model import Calibration
    from vision.canoes.cargo import Hold
    from vision.canoes.hull_shapes import Hull
    from vision.geometry import Pose
    from vision.layout import Place
    from vision.photometry.relight import Relit

HULL_HEIGHT_MM = 9.0
"""The height at which a canoe's outline is seen, half-way up its 15 mm."""
ON_SPACE_MM = 31.0
"""A canoe whose middle is within this of a disc's middle lies on it."""
DIFFERS, DIFFERS_IN_THE_DARK, BRIGHT, NEVER = 18, 9, 110, 255
"""Grey levels from which a pixel is not the empty board: so many where that is so bright, fewer in the dark,
and more than there are where no canoe lies."""
OVERLAP = 0.4
"""Wood does not go through wood: a lens of which so much is another's of its colour is a part of that."""
MORE_SHARE = 0.2
"""Share of a hull's area that is left of its colour around it when another one of that colour was not found."""
SHADE = 0.7
"""Water and sand in the shade of a piece have this part of their light."""
GLARE = ColourModel(np.array([250.0, 128.0, 128.0]), np.diag([400.0, 60.0, 60.0]))
DARK = ColourModel(np.array([8.0, 128.0, 127.0]), np.diag([64.0, 25.0, 25.0]))
"""Deep shade, told apart from everything but black canoes."""
SURE_PURITY, NO_PURITY = 0.72, 0.5
"""Share of a hull in its own colour's pixels from which it is surely a canoe, and below which it is none."""
SURE_LIKENESS, NO_LIKENESS = 2.0, 3.0
"""Standard deviations that a whole hull's colour may be from its model, and from which it is another thing."""
SURE_APART, NO_APART = 0.8, 0.0
"""Standard deviations by which the next colour must be farther off."""
SURE_UNEVEN, NO_UNEVEN = 0.18, 0.08
"""How unlike the channels' ratios to the empty board are, at most as bright as it: all alike is its shade."""
MOST_SHADE = 0.95
THIN_COST = 0.4
"""What a lens that its colour does not fill costs: shade that was taken for a canoe comes after the canoes."""
CERTAIN = 0.6
"""Confidence from which a canoe is there."""
EVIDENT = 0.9
"""Confidence from which a canoe too many of its colour makes its place doubtful, and is not taken for shade."""
WHOLE_HULL = 0.85
"""Part of its lens that a hull at set-up must fill to teach how an empty canoe looks."""


@dataclass(frozen=True, slots=True)
class FoundCanoe:
    """One canoe: its colour, the middle of it on the board, its cargo and how sure each is (0..1)."""

    colour: str
    place_mm: Place
    cargo: str | None
    confidence: float
    cargo_confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class Fleet:
    """All canoes found, the pixels they take, places where something could not be told, and canoes too many."""

    canoes: tuple[FoundCanoe, ...]
    pixels: NDArray[np.bool_]
    doubtful_mm: tuple[Place, ...]
    surplus: int


class CanoeReader:
    """Reads all canoes; keeps the colour table and the regions."""

    def __init__(self, calibration: Calibration) -> None:
        self._calibration = calibration
        self._canvas = calibration.canvas
        pieces = calibration.layout.pieces
        scale = self._canvas.px_per_mm
        self._differs = np.clip(
            calibration.bare.smooth.max(axis=2) * (DIFFERS / BRIGHT), DIFFERS_IN_THE_DARK, DIFFERS
        ).astype(np.uint8)
        self._finder = HullFinder(pieces.canoe_length * scale, pieces.canoe_beam * scale)
        self._beaches = BeachReader(calibration, self._finder.area_px)
        river, land = _regions(calibration)
        self._differs[~(river | land)] = NEVER
        water = calibration.empty_bgr[river][::7]
        sand = calibration.empty_bgr[beach_mask(calibration.layout, self._canvas) & land][::7]
        dark = () if "black" in calibration.canoes else (DARK,)
        self._table = ColourLookup.of(
            calibration.canoes,
            *((learn(ground, slack_lab=7.0), _shade(ground), GLARE, *dark) for ground in (water, sand)),
        )
        self._ground = (land * SECOND_BACKGROUND).astype(np.uint16).ravel()
        self._names = tuple(calibration.canoes)
        self._palette = Palette.of(calibration.canoes)
        self._owned = owned(calibration)
        self._cargo = CargoReader(calibration.gems, self._holds_at_set_up())

    def read(self, relit: Relit, pose: Pose) -> Fleet:
        """All canoes in a picture brought back to the light of calibration."""
        labels = self._labels(relit)
        taken = np.zeros(labels.shape, np.uint8)
        lying: list[tuple[Hull, FoundCanoe]] = []
        doubtful: list[Place] = []
        surplus = 0
        seen: Counter[str] = Counter()
        looks = [
            self._look(hull, relit.matte, labels) for hull in self._finder.find(labels, len(self._names))
        ]
        looks.sort(key=lambda one: -one.best()[0])
        places = self._on_board([look.hull.middle_px for look in looks], pose)
        for look, place in zip(looks, places, strict=True):
            hull = look.hull
            certain, colour = look.best()
            if self._left_over(hull, colour, taken):
                continue
            free = [name for name in self._names if seen[name] < self._owned[name]]
            if colour not in free:
                # All canoes of this colour are there: it is one of another colour, or shade, or a thing of no game.
                before, (certain, colour) = certain, look.best(free)
                if certain < CERTAIN:
                    surplus += before > EVIDENT
                    if before > EVIDENT or (before > CERTAIN and hull.cover > WHOLE_HULL):
                        doubtful.append(place)
                    continue
            seen[colour] += 1
            if certain < CERTAIN:
                doubtful.append(place)
                continue
            window, here = self._finder.around(labels.shape, hull)
            inside = self._finder.fill(taken[window].shape, here)
            taken[window][inside] = self._names.index(colour) + 1
            cargo, sure = self._cargo.read(look_into(relit.matte, hull, self._canvas.px_per_mm), colour)
            lying.append((hull, FoundCanoe(colour, place, cargo, certain, sure)))
        doubtful += self._half_hidden(lying, self._owned - seen, labels)
        pixels = taken > 0
        doubtful += self._on_board(self._beaches.read(relit, pixels), pose)
        return Fleet(tuple(canoe for _, canoe in lying), pixels, tuple(doubtful), surplus)

    def _half_hidden(
        self, lying: list[tuple[Hull, FoundCanoe]], lacking: Counter[str], labels: NDArray[np.uint8]
    ) -> Iterator[Place]:
        """Where more of a canoe's colour lies around it than its own edge, while one of that colour is ``lacking``.

        That one is there, and half under others.
        """
        if not lacking:
            return
        claimed = np.zeros(labels.shape, bool)
        for hull, _ in lying:
            window, here = self._finder.around(labels.shape, hull)
            claimed[window] |= self._finder.fill(claimed[window].shape, here, CLAIM)
        for hull, canoe in lying:
            if lacking[canoe.colour]:
                window, _ = self._finder.around(labels.shape, hull)
                more = (labels[window] == self._names.index(canoe.colour) + 1) & ~claimed[window]
                if np.count_nonzero(more) > MORE_SHARE * self._finder.area_px:
                    yield canoe.place_mm

    def _left_over(self, hull: Hull, colour: str, taken: NDArray[np.uint8]) -> bool:
        """Whether a hull is what another one of its colour has left over, by the labels of those ``taken``."""
        window, here = self._finder.around(taken.shape, hull)
        same = taken[window] == self._names.index(colour) + 1
        inside = self._finder.fill(same.shape, here)
        return bool(np.count_nonzero(same & inside) > OVERLAP * np.count_nonzero(inside))

    def _labels(self, relit: Relit) -> NDArray[np.uint8]:
        """Which canoe's colour each pixel has that is not the empty board: 1 for the first name, 0 for none.

        The board is known by how it looks with the lamps' mirror images, a canoe by how it looks without.
        """
        labels = np.zeros(relit.difference.size, np.uint8)
        there = np.flatnonzero(relit.difference > self._differs)
        matte = packed_bgr555(np.asarray(cv2.medianBlur(relit.matte, 3), np.uint8)).ravel()
        labels[there] = self._table.label(matte[there] | self._ground[there])
        return labels.reshape(relit.difference.shape)

    def _look(self, hull: Hull, bgr: NDArray[np.uint8], labels: NDArray[np.uint8]) -> _Look:
        """What speaks for a canoe at a hull, and how far each colour is from that of the hull as a whole."""
        window, here = self._finder.around(labels.shape, hull)
        bgr, labels, empty = bgr[window], labels[window], self._calibration.empty_bgr[window]
        inside = self._finder.fill(labels.shape, here, INNER)
        inside &= ~self._finder.middle(labels.shape, here, GEM_SHARE)
        named, seen = labels[inside], np.asarray(bgr[inside], np.uint8)
        full, own = np.count_nonzero(named), np.count_nonzero(named == hull.label)
        purity = (full + own) / (2 * len(named))
        ratio = medians((seen + ONE) / (empty[inside] + ONE))
        uneven = 1.0 if ratio.max() > MOST_SHADE else float(1 - ratio.min() / ratio.max())
        return _Look(
            hull,
            min(_grade(purity, NO_PURITY, SURE_PURITY), _grade(uneven, NO_UNEVEN, SURE_UNEVEN)),
            self._palette.mahalanobis(median_lab(seen)),
        )

    def _on_board(self, middles_px: Sequence[tuple[float, float]], pose: Pose) -> list[Place]:
        """The places below canoes' middles: what stands above the board is seen aside of where it is."""
        if not middles_px:
            return []
        flat = np.array([self._canvas.place(*middle) for middle in middles_px])
        return [(float(x), float(y)) for x, y in pose.to_mm(pose.to_px(flat), HULL_HEIGHT_MM)]

    def _holds_at_set_up(self) -> dict[str, tuple[Hold, ...]]:
        """The insides of the canoes at set-up, by colour: all of them lie there empty, some partly under others."""
        calibration = self._calibration
        labels = self._labels(relight(calibration.setup_bgr, calibration.bare))
        holds: dict[str, list[Hold]] = {name: [] for name in self._names}
        for hull in self._finder.find(labels, len(self._names)):
            hold = look_into(calibration.setup_bgr, hull, self._canvas.px_per_mm)
            colour = self._names[hull.label - 1]
            apart = np.abs(np.stack((hold.middle, hold.floor)) - calibration.canoes[colour].mean)
            if hull.cover > WHOLE_HULL and apart[:, 1:].max() < SAME_HULL:
                holds[colour].append(hold)
        return {name: tuple(found) for name, found in holds.items()}


@dataclass(frozen=True, slots=True)
class _Look:
    """A hull, the evidence (0..1) that it is a canoe of whatever colour, and how many deviations each colour is off."""

    hull: Hull
    evidence: float
    apart: Mapping[str, float]

    def best(self, names: Sequence[str] | None = None) -> tuple[float, str]:
        """How sure it is that this is a canoe (0..1), and its colour, when it can be one of these alone."""
        ranked = sorted((off, name) for name, off in self.apart.items() if names is None or name in names)
        if not ranked:
            return 0.0, ""
        (nearest, colour), next_off = ranked[0], ranked[1][0] if len(ranked) > 1 else math.inf
        evidence = min(
            self.evidence,
            _grade(-nearest, -NO_LIKENESS, -SURE_LIKENESS),
            _grade(next_off - nearest, NO_APART, SURE_APART),
        )
        return 0.5 + 0.49 * evidence * (1 - THIN_COST * (1 - self.hull.cover)), colour


ONE = np.float32(1.0)
INNER, GEM_SHARE = 0.9, 0.28
"""A hull's colour is that of its lens without the edge, and without the middle where a gem may lie."""
SAME_HULL = 15.0
"""The middle and the floor of an empty hull have the hull's chroma, within this."""


def owned(calibration: Calibration) -> Counter[str]:
    """How many canoes of each colour there are on this table."""
    count = Counter(dict.fromkeys(calibration.players, 2))
    if calibration.joe:
        count[calibration.layout.pieces.joe_colour] = 1
    return count


def _regions(calibration: Calibration) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The river, and the rest of the board where canoes may lie: not on deposits, round spaces and stickers."""
    layout, canvas = calibration.layout, calibration.canvas
    board = board_mask(layout, canvas)
    for deposit in layout.deposits.values():
        board &= ~circle_mask(deposit.centre, deposit.radius + 1.0, canvas)
    for centre in layout.buoy.centres:
        board &= ~circle_mask(centre, layout.buoy.diameter / 2 + 5, canvas)
    river = np.zeros_like(board)
    for place in (*layout.spaces.values(), layout.river.insertion):
        river |= circle_mask(place, ON_SPACE_MM, canvas)
    return river & board, board & ~river


def _shade(ground: NDArray[np.uint8]) -> ColourModel:
    return learn(np.asarray(ground * SHADE, np.uint8), slack_lab=6.0)


def _grade(value: float, none: float, full: float) -> float:
    """0 up to ``none``, 1 from ``full`` on, evenly in between."""
    return min(max((value - none) / (full - none), 0.0), 1.0)
