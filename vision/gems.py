"""Gems in their deposits, counted by colour.

Coloured gems: discs of a gem's size are laid greedily on the pixels of its colour, until none is full enough. Clear
gems show what lies below, but their outlines stand out: edges around a point vote for it, and the seven gems that lie
on the deposit at set-up tell how strong a gem's votes are on this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours import CLEAR, ColourTable, Model, learn, to_lab
from vision.ground import AT_SET_UP, Ground
from vision.rings import RingVotes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.calibration import Calibration
    from vision.light import Relit

GEM_SHOWS = 0.9
"""A gem seen from above fills a disc of this share of its nominal size."""
SHADES = (1.0, 0.85, 0.7, 0.55, 0.4)
"""A deposit's ground in full light and in the shade of gems and hands."""
DEEP = 2
"""The last so many shades are as dark as gems: alone, away from a gem, they are no shade."""
CLEAR_BODY, CLEAR_BODY_SPREAD = 0.55, 0.12
CLEAR_SPREAD = np.diag([100.0, 16.0, 16.0])
"""A clear gem on another ground: the share of what it shows on its own, how much that varies, and how far its colour
strays besides, in Lab."""
BESIDE_MM = 1.5
"""Gems at a deposit's edge show so far outside of it; what mirrors in the edge is no clear gem."""
FULL, NOT_FULL = 0.58, 0.36
"""A disc so full of another deposit's colour is a gem; one less full is none; in between it is not told."""
CLAIM = 0.95
"""A gem takes the pixels within this share of its radius."""
SHADE_REACH = 1.5
"""Shade within so many gem radii belongs to the gem."""
STRANGE = 0.42
"""A disc of deep shade so full, with no gem beside it, is a gem in a strange light."""
HALF = 0.5
"""Discs are laid at this scale."""
OWN, NOT_OWN = 0.55, 0.45
"""The same for the deposit's own gems, when the fullness of the discs falls off between them as below."""
VOTES, NO_VOTES = 0.66, 0.72
"""Votes for a clear gem, as a share of what gems get at set-up: at least for one, at most for none."""
FALL = 0.6
"""The best disc that is no gem has at most this share of what the worst gem has."""
ALIKE = 0.75
"""The worst coloured gem fills its disc at least by this share of what the middle one does."""
NARROW_MM, FEW = 20.0, 4
"""In a deposit of a smaller radius than this more gems than that lie on each other, and nothing may be left over."""
MOST_TRIES = 10

Lab = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class GemCount:
    """How many gems of each colour lie in a deposit (``None``: not told), and how sure (0..1)."""

    gems: Mapping[str, int] | None
    confidence: float


UNTOLD = GemCount(None, 0.0)


class GemReader:
    """Counts gems; keeps what was learnt of each deposit's ground and gems."""

    def __init__(self, calibration: Calibration) -> None:
        scale = calibration.canvas.px_per_mm
        layout = calibration.layout
        diameter_px = GEM_SHOWS * layout.pieces.gem_size * scale
        most = AT_SET_UP + 1 if len(calibration.players) > MOST_OF_SEVEN else AT_SET_UP
        windows = {name: Ground.of(deposit, calibration) for name, deposit in layout.deposits.items()}
        own = {
            deposit.gem: windows[name].learn(calibration)
            for name, deposit in layout.deposits.items()
            if deposit.gem != CLEAR
        }
        clear = calibration.gems[CLEAR].mean
        self._deposits = {
            name: (_ClearDeposit if deposit.gem == CLEAR else _Deposit)(
                windows[name], deposit.gem, calibration, own, clear, diameter_px, most
            )
            for name, deposit in layout.deposits.items()
        }

    def read(self, relit: Relit) -> dict[str, GemCount]:
        """The gems of every deposit."""
        return {name: deposit.count(relit.bgr) for name, deposit in self._deposits.items()}


