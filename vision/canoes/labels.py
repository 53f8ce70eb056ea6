"""Which canoe's colour each pixel has that is not the empty board: background subtraction, then a colour lookup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.colour_lookup import SECOND_BACKGROUND, ColourLookup, packed_bgr555
from vision.imaging.colour_models import ColourModel, learn
from vision.masks import beach_mask, board_mask, circle_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration.model import Calibration
    from vision.photometry.relight import Relit

    Mask = NDArray[np.bool_]

NEUTRAL = 128.0
"""a and b of grey in 8-bit Lab."""
NEVER = 255
"""No difference in grey levels is larger: where this is asked for no pixel is a canoe's."""
BLACK = "black"


@dataclass(frozen=True, slots=True)
class CanoeRegionParameters:
    """Where on the board canoes may lie."""

    on_space_mm: float = 31.0
    """Millimetres: a canoe whose middle is within this of a disc's middle lies on it, and so far around a space the
    board is taken for water. More gives a space the canoes beside it; less loses those that lie across its rim."""
    deposit_margin_mm: float = 1.0
    """Millimetres around a deposit that are no canoe's. More cuts canoes beside deposits; less sees gems at the rim."""
    buoy_margin_mm: float = 5.0
    """Millimetres around a buoy's round space that are no canoe's: the buoy may lie askew."""


@dataclass(frozen=True, slots=True)
class CanoeLabelThresholds:
    """When a pixel is not the empty board, and which colours are nobody's.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *canoe*.
    """

    least_difference: int = 18
    """Grey levels: where the empty board is bright a pixel must differ by more to be a canoe's. More loses brown and
    black canoes on dark print; less lets wandering light join them."""
    least_difference_in_the_dark: int = 9
    """The same on black print; in between it rises evenly with brightness."""
    bright: int = 110
    """Grey level of the empty board's brightest channel from which it counts as bright. More asks for less difference
    on middling print; less for more."""
    median_px: int = 3
    """Pixels: side of the median filter before colours are looked up. More takes grain, bows and sterns away."""
    sampled: int = 7
    """Step between the pixels of water and sand that are learnt from, row by row. More is quicker; less sees more of
    the print."""
    ground_slack_lab: float = 7.0
    """Standard deviation, in Lab steps, by which water's and sand's colour is widened. More takes canoes of nearly
    that colour for the ground; less makes canoes of the ground in other light."""
    shade_light: float = 0.7
    """Water and sand in the shade of a piece have this part of their light."""
    shade_slack_lab: float = 6.0
    """Standard deviation, in Lab steps, by which the shade's colour is widened."""
    glare_lightness_lab: float = 250.0
    """L of a lamp's mirror image, which has no colour: it is nobody's."""
    glare_lightness_variance: float = 400.0
    """Variance of that in squared Lab steps. More takes pale canoes for glare; less makes canoes of it."""
    glare_chroma_variance: float = 60.0
    """Variance of a and b of glare in squared Lab steps."""
    dark_lightness_lab: float = 8.0
    """L of deep shade, which is nobody's unless there are black canoes."""
    dark_lightness_variance: float = 64.0
    """Variance of that in squared Lab steps. More takes brown canoes for shade; less makes canoes of it."""
    dark_chroma_variance: float = 25.0
    """Variance of a and b of deep shade in squared Lab steps."""


CANOE_REGION_PARAMETERS = CanoeRegionParameters()
CANOE_LABEL_THRESHOLDS = CanoeLabelThresholds()


