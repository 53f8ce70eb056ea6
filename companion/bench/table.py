"""What a whole table costs: memory in play, processor and disk while nothing happens.

Eyes, game and page run together as `niagara run` has them, on pictures of 1280x720 at 8 a second. They run in a
process of their own, so that nothing else is measured.
"""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from companion.adapters.board_observer import BoardObserver
from companion.engine import setup_from_parts
from companion.operation.settings import Settings
from companion.operation.wiring import TableParts, open_table
from vision.calibrating.calibrate import calibrate
from vision.cameras.frame import Frame
from vision.imaging.picture_files import read_picture
from vision.motion.stillness import StillnessGate
from vision.reader import Reader
from vision.watch import Watch

if TYPE_CHECKING:
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray

    from companion.service import Service
    from vision.motion.stillness import Motion

FRAMES_A_SECOND = 8
"""As many as a Raspberry Pi reads in its stride; the gate looks at each."""
LONGEST_READING_S = 15.0
"""A busy machine has read a picture by then; an idle one within two seconds."""
QUIET_S = 3.0
"""When for so long nothing was told and nothing written, everything that was seen has been dealt with."""
POLL_S = 0.1
"""How often it is looked whether a picture has been read. Less costs processor time, more makes the bench longer."""


@dataclass(frozen=True, slots=True)
class AllowedCosts:
    """What a table may cost for a Raspberry Pi with half a gigabyte to run it beside its system."""

    memory_mb: float = 300
    """Mebibytes of memory in play. More leaves the system less than 200 of its 512."""
    idle_share: float = 0.15
    """Share of one core while nothing happens. More warms a small machine that lies in a case all evening."""
    written_bytes: int = 0
    """Bytes handed to the disk while nothing happens: each wears out the card."""


ALLOWED = AllowedCosts()


@dataclass(frozen=True, slots=True)
class TableCosts:
    """What was measured; shares are of one core."""

    rest_mb: float
    peak_mb: float
    idle_share: float
    gate_share: float
    written_bytes: int
    """Handed to the disk in the idle time, by the whole process."""

    def allowed(self, most: AllowedCosts = ALLOWED) -> bool:
        """Whether a small machine can afford this."""
        return (
            self.peak_mb < most.memory_mb
            and self.idle_share < most.idle_share
            and self.written_bytes <= most.written_bytes
        )

    def lines(self) -> tuple[str, ...]:
        """As a table for people."""
        return (
            f"memory at rest      {self.rest_mb:7.0f} MB",
            f"memory at most      {self.peak_mb:7.0f} MB   (allowed {ALLOWED.memory_mb:.0f})",
            f"processor, idle     {self.idle_share:7.1%} of a core   (allowed {ALLOWED.idle_share:.0%})",
            f"  of it the gate    {self.gate_share:7.1%} of a core",
            f"written, idle       {self.written_bytes:7d} bytes",
        )


class ShowingCamera:
    """Shows one picture again and again, as a camera above a table at which nobody moves."""

    name = "bench"

    def __init__(self, bgr: NDArray[np.uint8]) -> None:
        self.shown_bgr = bgr
        self._number = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def frame(self) -> Frame:
        """The picture, when it is due."""
        time.sleep(1 / FRAMES_A_SECOND)
        self._number += 1
        # A camera delivers new memory each time.
        return Frame(self.shown_bgr.copy(), self._number, time.monotonic())


class TimedSettler(StillnessGate):
    """The gate with a clock on it."""

    spent_s = 0.0

    def see(self, picture: NDArray[np.uint8]) -> Motion:
        """Take one more frame."""
        began_s = time.thread_time()
        try:
            return super().see(picture)
        finally:
            self.spent_s += time.thread_time() - began_s


def measured(session: Path, idle_s: float) -> TableCosts:
    """Measure in a process of its own, with the pictures of ``session``."""
    told = subprocess.run(  # noqa: S603 - this module with our own arguments
        [sys.executable, "-m", "companion.bench.table", str(session), str(idle_s)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return TableCosts(**json.loads(told.stdout))


def measure(session: Path, idle_s: float) -> TableCosts:
    """Let an evening pass in this process: some pictures, each settled and read, then nothing for ``idle_s``."""
    players = tuple(json.loads((session / "session.json").read_text(encoding="utf-8"))["players"])
    empty, laid = (read_picture(session / f"calibration/{name}.jpg") for name in ("empty", "setup"))
    settler = TimedSettler()
    watch = Watch(Reader(calibrate(empty, laid, players)), settler)
    camera = ShowingCamera(laid)
    setup = setup_from_parts(players, players[0], (), {})
    with (
        tempfile.TemporaryDirectory() as place,
        open_table(
            Settings(games=Path(place, "games.sqlite3")),
            TableParts(observer=BoardObserver(watch), camera=camera, setup=setup),
        ) as table,
    ):
        table.serve("127.0.0.1", 0)
        for bgr in (*map(read_picture, sorted((session / "frames").glob("*.jpg"))[:4]), laid):
            _until_read(bgr, camera, watch.reader)
        _until_quiet(table.service)
        gate_s, processor_s, written = settler.spent_s, time.process_time(), _written()
        time.sleep(idle_s)
        return TableCosts(
            rest_mb=_memory_mb("VmRSS"),
            # The system's other figure, ru_maxrss, also counts the program that started this one.
            peak_mb=_memory_mb("VmHWM"),
            idle_share=(time.process_time() - processor_s) / idle_s,
            gate_share=(settler.spent_s - gate_s) / idle_s,
            written_bytes=_written() - written,
        )


def _until_read(bgr: NDArray[np.uint8], camera: ShowingCamera, reader: Reader) -> None:
    """Show a picture until it has come to rest and was read."""
    before, began_s = reader.sighting, time.monotonic()
    camera.shown_bgr = bgr
    while reader.sighting is before and time.monotonic() - began_s < LONGEST_READING_S:
        time.sleep(POLL_S)


def _until_quiet(service: Service) -> None:
    """Return when nothing was told and nothing written for a while."""
    last, since_s = None, time.monotonic()
    while time.monotonic() - since_s < QUIET_S:
        time.sleep(POLL_S)
        now = service.table().news, _written()
        if now != last:
            last, since_s = now, time.monotonic()


def _written() -> int:
    lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith("write_bytes:")).split()[1])


def _memory_mb(field: str) -> float:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith(f"{field}:")).split()[1]) / 1024


if __name__ == "__main__":
    print(json.dumps(dataclasses.asdict(measure(Path(sys.argv[1]), float(sys.argv[2])))))
