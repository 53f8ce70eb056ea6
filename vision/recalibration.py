"""Calibrating anew in the middle of a game, without clearing the board.

The geometry, the pieces and their places are known; where the camera is and what the lamps do may have changed.
The empty board is carried into the light of a new picture, and the colours are learnt again where the position
says whose canoes and which gems lie.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours import Model, learn, to_lab
from vision.errors import CalibrationError
from vision.light import Relit, relight
from vision.masks import beach_mask, circle_mask
from vision.registration import register

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vision.calibration import Calibration

Picture = NDArray[np.uint8]
ENOUGH_PIXELS = 250
"""A tenth of a canoe, or a third of a gem: fewer teach nothing."""
ALIKE = 25.0
"""Squared Mahalanobis distance to what a colour was, as far as the old light can be brought back."""
APPEARED = 22
"""Grey levels from which on something lies on the empty board."""
ABOARD_MM = 26.0


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """What lies on the board, as the players know it: colours of canoes by space, on the beaches, and gems."""

    spaces: Mapping[str, tuple[str, ...]]
    beach: Mapping[str, int]
    deposits: Mapping[str, Mapping[str, int]]


def recalibrate(bgr: Picture, previous: Calibration, position: KnownPosition) -> Calibration:
    """The calibration for the light and the camera's place of this picture; layout and players stay.

    Raises `CalibrationError` when the board is not found, or is not all in sight.
    """
    registered = register(bgr, previous.layout, previous.pose, previous.reference, stickers=previous.stickers)
    if registered is None:
        raise CalibrationError("the picture does not show the board that was calibrated: bring it into sight")
    now = previous.canvas.rectify(bgr, registered.pose)
    relit = relight(now, previous.bare)
    if relit.hidden is not None:
        raise CalibrationError("something covers the board: take hands and boxes away from it")
    return replace(
        previous,
        pose=registered.pose,
        empty_bgr=relit.change.undone(previous.empty_bgr),
        setup_bgr=relit.change.undone(previous.setup_bgr),
        canoes={
            colour: _learnt_again(model, now, relit, _where_canoes_lie(colour, position, previous))
            for colour, model in previous.canoes.items()
        },
        gems={
            gem: _learnt_again(model, now, relit, _where_gems_lie(gem, position, previous))
            for gem, model in previous.gems.items()
        },
        notes=(),
    )


def _where_canoes_lie(colour: str, position: KnownPosition, previous: Calibration) -> NDArray[np.bool_]:
    """The spaces and beaches with canoes of this colour."""
    layout, canvas = previous.layout, previous.canvas
    there = _circles(
        ((layout.spaces[name], ABOARD_MM) for name, colours in position.spaces.items() if colour in colours),
        previous,
    )
    return there | beach_mask(layout, canvas) if position.beach.get(colour) else there


def _where_gems_lie(gem: str, position: KnownPosition, previous: Calibration) -> NDArray[np.bool_]:
    deposits = previous.layout.deposits
    return _circles(
        (
            (deposits[name].centre, deposits[name].radius)
            for name, gems in position.deposits.items()
            if gems.get(gem)
        ),
        previous,
    )


def _circles(places: Iterable[tuple[tuple[float, float], float]], previous: Calibration) -> NDArray[np.bool_]:
    there = np.zeros(previous.empty_bgr.shape[:2], bool)
    for place, radius_mm in places:
        there |= circle_mask(place, radius_mm, previous.canvas)
    return there


def _learnt_again(model: Model, now: Picture, relit: Relit, there: NDArray[np.bool_]) -> Model:
    """A colour in the light of now: from the pixels that had it in the old light, else reckoned from that light."""
    candidates = there & (relit.difference > APPEARED)
    alike = model.distance(to_lab(relit.matte[candidates])) < ALIKE
    pixels = now[candidates][alike]
    return learn(pixels) if len(pixels) > ENOUGH_PIXELS else _carried(model, relit)


def _carried(model: Model, relit: Relit) -> Model:
    """A colour nobody shows: its middle as the change of light over the whole board makes it."""
    lab = np.clip(model.mean, 0, 255).astype(np.uint8).reshape(1, 1, 3)
    then = cv2.cvtColor(lab, cv2.COLOR_LAB2BGR)[0, 0].astype(np.float64)
    now = np.clip(then / np.asarray(relit.gain_bgr), 0, 255).astype(np.uint8)
    return Model(to_lab(now.reshape(1, 3))[0], model.covariance)
