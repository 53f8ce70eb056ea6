"""Light: a picture brought back to the light of calibration, and what in it is not the empty board.

Lamps are switched, warm and cold, and their mirror images wander over the glossy print; but the print stays the
same. Around every place the land, where nothing is put, tells how light changed there: a gain for each colour,
and a veil that lies over it or is gone. What covers the land has no say, and is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.channels import brightest
from vision.imaging.robust import cauchy_weight
from vision.photometry.bare_board import halved, smoothed, thumbnail_of
from vision.photometry.hand_mask import covered_land, is_in_the_way, spread
from vision.photometry.illumination import lamp_gain, unlike_around
from vision.photometry.local_regression import gain_and_veil

if TYPE_CHECKING:
    from vision.photometry.bare_board import BareBoard

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class RelightParameters:
    """Which pixels tell of the light, and how far each is trusted.

    Chosen on sessions 00-07 of the photo-real development tables, bench figures *discs*, *canoes* and *deposits*.
    """

    trusted_from: float = 0.3
    """Correlation of the print with the bare board's up to which a pixel tells nothing of the light. More leaves
    little land in bad light, less learns the light from what covers the land."""
    trusted_range: float = 0.4
    """Above `trusted_from`, trust grows to 1 over so much more correlation. More and less as there."""
    hand_margin_px: int = 25
    """Side, in coarse pixels, of the square around what a hand covers that tells nothing of the light: its shade. More
    leaves less land, less takes the shade for other light."""
    glare_now_grey: int = 243
    """Grey level of the brightest channel above which the picture's colour is lost to glare. More trusts clipped
    colours, less loses white print."""
    glare_then_grey: int = 248
    """The same of the empty board's picture."""
    piece_window_px: int = 15
    """Side, in thumbnail pixels (60 mm), of the window against whose median sand is held: what fills less than half of
    it and changes otherwise is a canoe. More takes the rim of a shadow for one, less takes canoes for sand."""
    rounds: int = 2
    """How often the light is fitted, the last times without what fitted badly before. More takes longer and gives up
    land in odd light, less leaves pieces beside the land in the fit."""
    measured_weight: float = 0.1
    """Pixels trusted more than this tell what a usual misfit is. More may leave none, less counts what is nearly
    covered."""
    least_scale_grey: float = 2.0
    """A usual misfit is at least this, in grey levels: the camera's noise. More trusts outliers, less gives up land
    for noise."""
    outlier_scales: float = 3.0
    """A pixel so many usual misfits off has half its weight (the scale of the Cauchy weight). More trusts outliers,
    less loses land where light is odd."""
    residual_step_px: int = 8
    """One canvas pixel in so many, each way, is looked at for the residual. More is a coarser figure, less slower."""


RELIGHT = RelightParameters()


