"""Where hands cover the board, told quickly: what is wide, unlike the empty board, and reaches in from its edge.

It only keeps the river's reader from counting what it cannot see; whether a table may be read is decided elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class CoverParameters:
    """What counts as a hand over the river.

    Values of the first version; how they were chosen is not recorded, and no bench figure rests on them.
    """

    unlike_levels: float = 45.0
    """Grey levels, in the channel that differs most, from which a pixel is not the empty board. More overlooks hands
    of the board's colours, less takes canoes and shadows for hands."""
    least_width_mm: int = 22
    """A hand or sleeve is wider than this everywhere, a canoe is not. More overlooks fingers, less takes canoes that
    touch the edge of the board for hands."""
    shrunk_by: int = 2
    """The pictures are made so many times smaller first: hands are large. More is quicker, and the edges of hands are
    told in steps of so many pixels; less is slower."""


COVER = CoverParameters()


def covered_by_hands(
    board_bgr: NDArray[np.uint8], empty_bgr: NDArray[np.uint8], parameters: CoverParameters = COVER
) -> NDArray[np.bool_]:
    """The pixels (height, width) that hands cover, of pictures of the rectified board at one pixel a millimetre."""
    height, width = board_bgr.shape[:2]
    small = (width // parameters.shrunk_by, height // parameters.shrunk_by)
    now, plain = (
        cv2.resize(picture, small, interpolation=cv2.INTER_AREA).astype(np.float32) + 1.0
        for picture in (board_bgr, empty_bgr)
    )
    gain = np.median((plain / now).reshape(-1, 3), axis=0)
    unlike = np.abs(now * gain - plain).max(axis=2) > parameters.unlike_levels
    side = parameters.least_width_mm // parameters.shrunk_by
    wide = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    mask = cv2.morphologyEx(unlike.astype(np.uint8), cv2.MORPH_OPEN, wide)
    _, labels = cv2.connectedComponents(mask)
    rim = np.concatenate((labels[0], labels[-1], labels[:, 0], labels[:, -1]))
    hands = np.isin(labels, rim[rim > 0]).astype(np.uint8)
    return cv2.resize(hands, (width, height), interpolation=cv2.INTER_NEAREST).astype(bool)
