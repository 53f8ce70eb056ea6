"""Deposits for training: pictures of whole tables' five deposits - bare, full, and as they lie -, with their truth."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Self

import cv2
import numpy as np

from tools.networks.drawn_gems import (
    FINE,
    MOST_OF_A_COLOUR,
    PX_PER_MM,
    SIDE_PX,
    Body,
    draw_gem_style,
    draw_gems,
    draw_ground,
    draw_lighting,
    photograph,
    scatter,
)

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from tools.networks.drawn_gems import FloatImage, Lighting, Rng

DEPOSITS = 5
MOST_GEMS = 12
"""Of which the places are kept, in one deposit."""
NOWHERE = -1
FOREIGN = 0.25
"""Share of deposits with a gem or two of other colours."""
BODIES = 10
"""Of each table's style."""


@dataclass(frozen=True, slots=True)
class DepositPool:
    """Tables by the five deposits of each; colours stand in the order of the deposits they belong to."""

    empty: NDArray[np.uint8]
    """(tables, 5, 64, 64, 3): bare."""
    full: NDArray[np.uint8]
    """(tables, 5, 64, 64, 3): at set-up."""
    now: NDArray[np.uint8]
    """(tables, pictures, 5, 64, 64, 3), in the light of set-up as well as that can be told."""
    counts: NDArray[np.int8]
    """(tables, pictures, 5 deposits, 5 colours)."""
    places: NDArray[np.float16]
    """(tables, pictures, 5, 12, 3): colour, x and y (pixels of the crop) of each gem; -1 where none is known."""

    def save(self, file: Path) -> None:
        """Write it."""
        np.savez(file, **{field.name: getattr(self, field.name) for field in fields(self)})

    @classmethod
    def load(cls, file: Path) -> Self:
        """Read it back."""
        with np.load(file) as arrays:
            return cls(**arrays)

    @classmethod
    def joined(cls, pools: list[Self]) -> Self:
        """Several with the same number of pictures a table as one."""
        return cls(**{f.name: np.concatenate([getattr(p, f.name) for p in pools]) for f in fields(cls)})


def draw_pool(tables: int, pictures: int, seed: int) -> DepositPool:
    """Tables drawn by `drawn_gems`; each is the same whenever it is drawn from that seed."""
    drawn = [_draw_table(np.random.default_rng([seed, table]), pictures) for table in range(tables)]
    return DepositPool(*(np.stack(part) for part in zip(*drawn, strict=True)))


def _draw_table(
    rng: Rng, pictures: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int8], NDArray[np.float16]]:
    style, light = draw_gem_style(rng), draw_lighting(rng)
    bodies = [Body.cut(rng, style) for _ in range(BODIES)]
    radii = np.where(rng.random(DEPOSITS) < 0.3, 17, 23) + rng.normal(0, 1, DEPOSITS)
    grounds = [draw_ground(rng, style.colours[k], radii[k]) for k in range(DEPOSITS)]
    nearness = rng.uniform(0.6, 1)
    exposure = rng.uniform(0.8, 1.6) / float((light.ambient + light.colours.sum(0)).max())
    noise, blur = float(rng.uniform(0.002, 0.05)), float(rng.choice([0, rng.uniform(0.2, 1.1)]))
    none = np.zeros((0, 2)), np.zeros(0, int)
    empty, full = [], []
    for k in range(DEPOSITS):
        seven = scatter(rng, 7, radii[k], style.size_mm, nearness), np.full(7, k)
        for kept, (places, kinds) in ((empty, none), (full, seven)):
            lit = draw_gems(rng, grounds[k], places, kinds, style, light, bodies)
            kept.append(photograph(rng, lit, exposure, noise, blur))
    now = np.empty((pictures, DEPOSITS, SIDE_PX, SIDE_PX, 3), np.uint8)
    counts = np.zeros((pictures, DEPOSITS, DEPOSITS), np.int8)
    laid = np.full((pictures, DEPOSITS, MOST_GEMS, 3), NOWHERE, np.float16)
    for picture in range(pictures):
        relit = rng.random() < 0.6
        other = draw_lighting(rng) if relit else light
        for k in range(DEPOSITS):
            kinds = _draw_kinds(rng, k)
            places = scatter(rng, len(kinds), radii[k], style.size_mm, nearness)
            lit = draw_gems(rng, grounds[k], places, kinds, style, other, bodies)
            back = _brought_back(rng, lit, other, light) if relit else lit
            now[picture, k] = photograph(rng, back, exposure, noise * (1.5 if relit else 1), blur)
            counts[picture, k] = np.bincount(kinds, minlength=DEPOSITS)
            xy = places * PX_PER_MM + SIDE_PX / 2 - 0.5
            laid[picture, k, : len(kinds)] = np.column_stack([kinds, xy])
    return np.stack(empty), np.stack(full), now, counts, laid


def _draw_kinds(rng: Rng, own: int) -> NDArray[np.intp]:
    kinds = [own] * int(rng.integers(0, MOST_OF_A_COLOUR + 1))
    if rng.random() < FOREIGN:
        others = [kind for kind in range(DEPOSITS) if kind != own]
        kinds += [int(rng.choice(others)) for _ in range(int(rng.integers(1, 3)))]
    return np.asarray(rng.permutation(np.array(kinds, int)), int)


def _brought_back(rng: Rng, lit: FloatImage, now: Lighting, then: Lighting) -> FloatImage:
    """A picture in another light, relit by the gain of bare print: not quite, and mirrored lamps stay."""
    gain = (then.ambient + then.colours.sum(0)) / (now.ambient + now.colours.sum(0))
    side = SIDE_PX * FINE
    slow = cv2.resize(
        rng.normal(0, 1, (3, 3)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC
    )
    shade = np.exp(rng.uniform(0, 0.15) * slow)[..., None]
    back = lit * gain * shade * (1 + rng.normal(0, 0.04, 3))
    if rng.random() < 0.35:
        x, y = np.meshgrid(*(np.arange(side) - rng.uniform(0, side) for _ in range(2)))
        glare = np.exp(-(x**2 + y**2) / (2 * (rng.uniform(4, 40) * FINE) ** 2))
        back = back + rng.uniform(0, 0.3) * glare[..., None] * (1 + rng.normal(0, 0.05, 3))
    return np.asarray(back, np.float32)
