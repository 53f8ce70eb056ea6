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
from vision.imaging.windows import between
from vision.masks import circle_mask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.calibration.model import Calibration
    from vision.geometry import Canvas
    from vision.imaging.windows import Window
    from vision.layout import Layout, Place
    from vision.photometry.relight import Relit

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class MarkerThresholds:
    """When a marker is believed to lie on a place.

    Chosen on sessions 00-07 of the photo-real development tables, bench figures *weather* and *buoy*. Unlikeness has
    no unit: 0 is the print itself, 1 a pattern that has nothing of it.
    """

    least_unlikeness: float = 0.25
    """Unlikeness to its print from which something lies on a place. More overlooks markers like their place, less takes
    lamps' mirror images for markers."""
    clear_ratio: float = 2.5
    """The marker's place must be this many times as unlike its print as the next one. More gives up when a hand's
    shadow lies on another place, less guesses between two."""
    sure_ratio: float = 5.0
    """From this ratio on the confidence is highest. More is less confident of clear pictures, less is as confident of
    doubtful ones."""
    even_confidence: float = 0.5
    """Confidence, 0 to 1, that a ratio of 1 would have: it grows evenly from there to `sure_ratio`."""
    sure_confidence: float = 0.99
    """Confidence, 0 to 1, from `sure_ratio` on."""


@dataclass(frozen=True, slots=True)
class MarkerParameters:
    """How a place is compared with its print."""

    weather_reach_mm: float = 11.0
    """Half the side of the window looked at on a square of the weather's track. More looks at the neighbouring
    squares too, less at a part of the cloud only."""
    buoy_reach_mm: float = 13.0
    """The same for the buoy's round spaces."""
    unlike_levels: float = 50.0
    """So many grey levels of difference in colour count as much as a pattern that has nothing of the print's. More
    goes by the pattern, less by the colour."""
    colour_blur_px: int = 5
    """Side of the Gaussian kernel that smooths colours. More forgives a board lying askew, less compares pixel by
    pixel."""
    other_pieces_mm: float = 8.0
    """So far beyond a disc's place or a deposit pieces may reach: half a canoe's beam. More leaves little of round
    spaces that are printed close to the river, less takes a canoe's bow for the buoy."""
    pattern_blur_px: float = 1.2
    """Standard deviation of the Gaussian that smooths the pattern. More forgives more and sees less of it."""


THRESHOLDS = MarkerThresholds()
PARAMETERS = MarkerParameters()


@dataclass(frozen=True, slots=True)
class Marker:
    """Which of several places a marker lies on (``None``: not told) and how sure, 0 to 1."""

    index: int | None
    confidence: float


def decide_marker(unlikeness: Sequence[float], thresholds: MarkerThresholds = THRESHOLDS) -> Marker:
    """On which place a marker lies, given how unlike its print each of two or more places looks."""
    order = sorted(range(len(unlikeness)), key=lambda index: -unlikeness[index])
    most, next_most = unlikeness[order[0]], unlikeness[order[1]]
    ratio = most / max(next_most, 1e-6)
    if most < thresholds.least_unlikeness or ratio < thresholds.clear_ratio:
        return Marker(None, 0.0)
    clearness = min((ratio - 1) / (thresholds.sure_ratio - 1), 1.0)
    spread = thresholds.sure_confidence - thresholds.even_confidence
    return Marker(order[0], thresholds.even_confidence + spread * clearness)


class MarkingReader:
    """Reads cloud and buoy."""

    def __init__(self, calibration: Calibration) -> None:
        layout = calibration.layout
        self._values = layout.weather.values
        self._weather = [
            _Print.of(at, PARAMETERS.weather_reach_mm, calibration) for at in layout.weather.centres
        ]
        self._buoy = [_Print.of(at, PARAMETERS.buoy_reach_mm, calibration) for at in layout.buoy.centres]

    def weather(self, relit: Relit) -> tuple[int | None, float]:
        """The weather value, or ``None``, and how sure."""
        found = decide_marker([place.unlikeness(relit.bgr) for place in self._weather])
        return None if found.index is None else self._values[found.index], found.confidence

    def buoy(self, relit: Relit) -> Marker:
        """The round space with the buoy."""
        return decide_marker([place.unlikeness(relit.bgr) for place in self._buoy])


@dataclass(frozen=True, slots=True, eq=False)
class _Print:
    """What is printed at one place."""

    window: Window
    bgr: Picture
    foreign: NDArray[np.bool_]
    """Which of its pixels belong to a disc's or a deposit's place beside it: what lies there is no marker."""

    @classmethod
    def of(cls, at: Place, reach_mm: float, calibration: Calibration) -> _Print:
        canvas, empty_bgr = calibration.canvas, calibration.empty_bgr
        (x, y), reach_px = canvas.at(at), reach_mm * canvas.px_per_mm
        window = between((x - reach_px, y - reach_px), (x + reach_px, y + reach_px), empty_bgr.shape)
        return cls(window, empty_bgr[window], other_places(calibration.layout, canvas)[window])

    def unlikeness(self, bgr: Picture) -> float:
        """How unlike its print the place looks in a picture of the whole board."""
        shown = np.where(self.foreign[..., None], self.bgr, bgr[self.window])
        return unlikeness(shown, self.bgr)


def other_places(
    layout: Layout, canvas: Canvas, parameters: MarkerParameters = PARAMETERS
) -> NDArray[np.bool_]:
    """Where pieces of other places lie or lean over to, (height, width) of the canvas: nothing there is a marker."""
    mask = np.zeros(canvas.size_px[::-1], bool)
    slack = parameters.other_pieces_mm
    for place in layout.spaces.values():
        mask |= circle_mask(place, layout.disc.diameter / 2 + slack, canvas)
    for deposit in layout.deposits.values():
        mask |= circle_mask(deposit.centre, deposit.radius + slack, canvas)
    return mask


def unlikeness(shown_bgr: Picture, printed_bgr: Picture, parameters: MarkerParameters = PARAMETERS) -> float:
    """How unlike its print a place looks: its pattern (0..2), and its colours in whatever light.

    Patterns are compared by their normalised cross-correlation (J. P. Lewis, "Fast normalized cross-correlation",
    1995), colours after a gain for each channel has brought both into one light.
    """
    colours, printed = _colours(shown_bgr, parameters), _colours(printed_bgr, parameters)
    pattern, printed_pattern = _pattern(shown_bgr, parameters), _pattern(printed_bgr, parameters)
    light = medians(((printed + 1) / (colours + 1)).reshape(-1, 3)).astype(np.float32)
    differs = float(brightest(cv2.absdiff(colours * light, printed)).mean())
    alike = float(np.vdot(pattern, printed_pattern))
    alike /= math.sqrt(np.vdot(pattern, pattern) * np.vdot(printed_pattern, printed_pattern) + 1.0)
    return 1.0 - alike + differs / parameters.unlike_levels


def _colours(bgr: Picture, parameters: MarkerParameters) -> NDArray[np.float32]:
    """The colours of a place, smoothed, (height, width, 3)."""
    kernel = (parameters.colour_blur_px, parameters.colour_blur_px)
    return np.asarray(cv2.GaussianBlur(bgr, kernel, 0).astype(np.float32), np.float32)


def _pattern(bgr: Picture, parameters: MarkerParameters) -> NDArray[np.float32]:
    """The brightness of a place around its mean, smoothed, (height, width)."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    smooth = cv2.GaussianBlur(grey, (0, 0), parameters.pattern_blur_px)
    return np.asarray(smooth - smooth.mean(), np.float32)
