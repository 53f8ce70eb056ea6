"""The cloud on its track and the buoy on its round space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.calibration import Calibration
    from vision.geometry import Canvas
    from vision.layout import Place
    from vision.light import Relit

CLEARLY = 1.5
"""The best place must show this many times what the next best shows."""
ANYTHING = 7.0
"""Mean difference to the empty board, in grey levels, from which something lies there."""


@dataclass(frozen=True, slots=True)
class Marker:
    """Which of several places a marker lies on (``None``: not told) and how sure."""

    index: int | None
    confidence: float


class MarkingReader:
    """Reads cloud and buoy."""

    def __init__(self, calibration: Calibration) -> None:
        layout, canvas = calibration.layout, calibration.canvas
        self._layout = layout
        self._weather = [_window(centre, 13.0, canvas) for centre in layout.weather.centres]
        self._buoy = [_window(centre, 10.0, canvas) for centre in layout.buoy.centres]

    def weather(self, relit: Relit) -> tuple[int | None, float]:
        """The weather value, or ``None``, and how sure."""
        found = _standing_out(relit.difference, self._weather)
        value = None if found.index is None else self._layout.weather.values[found.index]
        return value, found.confidence

    def buoy(self, relit: Relit) -> Marker:
        """The round space with the buoy."""
        return _standing_out(relit.difference, self._buoy)


def _window(centre: Place, reach_mm: float, canvas: Canvas) -> tuple[slice, slice]:
    x, y = canvas.at(centre)
    reach = reach_mm * canvas.px_per_mm
    return slice(round(y - reach), round(y + reach)), slice(round(x - reach), round(x + reach))


def _standing_out(difference: NDArray[np.uint8], windows: list[tuple[slice, slice]]) -> Marker:
    shown = [float(difference[window].mean()) for window in windows]
    order = sorted(range(len(shown)), key=lambda index: -shown[index])
    best, runner_up = shown[order[0]], shown[order[1]]
    if best < ANYTHING or best < CLEARLY * runner_up:
        return Marker(None, 0.0)
    return Marker(order[0], min(1.0, 1 - runner_up / best + 0.3))
