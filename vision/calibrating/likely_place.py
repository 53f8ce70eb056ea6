"""Where a place most likely is, and how certain that is: the posterior over shifts from a first guess."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.half_scale import to_half

if TYPE_CHECKING:
    from vision.geometry import Canvas
    from vision.layout import Place

Plane = NDArray[np.float32]
Shift = tuple[float, float]
"""How far something lies from its first guess: millimetres down the river, millimetres towards the right bank."""


@dataclass(frozen=True, slots=True)
class PosteriorParameters:
    """How scores become certainty.

    Chosen on sessions 00-07 of the photo-real development tables, on five tables of `tools.tables` and on virtual
    boards in those tables' print styles, by whether places that are sure lie where they should.
    """

    temperature: float = 0.12
    """By how much better a score is e times as likely. More: more places are unsure. Less: places are sure on little
    evidence."""
    peak_depth: float = 0.3
    """Scores this little below the best belong to its peak, whose weighted middle is the place. More: what lies
    around pulls it over. Less: grain decides."""
    peak_reach_mm: float = 3.0
    """How far around the best score its peak reaches."""
    same_within_mm: float = 9.0
    """Shifts so near to the best are the same place. More: a rival beside it is not heard. Less: the slope of the
    peak itself is a rival."""


POSTERIOR = PosteriorParameters()


@dataclass(frozen=True, slots=True)
class Likely:
    """The most likely shift from the first guess."""

    shift_mm: Shift
    certainty: float
    """0 to 1; 0 at the edge of where was looked, beyond which it may lie."""


def most_likely(scores: Plane, least: float, parameters: PosteriorParameters = POSTERIOR) -> Likely:
    """The most likely shift, by the score of each (rows, columns): a millimetre apart, no shift in the middle.

    Scores are logarithms of likelihoods in units of the ``temperature``. Rivals of the best are the best score of
    another place, and that what was looked for is nowhere here: as likely as a score of ``least``.
    """
    row, column = (int(index) for index in np.unravel_index(int(scores.argmax()), scores.shape))
    best = float(scores[row, column])
    rows, columns = np.mgrid[0 : scores.shape[0], 0 : scores.shape[1]]
    away = np.hypot(rows - row, columns - column)
    elsewhere = scores[away > parameters.same_within_mm]
    rivals = (least, float(elsewhere.max()) if elsewhere.size else -math.inf)
    odds = sum(math.exp(min((rival - best) / parameters.temperature, 50.0)) for rival in rivals)
    at_edge = row in (0, scores.shape[0] - 1) or column in (0, scores.shape[1] - 1)
    peak = np.clip(scores - best + parameters.peak_depth, 0, None) * (away <= parameters.peak_reach_mm)
    total = float(peak.sum())
    right = float((peak * columns).sum()) / total - (scores.shape[1] - 1) / 2
    down = float((peak * rows).sum()) / total - (scores.shape[0] - 1) / 2
    return Likely((right, down), 0.0 if at_edge else 1 / (1 + odds))


def scores_around(scores: Plane, guess: Place, reach_mm: tuple[int, int], canvas: Canvas) -> Plane:
    """The part of ``scores``, of pixels at half the canvas's scale, within a reach along x and y of a guess.

    One score a millimetre, as `most_likely` takes them; beside the picture they are 0.
    """
    along, across = reach_mm
    margin = max(along, across) + 2
    wide = cv2.copyMakeBorder(scores, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=0.0)
    x, y = (to_half(value) + margin for value in canvas.at(guess))
    part = cv2.getRectSubPix(wide, (2 * along + 1, 2 * across + 1), (x, y))
    return np.asarray(part, np.float32)
