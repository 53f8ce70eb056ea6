"""Randomisation of training pictures: what no network may rely on.

Colours change alike in all pictures of a table; the light of now, and where now lies, in each.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional


def recoloured(pictures: Tensor, generator: torch.Generator) -> Tensor:
    """Pictures (tables, n, 3, height, width), 0..1, in other colours, one change for each table.

    Colours are permuted or turned about grey, mixed a little, and made brighter or darker: hue says nothing by itself.
    """
    tables = pictures.shape[0]

    def uniform(low: float, high: float, *shape: int) -> Tensor:
        return low + (high - low) * torch.rand(shape, generator=generator)

    mix = torch.eye(3).repeat(tables, 1, 1)
    for table in range(tables):
        if torch.rand(1, generator=generator) < 0.4:
            mix[table] = mix[table][torch.randperm(3, generator=generator)]
        if torch.rand(1, generator=generator) < 0.2:
            mix[table] = _turned_about_grey(float(uniform(-3.14, 3.14, 1))) @ mix[table]
    mix = mix * (1 + uniform(-0.15, 0.15, tables, 3, 1))
    grey = uniform(0, 0.2, tables, 1, 1)
    mix = (1 - grey) * mix + grey * mix.mean(1, keepdim=True)
    gamma = torch.exp(uniform(-0.35, 0.35, tables, 1, 1, 1, 1))
    gain = uniform(0.7, 1.15, tables, 1, 1, 1, 1)
    mixed = torch.einsum("tij,tnjhw->tnihw", mix, pictures).clamp(0, 1)
    return (gain * mixed**gamma).clamp(0, 1)


def _turned_about_grey(angle: float) -> Tensor:
    axis = torch.ones(3) / 3**0.5
    cross = torch.tensor([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]]) / 3**0.5
    turn = torch.tensor(angle)
    return torch.eye(3) * turn.cos() + turn.sin() * cross + (1 - turn.cos()) * torch.outer(axis, axis)


def unsteady(now: Tensor, generator: torch.Generator) -> Tensor:
    """Pictures (n, 3, height, width), each moved by a pixel or so, in a light a little other, noisy or blurred."""
    count = now.shape[0]
    move = torch.eye(2, 3).repeat(count, 1, 1)
    move[:, :, 2] = torch.randn((count, 2), generator=generator) * 0.7 * 2 / now.shape[-1]
    move[:, :, :2] *= 1 + 0.015 * torch.randn((count, 1, 1), generator=generator)
    grid = functional.affine_grid(move, list(now.shape), align_corners=False)
    moved = functional.grid_sample(now, grid, padding_mode="reflection", align_corners=False)
    if torch.rand(1, generator=generator) < 0.2:
        moved = functional.avg_pool2d(functional.pad(moved, (1, 1, 1, 1), "replicate"), 3, 1)
    gain = 1 + 0.05 * torch.randn((count, 3, 1, 1), generator=generator)
    veil = 0.02 * torch.randn((count, 3, 1, 1), generator=generator)
    noise = torch.rand((count, 1, 1, 1), generator=generator) ** 2 * 0.03
    return (moved * gain + veil + noise * torch.randn(now.shape, generator=generator)).clamp(0, 1)


def with_strange_things(now: Tensor, share: float, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """A share of pictures (n, 3, height, width), each with one thing on it that is no gem, and which they are (n,).

    An ellipse of a gem's size or larger, of any even colour: a coin, a bead of another game, a leaf.
    """
    count, side = now.shape[0], now.shape[-1]
    strange = torch.rand(count, generator=generator) < share

    def uniform(low: float, high: float) -> Tensor:
        return (low + (high - low) * torch.rand((count, 1, 1), generator=generator)) * side

    across = torch.arange(side, dtype=now.dtype).reshape(1, 1, side)
    x, y = across - uniform(0.3, 0.7), across.reshape(1, side, 1) - uniform(0.3, 0.7)
    turn = uniform(0, 3.14) / side
    along, beside = x * turn.cos() + y * turn.sin(), y * turn.cos() - x * turn.sin()
    inside = (along / uniform(0.06, 0.2)) ** 2 + (beside / uniform(0.06, 0.15)) ** 2 < 1
    colour = torch.rand((count, 3, 1, 1), generator=generator)
    return torch.where((inside & strange[:, None, None])[:, None], colour, now), strange