MOST_OF_SEVEN = 5
"""With more players than this there are eight gems in each deposit (N1)."""


class _Deposit:
    """A deposit of coloured gems."""

    def __init__(
        self,
        window: Ground,
        gem: str,
        calibration: Calibration,
        own: Mapping[str, Model],
        clear: Lab,
        diameter_px: float,
        most: int,
    ) -> None:
        self._window, self._gem, self._most = window, gem, most
        self._radius_px = diameter_px / 2 * HALF
        self._disc = _disc(diameter_px * HALF)
        ground = window.cut(calibration.empty_bgr)[window.within(-2.0)]
        models = dict(own)
        if gem != CLEAR:
            bare = np.median(to_lab(ground), axis=0)
            towards = CLEAR_BODY_SPREAD * (clear - bare)
            models[CLEAR] = Model(
                bare + CLEAR_BODY * (clear - bare), CLEAR_SPREAD + np.outer(towards, towards)
            )
        self._names = tuple(models)
        shades = {
            f"ground {shade}": learn(np.asarray(ground * shade, np.uint8), slack=4.0) for shade in SHADES
        }
        self._table = ColourTable.of(models | shades)

    def count(self, bgr: NDArray[np.uint8]) -> GemCount:
        """The gems here in a rectified picture in the light of calibration."""
        labels = self._labels(bgr)
        counts: dict[str, int] = {}
        sure = 1.0
        deep = (labels == 0) | (labels > len(self._table.names) - DEEP)
        dark = self._shrunk(deep & self._window.within(-BESIDE_MM))
        for number, gem in enumerate(self._names, 1):
            shown = labels == number
            if gem == CLEAR:
                shown &= self._window.within(-BESIDE_MM)
            discs = self._discs(self._shrunk(shown))
            shares = [share for share, _ in discs]
            count, certain = self._own(shares[: self._most]) if gem == self._gem else _others(shares)
            if count is None:
                return UNTOLD
            sure = min(sure, certain)
            for _, place in discs[:count]:
                _clear(dark, place, self._radius_px * SHADE_REACH)
            if count:
                counts[gem] = count
        if any(share > STRANGE for share, _ in self._discs(dark)):
            return UNTOLD
        return GemCount(counts, sure)

    def _own(self, shares: list[float]) -> tuple[int | None, float]:
        count, sure = _counted([*shares, NOT_FULL * 0.8], OWN, NOT_OWN, ALIKE)
        narrow = self._window.radius_px < NARROW_MM * self._window.px_per_mm
        heaped = narrow and count is not None and count > FEW and len(shares) > count
        return (None, 0.0) if heaped else (count, sure)

    def _labels(self, bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The name of each pixel; the outside counts as the ground in full light."""
        smooth = np.asarray(cv2.medianBlur(np.ascontiguousarray(self._window.cut(bgr)), 3), np.uint8)
        labels = self._table.label(smooth)
        labels[~self._window.within(BESIDE_MM)] = len(self._names) + 1
        return labels

    @staticmethod
    def _shrunk(mask: Mask) -> NDArray[np.float32]:
        return np.asarray(
            cv2.resize(mask.astype(np.float32), None, fx=HALF, fy=HALF, interpolation=cv2.INTER_AREA),
            np.float32,
        )

    def _discs(self, shown: NDArray[np.float32]) -> list[tuple[float, tuple[int, int]]]:
        """Discs laid greedily on what is shown: how full each is of what the others left, and where."""
        left = shown.copy()
        found: list[tuple[float, tuple[int, int]]] = []
        for _ in range(MOST_TRIES):
            filled = cv2.filter2D(left, cv2.CV_32F, self._disc, borderType=cv2.BORDER_CONSTANT)
            _, share, _, (x, y) = cv2.minMaxLoc(filled)
            if share < NOT_FULL:
                break
            found.append((share, (x, y)))
            _clear(left, (x, y), self._radius_px * CLAIM)
        return found


class _ClearDeposit(_Deposit):
    """The deposit of clear gems: all outlines are counted, and those that are coloured taken off."""

    def __init__(
        self,
        window: Ground,
        gem: str,
        calibration: Calibration,
        own: Mapping[str, Model],
        clear: Lab,
        diameter_px: float,
        most: int,
    ) -> None:
        super().__init__(window, gem, calibration, own, clear, diameter_px, most)
        self._votes = RingVotes(diameter_px / 2, width_px=1.2)
        self._apart_px = 0.65 * diameter_px
        ground = cv2.cvtColor(window.cut(calibration.empty_bgr), cv2.COLOR_BGR2GRAY).astype(np.float32)
        self._ground = ground
        self._one = 1.0
        strongest = self._strengths(calibration.setup_bgr)[:AT_SET_UP]
        self._one = max(float(np.mean(strongest)), 1e-3)

    def count(self, bgr: NDArray[np.uint8]) -> GemCount:
        coloured = super().count(bgr)
        if coloured.gems is None:
            return coloured
        others = sum(coloured.gems.values())
        outlines, sure = _counted(self._strengths(bgr), VOTES, NO_VOTES, 0.0)
        if outlines is None or not others <= outlines <= others + self._most:
            return UNTOLD
        clear = outlines - others
        return GemCount(
            {**coloured.gems, CLEAR: clear} if clear else coloured.gems, min(coloured.confidence, sure)
        )

    def _strengths(self, bgr: NDArray[np.uint8]) -> list[float]:
        """The votes for each place where an outline closes, strongest first, in those of a gem at set-up."""
        now = cv2.cvtColor(np.ascontiguousarray(self._window.cut(bgr)), cv2.COLOR_BGR2GRAY).astype(np.float32)
        inside = self._window.within(-1.0)
        light = float(np.median(now[inside])) / max(float(np.median(self._ground[inside])), 1.0)
        votes = self._votes.of(now - light * self._ground, self._window.within(0.5))
        votes[~self._window.within(-2.0)] = 0.0
        found: list[float] = []
        for _ in range(MOST_TRIES + 2):
            _, most, _, (x, y) = cv2.minMaxLoc(votes)
            if most <= 0:
                break
            found.append(most / self._one)
            _clear(votes, (x, y), self._apart_px)
        return found


def _clear(picture: NDArray[np.float32], place: tuple[int, int], radius_px: float) -> None:
    """Set a disc of a picture to zero, in place."""
    x, y = place
    reach = int(np.ceil(radius_px))
    top, left = max(y - reach, 0), max(x - reach, 0)
    part = picture[top : y + reach + 1, left : x + reach + 1]
    rows, columns = np.ogrid[top : top + part.shape[0], left : left + part.shape[1]]
    part[(rows - y) ** 2 + (columns - x) ** 2 <= radius_px**2] = 0.0


def _disc(diameter_px: float) -> NDArray[np.float32]:
    size = int(np.ceil(diameter_px)) | 1
    y, x = np.mgrid[:size, :size] - (size - 1) / 2
    kernel = (np.hypot(x, y) <= diameter_px / 2).astype(np.float32)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _counted(values: list[float], one: float, none: float, alike: float) -> tuple[int | None, float]:
    """How many of the values, falling, are gems: those before the first clear fall, when alike; and how sure (0..1)."""
    for count, value in enumerate(values):
        last = values[count - 1] if count else 1.0
        if (count and last < one) or value > none or value > FALL * last:
            continue
        if count and last < alike * median(values[:count]):
            break
        return count, 1.0 - value / last / 2
    return None, 0.0


def _others(shares: list[float]) -> tuple[int | None, float]:
    """How many discs of another deposit's colour are gems: they are rare, so none may be in doubt."""
    if any(NOT_FULL < share < FULL for share in shares):
        return None, 0.0
    return len(shares), 1.0