@dataclass(frozen=True, slots=True, eq=False)
class LightChange:
    """How light changed since calibration, ``then = gain * now + veil``."""

    gain: Plane
    """For cells of the canvas, (rows, columns, 3)."""
    veil: Plane
    """For cells of the canvas, (rows, columns, 3), in grey levels."""
    lamps: Plane
    """The gain of wood, (rows, columns, 3) of a thumbnail: no veil lies on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Relit:
    """A rectified picture in the light of calibration, and its difference to the empty board.

    Where something hides the board, both are as if the board were empty: nothing is found there.
    """

    bgr: Picture
    matte: Picture
    """Wood as it looked at calibration: it does not mirror the lamps as the print does."""
    difference: NDArray[np.uint8]
    """(height, width): distance to the empty board in grey levels, smoothed."""
    hidden: NDArray[np.bool_] | None
    """(height, width): where a hand or sleeve hides the board; ``None`` without one."""
    residual: float
    """How badly the light fits what should be bare board: median, in grey levels."""


def room_for(bgr: Picture) -> tuple[Plane, Plane]:
    """Room in which `relight` works on pictures of this size: to ask the system for so much takes longer than the work.

    For one thread at a time.
    """
    return np.empty(bgr.shape, np.float32), np.empty(bgr.shape, np.float32)


def relight(
    bgr: Picture,
    bare: BareBoard,
    room: tuple[Plane, Plane] | None = None,
    parameters: RelightParameters = RELIGHT,
) -> Relit:
    """Bring a rectified picture into the light in which the bare board was taken.

    ``room`` is where to do so, for who does it often.
    """
    correlation = bare.correlation(halved(bgr))
    core = covered_land(correlation, bare)
    change = light_change(bgr, bare, trust_of(correlation, core, bare, parameters), parameters)
    size = (bgr.shape[1], bgr.shape[0])
    one, other = room or room_for(bgr)
    cv2.multiply(bgr, cv2.resize(change.gain, size, dst=one), dst=one, dtype=cv2.CV_32F)
    back = np.asarray(cv2.add(one, cv2.resize(change.veil, size, dst=other), dtype=cv2.CV_8U), np.uint8)
    matte = np.asarray(cv2.multiply(bgr, cv2.resize(change.lamps, size, dst=one), dtype=cv2.CV_8U), np.uint8)
    apart = cv2.absdiff(smoothed(back), bare.smooth)
    difference = np.asarray(brightest(apart), np.uint8)
    hidden = None if core is None else spread(core, correlation, difference, bare)
    if hidden is not None and not is_in_the_way(hidden, bare.canvas):
        hidden = None
    if hidden is not None:
        covered = hidden.view(np.uint8)
        cv2.copyTo(bare.bgr, covered, back)
        cv2.copyTo(bare.bgr, covered, matte)
        difference[hidden] = 0
    return Relit(back, matte, difference, hidden, residual_of(difference, hidden, parameters))


def trust_of(
    correlation: Plane,
    core: NDArray[np.bool_] | None,
    bare: BareBoard,
    parameters: RelightParameters = RELIGHT,
) -> Plane:
    """How much each coarse pixel tells of the light, 0..1: print that is recognised, where no disc or gem lies.

    ``core`` is the land that a hand covers.
    """
    recognised = np.clip((correlation - parameters.trusted_from) / parameters.trusted_range, 0, 1)
    trust = np.where(bare.coarse_dry, recognised, 0).astype(np.float32)
    if core is not None:
        square = np.ones((parameters.hand_margin_px, parameters.hand_margin_px), np.uint8)
        trust[cv2.dilate(core.astype(np.uint8), square) > 0] = 0
    return trust


def light_change(
    bgr: Picture, bare: BareBoard, trust: Plane, parameters: RelightParameters = RELIGHT
) -> LightChange:
    """Gain and veil around each cell, from where the print is trusted: iteratively reweighted, with Cauchy weights."""
    size = bare.thumbnail.shape[1::-1]
    now, then = thumbnail_of(bgr, size), bare.thumbnail
    weight = np.asarray(cv2.resize(trust, size, interpolation=cv2.INTER_AREA), np.float32)
    weight[(brightest(now) > parameters.glare_now_grey) | (brightest(then) > parameters.glare_then_grey)] = 0
    lamps = lamp_gain(now, then, weight)
    # Sand has little pattern: what covers it is told by changing otherwise than the sand around it.
    off = unlike_around(now * lamps - then, parameters.piece_window_px)
    sand = bare.thumbnail_sand
    weight[sand] = cauchy_weight(off[sand], outlier_scale(off, weight, parameters), weight[sand])
    gain, veil = gain_and_veil(now, then, weight)
    for _ in range(parameters.rounds - 1):
        off = brightest(np.abs(cv2.resize(gain, size) * now + cv2.resize(veil, size) - then))
        gain, veil = gain_and_veil(
            now, then, cauchy_weight(off, outlier_scale(off, weight, parameters), weight)
        )
    return LightChange(gain, veil, lamps)


def outlier_scale(off: Plane, weight: Plane, parameters: RelightParameters = RELIGHT) -> float:
    """The misfit, in grey levels, at which a pixel counts half, from the misfits and weights of all."""
    trusted = off[weight > parameters.measured_weight]
    least = parameters.least_scale_grey
    return parameters.outlier_scales * (max(float(np.median(trusted)), least) if trusted.size else least)


def residual_of(
    difference: NDArray[np.uint8],
    hidden: NDArray[np.bool_] | None,
    parameters: RelightParameters = RELIGHT,
) -> float:
    """The median difference to the empty board, in grey levels, where no hand hides it; 255 when nothing is left."""
    step = parameters.residual_step_px
    seen = difference[::step, ::step]
    if hidden is not None:
        seen = seen[~hidden[::step, ::step]]
    return float(np.median(seen)) if seen.size else 255.0
