"""The command: `python -m hostile --cases 100000 --seed 1 --kinds records files`."""

from __future__ import annotations

import argparse
import logging
import sys
import time

from hostile import files, records, requests
from hostile.verdict import HEADING

SHARES = {records: 0.5, files: 0.3, requests: 0.2}
"""Of the cases: a request takes longest."""


def main() -> int:
    """Try them all; 0 when nothing went wrong."""
    options = argparse.ArgumentParser(prog="hostile", description=__doc__)
    options.add_argument("--cases", type=int, default=1000, help="how many of all kinds together")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--kinds", nargs="+", choices=[kind.KIND for kind in SHARES])
    chosen = options.parse_args()
    # What is refused is noted by the page and by OpenCV, thousands of times.
    logging.basicConfig(level=logging.CRITICAL)
    kinds = [kind for kind in SHARES if chosen.kinds is None or kind.KIND in chosen.kinds]
    whole = sum(SHARES[kind] for kind in kinds)
    print(f"seed {chosen.seed}\n{HEADING}")
    wrong = 0
    for kind in kinds:
        began_s = time.monotonic()
        tally = kind.run(round(chosen.cases * SHARES[kind] / whole), chosen.seed)
        print(f"{tally}   in {time.monotonic() - began_s:.0f} s", *tally.failures, sep="\n", flush=True)
        wrong += sum(tally.causes.values())
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
