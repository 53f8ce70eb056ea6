"""Whether what a calibration's file says can be read with: somebody may have brought it, or a disk spoilt it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.geometry import board_corners
from vision.layout import layout_problem
from vision.typical_colours import TYPICAL_CANOE_BGR

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration.model import Calibration
    from vision.imaging.colour_models import ColourModel

LARGEST_PICTURE_PX = 20_000
"""Of either side of the pictures that were calibrated with."""
MOST_BEND = 1.0
"""Of a lens, either way; those that are fitted bend a tenth of it."""


def check(calibration: Calibration) -> None:
    """Raises `ValueError` that says what cannot be, for whoever looks for it."""
    problem = layout_problem(calibration.layout)
    if problem is not None:
        raise ValueError(problem)
    if {type(calibration.stickers), type(calibration.joe)} != {bool}:
        raise ValueError("neither yes nor no")
    players = calibration.players
    if not players or len(set(players)) < len(players) or not set(players) <= set(TYPICAL_CANOE_BGR):
        raise ValueError("players that cannot be")
    gems = {deposit.gem for deposit in calibration.layout.deposits.values()}
    if not (set(calibration.colours) <= set(calibration.canoes) and gems <= set(calibration.gems)):
        raise ValueError("a colour without its model")
    for model in (*calibration.canoes.values(), *calibration.gems.values()):
        _check_model(model)
    if not all(0 <= sure <= 1 for sure in calibration.certainty.values()):
        raise ValueError("a certainty that is none")
    for note in calibration.notes:
        if not all(_is_plain(value) for value in note.values.values()):
            raise ValueError("a note that cannot be told")
    _check_pose(calibration)


def _check_pose(calibration: Calibration) -> None:
    lens = calibration.pose.lens
    sides = (lens.width_px, lens.height_px)
    if not all(isinstance(side, int) and 0 < side <= LARGEST_PICTURE_PX for side in sides):
        raise ValueError("a picture that cannot be")
    if isinstance(lens.k1, bool) or not abs(lens.k1) <= MOST_BEND:
        raise ValueError("a lens that cannot be")
    if (
        not _is_finite(calibration.pose.homography)
        or np.linalg.cond(calibration.pose.homography) > 1 / np.finfo(float).eps
    ):
        raise ValueError("a board seen from nowhere")
    corners_px = calibration.pose.to_px(board_corners(calibration.layout.size))
    if not _is_finite(corners_px) or np.abs(corners_px).max() > 10 * LARGEST_PICTURE_PX:
        raise ValueError("a board beside every picture")


def _check_model(model: ColourModel) -> None:
    if not (_is_finite(model.mean) and _is_finite(model.covariance)):
        raise ValueError("a colour that cannot be")
    if (
        not np.allclose(model.covariance, model.covariance.T)
        or np.linalg.eigvalsh(model.covariance).min() <= 0
    ):
        raise ValueError("a spread of a colour that cannot be")


def _is_finite(values: NDArray[np.float64]) -> bool:
    return bool(np.isfinite(values).all())


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(isinstance(part, str | int | float) for part in value)
    return isinstance(value, str | int | float)
