"""Areas by themselves: deposits, by their printed edge and the gems within; beaches, by their sand and the canoes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.calibrating.likely_place import most_likely, scores_around
from vision.calibrating.piece_colours import appeared
from vision.calibrating.place_evidence import at_half, contained, ring_outline

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from vision.calibrating.likely_place import Likely, Plane
    from vision.geometry import Canvas
    from vision.layout import Beach, DepositArea
    from vision.photometry.relight import Relit


@dataclass(frozen=True, slots=True)
class AreaParameters:
    """How deposits and beaches are looked for.

    Chosen on sessions 00-07 of the photo-real development tables, on five tables of `tools.tables` and on virtual
    boards in those tables' print styles, by how far from their true places they are found and by whether those that are
    sure are right.
    """

    reach_mm: int = 32
    """How far along x and y from the first guess an area may lie. More: a neighbour is found. Less: boards printed
    otherwise are not understood."""
    radius_slack_mm: float = 1.0
    """By how much smaller and larger than the layout has it a deposit may be."""
    least_deposit: float = 0.75
    """The score that is as likely as that a deposit is nowhere here: its edge counts 1, its gems 1. More: deposits
    printed faintly are unsure. Less: any round thing is one."""
    least_beach: float = 0.5
    """The same of a beach, whose score is the logarithm of how clearly its sand differs from what lies around."""
    edge_mm: int = 3
    """So wide a band to each side of a beach's edge is not looked at: sand is printed with a soft edge."""
    surround_mm: int = 12
    """So far around a beach lies what its sand is held against."""
    colour_noise: float = 8.0
    """Variance, in steps of Lab, that any surface has at least. More: faint sand is not found. Less: flat colours
    differ beyond measure."""
    canoe_reach_mm: int = 5
    """Canoes may lie so far beside the sand."""


AREAS = AreaParameters()


def find_deposits(
    deposits: Mapping[str, DepositArea],
    empty_bgr: NDArray[np.uint8],
    set_up: Relit,
    canvas: Canvas,
    parameters: AreaParameters = AREAS,
) -> dict[str, Likely]:
    """How far each deposit lies from where it is guessed: where a ring of its size has what appeared within."""
    empty = at_half(empty_bgr)
    reach = (parameters.reach_mm, parameters.reach_mm)
    radii = {deposit.radius for deposit in deposits.values()}
    slack = parameters.radius_slack_mm
    rings = {
        radius: [ring_outline(empty, size) for size in (radius - slack, radius, radius + slack)]
        for radius in radii
    }
    within = {radius: contained(set_up, radius) for radius in radii}
    found = {}
    for name, deposit in deposits.items():
        printed = np.max(
            [scores_around(ring, deposit.centre, reach, canvas) for ring in rings[deposit.radius]], axis=0
        )
        gems = scores_around(within[deposit.radius], deposit.centre, reach, canvas)
        found[name] = most_likely(np.asarray(printed + gems, np.float32), parameters.least_deposit)
    return found


def find_beach(
    beach: Beach,
    empty_bgr: NDArray[np.uint8],
    set_up: Relit,
    canvas: Canvas,
    parameters: AreaParameters = AREAS,
) -> Likely:
    """How far a beach lies from where the layout has it: where a rectangle of its size is unlike what lies around.

    Fisher's criterion for the two: the distance of the mean colours over the variance within each. Of what appeared
    around there, the canoes, as much as can must lie on it.
    """
    guess = (beach.x_min + beach.x_max) / 2, (beach.y_min + beach.y_max) / 2
    size = round(beach.x_max - beach.x_min), round(beach.y_max - beach.y_min)
    reach = (parameters.reach_mm, parameters.reach_mm)
    sand = scores_around(sand_contrast(empty_bgr, size, canvas, parameters), guess, reach, canvas)
    pieces = np.asarray(at_half(appeared(set_up.difference).astype(np.uint8)), np.float32)
    width, height = (side + 2 * parameters.canoe_reach_mm for side in size)
    canoes = scores_around(_summed(pieces, width, height), guess, reach, canvas)
    ashore = canoes / max(float(canoes.max()), 1.0)
    return most_likely(np.asarray(np.log(sand + 1e-3) + ashore, np.float32), parameters.least_beach + 1)


def sand_contrast(
    empty_bgr: NDArray[np.uint8], size_mm: tuple[int, int], canvas: Canvas, parameters: AreaParameters = AREAS
) -> Plane:
    """Fisher's criterion for a rectangle around each pixel and what lies around it, at half the canvas's scale."""
    lab = at_half(np.asarray(cv2.cvtColor(empty_bgr, cv2.COLOR_BGR2LAB), np.uint8))
    margin = round(canvas.margin_mm)
    on_board = np.zeros(lab.shape[:2], np.float32)
    on_board[margin:-margin, margin:-margin] = 1
    lab = lab * on_board[..., None]
    (width, height), edge, far = size_mm, parameters.edge_mm, parameters.surround_mm

    def moments(plane: Plane) -> tuple[Plane, Plane]:
        """Sums inside, and around."""
        within = _summed(plane, width - 2 * edge, height - 2 * edge)
        hole = _summed(plane, width + 2 * edge, height + 2 * edge)
        return within, _summed(plane, width + 2 * far, height + 2 * far) - hole

    counts = [np.maximum(count, 1)[..., None] for count in moments(on_board)]
    means = [total / count for total, count in zip(moments(lab), counts, strict=True)]
    squares = [total / count for total, count in zip(moments(lab * lab), counts, strict=True)]
    within = sum(square - mean * mean for square, mean in zip(squares, means, strict=True))
    apart = (means[0] - means[1]) ** 2
    return np.asarray((apart / (within + parameters.colour_noise)).sum(axis=2), np.float32)


def _summed(plane: Plane, width_mm: int, height_mm: int) -> Plane:
    size = (width_mm | 1, height_mm | 1)
    return np.asarray(
        cv2.boxFilter(plane, -1, size, normalize=False, borderType=cv2.BORDER_CONSTANT), np.float32
    )
