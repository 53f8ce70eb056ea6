"""Calibrating anew in the middle of a game, without clearing the board.

What is renewed is where the board lies: the camera's new place becomes the usual one. How the empty board and the
pieces look is kept as it was learnt from whole pictures of them: every picture is brought back to that light, and
colours learnt again from the few pieces that lie about read worse. Nothing is renewed unless the board lies as the
game has it, so that nobody's mistake becomes what is usual.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.errors import CalibrationError, CalibrationTrouble
from vision.imaging.frame_average import average
from vision.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.calibration.model import Calibration
    from vision.sighting import Sighting

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class RecalibrationThresholds:
    """How much of a position must be told. Chosen on sessions 00-07 of the photo-real development tables."""

    least_told_share: float = 0.5
    """Share of the canoes afloat or ashore that must lie where something was told. More: glare on a beach
    stops a recalibration. Less: a board of which hardly anything is told becomes what is usual."""


RECALIBRATION_THRESHOLDS = RecalibrationThresholds()


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """Where the canoes lie, as the game has it: colours by space, and how many of each are on the beaches."""

    spaces: Mapping[str, tuple[str, ...]]
    beach: Mapping[str, int]


def recalibrate(pictures: Sequence[Picture], previous: Calibration, position: KnownPosition) -> Calibration:
    """The calibration for the camera's place in these pictures; layout, players and colours stay.

    ``pictures`` (height, width, 3) are one or several of the table lying still, the newest last.

    Raises `CalibrationError` when the board is not found, is not all in sight, or does not lie as ``position`` says.
    """
    reader = Reader(previous)
    seen = reader.read(average(pictures))
    if reader.registration is None:
        message = "the picture does not show the board that was calibrated: bring it into sight"
        raise CalibrationError(message, CalibrationTrouble.UNKNOWN_BOARD)
    if seen.hand:
        message = "something covers the board: take hands and boxes away from it"
        raise CalibrationError(message, CalibrationTrouble.COVERED)
    if not seen.readable:
        message = f"the picture cannot be read ({seen.why}): more light, and hold everything still"
        raise CalibrationError(message, CalibrationTrouble.UNREADABLE)
    otherwise = _otherwise(seen, position)
    if otherwise:
        message = f"the board does not lie as the game has it: {', '.join(otherwise)}"
        raise CalibrationError(message, CalibrationTrouble.LIES_OTHERWISE, tuple(otherwise))
    if not told_enough(seen, position):
        message = "too little of the board is told to be sure of it: more light, or less glare"
        raise CalibrationError(message, CalibrationTrouble.TOO_LITTLE)
    return replace(previous, pose=reader.registration.pose)


def _otherwise(seen: Sighting, position: KnownPosition) -> list[str]:
    """The places where other canoes are seen than should lie there; what is not seen is no objection."""
    places = [
        name
        for name, space in seen.spaces.items()
        if space.canoes is not None
        and Counter(canoe.colour for canoe in space.canoes) != Counter(position.spaces.get(name, ()))
    ]
    if seen.beach is not None and +Counter(seen.beach) != +Counter(position.beach):
        places.append("beach")
    return places


def told_enough(
    seen: Sighting, position: KnownPosition, thresholds: RecalibrationThresholds = RECALIBRATION_THRESHOLDS
) -> bool:
    """Whether enough of the canoes on the board lie where something was told."""
    return told_share(seen, position) >= thresholds.least_told_share


def told_share(seen: Sighting, position: KnownPosition) -> float:
    """The share of the canoes on the board that lie where something was told; 0 when there are none."""
    afloat = {name: len(colours) for name, colours in position.spaces.items()}
    ashore = sum(position.beach.values())
    told = sum(count for name, count in afloat.items() if seen.spaces[name].canoes is not None)
    told += 0 if seen.beach is None else ashore
    return told / max(sum(afloat.values()) + ashore, 1)
