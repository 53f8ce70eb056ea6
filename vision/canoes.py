"""Canoes: their colour, where they lie, and what they carry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.colours import ColourTable, Model, learn, to_lab
from vision.light import shadows
from vision.masks import beach_mask, circle_mask
from vision.sighting import UNKNOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration import Calibration
    from vision.geometry import Canvas, Pose
    from vision.layout import Place
    from vision.light import Relit

HULL_HEIGHT_MM = 9.0
"""The height at which a canoe's outline is seen, half-way up its 15 mm."""
ON_SPACE_MM = 31.0
"""A canoe whose middle is within this of a space's middle lies on it."""
DIFFERS = 18
LEAST_PART = 0.35
"""Part of a canoe's area that must show for a canoe to be counted."""
WHOLE = 0.5
"""Part of a canoe's area from which a blob is a canoe of its own."""
PARTS_WITHIN = 0.65
"""Parts of one canoe, cut by its gem, have their middles within this share of its length."""
A_TRACE = 0.16
"""Part of a canoe's area from which something of that colour makes a place doubtful."""


@dataclass(frozen=True, slots=True)
class FoundCanoe:
    """One canoe: its colour, the middle of it on the board, its cargo and how sure each is (0..1)."""

    colour: str
    place_mm: Place
    cargo: str | None
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class Fleet:
    """All canoes found, the pixels they take, and places where something could not be told."""

    canoes: tuple[FoundCanoe, ...]
    pixels: NDArray[np.bool_]
    doubtful_mm: tuple[Place, ...]


class CanoeReader:
    """Reads all canoes; keeps the colour tables and the regions."""

    def __init__(self, calibration: Calibration) -> None:
        self._calibration = calibration
        self._canvas = calibration.canvas
        layout = calibration.layout
        river = np.zeros(calibration.empty_bgr.shape[:2], bool)
        for place in layout.spaces.values():
            river |= circle_mask(place, ON_SPACE_MM + 8, self._canvas)
        beach = beach_mask(layout, self._canvas)
        self._region = river | beach
        for deposit in layout.deposits.values():
            self._region &= ~circle_mask(deposit.centre, deposit.radius + 1.0, self._canvas)
        for centre in layout.buoy.centres:
            self._region &= ~circle_mask(centre, layout.buoy.diameter / 2 + 3, self._canvas)
        water = learn(calibration.empty_bgr[river][::7], slack=7.0)
        sand = learn(calibration.empty_bgr[beach & ~river][::7], slack=6.0)
        glare = Model(np.array([250.0, 128.0, 128.0]), np.diag([400.0, 60.0, 60.0]))
        self._table = ColourTable.of(calibration.canoes, background=(water, sand, glare))
        self._hollow = _empty_canoes(calibration)
        self._whole_px = WHOLE * calibration.canoe_area_px
        self._reach_px = PARTS_WITHIN * layout.pieces.canoe_length * self._canvas.px_per_mm

    def read(self, relit: Relit, pose: Pose) -> Fleet:
        """All canoes in a picture brought back to the light of calibration."""
        labels = self._table.label(np.asarray(cv2.medianBlur(relit.bgr, 3), np.uint8))
        there = self._region & (relit.difference > DIFFERS) & ~shadows(relit.bgr, self._calibration.empty_bgr)
        found: list[FoundCanoe] = []
        traces: list[tuple[float, float]] = []
        hulls: list[tuple[float, float]] = []
        pixels = np.zeros(there.shape, bool)
        for index, colour in enumerate(self._table.names, 1):
            for blob in _joined(_blobs(_hulls(labels == index, there)), self._reach_px, self._whole_px):
                share = blob.area / self._calibration.canoe_area_px
                if share < A_TRACE:
                    continue
                if share < LEAST_PART:
                    traces.append(blob.middle)
                    continue
                pixels |= blob.pixels(there.shape)
                for middle, certain in _split(blob, self._count(blob, share), share):
                    hulls.append(middle)
                    place = self._on_board(middle, pose)
                    cargo, sure = self._cargo(relit.bgr, middle, colour)
                    found.append(FoundCanoe(colour, place, cargo, min(certain, 0.5 + sure / 2)))
        doubtful = [trace for trace in traces if not self._is_cargo(trace, hulls)]
        return Fleet(tuple(found), pixels, tuple(self._canvas.place(*trace) for trace in doubtful))

    def _count(self, blob: _Blob, share: float) -> int:
        """How many canoes of one colour a blob is: by its area, and two at least when it is wider than one can be."""
        columns_rows = np.argwhere(blob.mask)[:, ::-1].astype(np.float32)
        beam = min(cv2.minAreaRect(columns_rows)[1]) / self._canvas.px_per_mm
        wide = beam > TWO_ABREAST * self._calibration.layout.pieces.canoe_beam and share > 1.15
        return max(round(share), 2 if wide else 1)

    def _is_cargo(self, trace: tuple[float, float], hulls: list[tuple[float, float]]) -> bool:
        """A little of a canoe's colour in the middle of another canoe is its gem."""
        reach = CARGO_REACH_MM * self._canvas.px_per_mm
        return any(np.hypot(trace[0] - x, trace[1] - y) < reach for x, y in hulls)

    def _on_board(self, middle_px: tuple[float, float], pose: Pose) -> Place:
        """The place below a canoe's middle: what stands above the board is seen aside of where it is."""
        flat = np.array([self._canvas.place(*middle_px)])
        x, y = pose.to_mm(pose.to_px(flat), HULL_HEIGHT_MM)[0]
        return float(x), float(y)

    def _cargo(
        self, bgr: NDArray[np.uint8], middle: tuple[float, float], colour: str
    ) -> tuple[str | None, float]:
        """The gem in a canoe's middle: what the patch there is nearer to than to the empty hull."""
        lab = _middle_lab(bgr, middle)
        hollow = self._hollow[colour]
        costs: dict[str | None, float] = {None: _apart(lab, hollow, HOLLOW_SPREAD)}
        for gem, model in self._calibration.gems.items():
            alike = np.abs(model.mean - hollow)[1:].max() < HULL_CHROMA
            shares = GEM_SHARES[-1:] if alike else GEM_SHARES
            shown = (share * model.mean + (1 - share) * hollow for share in shares)
            costs[gem] = min(_apart(lab, mixed, GEM_SPREAD) for mixed in shown)
        ranked = sorted(costs.items(), key=lambda pair: pair[1])
        (best, cost), (_, runner_up) = ranked[0], ranked[1]
        if cost > CARGO_FARTHEST or runner_up - cost < CARGO_MARGIN:
            return UNKNOWN, 0.5
        return best, 1.0


