"""What the cargo network is trained on: groups of hulls that share gems, hulls, print and light, varied at random.

A group is a table (`hull_tables.py`) or a painted world (`painted_hulls.py`). All of a group is recoloured alike, its
references too: so a network can learn to compare, and cannot learn what colour a violet gem has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tools.networks.hull_variation import flipped, recolour, relight, shifted, softened
from tools.networks.painted_hulls import draw_world, paint_deposit, paint_hull
from vision.canoes.hull_crops import HULL_CROP_PX, as_batch

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from tools.networks.hull_tables import TableSamples

Picture = np.ndarray
GEMS = ("violet", "clear", "yellow", "blue", "pink")
EMPTY = 0
"""The label of an empty canoe; that of a gem is one more than its place among `GEMS`."""
PAINTED_HULLS, PAINTED_COLOURS = 16, 3
"""Of each painted world."""
UNKNOWN_HULL = 0.08
"""Share of hulls whose colour is taken for unseen at set-up."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One hull: its colour, its cargo's label, its crop."""

    colour: Hashable
    label: int
    crop: Picture


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Hulls with their references."""

    name: str
    gems: Picture
    """(5, 2, rows, columns, 3): each deposit with its seven gems, and bare."""
    empty: dict[Hashable, list[Picture]]
    """By colour, crops of empty hulls."""
    samples: tuple[Sample, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """A network's input and what it should say."""

    hulls: np.ndarray
    """(n, 6, rows, columns): hulls now, and empty ones of their colour."""
    deposits: np.ndarray
    """(5 groups, 6, rows, columns): deposits full and bare."""
    group: np.ndarray
    """(n,): to which group a hull belongs."""
    labels: np.ndarray
    """(n,)"""


def group_of_table(table: TableSamples) -> Group:
    """A table's hulls."""
    return Group(
        table.name,
        np.stack([np.stack(table.gems[gem]) for gem in GEMS]),
        {colour: list(crops) for colour, crops in table.hulls.items()},
        tuple(
            Sample(one.colour, EMPTY if one.cargo is None else 1 + GEMS.index(one.cargo), one.now)
            for one in table.samples
        ),
    )


def painted_group(seed: int) -> Group:
    """The hulls of the painted world with this seed."""
    rng = np.random.default_rng([seed, 20])
    world = draw_world(rng)
    gems = [np.stack(paint_deposit(world, gem, rng)) for gem in range(len(GEMS))]
    colours = [int(colour) for colour in rng.choice(7, PAINTED_COLOURS, replace=False)]
    empty = {colour: [paint_hull(world, colour, None, rng)] for colour in colours}
    samples = []
    for _ in range(PAINTED_HULLS):
        colour = int(rng.choice(colours))
        gem = None if rng.random() < 0.45 else int(rng.integers(len(GEMS)))
        label = EMPTY if gem is None else 1 + gem
        samples.append(Sample(colour, label, paint_hull(world, colour, gem, rng)))
    return Group(f"painted-{seed}", np.stack(gems), empty, tuple(samples))


def varied_batch(groups: Sequence[Group], each: int, rng: np.random.Generator) -> Batch:
    """At most so many hulls of each group, all recoloured, turned, moved, lit and blurred at random."""
    parts = [_varied(group, each, rng) for group in groups]
    return _joined(parts)


def plain_batch(group: Group) -> Batch:
    """All hulls of one group as they are."""
    crops = [sample.crop for sample in group.samples]
    empty = [_reference(group, sample.colour, None) for sample in group.samples]
    hulls = np.concatenate((as_batch(crops), as_batch(empty)), axis=1)
    deposits = np.concatenate([as_batch(list(group.gems[:, side])) for side in (0, 1)], axis=1)
    return _joined([(hulls, deposits, np.array([sample.label for sample in group.samples]))])


def _joined(parts: Sequence[tuple[np.ndarray, np.ndarray, np.ndarray]]) -> Batch:
    return Batch(
        np.concatenate([hulls for hulls, _, _ in parts]).astype(np.float32),
        np.concatenate([deposits for _, deposits, _ in parts]).astype(np.float32),
        np.concatenate([np.full(len(labels), number) for number, (_, _, labels) in enumerate(parts)]),
        np.concatenate([labels for _, _, labels in parts]),
    )


def _varied(group: Group, each: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    picks = rng.choice(len(group.samples), min(each, len(group.samples)), replace=False)
    crops, empty, labels = [], [], []
    for pick in picks:
        sample = group.samples[pick]
        reference = _reference(group, sample.colour, rng)
        crops.append(softened(flipped(shifted(sample.crop, rng), rng), rng))
        empty.append(flipped(reference, rng))
        labels.append(sample.label)
    order = rng.permutation(3) if rng.random() < 0.5 else np.arange(3)
    full, bare = (group.gems[:, side][..., order] for side in (0, 1))
    now, then, gems, ground = (
        as_batch([np.ascontiguousarray(one[..., order]) for one in crops]),
        as_batch([np.ascontiguousarray(one[..., order]) for one in empty]),
        as_batch(list(np.ascontiguousarray(full))),
        as_batch(list(np.ascontiguousarray(bare))),
    )
    turn = rng.uniform(-np.pi, np.pi) if rng.random() < 0.5 else rng.normal(0, 0.15)
    chroma, level, gain = np.exp(rng.normal(0, 0.2)), rng.normal(0, 0.08), np.exp(rng.normal(0, 0.12))
    for part in (now, then, gems, ground):
        recolour(part, turn, chroma, level, gain)
    relight(now, rng)
    return np.concatenate((now, then), 1), np.concatenate((gems, ground), 1), np.array(labels)


def _reference(group: Group, colour: Hashable, rng: np.random.Generator | None) -> Picture:
    """An empty hull of this colour; where none is known, its colour alone."""
    known = group.empty.get(colour) or []
    if known and (rng is None or rng.random() > UNKNOWN_HULL):
        return known[0 if rng is None else int(rng.integers(len(known)))]
    columns, rows = HULL_CROP_PX
    looks = known or [sample.crop for sample in group.samples if sample.colour == colour]
    middle = looks[0][rows // 3 : -rows // 3, columns // 4 : -columns // 4]
    even = np.median(middle.reshape(-1, 3), axis=0).astype(np.uint8)
    return np.broadcast_to(even, (rows, columns, 3)).copy()
