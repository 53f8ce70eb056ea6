"""The river's course on this board: nine places, a disc apart, where most speaks for discs.

The best course is found by dynamic programming (Bellman, 1957; along each branch it is Viterbi's algorithm, 1967): the
best way to each candidate of a space is the best way to one of the candidates of the space before, and its cost.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.geometry import Canvas
    from vision.layout import Place, RiverCourse

Gains = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CourseParameters:
    """Where spaces are looked for, and what it costs them to lie otherwise than discs do.

    Gains and costs are in rims (`vision.calibrating.course_gain`). Chosen on sessions 00-07 of the photo-real
    development tables and on virtual boards printed otherwise, by how far from their true places the spaces are found.
    """

    search_mm: float = 46
    """How far to each side of its usual place a space is looked for. More: slower, and other rings are found.
    Less: boards printed otherwise are not understood."""
    step_mm: float = 1.5
    """How far apart candidates are. More: coarser places. Less: slower."""
    most_candidates: int = 400
    """So many of the best places a space may be at. More: slower. Less: true places are not among them."""
    spacing_mm: float = 56.0
    """How far apart neighbouring spaces are: discs lie almost touching."""
    spacing_slack_mm: float = 1.2
    """How far from that they may easily be. More: the course follows every edge. Less: it is stiff."""
    spacing_cost: float = 0.2
    """Cost of so much slack; it grows with the square."""
    most_spacing_cost: float = 50.0
    """Cost of spaces that lie anywhere. More: no difference, as long as no gain makes up for it."""
    drift_cost: float = 0.0008
    """Cost of each square millimetre away from the usual place. More: boards printed otherwise are pulled
    back. Less: where nothing is seen, anything is found."""


COURSE_PARAMETERS = CourseParameters()


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Where one space may be."""

    places_mm: NDArray[np.float64]
    """(n, 2)"""
    gains: Gains
    """(n,), of each place by itself."""


def candidates_near(
    usual: Place, gain: NDArray[np.float32], canvas: Canvas, parameters: CourseParameters = COURSE_PARAMETERS
) -> Candidates:
    """The best places around a usual one, by the gain at each pixel of the canvas (height, width)."""
    reach, step = parameters.search_mm, parameters.step_mm
    offsets = np.arange(-reach, reach + step, step)
    grid = np.stack(np.meshgrid(offsets, offsets), axis=-1).reshape(-1, 2)
    places = grid + np.asarray(usual)
    pixels = np.rint((places + canvas.margin_mm) * canvas.px_per_mm).astype(int)
    height, width = gain.shape
    inside = (pixels[:, 0] >= 0) & (pixels[:, 0] < width) & (pixels[:, 1] >= 0) & (pixels[:, 1] < height)
    places, grid, pixels = places[inside], grid[inside], pixels[inside]
    gains = gain[pixels[:, 1], pixels[:, 0]] - parameters.drift_cost * np.sum(grid**2, axis=1)
    best = np.argsort(gains)[-parameters.most_candidates :]
    return Candidates(places[best], gains[best].astype(np.float64))


def only_at(place: Place) -> Candidates:
    """The candidates of a space whose place is known: that one."""
    return Candidates(np.array([place], np.float64), np.zeros(1, np.float64))


def spacing_costs(
    one: NDArray[np.float64], other: NDArray[np.float64], parameters: CourseParameters = COURSE_PARAMETERS
) -> NDArray[np.float64]:
    """The cost of each pair of places (n, 2) and (m, 2) for neighbouring spaces, (n, m)."""
    apart = np.hypot(one[:, None, 0] - other[None, :, 0], one[:, None, 1] - other[None, :, 1])
    slack = (apart - parameters.spacing_mm) / parameters.spacing_slack_mm
    return np.minimum(slack**2 * parameters.spacing_cost, parameters.most_spacing_cost)


def best_course(choices: Mapping[str, Candidates], river: RiverCourse) -> dict[str, Place]:
    """The places of all spaces whose gains less the costs of their spacing are the most.

    Gains gather at the fork from the three branches; from there the best places are read back outwards.
    """
    branches = [list(river.main[:-1]), list(reversed(river.left)), list(reversed(river.right))]
    fork = choices[river.main[-1]]
    total, entries = fork.gains.copy(), []
    for branch in branches:
        reached, steps = _gathered([choices[name] for name in branch])
        joined = reached[:, None] - spacing_costs(choices[branch[-1]].places_mm, fork.places_mm)
        entries.append((branch, steps, joined.argmax(axis=0)))
        total = total + joined.max(axis=0)
    best = int(total.argmax())
    found = {river.main[-1]: _place(fork, best)}
    for branch, steps, entry in entries:
        index = int(entry[best])
        for position in range(len(branch) - 1, -1, -1):
            found[branch[position]] = _place(choices[branch[position]], index)
            if position:
                index = int(steps[position][index])
    return {name: found[name] for name in choices}


def _gathered(branch: Sequence[Candidates]) -> tuple[Gains, list[NDArray[np.int64]]]:
    """What each candidate at a branch's end has gained, and for each step from which candidate it came best."""
    reached = branch[0].gains
    steps: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    for before, here in itertools.pairwise(branch):
        joined = reached[:, None] - spacing_costs(before.places_mm, here.places_mm)
        steps.append(joined.argmax(axis=0))
        reached = joined.max(axis=0) + here.gains
    return reached, steps


def _place(candidates: Candidates, index: int) -> Place:
    x_mm, y_mm = candidates.places_mm[index]
    return float(x_mm), float(y_mm)