GEM_SHARES = (0.55, 0.75, 0.95)
"""A gem in a canoe shows its own colour and some of the hull's: clear and yellow ones more, dark ones less.

A gem of the hull's own colour shows by its darkness alone, so only its full share tells it from an empty hull."""
HOLLOW_SPREAD = np.array([11.0, 7.0, 7.0])
GEM_SPREAD = np.array([16.0, 8.0, 8.0])
"""How far the middle of an empty hull, and of a gem, strays in Lab from where it should be."""


def _middle_lab(bgr: NDArray[np.uint8], middle: tuple[float, float]) -> NDArray[np.float64]:
    """The colour of the very middle of a canoe, in Lab."""
    x, y = (round(value) for value in middle)
    patch = bgr[max(y - 4, 0) : y + 5, max(x - 4, 0) : x + 5].reshape(-1, 3)
    return np.asarray(np.median(to_lab(patch), axis=0))


def _apart(lab: NDArray[np.float64], other: NDArray[np.float64], spread: NDArray[np.float64]) -> float:
    return float(np.linalg.norm((lab - other) / spread))


TWO_ABREAST = 1.5
"""A blob broader than this many beams is no single canoe."""
CARGO_REACH_MM = 8.0
"""A gem's middle is within this of its canoe's middle."""
CARGO_FARTHEST = 3.0
CARGO_MARGIN = 0.45
"""Spreads by which the best cargo may miss, and must beat the next best, to be named."""
_SPECKLE = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
_GEM = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
"""Closes the hole that a gem makes in a canoe."""
_SLIVER = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (13, 13))
"""Opens away what is narrower than half a canoe: shadows' edges."""


