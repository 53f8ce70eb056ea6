"""Training the network that counts gems."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from tools.networks.augment import recoloured, unsteady, with_strange_things
from tools.networks.deposit_network import COUNTS, DepositNetwork, pairs_of
from tools.networks.deposit_pool import DEPOSITS, DepositPool
from tools.networks.drawn_gems import SIDE_PX

if TYPE_CHECKING:
    from collections.abc import Callable

CELL_PX = 4
CELLS = SIDE_PX // CELL_PX
TABLES = 2
"""A batch has so many tables, each with all its pictures."""
PEAK_RATE = 2.5e-3
WARMING_STEPS = 60
"""So many steps the rate rises."""
PLACES_WEIGHT = 1.0
NAMES_WEIGHT = 3.0
CELL_WEIGHTS = torch.tensor([1.0] * DEPOSITS + [0.3])
"""Most cells show no gem."""
STRANGE = 0.06
"""Share of deposits on which something lies that is no gem: no count of it is to be sure."""
DOUBT = 0.25
"""So probable is one more of each colour then."""


def as_tensor(pictures: np.ndarray) -> Tensor:
    """(…, height, width, 3) uint8 as (…, 3, height, width) 0..1."""
    return torch.from_numpy(np.moveaxis(pictures, -1, -3).astype(np.float32) / 255)


CENTRES_PX = (np.arange(CELLS) + 0.5) * CELL_PX - 0.5
GEM_PX, BARE_PX = 4.5, 8.5
"""A cell so near to a gem's middle shows it; one farther than this from every gem shows none."""


