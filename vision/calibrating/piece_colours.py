"""What the set-up picture teaches of this table's pieces: the colours of canoes and gems."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

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
APPEARED = 28
"""Grey levels from which on something lies on the empty board."""
GEM_DIFFERENCE = 22
FEWEST_PIXELS = 60
JOE_MM = 22.0
"""Joe's canoe lies within this of the middle of its disc."""
WOOD = "wood"
WOOD_DIFFERENCE = 45
"""Joe's wood differs from water this much; the disc under him does not."""


def learn_canoes(
    set_up: Relit, empty: Picture, layout: Layout, canvas: Canvas, players: tuple[str, ...], *, joe: bool
) -> dict[str, ColourModel]:
    """The canoes' colours, from the beaches where all lie at set-up; Joe's from M1."""
    appeared = _appeared(set_up, empty)
    models, _ = learn_clusters(set_up.bgr[beach_mask(layout, canvas) & appeared], players, TYPICAL_CANOE_BGR)
    if joe:
        here = circle_mask(layout.spaces[layout.river.main[0]], JOE_MM, canvas) & appeared
        here &= (set_up.difference > WOOD_DIFFERENCE) & ~_white(set_up.bgr)
        wood, _ = learn_clusters(set_up.bgr[here], (WOOD,), TYPICAL_CANOE_BGR)
        models |= wood
    return models


def _white(bgr: Picture) -> NDArray[np.bool_]:
    """Where a lamp mirrors itself in the disc under Joe: light without a colour, as wood never is."""
    lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB)
    colour = np.abs(lab[..., 1:].astype(np.int16) - 128).max(axis=2)
    return np.asarray((lab[..., 0] > WHITE_LIGHT) & (colour < WHITE_COLOUR))


WHITE_LIGHT, WHITE_COLOUR = 180, 9


def learn_gems(set_up: Relit, layout: Layout, canvas: Canvas) -> dict[str, ColourModel]:
    """The gems' colours, from the deposits, where seven of each lie at set-up."""
    models = {}
    for deposit in layout.deposits.values():
        there = circle_mask(deposit.centre, deposit.radius, canvas) & (set_up.difference > GEM_DIFFERENCE)
        pixels = set_up.bgr[there]
        models[deposit.gem] = learn(pixels) if len(pixels) > FEWEST_PIXELS else _typical_gem(deposit.gem)
    return models


def _typical_gem(gem: str) -> ColourModel:
    return learn(np.array([TYPICAL_GEM_BGR[gem]] * 20, np.uint8), slack_lab=12.0)


def _appeared(set_up: Relit, empty: Picture) -> NDArray[np.bool_]:
    """What differs from the empty board and is not just its shadow."""
    return (set_up.difference > APPEARED) & ~shadows(set_up.bgr, empty)
