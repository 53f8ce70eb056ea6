"""``python -m tools.networks.deposits FOLDER --tables DIR``: trains the network that counts gems, and writes it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import torch

from tools.networks.deposit_network import NAMING, AppearanceHalf, CountingHalf, DepositNetwork
from tools.networks.deposit_pool import DEPOSITS, draw_pool
from tools.networks.deposit_tables import pool_of_tables
from tools.networks.drawn_gems import SIDE_PX
from tools.networks.simulated_deposits import simulated_pool
from tools.networks.train_deposits import judged, temperature_of, train

PICTURES = 4


def main() -> int:
    """Draw, cut out, train, export; print the temperature and what is told right on tables held out."""
    parser = argparse.ArgumentParser(prog="python -m tools.networks.deposits", description=__doc__)
    parser.add_argument("folder", type=Path, help="where its two files go")
    parser.add_argument("--tables", type=Path, nargs="*", default=[], help="folders of tables to train on")
    parser.add_argument(
        "--held", type=Path, nargs="*", default=[], help="folders of tables to hold it against"
    )
    parser.add_argument("--drawn", type=int, default=1200, help="tables to be drawn (default 1200)")
    parser.add_argument("--simulated", type=int, default=20, help="virtual tables (default 20)")
    parser.add_argument("--steps", type=int, default=9000, help="batches to train on (default 9000)")
    parser.add_argument("--seed", type=int, default=1, help="of drawing and training (default 1)")
    options = parser.parse_args()
    pools = [(draw_pool(options.drawn, PICTURES, options.seed), 1.0)]
    pools += [(simulated_pool(options.simulated, options.seed), 0.15)]
    pools += [(pool_of_tables(folder), 1.5 / len(options.tables)) for folder in options.tables]
    network = train(pools, options.steps, options.seed, lambda line: print(line, flush=True))
    export(network, options.folder)
    for folder in options.held:
        logits, counts = judged(network, pool_of_tables(folder))
        right = (logits.argmax(-1) == counts).all(-1).float().mean()
        print(
            f"{folder}: {float(right):.1%} of deposits right, temperature {temperature_of(logits, counts):.2f}"
        )
    return 0


def export(network: DepositNetwork, folder: Path) -> None:
    """Write both halves of a network for OpenCV: for five deposits at a time."""
    network.eval()
    crops, appearances = torch.zeros(DEPOSITS, 6, SIDE_PX, SIDE_PX), torch.zeros(DEPOSITS, NAMING)
    halves = {
        "gem_appearance": (AppearanceHalf(network), {"references": crops}),
        "gem_counts": (CountingHalf(network), {"now": crops, "appearances": appearances}),
    }
    for name, (half, inputs) in halves.items():
        half.eval()
        torch.onnx.export(
            half,
            (*inputs.values(),),
            str(folder / f"{name}.onnx"),
            input_names=[*inputs],
            output_names=["told"],
            dynamo=False,
            opset_version=13,
        )


if __name__ == "__main__":
    sys.exit(main())
