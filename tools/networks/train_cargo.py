"""``python -m tools.networks.train_cargo FOLDER…``: train the networks that say what a canoe carries.

Needs torch and onnx (`pip install '.[networks]'`). How the shipped ones were made: `docs/networks.md`.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn

from tools.networks.compare_network import VECTOR, CompareNetwork, ReferenceNetwork, export
from tools.networks.hull_groups import GEMS, group_of_table, painted_group, plain_batch, varied_batch
from tools.networks.hull_tables import samples_of
from vision.canoes.hull_crops import DEPOSIT_CROP_PX, HULL_CROP_PX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.networks.hull_groups import Batch, Group

GROUPS, HULLS_EACH = 8, 12
"""Of a batch."""
TABLES_SHARE = 0.6
"""Share of groups that are tables, where there are painted worlds too."""
WORLDS = 300
"""Painted from each seed."""
SMOOTHING, DECAY, CLIP, WARM_UP = 0.01, 1e-3, 2.0, 0.1
PROBABILITIES = (0.5, 0.8, 0.9, 0.95, 0.98)


def main() -> None:
    """Train, say how well tables held back are read, and write the files."""
    parser = argparse.ArgumentParser(prog="python -m tools.networks.train_cargo", description=__doc__)
    parser.add_argument("tables", type=Path, nargs="*", help="folders of tables or training sheets")
    parser.add_argument(
        "--painted", type=int, nargs="*", default=[], help="seeds of painted worlds, 300 each"
    )
    parser.add_argument("--held", nargs="*", default=[], help="names of tables held back")
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--rate", type=float, default=4e-3, help="the highest learning rate")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("vision/networks"))
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    files = [file for folder in options.tables for file in sorted(folder.glob("*/session.json"))]
    read = (samples_of(file.parent, np.random.default_rng(0)) for file in files)
    tables = [group_of_table(table) for table in read if table is not None and table.samples]
    held = [group for group in tables if group.name in options.held]
    tables = [group for group in tables if group.name not in options.held]
    painted = [painted_group(seed + number) for seed in options.painted for number in range(WORLDS)]
    print(f"{len(tables)} tables, {len(held)} held back, {len(painted)} painted worlds", flush=True)
    cargo, gem = CompareNetwork(len(GEMS)), ReferenceNetwork()
    if options.start is not None:
        weights = torch.load(options.start)
        cargo.load_state_dict(weights["cargo"])
        gem.load_state_dict(weights["gem"])
    train(cargo, gem, tables, painted, options.steps, options.rate, rng)
    for groups, name in ((held, "held back"), (tables, "learnt")):
        if groups:
            print(f"{name}: {judged(cargo, gem, groups)}")
    torch.save({"cargo": cargo.state_dict(), "gem": gem.state_dict()}, options.out / "cargo.pt")
    deposits = torch.zeros(5, 6, DEPOSIT_CROP_PX, DEPOSIT_CROP_PX)
    hulls = torch.zeros(3, 6, HULL_CROP_PX[1], HULL_CROP_PX[0]), torch.zeros(1, len(GEMS) * VECTOR)
    export(gem, (deposits,), options.out / "gem.onnx", ("deposits",), "gems")
    export(cargo, hulls, options.out / "cargo.onnx", ("hulls", "gems"), "logits")


def train(
    cargo: CompareNetwork,
    gem: ReferenceNetwork,
    tables: Sequence[Group],
    painted: Sequence[Group],
    steps: int,
    rate: float,
    rng: np.random.Generator,
) -> None:
    """Cross-entropy by AdamW, one cycle of the learning rate (Smith & Topin 2019)."""
    weights = [*cargo.parameters(), *gem.parameters()]
    optimiser = torch.optim.AdamW(weights, rate, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, steps, pct_start=WARM_UP)
    # A table with four times as many hulls is drawn twice as often.
    often = np.sqrt([len(group.samples) for group in tables])
    often = often / often.sum() if len(tables) else often
    started, losses = time.monotonic(), []
    cargo.train()
    gem.train()
    for step in range(1, steps + 1):
        groups = [
            tables[int(rng.choice(len(tables), p=often))]
            if tables and (not painted or rng.random() < TABLES_SHARE)
            else painted[int(rng.integers(len(painted)))]
            for _ in range(GROUPS)
        ]
        batch = varied_batch(groups, HULLS_EACH, rng)
        loss = nn.functional.cross_entropy(
            logits(cargo, gem, batch), torch.from_numpy(batch.labels), label_smoothing=SMOOTHING
        )
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(weights, CLIP)
        optimiser.step()
        schedule.step()
        losses.append(loss.item())
        if step % 200 == 0:
            print(
                f"{step}: loss {np.mean(losses[-200:]):.4f}, {time.monotonic() - started:.0f} s", flush=True
            )


def logits(cargo: CompareNetwork, gem: ReferenceNetwork, batch: Batch) -> torch.Tensor:
    """What the networks say of a batch, (n, 6)."""
    vectors = gem(torch.from_numpy(batch.deposits)).reshape(-1, len(GEMS) * VECTOR)
    return cargo(torch.from_numpy(batch.hulls), vectors[torch.from_numpy(batch.group)])


def judged(cargo: CompareNetwork, gem: ReferenceNetwork, groups: Sequence[Group]) -> str:
    """How much is told rightly and wrongly from each of some probabilities on."""
    cargo.eval()
    gem.eval()
    probability, right = [], []
    with torch.no_grad():
        for group in groups:
            batch = plain_batch(group)
            best = torch.softmax(logits(cargo, gem, batch), 1).max(1)
            probability += best.values.tolist()
            right += (best.indices.numpy() == batch.labels).tolist()
    sure, good = np.array(probability), np.array(right)
    return ", ".join(
        f"from {least}: {np.mean(good & (sure >= least)):.2%} right {np.mean(~good & (sure >= least)):.2%} wrong"
        for least in PROBABILITIES
    )


if __name__ == "__main__":
    main()