def _hulls(colour: NDArray[np.bool_], there: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Whole canoes of one colour, without speckles, gems' holes and slivers."""
    mask = cv2.morphologyEx((colour & there).astype(np.uint8), cv2.MORPH_OPEN, _SPECKLE)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _GEM)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _SLIVER), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Blob:
    """One connected piece of a colour."""

    left: int
    top: int
    mask: NDArray[np.uint8]
    area: int
    middle: tuple[float, float]

    def pixels(self, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        whole = np.zeros(shape, bool)
        height, width = self.mask.shape
        whole[self.top : self.top + height, self.left : self.left + width] = self.mask > 0
        return whole


def _blobs(mask: NDArray[np.uint8]) -> list[_Blob]:
    count, labels, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    blobs = []
    for number in range(1, count):
        left, top, width, height, area = (int(value) for value in stats[number])
        own = (labels[top : top + height, left : left + width] == number).astype(np.uint8)
        blobs.append(_Blob(left, top, own, area, (float(middles[number][0]), float(middles[number][1]))))
    return blobs


def _joined(blobs: list[_Blob], reach_px: float, whole_px: float) -> list[_Blob]:
    """Parts that are one canoe, put together again; whole canoes stay as they are."""
    whole = [blob for blob in blobs if blob.area > whole_px]
    parts = [blob for blob in blobs if blob.area <= whole_px]
    while parts:
        first = parts.pop(0)
        near = [
            part
            for part in parts
            if np.hypot(part.middle[0] - first.middle[0], part.middle[1] - first.middle[1]) < reach_px
        ]
        parts = [part for part in parts if part not in near]
        whole.append(_together([first, *near]) if near else first)
    return whole


def _together(parts: list[_Blob]) -> _Blob:
    """Several blobs as one."""
    left, top = min(part.left for part in parts), min(part.top for part in parts)
    right = max(part.left + part.mask.shape[1] for part in parts)
    bottom = max(part.top + part.mask.shape[0] for part in parts)
    mask = np.zeros((bottom - top, right - left), np.uint8)
    for part in parts:
        height, width = part.mask.shape
        mask[part.top - top : part.top - top + height, part.left - left : part.left - left + width] |= (
            part.mask
        )
    rows, columns = np.nonzero(mask)
    middle = (float(columns.mean()) + left, float(rows.mean()) + top)
    return _Blob(left, top, mask, sum(part.area for part in parts), middle)


def _split(blob: _Blob, count: int, share: float) -> list[tuple[tuple[float, float], float]]:
    """The middles of ``count`` canoes of one colour that touch, with a confidence for each."""
    if count == 1:
        return [(blob.middle, 0.95 if share > 0.55 else 0.7)]
    rows, columns = np.nonzero(blob.mask)
    points = np.column_stack((columns + blob.left, rows + blob.top)).astype(np.float32)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    cv2.setRNGSeed(7)
    _, _, centres = cv2.kmeans(points, count, np.zeros(0, np.int32), criteria, 3, cv2.KMEANS_PP_CENTERS)
    certain = 0.9 if abs(share - count) < 0.3 else 0.6
    return [((float(x), float(y)), certain) for x, y in centres]


def _empty_canoes(calibration: Calibration) -> dict[str, NDArray[np.float64]]:
    """The middle of an empty canoe of each colour, in Lab: all of them lie empty at set-up."""
    canvas = calibration.canvas
    shore = beach_mask(calibration.layout, canvas)
    table = ColourTable.of(calibration.canoes)
    labels = table.label(np.asarray(cv2.medianBlur(calibration.setup_bgr, 3), np.uint8))
    differs = cv2.absdiff(calibration.setup_bgr, calibration.empty_bgr).max(axis=2) > DIFFERS
    found: dict[str, NDArray[np.float64]] = {}
    for index, colour in enumerate(table.names, 1):
        model = calibration.canoes[colour]
        here = shore if colour in calibration.players else _first_space(calibration, canvas)
        largest = sorted(_blobs(_hulls(labels == index, here & differs)), key=lambda blob: -blob.area)[:2]
        middles = [
            _middle_lab(calibration.setup_bgr, blob.middle)
            for blob in largest
            if blob.area > WHOLE * calibration.canoe_area_px
        ]
        # Canoes that touch have their common middle on no hull: its colour gives that away.
        own = [middle for middle in middles if np.abs(middle - model.mean)[1:].max() < HULL_CHROMA]
        found[colour] = np.mean(own, axis=0) if own else model.mean + np.array([8.0, 0.0, 0.0])
    return found


HULL_CHROMA = 18.0
"""The middle of an empty hull has the hull's own chroma, within this."""


def _first_space(calibration: Calibration, canvas: Canvas) -> NDArray[np.bool_]:
    return circle_mask(calibration.layout.spaces[calibration.layout.river.main[0]], ON_SPACE_MM, canvas)
