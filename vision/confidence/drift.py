"""How far a picture is from what calibration knows: its light, its sharpness, how well the board is found.

Nothing of it says that an answer is wrong; it says how much less an answer is worth (covariate shift).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class DriftKind(StrEnum):
    """In what a picture can be unlike those of calibration; the value is the word for it in a sighting."""

    LIGHT = "light"
    """Lamps were switched or moved."""
    UNEXPLAINED = "unexplained"
    """With the light brought back the board still looks otherwise than the empty board did."""
    BLUR = "blur"
    """It is less sharp."""
    PLACE = "place"
    """The board's place in it is less exactly known."""
    NO_STICKERS = "no-stickers"
    """The board is found by its print alone."""


@dataclass(frozen=True, slots=True)
class DriftParameters:
    """What counts as one unit of drift, and how the light is sampled.

    Units are about what lamps that were switched make of it on sessions 00-03 of the photo-real development tables;
    what a unit costs is fitted.
    """

    light: float = 0.1
    """`light_change` that is one unit of `DriftKind.LIGHT`. More of this and of the others: drift costs less."""
    usual_residual_levels: float = 3.0
    """Median grey levels from the empty board in the light of calibration."""
    residual_levels: float = 3.0
    """So many grey levels more are one unit of `DriftKind.UNEXPLAINED`."""
    usual_misfit_px: float = 0.3
    """Pixels of residual registration error of a board that lies as at calibration."""
    misfit_px: float = 0.3
    """So many pixels more are one unit of `DriftKind.PLACE`."""
    most: float = 5.0
    """No kind of drift counts more units than this: beyond what was fitted on, nothing is known."""
    sampling_px: int = 16
    """Stride, in pixels, of the sample of the light. More is quicker and coarser."""


PARAMETERS = DriftParameters()
Drift = dict[DriftKind, float]
"""Units of each kind of drift, 0 where all is as at calibration."""


def drift_of(
    *,
    light: float,
    residual_levels: float,
    sharpness: float,
    misfit_px: float,
    stickers: bool,
    parameters: DriftParameters = PARAMETERS,
) -> Drift:
    """The drift of a picture of this change of light (see `light_change`).

    ``sharpness`` is a share of the calibration picture's, ``misfit_px`` the residual registration error, ``stickers``
    whether the board is found by them.
    """
    units = {
        DriftKind.LIGHT: light / parameters.light,
        DriftKind.UNEXPLAINED: (residual_levels - parameters.usual_residual_levels)
        / parameters.residual_levels,
        DriftKind.BLUR: -math.log(max(min(sharpness, 1.0), 1e-6)),
        DriftKind.PLACE: (misfit_px - parameters.usual_misfit_px) / parameters.misfit_px,
        DriftKind.NO_STICKERS: 0.0 if stickers else 1.0,
    }
    return {kind: min(max(value, 0.0), parameters.most) for kind, value in units.items()}


def light_change(
    now_bgr: NDArray[np.uint8],
    then_bgr: NDArray[np.uint8],
    hidden: NDArray[np.bool_] | None = None,
    parameters: DriftParameters = PARAMETERS,
) -> float:
    """How unlike the light is: the root mean square of the logarithm of its gain over the board, exposure left out.

    ``now_bgr`` is the picture as it was taken, ``then_bgr`` the same brought into the light of calibration, both
    (height, width, 3); what is ``hidden``, (height, width), says nothing of the light. 0.7 is lamps half as bright on
    one side of the board, or in one colour.
    """
    step = parameters.sampling_px
    seen = np.ones(now_bgr.shape[:2], bool) if hidden is None else ~hidden
    now, then = (
        picture[::step, ::step][seen[::step, ::step]].astype(np.float64) + 1
        for picture in (now_bgr, then_bgr)
    )
    if not now.size:
        return 0.0
    gain = np.log(then / now)
    return float(np.sqrt(np.mean((gain - np.median(gain)) ** 2)))
