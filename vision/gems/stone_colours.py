"""Coloured stones on the ground of a deposit: where they lie, and of which colour each is.

At set-up seven stones of the deposit's own colour lie there: they tell how stone and ground, lit and shaded, look on
this table. In other light all of them look another way, but all in the same way: the picture itself tells which.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import cv2
import numpy as np

from vision.gems.background import DARKEST, FINE, FROM_COLOUR, TO_COLOUR, Colour, Ground, Plane
from vision.gems.packing import lay_discs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

AT_SET_UP = 7
"""Gems in each deposit at set-up (B1)."""
SURE_SHARE = 0.65
"""Share of the stones' area that is taken for stone before anything is learnt."""
CORE, BESIDE = 0.85, 1.1
"""A stone's pixels are within this share of its radius; the ground's are beyond that."""
GROUND_FOR_SURE = 0.7
"""What looks so much like the ground, in halves of squared standard deviations, is nothing else."""
STONE_FOR_SURE = 0.8
"""Evidence of stone from which on a pixel is none of the ground's, whatever lies on it."""
LEARNING_ROUNDS = 3
NO_DOUBT = 2.0
"""Logarithm of the odds from which on a pixel's evidence counts nearly in full."""
SPARKLE = 0.25
"""Lightness over the ground's that only mirror images have: they hide what is there."""
AROUND_SPARKLES = np.ones((3, 3), np.uint8)
"""A mirror image fades into what is beside it within these pixels."""
OUT_OF_PLACE_MM = 1.5
"""Stones stick out over a deposit's edge so far."""
ROOM_MM = 3.5
"""A stone's middle lies so far inside; what is strange farther out is the rim in another light."""
NOTHING = -1.0
"""The evidence where no stone can lie."""
STONE_SLACK = np.diag([0.05, 0.03, 0.03]) ** 2
GROUND_SLACK = np.diag([0.05, 0.02, 0.02]) ** 2
OTHER_LIGHT = np.diag([0.25, 0.12, 0.12]) ** 2
OTHER_LIGHT_ROOT = np.linalg.cholesky(np.linalg.inv(OTHER_LIGHT))
FARTHEST_LIGHT = 2.0
"""How far all stones of a colour look otherwise than at set-up, in other light; and at most, in standard deviations."""
FOREIGN_SPREAD = np.diag([0.25, 0.15, 0.15]) ** 2
"""How far stones of another deposit stray from what they look like at home."""
SHINES_THROUGH = 0.1
"""Share of the ground's light in a coloured stone's."""
FOREIGN_ODDS = -1.0
"""Logarithm of the odds that stone is of another deposit."""
ADAPTING_ROUNDS, ADAPTING_BELIEF = 3, 7.0
"""How often the look of the stones is taken from the picture, and how many pixels the look at set-up counts for."""
SAMPLED, FEWEST = 2, 40
"""Every so manieth pixel takes part in that; fewer pixels than that teach nothing."""
STRANGE = 25.0
"""A colour from which no look is nearer than this, in halves of squared standard deviations, is none of them."""
HEART = 0.6
"""A stone is named by what shows within this share of its radius."""
NAMED = 0.15
"""A stone of which less shows has no colour to be named by."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """How something looks against bare ground: mean and covariance in `ground.TO_COLOUR`."""

    mean: Colour
    covariance: Colour
    root: Plane
    """Makes colours apart from the mean count in standard deviations."""
    rarity: float
    """What a wide look takes off each colour's likelihood."""

    @classmethod
    def of(cls, mean: Colour, covariance: Colour) -> Self:
        """The look with this mean (3,) and covariance (3, 3)."""
        root = np.linalg.cholesky(np.linalg.inv(covariance)).astype(np.float32)
        return cls(mean, covariance, root, 0.5 * float(np.linalg.slogdet(covariance)[1]))

    @classmethod
    def learnt(cls, colours: Plane, slack: Colour) -> Self:
        """The look of these colours (n, 3), and some more."""
        exact = colours.astype(np.float64)
        return cls.of(exact.mean(axis=0), np.cov(exact.T) + slack)

    def widened(self, slack: Colour) -> Look:
        """The same, with more room around the mean."""
        return Look.of(self.mean, self.covariance + slack)

    def moved(self, mean: Colour) -> Look:
        """The same around another mean."""
        return Look(mean, self.covariance, self.root, self.rarity)

    def likelihood(self, colours: Plane) -> Plane:
        """Logarithms of the likelihood of colours (3, n), but for a constant."""
        apart = self.root.T @ (colours - self.mean.astype(np.float32)[:, None])
        apart *= apart
        return np.asarray(-0.5 * (apart[0] + apart[1] + apart[2]) - self.rarity, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Strangers:
    """Several looks that differ from `FOREIGN` in their means alone, of which each colour has the nearest."""

    means: Plane
    """(n, 3), in deviations of `FOREIGN`."""
    halves: Plane
    """(n, 1): halves of the means' squares."""

    @classmethod
    def of(cls, looks: Iterable[Look]) -> Self:
        """These looks, each `FOREIGN` around another mean."""
        # Not by matrix product: of so few numbers some processors' libraries warn of ones beside them.
        means = np.stack([look.mean for look in looks]).astype(np.float32)
        white = np.einsum("ni,ij->nj", means, FOREIGN.root)
        return cls(white, 0.5 * np.square(white).sum(axis=1, keepdims=True))

    def likelihood(self, colours: Plane) -> Plane:
        """Logarithms of the likelihood of colours (3, n) of the nearest look, but for a constant."""
        white = FOREIGN.root.T @ colours
        nearest = (self.means @ white - self.halves).max(axis=0)
        white *= white
        return np.asarray(nearest - 0.5 * (white[0] + white[1] + white[2]) - FOREIGN.rarity, np.float32)


FOREIGN = Look.of(np.zeros(3), FOREIGN_SPREAD)
SHADED_GROUND = Look.of(np.array([-0.05, 0.0, 0.0]), np.diag([0.15, 0.05, 0.05]) ** 2)
"""Ground with shades on it, before anything was learnt."""


@dataclass(frozen=True, slots=True)
class Stone:
    """What may be a stone: its colour, how sure that is (0..1), and its middle (column, row)."""

    gem: str
    named: float
    place: tuple[int, int]
    shown: float
    """The evidence that only it explains, as a share of a whole stone's."""
    alone: float
    """The share of it that no other stone covers."""


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """What may lie in a deposit: looks of the ground, of the own stones (of a coloured deposit) and of strangers."""

    bare: Look
    own: tuple[str, Look] | None
    foreign: Mapping[str, Look]


class StoneFinder:
    """Finds the coloured stones of a deposit; ``radius_mm`` is a stone's."""

    def __init__(self, ground: Ground, kinds: Kinds, radius_mm: float) -> None:
        self._ground, self._kinds = ground, kinds
        self._radius_px = radius_mm * FINE
        self._region = np.flatnonzero(ground.within(OUT_OF_PLACE_MM))
        self._middles = ground.within(-ROOM_MM)
        self._strangers = Strangers.of(kinds.foreign.values())
        if kinds.own is not None:
            _, own = kinds.own
            self._sharp = own.widened(STONE_SLACK)
            self._wide = [own.widened(OTHER_LIGHT), *(ADAPTING_ROUNDS - 1) * [own.widened(OTHER_LIGHT / 4)]]

    def find(self, unlike: Plane, most: int, taken: Sequence[tuple[int, int]] = ()) -> list[Stone]:
        """Up to ``most`` stones in what `Ground.unlike` showed, each laid where it explains most of what is left.

        The last ones may be none, but shade or glare. Something else lies at the places ``taken`` (column, row).
        """
        region, colours, ground = _no_ground(self._kinds.bare, self._region, unlike)
        stone = self._strangers.likelihood(colours)
        looks = dict(self._kinds.foreign)
        if self._kinds.own is not None:
            gem, own = self._kinds.own
            adapted = self._adapted(own, colours, ground, stone)
            stone = np.maximum(stone, self._sharp.moved(adapted).likelihood(colours))
            looks[gem] = FOREIGN.moved(adapted)
        evidence = _evidence(unlike, region, stone - ground)
        if taken:
            evidence[covered(evidence.shape, taken, self._radius_px)] = NOTHING
        heap = lay_discs(evidence, self._radius_px, most, self._middles)
        laid = [
            (place, shown, alone)
            for place, shown, alone in zip(heap.places[-1], heap.gains, heap.grounds, strict=True)
            if shown > NAMED
        ]
        names = _named([self._colour(unlike, evidence, place) for place, _, _ in laid], looks)
        return [Stone(gem, named, *stone) for (gem, named), stone in zip(names, laid, strict=True)]

    def _adapted(self, own: Look, colours: Plane, ground: Plane, others: Plane) -> Colour:
        """The mean look of the own stones in this picture's light."""
        sample, belief = colours[:, ::SAMPLED], ADAPTING_BELIEF
        rest = np.logaddexp(ground[::SAMPLED], others[::SAMPLED] + FOREIGN_ODDS)
        mean = own.mean
        for look in self._wide:
            odds = look.moved(mean).likelihood(sample) - rest
            weights = 1 / (1 + np.exp(np.clip(1 - odds, -30, 30)))
            mean = (sample @ weights + belief * own.mean) / (float(weights.sum()) + belief)
        shift = mean - own.mean
        far = float(np.linalg.norm(shift @ OTHER_LIGHT_ROOT))
        return np.asarray(own.mean + shift * min(1.0, FARTHEST_LIGHT / max(far, 1e-6)), np.float64)

    def _colour(self, unlike: Plane, evidence: Plane, place: tuple[int, int]) -> Plane:
        """The colour of the stone at a place: the median of what shows stone there."""
        x, y = place
        reach = round(HEART * self._radius_px)
        window = slice(max(y - reach, 0), y + reach + 1), slice(max(x - reach, 0), x + reach + 1)
        shows, colours = evidence[window] > 0, unlike[window]
        shows &= colours[..., 0] < SPARKLE
        shown = colours[shows] if shows.any() else colours.reshape(-1, 3)
        middle = len(shown) // 2
        return np.asarray(np.partition(shown.T, middle, axis=1)[:, middle], np.float32)


def learn_looks(ground: Ground, set_up: Plane, radius_mm: float) -> tuple[Look, Look]:
    """How a deposit's own stones look, and its ground with their shadows, from the seven stones of set-up.

    What is least like the ground is stone at first; then seven discs are laid on what looks like that, and so on.
    """
    radius_px = radius_mm * FINE
    inside = ground.within(-1.0)
    region = np.flatnonzero(ground.within(OUT_OF_PLACE_MM))
    colourful = np.hypot(set_up[..., 1], set_up[..., 2]) + 0.3 * np.abs(set_up[..., 0])
    unlike = np.where(inside, colourful, 0.0)
    most = round(SURE_SHARE * AT_SET_UP * np.pi * radius_px**2)
    own = Look.learnt(set_up[unlike >= np.sort(unlike, axis=None)[-most]], STONE_SLACK)
    bare = SHADED_GROUND
    for _ in range(LEARNING_ROUNDS):
        colours = _listed(set_up, region)
        evidence = _evidence(set_up, region, own.likelihood(colours) - bare.likelihood(colours))
        places = lay_discs(evidence, radius_px, AT_SET_UP).places[-1]
        core = covered(inside.shape, places, CORE * radius_px) & (evidence > NOTHING / 2)
        beside = inside & ~covered(inside.shape, places, BESIDE * radius_px) & (evidence < STONE_FOR_SURE)
        if np.count_nonzero(core) > FEWEST:
            own = Look.learnt(set_up[core], STONE_SLACK)
        if np.count_nonzero(beside) > FEWEST:
            bare = Look.learnt(set_up[beside], GROUND_SLACK)
    return own, bare


def learn_clear_ground(ground: Ground, set_up: Plane) -> Look:
    """How the deposit of clear stones looks with all of them: what is no coloured stone."""
    return Look.learnt(set_up[ground.within(-1.0)], GROUND_SLACK)


def foreign_look(home: Ground, own: Look, here: Ground) -> Look:
    """How stones that look so at home look here: what lies below shines through a little."""
    at_home, below = np.exp(own.mean @ FROM_COLOUR + home.middle), np.exp(here.middle) - np.exp(home.middle)
    seen = np.log(np.maximum(at_home + SHINES_THROUGH * below, DARKEST))
    return FOREIGN.moved((seen - here.middle) @ TO_COLOUR)


def all_named(stones: Iterable[Stone]) -> float:
    """How sure the names of all these stones are (0..1)."""
    return math.prod(stone.named for stone in stones)


def covered(shape: tuple[int, ...], places: Sequence[tuple[int, int]], radius_px: float) -> NDArray[np.bool_]:
    """The pixels within a radius of any of these places (column, row)."""
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    near = np.zeros(shape[:2], bool)
    for x, y in places:
        near |= (columns - x) ** 2 + (rows - y) ** 2 <= radius_px**2
    return near


def _no_ground(bare: Look, region: NDArray[np.intp], unlike: Plane) -> tuple[NDArray[np.intp], Plane, Plane]:
    """The part of a region that may be something else than ground, its colours, and how likely they are ground's."""
    colours = _listed(unlike, region)
    likely = bare.likelihood(colours)
    strange = likely < -bare.rarity - GROUND_FOR_SURE
    return region[strange], colours[:, strange], likely[strange]


def _listed(unlike: Plane, region: NDArray[np.intp]) -> Plane:
    """The colours (3, n) of a region."""
    return np.ascontiguousarray(unlike.reshape(-1, 3)[region].T)


def _named(colours: list[Plane], looks: Mapping[str, Look]) -> list[tuple[str, float]]:
    """The name of the nearest look to each colour, and how sure it is: others may be as near, or none near enough."""
    if not colours:
        return []
    names = tuple(looks)
    likely = np.stack([looks[name].likelihood(np.stack(colours, axis=-1)) for name in names])
    shares = np.exp(likely - likely.max(axis=0))
    unknown = np.exp(np.clip(-STRANGE - FOREIGN.rarity - likely.max(axis=0), -30, 30))
    sure = 1 / (shares.sum(axis=0) + unknown)
    return [(names[index], float(chance)) for index, chance in zip(likely.argmax(axis=0), sure, strict=True)]


def _evidence(unlike: Plane, region: NDArray[np.intp], odds: Plane) -> Plane:
    """Evidence of stone, -1..1, of the logarithms of odds in a region; a sparkle is none against it."""
    told = np.tanh(odds / NO_DOUBT)
    shining = cv2.dilate((unlike[..., 0] > SPARKLE).astype(np.uint8), AROUND_SPARKLES)
    sparkles = shining.ravel()[region] > 0
    evidence = np.full(unlike.shape[:2], NOTHING, np.float32)
    evidence.ravel()[region] = np.where(sparkles, np.maximum(told, 0.0), told)
    return evidence
