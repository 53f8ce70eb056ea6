"""Hands: where the bare board's print is not to be recognised although nothing belongs there.

The pattern of the land tells it in any light and for any skin or sleeve. From there a hand reaches over the river
as far as the picture goes on being unlike the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Canvas
    from vision.layout import Place
    from vision.photometry.bare_board import BareBoard

UNLIKE = 0.5
"""Print less like the bare board than this share of what is usual in the picture is covered."""
CORE_MM = 15.0
"""What covers the land is at least this wide somewhere."""
CORE_MM2 = 1600.0
"""More than a canoe on the bank makes unlike the board, or lamps' mirror images: a hand with its arm covers more."""
DIFFERS = 28
REACH_MM = 55
"""Fingers reach at most so far from the covered land: across the river."""
SOFT_EDGE_MM = 4
TOO_MUCH = 0.5
"""Share of the board beyond which a picture is not read around the hand."""
HIDDEN_SHARE = 0.03
"""A place of which more is hidden is not seen."""


def covered_land(likeness: NDArray[np.float32], bare: BareBoard) -> NDArray[np.bool_] | None:
    """The coarse pixels of land that something covers; ``None`` when nothing does."""
    scale = bare.canvas.px_per_mm / 2
    usual = float(np.median(likeness[::2, ::2][bare.coarse_land[::2, ::2]]))
    unlike = ((likeness < UNLIKE * usual) & bare.coarse_land).astype(np.uint8)
    if cv2.countNonZero(unlike) < CORE_MM2 * scale**2:
        return None
    joined = cv2.morphologyEx(unlike, cv2.MORPH_CLOSE, _round(4 * scale))
    middle = cv2.erode(joined, _round(CORE_MM * scale))
    if cv2.countNonZero(middle) == 0:
        return None
    core = cv2.dilate(middle, _round(CORE_MM * scale))
    return core.astype(bool) if cv2.countNonZero(core) > CORE_MM2 * scale**2 else None


def spread(
    core: NDArray[np.bool_],
    likeness: NDArray[np.float32],
    difference: NDArray[np.uint8],
    bare: BareBoard,
) -> NDArray[np.bool_]:
    """All that is hidden, (height, width): from the covered land on, while the picture differs from the board."""
    height, width = difference.shape
    differs = cv2.resize(difference, core.shape[::-1], interpolation=cv2.INTER_AREA) > DIFFERS
    unlike = ((likeness < UNLIKE) | differs).astype(np.uint8)
    step = _round(3)
    hidden: cv2.typing.MatLike = core.astype(np.uint8)
    for _ in range(round(REACH_MM * bare.canvas.px_per_mm / 2)):
        hidden = cv2.bitwise_or(hidden, cv2.bitwise_and(cv2.dilate(hidden, step), unlike))
    soft = cv2.dilate(hidden, _round(2 * SOFT_EDGE_MM * bare.canvas.px_per_mm / 2))
    return cv2.resize(soft, (width, height), interpolation=cv2.INTER_NEAREST).astype(bool)


def _round(diameter_px: float) -> NDArray[np.uint8]:
    side = round(diameter_px) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def is_hidden(hidden: NDArray[np.bool_], centre: Place, radius_mm: float, canvas: Canvas) -> bool:
    """Whether too much of a place is hidden to tell what lies there."""
    x, y = canvas.at(centre)
    reach = radius_mm * canvas.px_per_mm
    rows = slice(max(round(y - reach), 0), round(y + reach) + 1)
    columns = slice(max(round(x - reach), 0), round(x + reach) + 1)
    return bool(hidden[rows, columns].mean() > HIDDEN_SHARE)
