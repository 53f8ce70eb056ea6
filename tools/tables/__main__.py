"""``python -m tools.tables FOLDER``: ray-traced tables for fitting the vision, with the truth beside each picture."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path


def main() -> int:
    """Make the tables; the exit status is 2 when Blender's module is not there."""
    parser = argparse.ArgumentParser(prog="python -m tools.tables", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the tables go, each a folder of its own")
    parser.add_argument("--first", type=int, default=1000, help="seed of the first table (default 1000)")
    parser.add_argument("--tables", type=int, default=4, help="how many (default 4)")
    parser.add_argument(
        "--frames", type=int, default=8, help="pictures of each, besides two for calibration (default 8)"
    )
    parser.add_argument(
        "--samples", type=int, default=5, help="light paths a pixel, then denoised (default 5)"
    )
    parser.add_argument(
        "--games", action="store_true", help="pictures are moments of whole games, with their records"
    )
    parser.add_argument(
        "--sheets",
        action="store_true",
        help="training sheets: pictures crowded with canoes and piles of gems",
    )
    options = parser.parse_args()
    try:
        # Blender is only needed from here on.
        from tools.tables.session import make_session, make_sheet  # noqa: PLC0415
    except ModuleNotFoundError:
        return 2
    options.folder.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()

    def say(done: str) -> None:
        print(f"{time.monotonic() - started:7.0f} s  {done}", flush=True)

    for seed in range(options.first, options.first + options.tables):
        if options.sheets:
            make_sheet(options.folder / f"sheet-{seed}", seed, options.frames, options.samples, say=say)
            continue
        # Every second table has stickers, every second pair a layout of its own: all four kinds alike often.
        make_session(
            options.folder / f"table-{seed}",
            seed,
            options.frames,
            options.samples,
            stickers=seed % 2 == 0,
            own=seed % 4 >= 2,
            game=options.games,
            say=say,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
