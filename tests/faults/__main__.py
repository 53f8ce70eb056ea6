"""The command: `python -m faults` tries every kind, `python -m faults kills=1000 logs=2000` so many of these."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from faults.damage import damaged_logs, damaged_records
from faults.failing_disk import failing_writes
from faults.kills import kills
from faults.power import power_cuts
from faults.strangers import crowds, hostile_files, hostile_records, hostile_requests
from faults.system import clock_jumps, full_disks, full_files, read_only
from faults.tally import HEADING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from faults.tally import Tally

KINDS: dict[str, tuple[Callable[[int, int], Tally], int]] = {
    "kills": (kills, 100),
    "power": (power_cuts, 2000),
    "writes": (failing_writes, 2000),
    "full": (full_files, 300),
    "disk": (full_disks, 300),
    "readonly": (read_only, 10),
    "clock": (clock_jumps, 200),
    "logs": (damaged_logs, 200),
    "records": (damaged_records, 100),
    "hostile-records": (hostile_records, 5000),
    "hostile-files": (hostile_files, 2000),
    "hostile-requests": (hostile_requests, 2000),
    "crowds": (crowds, 30),
}
"""What is tried by name: ``count`` faults with a seed; and how many when nothing is said, for some minutes in all."""
TOLD = 20
"""Losses that are told of each kind."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Try faults and print what came of them; 0 when nothing was lost, else 1."""
    options = argparse.ArgumentParser(prog="make faults", description=__doc__)
    options.add_argument(
        "kinds", nargs="*", metavar="KIND[=COUNT]", help=f"of {', '.join(KINDS)}; all when none"
    )
    options.add_argument("--seed", type=int, default=1, help="the same seed tries the same faults")
    chosen = options.parse_args(arguments)
    wanted = dict(kind.partition("=")[::2] for kind in chosen.kinds) or dict.fromkeys(KINDS, "")
    if unknown := wanted.keys() - KINDS.keys():
        options.error(f"unknown: {', '.join(sorted(unknown))}; expected {', '.join(KINDS)}")
    lost = 0
    print(HEADING)
    for name, count in wanted.items():
        try_faults, usual = KINDS[name]
        begun_s = time.monotonic()
        tally = try_faults(int(count or usual), chosen.seed)
        lost += len(tally.lost)
        print(tally.row(), flush=True)
        print(f"{name}: {time.monotonic() - begun_s:.0f} s", *tally.lost[:TOLD], sep="\n  ", file=sys.stderr)
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
