"""Canoes: their colour, where they lie, and what they carry.

Every pixel that the empty board does not explain is named by its colour; hulls are looked for in the names by their
shape; a hull's colour is that of the hull as a whole.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.cargo import CargoReader, look_into
from vision.colours import ColourTable, Model, learn, to_lab
from vision.hulls import HullFinder
from vision.masks import beach_mask, board_mask, circle_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration import Calibration
    from vision.cargo import Hold
    from vision.geometry import Pose
    from vision.hulls import Hull
    from vision.layout import Place
    from vision.light import Relit

HULL_HEIGHT_MM = 9.0
"""The height at which a canoe's outline is seen, half-way up its 15 mm."""
ON_SPACE_MM = 31.0
"""A canoe whose middle is within this of a disc's middle lies on it."""
DIFFERS = 18
"""Grey levels from which a pixel is not the empty board."""
SHADE = 0.7
"""Water and sand in the shade of a piece have this part of their light."""
GLARE = Model(np.array([250.0, 128.0, 128.0]), np.diag([400.0, 60.0, 60.0]))
DARK = Model(np.array([8.0, 128.0, 127.0]), np.diag([64.0, 25.0, 25.0]))
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
    """Reads all canoes; keeps the colour tables and the regions."""

    def __init__(self, calibration: Calibration) -> None:
        self._calibration = calibration
        self._canvas = calibration.canvas
        pieces = calibration.layout.pieces
        scale = self._canvas.px_per_mm
        self._finder = HullFinder(pieces.canoe_length * scale, pieces.canoe_beam * scale)
        river, land = _regions(calibration)
        water = calibration.empty_bgr[river][::7]
        sand = calibration.empty_bgr[beach_mask(calibration.layout, self._canvas) & land][::7]
        dark = () if "black" in calibration.canoes else (DARK,)
        self._tables = tuple(
            (
                region,
                ColourTable.of(calibration.canoes, (learn(ground, slack=7.0), _shade(ground), GLARE, *dark)),
            )
            for region, ground in ((river, water), (land, sand))
        )
        self._names = tuple(calibration.canoes)
        self._owned = owned(calibration)
        self._cargo = CargoReader(calibration.gems, self._holds_at_set_up())

    def read(self, relit: Relit, pose: Pose) -> Fleet:
        """All canoes in a picture brought back to the light of calibration."""
        labels = self._labels(relit.bgr, relit.difference)
        pixels = np.zeros(labels.shape, bool)
        found: list[FoundCanoe] = []
        doubtful: list[Place] = []
        surplus = 0
        seen: Counter[str] = Counter()
        judged = [
            (*self._judged(hull, relit.bgr, labels), hull)
            for hull in self._finder.find(labels, len(self._names))
        ]
        for confidence, colour, hull in sorted(judged, key=lambda one: -one[0]):
            place = self._on_board(hull.middle_px, pose)
            if seen[colour] == self._owned[colour]:
                # All canoes of this colour are there already: this is their shade, or a thing of no game.
                if confidence > EVIDENT:
                    doubtful.append(place)
                    surplus += 1
                continue
            seen[colour] += 1
            if confidence < CERTAIN:
                doubtful.append(place)
                continue
            pixels |= self._finder.fill(labels.shape, hull)
            cargo, sure = self._cargo.read(look_into(relit.bgr, hull, self._canvas.px_per_mm), colour)
            found.append(FoundCanoe(colour, place, cargo, confidence, sure))
        return Fleet(tuple(found), pixels, tuple(doubtful), surplus)

    def _labels(self, bgr: NDArray[np.uint8], difference: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Which canoe's colour each pixel has that is not the empty board: 1 for the first name, 0 for none."""
        smooth = cv2.medianBlur(bgr, 3)
        labels = np.zeros(difference.shape, np.uint8)
        for region, table in self._tables:
            there = region & (difference > DIFFERS)
            labels[there] = table.label(np.asarray(smooth[there], np.uint8))
        return labels

    def _judged(self, hull: Hull, bgr: NDArray[np.uint8], labels: NDArray[np.uint8]) -> tuple[float, str]:
        """How sure it is that a hull is a canoe (0..1), and its colour: the nearest to the hull as a whole."""
        inside = self._finder.fill(labels.shape, hull, INNER)
        inside &= ~self._finder.middle(labels.shape, hull, GEM_SHARE)
        own = to_lab(bgr[inside])
        middle = np.median(own, axis=0)[None]
        apart = sorted(
            (float(np.sqrt(model.distance(middle)[0])), name)
            for name, model in self._calibration.canoes.items()
        )
        (nearest, colour), next_off = apart[0], apart[1][0] if len(apart) > 1 else np.inf
        named = labels[inside]
        purity = float(np.mean(named > 0) + np.mean(named == hull.label)) / 2
        ratio = np.median((bgr[inside] + 1.0) / (self._calibration.empty_bgr[inside] + 1.0), axis=0)
        uneven = 1.0 if ratio.max() > MOST_SHADE else float(1 - ratio.min() / ratio.max())
        evidence = min(
            _grade(purity, NO_PURITY, SURE_PURITY),
            _grade(-nearest, -NO_LIKENESS, -SURE_LIKENESS),
            _grade(next_off - nearest, NO_APART, SURE_APART),
            _grade(uneven, NO_UNEVEN, SURE_UNEVEN),
        )
        return 0.5 + 0.49 * evidence * (1 - THIN_COST * (1 - hull.cover)), colour

    def _on_board(self, middle_px: tuple[float, float], pose: Pose) -> Place:
        """The place below a canoe's middle: what stands above the board is seen aside of where it is."""
        flat = np.array([self._canvas.place(*middle_px)])
        x, y = pose.to_mm(pose.to_px(flat), HULL_HEIGHT_MM)[0]
        return float(x), float(y)

    def _holds_at_set_up(self) -> dict[str, tuple[Hold, ...]]:
        """The insides of the canoes at set-up, by colour: all of them lie there empty, some partly under others."""
        calibration = self._calibration
        apart = cv2.absdiff(calibration.setup_bgr, calibration.empty_bgr).max(axis=2)
        labels = self._labels(calibration.setup_bgr, np.asarray(apart, np.uint8))
        holds: dict[str, list[Hold]] = {name: [] for name in self._names}
        for hull in self._finder.find(labels, len(self._names)):
            hold = look_into(calibration.setup_bgr, hull, self._canvas.px_per_mm)
            bare = np.abs(hold.middle - hold.floor)[1:].max() < SAME_HULL
            if hull.cover > WHOLE_HULL and bare:
                holds[self._names[hull.label - 1]].append(hold)
        return {name: tuple(found) for name, found in holds.items()}


INNER, GEM_SHARE = 0.9, 0.28
"""A hull's colour is that of its lens without the edge, and without the middle where a gem may lie."""
SAME_HULL = 20.0
"""The middle and the ends of one empty hull are this alike in chroma."""


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
    for place in layout.spaces.values():
        river |= circle_mask(place, ON_SPACE_MM, canvas)
    return river & board, board & ~river


def _shade(ground: NDArray[np.uint8]) -> Model:
    return learn(np.asarray(ground * SHADE, np.uint8), slack=6.0)


def _grade(value: float, none: float, full: float) -> float:
    """0 up to ``none``, 1 from ``full`` on, evenly in between."""
    return min(max((value - none) / (full - none), 0.0), 1.0)
