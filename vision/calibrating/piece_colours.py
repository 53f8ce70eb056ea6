"""What the set-up picture teaches of this table's pieces: the colours of canoes and gems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrating.set_up_hulls import hulls_at_set_up
from vision.errors import CalibrationError, CalibrationTrouble
from vision.imaging.colour_clusters import learn_clusters
from vision.imaging.colour_models import ColourModel, learn
from vision.masks import beach_mask, circle_mask
from vision.photometry.shadows import shadows
from vision.typical_colours import TYPICAL_CANOE_BGR, TYPICAL_GEM_BGR

if TYPE_CHECKING:
    from vision.geometry import Canvas
    from vision.layout import Layout
    from vision.photometry.relight import Relit

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]
WOOD = "wood"
"""The colour of Joe's canoe."""


@dataclass(frozen=True, slots=True)
class PieceThresholds:
    """Which pixels of the set-up picture are pieces.

    *Difference* is that to the empty board, in grey levels. Chosen on sessions 00-07 of the photo-real development
    tables, bench figures *canoe* and *deposit*.
    """

    piece_difference: float = 28.0
    """Difference above which something lies there. More: pieces of the ground's colour are not learnt from.
    Less: grain and shades are."""
    gem_difference: float = 22.0
    """The same within a deposit, where clear stones differ little."""
    fewest_gem_pixels: int = 60
    """Pixels of a gem from which its colour is learnt; of fewer the usual one is taken, with more slack."""
    usual_gem_slack_lab: float = 12.0
    """Standard deviation, in steps of Lab, of a gem's usual colour: other light and other copies."""
    joe_reach_mm: float = 22.0
    """How far from the middle of his disc Joe's canoe reaches. More: the rim is learnt for wood. Less: bow
    and stern are not."""
    wood_difference: float = 45.0
    """Difference above which what lies on the disc is wood; the disc under him differs less."""
    mirror_lightness: float = 180.0
    """Lightness of Lab, 0 to 255, above which a pixel may be a lamp mirrored in the disc. More: mirrors are
    learnt for wood. Less: light wood is not learnt."""
    mirror_chroma: float = 9.0
    """Distance from grey, in steps of Lab's a and b, below which it is one: wood is never without colour."""


PIECE_THRESHOLDS = PieceThresholds()


def learn_canoes(
    set_up: Relit,
    empty: Picture,
    layout: Layout,
    canvas: Canvas,
    players: tuple[str, ...],
    *,
    joe: bool,
    thresholds: PieceThresholds = PIECE_THRESHOLDS,
) -> dict[str, ColourModel]:
    """The canoes' colours, from the beaches where all lie at set-up; Joe's from the first space.

    Raises `CalibrationError` where not one pixel shows such a canoe.
    """
    pieces = appeared(set_up.difference, thresholds) & ~shadows(set_up.bgr, empty)
    ashore = set_up.bgr[beach_mask(layout, canvas) & pieces]
    if not len(ashore):
        message = "the set-up picture shows no canoe on the beaches: lay all canoes there first"
        raise CalibrationError(message, CalibrationTrouble.NO_CANOES)
    models, _ = learn_clusters(ashore, players, TYPICAL_CANOE_BGR)
    lying = beach_mask(layout, canvas) & appeared(set_up.difference, thresholds)
    usual = {name: TYPICAL_CANOE_BGR[name] for name in players}
    hulls = hulls_at_set_up(set_up.bgr, empty, lying, layout, canvas, usual)
    models |= {name: learn(pixels) for name, pixels in hulls.items()}
    if joe:
        first = layout.river.main[0]
        on_disc = circle_mask(layout.spaces[first], thresholds.joe_reach_mm, canvas)
        wooden = set_up.difference > thresholds.wood_difference
        pixels = set_up.bgr[on_disc & pieces & wooden & ~mirrored(set_up.bgr, thresholds)]
        if not len(pixels):
            message = f"Joe's canoe is not seen on {first} in the set-up picture: lay it there first"
            raise CalibrationError(message, CalibrationTrouble.NO_JOE, (first,))
        models |= learn_clusters(pixels, (WOOD,), TYPICAL_CANOE_BGR)[0]
    return models


def learn_gems(
    set_up: Relit, layout: Layout, canvas: Canvas, thresholds: PieceThresholds = PIECE_THRESHOLDS
) -> dict[str, ColourModel]:
    """The gems' colours, from the deposits, where seven of each lie at set-up."""
    models = {}
    for deposit in layout.deposits.values():
        stones = circle_mask(deposit.centre, deposit.radius, canvas)
        stones &= set_up.difference > thresholds.gem_difference
        pixels = set_up.bgr[stones]
        enough = len(pixels) > thresholds.fewest_gem_pixels
        models[deposit.gem] = learn(pixels) if enough else usual_gem(deposit.gem, thresholds)
    return models


def appeared(difference: Picture, thresholds: PieceThresholds = PIECE_THRESHOLDS) -> Mask:
    """Where something lies on the empty board, by the difference to it (height, width)."""
    return np.asarray(difference > thresholds.piece_difference)


def mirrored(bgr: Picture, thresholds: PieceThresholds = PIECE_THRESHOLDS) -> Mask:
    """Where a lamp mirrors itself in a picture (height, width, 3): light without a colour."""
    lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB)
    chroma = np.abs(lab[..., 1:].astype(np.int16) - 128).max(axis=2)
    return np.asarray((lab[..., 0] > thresholds.mirror_lightness) & (chroma < thresholds.mirror_chroma))


def usual_gem(gem: str, thresholds: PieceThresholds = PIECE_THRESHOLDS) -> ColourModel:
    """The model of a gem's usual colour, for a table on which it was not learnt."""
    # As many pixels as `learn` needs to measure their covariance, which is none.
    return learn(np.array([TYPICAL_GEM_BGR[gem]] * 20, np.uint8), slack_lab=thresholds.usual_gem_slack_lab)