class CanoeLabeller:
    """Labels pixels with canoes' colours: 1 for the first of ``calibration.canoes``, 0 for none."""

    def __init__(
        self, calibration: Calibration, thresholds: CanoeLabelThresholds = CANOE_LABEL_THRESHOLDS
    ) -> None:
        self._thresholds = thresholds
        river, land = canoe_regions(calibration)
        self._differs = least_differences(calibration.bare.smooth.max(axis=2), thresholds)
        self._differs[~(river | land)] = NEVER
        water = calibration.empty_bgr[river]
        sand = calibration.empty_bgr[beach_mask(calibration.layout, calibration.canvas) & land]
        dark = BLACK not in calibration.canoes
        self._lookup = ColourLookup.of(
            calibration.canoes,
            *(background_models(ground, thresholds, dark=dark) for ground in (water, sand)),
        )
        self._background = (land * SECOND_BACKGROUND).astype(np.uint16).ravel()

    def labels(self, relit: Relit) -> NDArray[np.uint8]:
        """The labels (height, width) of a picture brought back to the light of calibration.

        The board is known by how it looks with the lamps' mirror images, a canoe by how it looks without.
        """
        labels = np.zeros(relit.difference.size, np.uint8)
        there = np.flatnonzero(relit.difference > self._differs)
        quiet = np.asarray(cv2.medianBlur(relit.matte, self._thresholds.median_px), np.uint8)
        labels[there] = self._lookup.label(packed_bgr555(quiet).ravel()[there] | self._background[there])
        return labels.reshape(relit.difference.shape)


def least_differences(
    brightness: NDArray[np.uint8], thresholds: CanoeLabelThresholds = CANOE_LABEL_THRESHOLDS
) -> NDArray[np.uint8]:
    """Grey levels by which pixels must differ from an empty board so bright (height, width) to be a canoe's."""
    rising = brightness * (thresholds.least_difference / thresholds.bright)
    levels = np.clip(rising, thresholds.least_difference_in_the_dark, thresholds.least_difference)
    return np.asarray(levels, np.uint8)


def background_models(
    ground_bgr: NDArray[np.uint8],
    thresholds: CanoeLabelThresholds = CANOE_LABEL_THRESHOLDS,
    *,
    dark: bool,
) -> tuple[ColourModel, ...]:
    """The colours that are nobody's on a ground of these pixels (n, 3): ground, its shade, glare and deep shade.

    Deep shade is one of them only when ``dark``: black canoes look like it.
    """
    sample = ground_bgr[:: thresholds.sampled]
    shade = np.asarray(sample * thresholds.shade_light, np.uint8)
    glare = ColourModel(
        np.array([thresholds.glare_lightness_lab, NEUTRAL, NEUTRAL]),
        np.diag(
            [
                thresholds.glare_lightness_variance,
                thresholds.glare_chroma_variance,
                thresholds.glare_chroma_variance,
            ]
        ),
    )
    deep_shade = ColourModel(
        np.array([thresholds.dark_lightness_lab, NEUTRAL, NEUTRAL - 1]),
        np.diag(
            [
                thresholds.dark_lightness_variance,
                thresholds.dark_chroma_variance,
                thresholds.dark_chroma_variance,
            ]
        ),
    )
    models = (
        learn(sample, slack_lab=thresholds.ground_slack_lab),
        learn(shade, slack_lab=thresholds.shade_slack_lab),
        glare,
    )
    return (*models, deep_shade) if dark else models


def canoe_regions(
    calibration: Calibration, parameters: CanoeRegionParameters = CANOE_REGION_PARAMETERS
) -> tuple[Mask, Mask]:
    """The river, and the rest of the board where canoes may lie: not on deposits, round spaces and stickers."""
    layout, canvas = calibration.layout, calibration.canvas
    board = board_mask(layout, canvas)
    for deposit in layout.deposits.values():
        board &= ~circle_mask(deposit.centre, deposit.radius + parameters.deposit_margin_mm, canvas)
    for centre in layout.buoy.centres:
        board &= ~circle_mask(centre, layout.buoy.diameter / 2 + parameters.buoy_margin_mm, canvas)
    river = np.zeros_like(board)
    for place in (*layout.spaces.values(), layout.river.insertion):
        river |= circle_mask(place, parameters.on_space_mm, canvas)
    return river & board, board & ~river
