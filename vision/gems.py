"""Gems in their deposits, counted by colour.

Coloured gems: discs of a gem's size are laid together on what shows stone (`stones`). Clear gems show what lies below,
but their outlines close (`rings`). Either way each candidate has its chance to be a gem, by how much of one shows;
what is told is the likeliest count, when the chances leave little to any other.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.colours import CLEAR
from vision.ground import FINE, Ground, Plane
from vision.rings import RingVotes
from vision.stones import (
    AT_SET_UP,
    Kinds,
    Stone,
    StoneFinder,
    clear_look,
    covered,
    foreign_look,
    learn_clear_ground,
    learn_looks,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from vision.calibration import Calibration
    from vision.light import Relit

MOST_OF_SEVEN = 5
"""With more players than this there are eight gems in each deposit (N1)."""
STRANGERS = 2
"""So many gems of other colours are reckoned with in a deposit."""
TOLD = 0.8
"""A count is told when it is at least so likely."""
SHOWN, ALONE, FOREIGN, NONE = 18.4, 2.2, -3.7, -10.6
"""Logarithms of the odds that a disc of stone is a gem: for all of it shown, for all of it its own, for one of another
deposit's colour (they are rare), and for nothing at all."""
CLOSED, BODY, FAINT = 9.3, 3.2, 11.6
"""The same for an outline: for each e-fold of its votes over those at set-up, for each e-fold of what is unlike the
ground within it over the same of the plainest gems, and for one that is as plain as at set-up."""
OUTLINE, OUTLINE_WIDTH_MM = 0.9, 0.85
"""The outline of a clear gem that is seen: its radius as a share of the gem's, and how far it strays."""
APART = 1.46
"""Two gems' middles are so many radii apart, where gems have room."""
STRONGEST = 0.036
"""Outlines count up to this change of the logarithm of light a pixel: a sparkle is not worth many faint edges."""
SHADE, FREE = 1.45, 1.5
"""A coloured gem's outline and shade reach so many radii; no clear gem's middle is nearer than that."""
ENDS_MM, ROOM_MM = 0.5, 2.0
"""Outlines are looked for so far inside the edge, and their middles."""
WITHIN = 0.75
"""A clear gem's body is looked at within so many radii of its middle, each way."""
LEAST_VOTES, LEAST_BODY = 0.03, 0.01


@dataclass(frozen=True, slots=True)
class GemCount:
    """How many gems of each colour lie in a deposit (``None``: not told), and how sure (0..1)."""

    gems: Mapping[str, int] | None
    confidence: float


class GemReader:
    """Counts gems; keeps what was learnt of each deposit's ground and gems."""

    def __init__(self, calibration: Calibration) -> None:
        layout = calibration.layout
        radius_mm = layout.pieces.gem_size / 2
        most = AT_SET_UP + 1 if len(calibration.players) > MOST_OF_SEVEN else AT_SET_UP
        grounds = {deposit.gem: Ground.of(deposit, calibration) for deposit in layout.deposits.values()}
        at_set_up = {gem: ground.unlike(calibration.setup_bgr) for gem, ground in grounds.items()}
        learnt = {
            gem: learn_looks(ground, at_set_up[gem], radius_mm)
            for gem, ground in grounds.items()
            if gem != CLEAR
        }
        clear_bgr = _bgr(calibration.gems[CLEAR].mean)
        self._deposits: dict[str, _Deposit | _ClearDeposit] = {}
        for name, deposit in layout.deposits.items():
            gem, ground = deposit.gem, grounds[deposit.gem]
            foreign = {
                other: foreign_look(grounds[other], own, ground)
                for other, (own, _) in learnt.items()
                if other != gem
            }
            if gem == CLEAR:
                kinds = Kinds(learn_clear_ground(ground, at_set_up[gem]), None, foreign)
                finder = StoneFinder(ground, kinds, radius_mm)
                self._deposits[name] = _ClearDeposit(ground, finder, at_set_up[gem], radius_mm, most)
            else:
                own, bare = learnt[gem]
                kinds = Kinds(bare, (gem, own), foreign | {CLEAR: clear_look(clear_bgr, ground)})
                self._deposits[name] = _Deposit(ground, StoneFinder(ground, kinds, radius_mm), gem, most)

    def read(self, relit: Relit) -> dict[str, GemCount]:
        """The gems of every deposit."""
        return {name: deposit.count(relit.bgr) for name, deposit in self._deposits.items()}


class _Deposit:
    """A deposit of coloured gems."""

    def __init__(self, ground: Ground, finder: StoneFinder, gem: str, most: int) -> None:
        self._ground, self._finder, self._gem, self._most = ground, finder, gem, most

    def count(self, bgr: NDArray[np.uint8]) -> GemCount:
        """The gems here in a rectified picture in the light of calibration."""
        stones = self._finder.find(self._ground.unlike(bgr), self._most + STRANGERS)
        own = np.cumsum([0, *(stone.gem == self._gem for stone in stones)])
        count, sure = likeliest([_chance(stone, self._gem) for stone in stones], own <= self._most)
        return _told(Counter(stone.gem for stone in stones[:count]), sure)