def density(places: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
    """Where gems are, from their colours and pixels (deposits, gems, 3).

    How many of each colour each cell of the network has (deposits, 256, 5), shared by the nearest four; what each shows
    (deposits, 256): a colour, 5 for none, -100 where that is not said; and where anything is known (deposits,).
    """
    there = places[..., 0] >= 0
    colour, x, y = (places[..., part].astype(np.float32) for part in range(3))
    near_x, near_y = (
        np.maximum(1 - np.abs(at[..., None] - CENTRES_PX) / CELL_PX, 0) * there[..., None] for at in (x, y)
    )
    named = (colour[..., None] == np.arange(DEPOSITS)).astype(np.float32)
    found = np.einsum("dgr,dgc,dgk->drck", near_y, near_x, named, optimize=True)
    apart = np.hypot(x[..., None, None] - CENTRES_PX, y[..., None, None] - CENTRES_PX[:, None])
    apart[~there] = np.inf
    nearest = apart.argmin(1)
    least = apart.min(1)
    shown = np.take_along_axis(colour[:, :, None, None], nearest[:, None], 1)[:, 0]
    shown = np.where(least < GEM_PX, shown, np.where(least > BARE_PX, DEPOSITS, -100))
    flat = len(places), CELLS * CELLS
    known = torch.from_numpy(there.any(1))
    return (
        torch.from_numpy(found.reshape(*flat, DEPOSITS).astype(np.float32)),
        torch.from_numpy(shown.reshape(flat).astype(np.int64)),
        known,
    )


def part_of(
    pool: DepositPool, table: int, generator: torch.Generator, *, augment: bool
) -> tuple[Tensor, Tensor, Tensor, np.ndarray]:
    """One table's share of a batch: the pairs of now, those of set-up, the probabilities of counts, the places."""
    empty, full, now = (as_tensor(part[table]) for part in (pool.empty, pool.full, pool.now))
    now = now.flatten(0, 1)
    strange = torch.zeros(len(now), dtype=torch.bool)
    if augment:
        stack = recoloured(torch.cat([empty, full, now])[None], generator)[0]
        empty, full, now = stack[:DEPOSITS], stack[DEPOSITS : 2 * DEPOSITS], stack[2 * DEPOSITS :]
        now, strange = with_strange_things(now, STRANGE, generator)
        now = unsteady(now, generator)
    true = torch.from_numpy(pool.counts[table].reshape(-1, DEPOSITS).astype(np.int64))
    counts = functional.one_hot(true, COUNTS).float()
    more = functional.one_hot((true + 1).clamp(max=COUNTS - 1), COUNTS).float()
    counts[strange] = (1 - DOUBT) * counts[strange] + DOUBT * more[strange]
    pairs = pairs_of(now, empty.repeat(len(now) // DEPOSITS, 1, 1, 1))
    return pairs, pairs_of(full, empty), counts, pool.places[table].reshape(len(now), -1, 3)


def loss_of(network: DepositNetwork, parts: list[tuple[Tensor, Tensor, Tensor, np.ndarray]]) -> Tensor:
    """Cross entropy of the counts and of what each cell shows, and squared error of where gems lie."""
    # All tables in one pass: what normalises the features is to be of no single table.
    features = network.features(
        torch.cat([pictures for pairs, references, _, _ in parts for pictures in (pairs, references)])
    )
    total, first = torch.zeros(()), 0
    for pairs, references, counts, places in parts:
        middle, first_of_next = first + len(pairs), first + len(pairs) + len(references)
        logits, found, naming = network.told(
            features[first:middle], network.appearances(features[middle:first_of_next])
        )
        first = first_of_next
        own = torch.eye(DEPOSITS).repeat(len(pairs) // DEPOSITS, 1)
        entropy = -(counts * functional.log_softmax(logits, 2)).sum(2)
        total = total + (entropy * (0.4 + 0.6 * own)).sum(1).mean()
        wanted, shown, known = density(places)
        if known.any():
            total = total + PLACES_WEIGHT * (((found - wanted) ** 2).sum((1, 2)) * known).mean()
            named = functional.cross_entropy(
                naming[known].flatten(0, 1), shown[known].flatten(), CELL_WEIGHTS
            )
            total = total + NAMES_WEIGHT * named
    return total / len(parts)


def train(
    pools: list[tuple[DepositPool, float]],
    steps: int,
    seed: int,
    say: Callable[[str], None],
) -> DepositNetwork:
    """Train for so many steps on tables drawn from pools by their weights; the rate falls along a cosine."""
    torch.manual_seed(seed)
    generator, rng = torch.Generator().manual_seed(seed), np.random.default_rng(seed)
    network = DepositNetwork()
    optimizer = torch.optim.AdamW(network.parameters(), PEAK_RATE, weight_decay=1e-3)
    weights = np.array([weight for _, weight in pools])
    started, recent = time.monotonic(), 0.0
    for step in range(steps):
        fall = 0.5 * (1 + np.cos(np.pi * step / steps)) + 0.003
        for group in optimizer.param_groups:
            group["lr"] = PEAK_RATE * min(step / WARMING_STEPS, 1.0) * fall
        parts = []
        for _ in range(TABLES):
            pool = pools[int(rng.choice(len(pools), p=weights / weights.sum()))][0]
            parts.append(part_of(pool, int(rng.integers(len(pool.empty))), generator, augment=True))
        optimizer.zero_grad()
        loss = loss_of(network, parts)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimizer.step()
        recent += (float(loss.detach()) - recent) / min(step + 1, 50)
        if step % 100 == 99:
            say(f"{time.monotonic() - started:6.0f} s  step {step + 1}  loss {recent:.3f}")
    return network


def judged(network: DepositNetwork, pool: DepositPool) -> tuple[Tensor, Tensor]:
    """Logits (pictures, 5 deposits, 5 colours, 9) of the counts of a pool, and the true counts (pictures, 5, 5)."""
    network.eval()
    told = []
    with torch.no_grad():
        for table in range(len(pool.empty)):
            pairs, references, _, _ = part_of(pool, table, torch.Generator(), augment=False)
            known = network.appearances(network.features(references))
            logits = network.told(network.features(pairs), known)[0]
            told.append(logits.reshape(-1, DEPOSITS, DEPOSITS, COUNTS))
    network.train()
    return torch.cat(told), torch.from_numpy(pool.counts.reshape(-1, DEPOSITS, DEPOSITS).astype(np.int64))


def temperature_of(logits: Tensor, counts: Tensor) -> float:
    """The temperature that makes these logits likeliest (Guo et al. 2017), of tables not trained on."""
    tried = torch.exp(torch.linspace(-1, 1.5, 101))
    flat, true = logits.flatten(0, -2), counts.flatten()
    return float(min(tried, key=lambda one: float(functional.cross_entropy(flat / one, true))))
