"""The cloud on its track, the buoy on its round space, and the gems in their deposits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.colours import CLEAR, ColourTable
from vision.masks import circle_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration import Calibration
    from vision.layout import Place
    from vision.light import Relit

CLEARLY = 1.5
"""The best place must show this many times what the next best shows."""
ANYTHING = 7.0
"""Mean difference to the empty board, in grey levels, from which something lies there."""
GEM_DIFFERS = 22
NARROW_MM, HEAP = 20.0, 2
"""In a deposit of a smaller radius than this, more gems than that lie on each other."""
A_CLEAR_TRACE = 0.4
"""Gems' worth of clear pixels from which clear gems may lie there: how many cannot be told."""
WHOLE_GEM_SLACK = 0.24
"""How far a gem count may be from a whole number and still be believed."""
MOST_GEMS = 8
"""There are no more of a colour in the box; a larger count is something else."""


@dataclass(frozen=True, slots=True)
class Marker:
    """Which of several places a marker lies on (``None``: not told) and how sure."""

    index: int | None
    confidence: float


class MarkingReader:
    """Reads cloud, buoy and deposits."""

    def __init__(self, calibration: Calibration) -> None:
        layout, canvas = calibration.layout, calibration.canvas
        self._layout = layout
        self._weather = [_window(centre, 13.0, canvas) for centre in layout.weather.centres]
        self._buoy = [_window(centre, 10.0, canvas) for centre in layout.buoy.centres]
        self._deposits = {
            name: circle_mask(deposit.centre, deposit.radius, canvas)
            for name, deposit in layout.deposits.items()
        }
        self._table = ColourTable.of(calibration.gems)
        self._gem_area = calibration.gem_area_px

    def weather(self, relit: Relit) -> tuple[int | None, float]:
        """The weather value, or ``None``, and how sure."""
        found = _standing_out(relit.difference, self._weather)
        value = None if found.index is None else self._layout.weather.values[found.index]
        return value, found.confidence

    def buoy(self, relit: Relit) -> Marker:
        """The round space with the buoy."""
        return _standing_out(relit.difference, self._buoy)

    def deposits(self, relit: Relit) -> dict[str, dict[str, int] | None]:
        """Gem counts by colour; ``None`` where they do not come out whole."""
        labels = self._table.label(np.asarray(cv2.medianBlur(relit.bgr, 3), np.uint8))
        return {
            name: self._told(name, self._count(labels, place & (relit.difference > GEM_DIFFERS)))
            for name, place in self._deposits.items()
        }

    def _told(self, deposit: str, counts: dict[str, int] | None) -> dict[str, int] | None:
        """The counts, unless gems lie in a heap there: one hides another."""
        narrow = self._layout.deposits[deposit].radius < NARROW_MM
        return None if narrow and counts is not None and sum(counts.values()) > HEAP else counts

    def _count(self, labels: NDArray[np.uint8], there: NDArray[np.bool_]) -> dict[str, int] | None:
        counts: dict[str, int] = {}
        for index, gem in enumerate(self._table.names, 1):
            area = float(np.count_nonzero(there & (labels == index))) / self._gem_area[gem]
            if gem == CLEAR and area > A_CLEAR_TRACE:
                return None
            whole = round(area)
            if whole > MOST_GEMS or abs(area - whole) > WHOLE_GEM_SLACK + 0.03 * whole:
                return None
            if whole:
                counts[gem] = whole
        return counts


def _window(centre: Place, reach_mm: float, canvas: object) -> tuple[slice, slice]:
    x, y = canvas.at(centre)  # type: ignore[attr-defined]
    reach = reach_mm * canvas.px_per_mm  # type: ignore[attr-defined]
    return slice(round(y - reach), round(y + reach)), slice(round(x - reach), round(x + reach))


def _standing_out(difference: NDArray[np.uint8], windows: list[tuple[slice, slice]]) -> Marker:
    shown = [float(difference[window].mean()) for window in windows]
    order = sorted(range(len(shown)), key=lambda index: -shown[index])
    best, runner_up = shown[order[0]], shown[order[1]]
    if best < ANYTHING or best < CLEARLY * runner_up:
        return Marker(None, 0.0)
    return Marker(order[0], min(1.0, 1 - runner_up / best + 0.3))