class _ClearDeposit:
    """The deposit of clear gems: coloured ones are found first, and the outlines of the others."""

    def __init__(
        self, ground: Ground, finder: StoneFinder, set_up: Plane, radius_mm: float, most: int
    ) -> None:
        self._ground, self._finder, self._most = ground, finder, most
        self._radius_px = radius_mm * FINE
        self._votes = RingVotes(OUTLINE * self._radius_px, OUTLINE_WIDTH_MM * FINE, STRONGEST)
        self._ends, self._room = ground.within(-ENDS_MM), ground.within(-ROOM_MM)
        votes = [votes for votes, _ in self._outlines(set_up, ())]
        self._at_set_up = max(float(np.mean(votes[:AT_SET_UP] or [0.0])), 1e-6)

    def count(self, bgr: NDArray[np.uint8]) -> GemCount:
        """The gems here in a rectified picture in the light of calibration."""
        unlike = self._ground.unlike(bgr)
        stones = self._finder.find(unlike, STRANGERS)
        coloured, sure = likeliest([_chance(stone, CLEAR) for stone in stones])
        outlines = self._outlines(unlike, stones[:coloured])
        plainest = np.mean(sorted((body for _, body in outlines), reverse=True)[:2]) if outlines else 0.0
        chances = sorted(
            (
                _logistic(
                    CLOSED * np.log(max(votes / self._at_set_up, LEAST_VOTES))
                    + BODY * np.log((body + LEAST_BODY) / (plainest + LEAST_BODY))
                    + FAINT
                )
                for votes, body in outlines
            ),
            reverse=True,
        )
        clear, closed = likeliest(chances, np.arange(len(chances) + 1) <= self._most)
        gems = Counter(stone.gem for stone in stones[:coloured])
        gems[CLEAR] = clear
        return _told(+gems, sure * closed)

    def _outlines(self, unlike: Plane, stones: Sequence[Stone]) -> list[tuple[float, float]]:
        """The votes of each outline that closes, and how unlike the ground it is within."""
        lightness = self._ground.without_rim(unlike[..., 0])
        places = [stone.place for stone in stones]
        found = self._votes.found(
            lightness,
            self._ends & ~covered(lightness.shape, places, SHADE * self._radius_px),
            self._room & ~covered(lightness.shape, places, FREE * self._radius_px),
            APART * self._radius_px,
            self._most + STRANGERS,
        )
        smooth = np.asarray(cv2.GaussianBlur(lightness, (0, 0), 1.0), np.float32) ** 2
        return [(circle.votes, self._body(smooth, circle.middle)) for circle in found]

    def _body(self, squares: Plane, middle: tuple[int, int]) -> float:
        """The root of the mean of squares around a middle, inside the edge."""
        x, y = middle
        reach = round(WITHIN * self._radius_px)
        window = slice(max(y - reach, 0), y + reach + 1), slice(max(x - reach, 0), x + reach + 1)
        return math.sqrt(float(squares[window][self._room[window]].mean()))


def likeliest(chances: Sequence[float], possible: NDArray[np.bool_] | None = None) -> tuple[int, float]:
    """How many of the candidates, each with its chance to be a gem, the surest first, are gems; and how sure (0..1).

    ``possible`` says of each count, from none to all, whether it can be.
    """
    gem = np.clip(np.asarray(chances, np.float64), 1e-9, 1 - 1e-9)
    first, rest = np.cumsum(np.log(gem)), np.cumsum(np.log(1 - gem)[::-1])[::-1]
    likely = np.concatenate(([0.0], first)) + np.concatenate((rest, [0.0]))
    if possible is not None:
        likely[~possible] = -np.inf
    shares = np.exp(likely - likely.max())
    best = int(np.argmax(shares))
    return best, float(shares[best] / shares.sum())


def _chance(stone: Stone, own: str) -> float:
    foreign = FOREIGN if stone.gem not in (own, CLEAR) else 0.0
    return _logistic(SHOWN * stone.shown + ALONE * stone.alone + foreign + NONE)


def _logistic(odds: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def _told(gems: Mapping[str, int], sure: float) -> GemCount:
    return GemCount(dict(gems) if sure >= TOLD else None, sure)


def _bgr(lab: NDArray[np.float64]) -> NDArray[np.float64]:
    """A colour of 8-bit Lab as B, G, R."""
    pixel = np.clip(lab, 0, 255).astype(np.uint8).reshape(1, 1, 3)
    return np.asarray(np.maximum(cv2.cvtColor(pixel, cv2.COLOR_LAB2BGR).reshape(3), 1), np.float64)
