"""The cloud on its track and the buoy on its round space: which of the printed places looks least like its print."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.channels import brightest
from vision.imaging.colour_models import medians

if TYPE_CHECKING:
    from vision.calibration.model import Calibration
    from vision.geometry import Canvas
    from vision.layout import Place
    from vision.photometry.relight import Relit

WEATHER_REACH_MM, BUOY_REACH_MM = 11.0, 13.0
"""Half the side of the window looked at around each place."""
LEVELS = 50.0
"""So many grey levels of difference count as much as a pattern that is not the print's at all."""
ANYTHING = 0.25
"""Unlikeness to the print from which something lies there."""
CLEARLY = 2.5
"""The place of a marker must be this many times as unlike its print as the next."""
SURELY = 5.0

Picture = NDArray[np.uint8]
Window = tuple[slice, slice]


@dataclass(frozen=True, slots=True)
class Marker:
    """Which of several places a marker lies on (``None``: not told) and how sure."""

    index: int | None
    confidence: float


class MarkingReader:
    """Reads cloud and buoy."""

    def __init__(self, calibration: Calibration) -> None:
        layout = calibration.layout
        self._values = layout.weather.values
        self._weather = [_Print.of(at, WEATHER_REACH_MM, calibration) for at in layout.weather.centres]
        self._buoy = [_Print.of(at, BUOY_REACH_MM, calibration) for at in layout.buoy.centres]

    def weather(self, relit: Relit) -> tuple[int | None, float]:
        """The weather value, or ``None``, and how sure."""
        found = _standing_out(relit.bgr, self._weather)
        return None if found.index is None else self._values[found.index], found.confidence

    def buoy(self, relit: Relit) -> Marker:
        """The round space with the buoy."""
        return _standing_out(relit.bgr, self._buoy)


@dataclass(frozen=True, slots=True, eq=False)
class _Print:
    """What is printed at one place."""

    window: Window
    colours: NDArray[np.float32]
    pattern: NDArray[np.float32]

    @classmethod
    def of(cls, at: Place, reach_mm: float, calibration: Calibration) -> _Print:
        window = _window(at, reach_mm, calibration.canvas)
        return cls(window, *_looks(calibration.empty_bgr[window]))

    def unlikeness(self, bgr: Picture) -> float:
        """How unlike its print the place looks: its pattern (0..2), and its colours in whatever light."""
        colours, pattern = _looks(bgr[self.window])
        light = medians(((self.colours + 1) / (colours + 1)).reshape(-1, 3)).astype(np.float32)
        differs = float(brightest(cv2.absdiff(colours * light, self.colours)).mean())
        alike = float(np.vdot(pattern, self.pattern))
        alike /= math.sqrt(np.vdot(pattern, pattern) * np.vdot(self.pattern, self.pattern) + 1.0)
        return 1.0 - alike + differs / LEVELS


def _looks(bgr: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The colours of a place, smoothed, and its pattern: its brightness around the mean."""
    colours = cv2.GaussianBlur(bgr, (5, 5), 0).astype(np.float32)
    grey = cv2.GaussianBlur(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), 1.2)
    return np.asarray(colours, np.float32), np.asarray(grey - grey.mean(), np.float32)


def _window(centre: Place, reach_mm: float, canvas: Canvas) -> Window:
    x, y = canvas.at(centre)
    reach = reach_mm * canvas.px_per_mm
    return slice(round(y - reach), round(y + reach)), slice(round(x - reach), round(x + reach))


def _standing_out(bgr: Picture, places: list[_Print]) -> Marker:
    shown = [place.unlikeness(bgr) for place in places]
    order = sorted(range(len(shown)), key=lambda index: -shown[index])
    ratio = shown[order[0]] / max(shown[order[1]], 1e-6)
    if shown[order[0]] < ANYTHING or ratio < CLEARLY:
        return Marker(None, 0.0)
    return Marker(order[0], 0.5 + 0.49 * min((ratio - 1) / (SURELY - 1), 1.0))
