"""The long straight lines of a picture, by a Hough transform.

Each edge votes for the lines through it that run about its way (R. O. Duda and P. E. Hart, 1972; the use of the edge's
direction is F. O'Gorman and M. B. Clowes', 1976). A line is a row (direction across it in radians, offset in pixels
from the picture's middle, votes).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Points
    from vision.registration.edge_map import EdgeMap

QUARTERS = 4
"""Directions are shared out to so many sectors, each with as many lines."""


@dataclass(frozen=True, slots=True)
class HoughParameters:
    """How edges vote for lines, in a picture 640 pixels wide.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *pictures read*, without stickers.
    """

    angles: int = 180
    """Directions a line may have, over half a turn. More scatters the votes, less tells directions badly."""
    spread_steps: int = 2
    """An edge votes for the directions so many steps to either side of its own: short edges tell their direction
    badly. More blurs the votes, less loses those of noisy edges."""
    strongest: float = 12.0
    """A change of colour stronger than this, in grey levels a pixel, has no more votes. More lets bold print outvote
    the board's outline, less counts grain as much as the outline."""
    blur_px: int = 5
    """Votes are smoothed over so many offsets (Gaussian), for lines the lens bends. More merges neighbouring lines."""
    alike_px: int = 4
    """Lines nearer than this in offset, and than `alike_steps` in direction, are one. More loses close lines, less
    takes one line several times."""
    alike_steps: int = 3
    """See `alike_px`; in steps of direction."""


HOUGH = HoughParameters()


def longest_lines(edges: EdgeMap, most: int, parameters: HoughParameters = HOUGH) -> NDArray[np.float64]:
    """The lines (``most``, 3) with most votes, sector by sector.

    As many from each quarter of the directions: the grain of a wooden table shall not outvote the rest.
    """
    angles = parameters.angles
    rows, columns = np.nonzero(edges.crest)
    height, width = edges.strength.shape
    x, y = columns - width / 2, rows - height / 2
    step = np.rint(edges.across[rows, columns] * angles / np.pi).astype(int)
    weight = np.sqrt(np.minimum(edges.strength[rows, columns], parameters.strongest))
    reach = int(np.hypot(width, height) / 2) + 2
    votes = np.zeros((angles, 2 * reach + 1), np.float32)
    for turn in range(-parameters.spread_steps, parameters.spread_steps + 1):
        angle = (step + turn) * np.pi / angles
        offset = np.rint(x * np.cos(angle) + y * np.sin(angle)).astype(int)
        flipped = (step + turn) // angles % 2 == 1
        np.add.at(votes, ((step + turn) % angles, np.where(flipped, -offset, offset) + reach), weight)
    votes = np.asarray(cv2.GaussianBlur(votes, (parameters.blur_px, 1), 0), np.float32)
    best = []
    for quarter in range(QUARTERS):
        steps = (np.arange(angles // QUARTERS) + quarter * angles // QUARTERS - angles // 8) % angles
        own = np.zeros_like(votes)
        own[steps] = votes[steps]
        best += [_take_best(own, reach, parameters) for _ in range(most // QUARTERS)]
    return np.array(best)


def _take_best(
    votes: NDArray[np.float32], reach: int, parameters: HoughParameters
) -> tuple[float, float, float]:
    """The line with most votes; those of the lines like it are cleared (non-maximum suppression)."""
    angles, alike_px, alike_steps = parameters.angles, parameters.alike_px, parameters.alike_steps
    step, column = (int(index) for index in np.unravel_index(int(votes.argmax()), votes.shape))
    best = (step * np.pi / angles, float(column - reach), float(votes[step, column]))
    for near in range(step - alike_steps, step + alike_steps + 1):
        middle = column if 0 <= near < angles else 2 * reach - column
        votes[near % angles, max(middle - alike_px, 0) : middle + alike_px + 1] = 0
    return best


def crossing(one: NDArray[np.float64], other: NDArray[np.float64]) -> Points:
    """Where lines (n, 3), one with one, cross: (n, 2) pixels from the picture's middle."""
    determinant = np.sin(other[:, 0] - one[:, 0])
    x = (one[:, 1] * np.sin(other[:, 0]) - other[:, 1] * np.sin(one[:, 0])) / determinant
    y = (other[:, 1] * np.cos(one[:, 0]) - one[:, 1] * np.cos(other[:, 0])) / determinant
    return np.stack((x, y), axis=1)
