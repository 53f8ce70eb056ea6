"""What is measured of a calibration's pictures, for `vision.calibrating.quality` to judge: plain numbers."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.confidence.calibrator import uncalibrated
from vision.discs.reader import DiscReader
from vision.imaging.windows import between
from vision.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from vision.calibration.model import Calibration
    from vision.imaging.colour_models import ColourModel
    from vision.layout import Place


@dataclass(frozen=True, slots=True)
class SetUpParameters:
    """How a calibration's pictures are measured.

    Chosen on sessions 00-07 of the photo-real development tables.
    """

    white_level: float = 250.0
    """Grey level above which a pixel is overexposed."""
    glare_level: float = 225.0
    """Level of the darkest colour above which a pixel mirrors a lamp. More: soft mirrors are overlooked.
    Less: light canoes and foam are glare."""
    patch_reach_mm: float = 15.0
    """Half the side of the square that is looked at in the middle of each place. More: banks and rims are in
    it. Less: mirrors beside the middle are overlooked."""


SET_UP_PARAMETERS = SetUpParameters()


@dataclass(frozen=True, slots=True)
class SetUpEvidence:
    """What is measured of a calibration's two pictures."""

    light: float
    """Median grey level of the empty board, 0 to 255."""
    white_share: float
    """Share of the empty board that is overexposed."""
    px_per_mm: float
    """How large a millimetre of the board is in the camera's picture."""
    water_lightness: Mapping[str, float]
    """Of each space on the empty board: mean L of Lab, 0 to 255."""
    sand_lightness: Mapping[str, float]
    """The same of each beach."""
    glare_share: Mapping[str, float]
    """Of each space at set-up: the share that mirrors a lamp."""
    colour_distance: Mapping[tuple[str, str], float]
    """Between each two colours of canoes, in standard deviations."""
    rim_votes: Mapping[str, float]
    """For the disc of each space at set-up, in grey levels a pixel of its rim."""
    beach: Mapping[str, int] | None
    """How many canoes of each colour were read on the beaches at set-up; ``None`` when that is not known."""
    weather: int | None
    """On which weather square the cloud was read, by its value; ``None`` when that is not known."""


def measure(
    calibration: Calibration,
    setup_bgr: NDArray[np.uint8],
    parameters: SetUpParameters = SET_UP_PARAMETERS,
) -> SetUpEvidence:
    """The evidence of a calibration and of its set-up picture (height, width, 3), as the camera took it."""
    layout, empty, set_up = calibration.layout, calibration.empty_bgr, calibration.setup_bgr
    beaches = {
        name: ((beach.x_min + beach.x_max) / 2, (beach.y_min + beach.y_max) / 2)
        for name, beach in layout.beaches.items()
    }
    grey = cv2.cvtColor(empty, cv2.COLOR_BGR2GRAY)
    # Whether the set-up is a good one must not depend on what confidences were found to be worth on other tables.
    seen = Reader(calibration, uncalibrated()).read(setup_bgr)

    def patch(picture: NDArray[np.uint8], place: Place) -> NDArray[np.uint8]:
        return middle_of(picture, place, calibration, parameters)

    return SetUpEvidence(
        light=float(np.median(grey)),
        white_share=float(np.mean(grey > parameters.white_level)),
        px_per_mm=calibration.pose.px_per_mm(layout.size),
        water_lightness={name: _lightness(patch(empty, place)) for name, place in layout.spaces.items()},
        sand_lightness={name: _lightness(patch(empty, place)) for name, place in beaches.items()},
        glare_share={
            name: glare_share_of(patch(set_up, place), parameters) for name, place in layout.spaces.items()
        },
        colour_distance={
            (one, other): colour_distance(calibration.canoes[one], calibration.canoes[other])
            for one, other in itertools.combinations(calibration.canoes, 2)
        },
        rim_votes=DiscReader(calibration).votes_at_set_up,
        beach=seen.beach,
        weather=seen.weather,
    )


def middle_of(
    picture: NDArray[np.uint8],
    place: Place,
    calibration: Calibration,
    parameters: SetUpParameters = SET_UP_PARAMETERS,
) -> NDArray[np.uint8]:
    """The square in the middle of a place, (rows, columns, 3) of a picture of the canvas."""
    x, y = (round(value) for value in calibration.canvas.at(place))
    reach = round(parameters.patch_reach_mm * calibration.canvas.px_per_mm)
    return picture[between((x - reach, y - reach), (x + reach, y + reach), picture.shape)]


def glare_share_of(bgr: NDArray[np.uint8], parameters: SetUpParameters = SET_UP_PARAMETERS) -> float:
    """The share of pixels (rows, columns, 3) that mirror a lamp: white, whatever lies there."""
    return float(np.mean(bgr.min(axis=2) > parameters.glare_level))


def colour_distance(one: ColourModel, other: ColourModel) -> float:
    """How far apart two colours are, in standard deviations: Mahalanobis' distance for their mean covariance."""
    between = (one.covariance + other.covariance) / 2
    apart = one.mean - other.mean
    return float(np.sqrt(apart @ np.linalg.inv(between) @ apart))


def _lightness(bgr: NDArray[np.uint8]) -> float:
    return float(cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB)[..., 0].mean())
