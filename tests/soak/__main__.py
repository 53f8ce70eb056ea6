"""The command: `python -m soak --hours 8 --viewers 12`."""

from __future__ import annotations

import argparse
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from soak.visitors import Passer, Player, Sleeper, Viewer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from soak.visitors import Visitor

WARMING_UP = 0.1
"""Share of the minutes that say nothing of slopes: caches fill, and threads are made when they are first needed."""
OPENS_WITHIN_S = 180
HOUR_S = 3600.0


@dataclass(frozen=True)
class Minute:
    """What the server held, and how it answered, in one minute."""

    minute: float
    memory_mib: float
    threads: float
    files: float
    read_ms: float
    """Median of what was asked by all."""
    read_95_ms: float
    order_95_ms: float
    events: float
    orders: float


def main() -> int:
    """Soak; 1 when an answer failed or the server ended."""
    options = argparse.ArgumentParser(prog="soak", description=__doc__)
    options.add_argument("--hours", type=float, default=2.0)
    options.add_argument("--viewers", type=int, default=12)
    options.add_argument("--every-s", type=float, default=60.0, help="seconds that a line stands for")
    options.add_argument("--fast", action="store_true", help="bots do not take their time")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, port = _opened(Path(folder), fast=chosen.fast)
        visitors: list[Visitor] = [Viewer(port, number) for number in range(chosen.viewers)]
        visitors += [Sleeper(port, 100), Passer(port, 101), Player(port, 102)]
        try:
            for visitor in visitors:
                visitor.start()
            kept = list(_minutes(server, visitors, chosen.hours * HOUR_S, chosen.every_s))
        finally:
            for visitor in visitors:
                visitor.stopped.set()
            server.terminate()
            ended = server.wait(60)
            for visitor in visitors:
                visitor.stop()
        failures = [failure for visitor in visitors for failure in visitor.failures]
        said = Path(folder, "said").read_text(encoding="utf-8")
    told = re.findall(r"(?m)^(?:ERROR|Traceback|WARNING).*", said)
    print(*slopes(kept), sep="\n")
    print(
        f"\nanswers that failed: {len(failures)}; errors the server told of: {len(told)}; it ended with {ended}"
    )
    print(*failures[:10], *told[:10], sep="\n")
    return 1 if failures or told or ended not in (0, 1) or not kept else 0


def _opened(folder: Path, *, fast: bool) -> tuple[subprocess.Popen[bytes], int]:
    """A demonstration as a program of its own, listening."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "companion",
        "demo",
        "--port",
        str(port),
        "--store",
        str(folder / "games.sqlite3"),
    ]
    with (folder / "said").open("wb") as said:
        server = subprocess.Popen(  # noqa: S603 - our own program with our own arguments
            command + ["--fast"] * fast, stderr=said, stdout=said, cwd=Path.cwd()
        )
    until_s = time.monotonic() + OPENS_WITHIN_S
    while b"table is open" not in (folder / "said").read_bytes():
        if server.poll() is not None or time.monotonic() > until_s:
            raise SystemExit((folder / "said").read_text(encoding="utf-8"))
        time.sleep(0.2)
    return server, port


def _minutes(
    server: subprocess.Popen[bytes], visitors: Sequence[Visitor], seconds: float, every_s: float
) -> Iterator[Minute]:
    print("  ".join(f"{field.name:>11}" for field in fields(Minute)))
    began_s = time.monotonic()
    while (left_s := began_s + seconds - time.monotonic()) > 0 and server.poll() is None:
        time.sleep(min(every_s, left_s))
        reads = sorted(_taken(visitor.took_s for visitor in visitors))
        orders = sorted(_taken(visitor.orders_s for visitor in visitors))
        memory_mib, threads, files = held_by(server.pid)
        minute = Minute(
            minute=(time.monotonic() - began_s) / 60,
            memory_mib=memory_mib,
            threads=threads,
            files=files,
            read_ms=1000 * statistics.median(reads or [0.0]),
            read_95_ms=1000 * _at_95(reads),
            order_95_ms=1000 * _at_95(orders),
            events=sum(visitor.events for visitor in visitors if isinstance(visitor, Viewer)),
            orders=len(orders),
        )
        print("  ".join(f"{value:11.1f}" for value in astuple(minute)), flush=True)
        yield minute


def _taken(kept: Iterator[list[float]]) -> list[float]:
    """What was noted since the last time."""
    noted = []
    for times in kept:
        noted += times
        del times[: len(times)]
    return noted


def _at_95(times: Sequence[float]) -> float:
    return times[int(0.95 * (len(times) - 1))] if times else 0.0


def held_by(process: int) -> tuple[float, int, int]:
    """Memory in MiB, threads and open files of a process (proc(5))."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = dict(re.findall(r"(?m)^(VmRSS|Threads):\s+(\d+)", status))
    return int(found["VmRSS"]) / 1024, int(found["Threads"]), len(list(Path(f"/proc/{process}/fd").iterdir()))


def slopes(kept: Sequence[Minute]) -> list[str]:
    """By how much each figure grew an hour, by least squares over the minutes after the first tenth."""
    counted = kept[round(WARMING_UP * len(kept)) :]
    if len(counted) < 2:
        return ["too short for a slope"]
    hours = [minute.minute / 60 for minute in counted]
    lines = [f"\nslopes an hour over {60 * (hours[-1] - hours[0]):.0f} minutes"]
    for name in ("memory_mib", "threads", "files", "read_ms", "read_95_ms", "order_95_ms"):
        values = [getattr(minute, name) for minute in counted]
        slope = statistics.linear_regression(hours, values).slope
        lines.append(f"{name:>12}: {slope:+8.2f}   (at first {values[0]:.1f}, at last {values[-1]:.1f})")
    return lines


if __name__ == "__main__":
    sys.exit(main())
