"""What is poor about a calibration: told while the pieces still lie as they should, in words by whoever shows it."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.calibration.complaint import Complaint, Poor
from vision.discs.reader import DiscReader
from vision.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from vision.calibration.model import Calibration
    from vision.imaging.colour_models import ColourModel
    from vision.layout import Place
    from vision.sighting import Sighting

NO_RIM = 0.27
"""Votes for a rim: bed and neighbouring rims alone get less."""
TOO_DARK = 45
TOO_BRIGHT, TOO_MUCH_BRIGHT = 250, 0.1
TOO_SMALL_PX_PER_MM = 1.2
TOO_ALIKE = 3.0
"""Standard deviations between two colours below which they are mixed up."""
GLARE, GLARE_MM, TOO_MUCH_GLARE = 225, 15.0, 0.3
WATER_WASHED, SAND_WASHED = 1.3, 1.25
"""Water or sand so many times as light as elsewhere mirrors a lamp; shade and waves stay below 1.2."""
CANOES = 2
"""Of each colour on the beaches, at set-up."""


def complaints(calibration: Calibration, setup_bgr: NDArray[np.uint8]) -> tuple[Complaint, ...]:
    """All that is poor; nothing when all is well."""
    return (
        *_about_the_picture(calibration),
        *_about_glare(calibration),
        *_about_colours(calibration),
        *_about_the_set_up(calibration, Reader(calibration).read(setup_bgr)),
    )


def _about_the_picture(calibration: Calibration) -> list[Complaint]:
    grey = cv2.cvtColor(calibration.empty_bgr, cv2.COLOR_BGR2GRAY)
    found = []
    light = float(np.median(grey))
    if light < TOO_DARK:
        found.append(Complaint(Poor.DARK, {"light": round(light)}))
    if float(np.mean(grey > TOO_BRIGHT)) > TOO_MUCH_BRIGHT:
        found.append(Complaint(Poor.WHITE))
    scale = calibration.pose.px_per_mm(calibration.layout.size)
    if scale < TOO_SMALL_PX_PER_MM:
        found.append(Complaint(Poor.SMALL, {"scale": f"{scale:.1f}"}))
    return found


def _about_glare(calibration: Calibration) -> list[Complaint]:
    """Where a lamp mirrors itself in the print, or whitens the disc that lies there."""
    layout = calibration.layout
    beaches = {
        name: ((beach.x_min + beach.x_max) / 2, (beach.y_min + beach.y_max) / 2)
        for name, beach in layout.beaches.items()
    }
    dazzled = [
        *_washed_out(layout.spaces, WATER_WASHED, calibration),
        *(
            name
            for name, place in layout.spaces.items()
            if float(np.mean(_patch(calibration.setup_bgr, place, calibration).min(axis=2) > GLARE))
            > TOO_MUCH_GLARE
        ),
    ]
    return [
        *(Complaint(Poor.GLARE, {"place": name}) for name in dict.fromkeys(dazzled)),
        *(
            Complaint(Poor.GLARE_ON_BEACH, {"side": name})
            for name in _washed_out(beaches, SAND_WASHED, calibration)
        ),
    ]


def _washed_out(places: Mapping[str, Place], times: float, calibration: Calibration) -> list[str]:
    """Which of places that are printed alike are so many times as light as the darker half of them."""
    light = {
        name: float(
            cv2.cvtColor(_patch(calibration.empty_bgr, place, calibration), cv2.COLOR_BGR2LAB)[..., 0].mean()
        )
        for name, place in places.items()
    }
    usual = sorted(light.values())[(len(light) - 1) // 2]
    return [name for name, value in light.items() if value > times * usual]


def _patch(picture: NDArray[np.uint8], place: Place, calibration: Calibration) -> NDArray[np.uint8]:
    """The middle of a place."""
    x, y = (round(value) for value in calibration.canvas.at(place))
    reach = round(GLARE_MM * calibration.canvas.px_per_mm)
    return picture[y - reach : y + reach, x - reach : x + reach]


def _about_colours(calibration: Calibration) -> list[Complaint]:
    return [
        Complaint(Poor.ALIKE, {"one": one, "other": other})
        for one, other in itertools.combinations(calibration.canoes, 2)
        if _separation(calibration.canoes[one], calibration.canoes[other]) < TOO_ALIKE
    ]


def _separation(one: ColourModel, other: ColourModel) -> float:
    """How many standard deviations two colours are apart."""
    between = (one.covariance + other.covariance) / 2
    apart = one.mean - other.mean
    return float(np.sqrt(apart @ np.linalg.inv(between) @ apart))


def _about_the_set_up(calibration: Calibration, seen: Sighting) -> list[Complaint]:
    """What the set-up picture, read back, does not show as the rules lay it out (A1-A6)."""
    found = []
    missing = tuple(name for name, rim in DiscReader(calibration).votes_at_set_up.items() if rim < NO_RIM)
    if missing:
        found.append(Complaint(Poor.NO_DISC, {"places": missing}))
    if seen.beach is not None:
        found += [
            Complaint(Poor.TOGETHER, {"colour": colour, "count": count, "expected": CANOES})
            for colour in calibration.players
            if (count := seen.beach.get(colour, 0)) != CANOES
        ]
    if seen.weather not in (None, calibration.layout.weather.start):
        found.append(Complaint(Poor.CLOUD))
    return found
