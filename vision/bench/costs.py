"""What seeing costs, as multiples of one full-frame search for stickers: machines differ, multiples less."""

from __future__ import annotations

import resource
import time
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.frame_average import average
from vision.motion.stillness import StillnessGate
from vision.registration.markers import find_markers
from vision.watch import WATCH

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from vision.motion.channel_slide import ChannelSlideReader
    from vision.reader import Reader

MOST_READ, MOST_GATE = 2.0, 0.05
"""The aims: a settled read, and a look of the gate, cost at most so many searches."""


@dataclass(frozen=True, slots=True)
class ReadingCosts:
    """Medians in seconds on the same pictures, and the most memory the process has held, in bytes."""

    pictures: int
    search_s: float
    read_s: float
    gate_s: float
    average_s: float
    """Making one picture of several settled ones, before such a read."""
    slide_s: float
    """Following the river's discs in one picture while something moves."""
    memory_bytes: int

    @property
    def read(self) -> float:
        """A settled read, in searches."""
        return self.read_s / self.search_s

    @property
    def gate(self) -> float:
        """A look of the gate at a table where nothing happens, in searches."""
        return self.gate_s / self.search_s

    @property
    def average(self) -> float:
        """Averaging, in searches."""
        return self.average_s / self.search_s

    @property
    def slide(self) -> float:
        """Following the river in one picture, in searches."""
        return self.slide_s / self.search_s


class Stopwatch:
    """Times everything by turns on each picture, so that other work on the machine hits all alike."""

    def __init__(self) -> None:
        self._searches: list[float] = []
        self._reads: list[float] = []
        self._gates: list[float] = []
        self._averages: list[float] = []
        self._slides: list[float] = []

    def time(self, reader: Reader, slides: ChannelSlideReader, bgr: NDArray[np.uint8]) -> None:
        """Time one more picture; the reader has just seen it, as it has when a table has settled."""
        markers = reader.calibration.layout.markers
        gate = StillnessGate()
        gate.see(bgr)
        grey = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)
        self._searches.append(_seconds(lambda: find_markers(grey, markers)))
        self._reads.append(_seconds(lambda: reader.read(bgr)))
        self._gates.append(_seconds(lambda: gate.see(bgr)))
        self._averages.append(_seconds(lambda: average([bgr] * WATCH.averaged_frames)))
        if reader.registration is not None:
            pose = reader.registration.pose
            self._slides.append(_seconds(lambda: slides.read(bgr, pose)))

    def costs(self) -> ReadingCosts | None:
        """The medians; ``None`` when no picture was timed."""
        if not self._slides:
            return None
        return ReadingCosts(
            pictures=len(self._reads),
            search_s=median(self._searches),
            read_s=median(self._reads),
            gate_s=median(self._gates),
            average_s=median(self._averages),
            slide_s=median(self._slides),
            memory_bytes=peak_memory_bytes(),
        )


def peak_memory_bytes() -> int:
    """The most memory this process has had in store so far (Linux counts it in KiB)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _seconds(work: Callable[[], object]) -> float:
    start_s = time.perf_counter()
    work()
    return time.perf_counter() - start_s
