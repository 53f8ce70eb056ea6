"""Pictures of a table with stickers made to pictures of it without: what is learnt of one holds for more tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.bench.truth import Corners
    from vision.layout import Layout

PX_PER_MM = 2
"""Scale of the board on which stickers are painted over. More is finer and slower."""
AROUND_MM = 5.0
"""A sticker's white edge, and what the lens bends it by. More paints over what lies beside the sticker, less leaves a
white frame."""
EDGE_MM = 3.0
"""The board's edge beside a sticker is dark: so far from a sticker nothing of so broad an edge is filled from. Less
draws the dark edge into the board, more leaves less to fill from."""
FILLED_FROM_PX = 9.0
"""From how far around a pixel is filled (A. Telea, "An image inpainting technique based on the fast marching method",
2004). More is smoother, less draws streaks."""
HALF_COVERED = 127
"""A picture's pixel is replaced when more of it than half, of 255, is sticker."""


def without_stickers(bgr: NDArray[np.uint8], corners_px: Corners, layout: Layout) -> NDArray[np.uint8]:
    """The picture with each sticker painted over in the colours of the board around it.

    ``corners_px`` are the board's corners in the picture.
    """
    width, height = (round(side * PX_PER_MM) for side in layout.size)
    board = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    to_board = cv2.getPerspectiveTransform(np.array(corners_px, np.float32), board)
    flat = cv2.warpPerspective(bgr, to_board, (width, height))
    reach = (layout.markers.size / 2 + AROUND_MM) * PX_PER_MM
    stickers = np.zeros((height, width), np.uint8)
    for x_mm, y_mm in layout.markers.centres.values():
        x, y = x_mm * PX_PER_MM, y_mm * PX_PER_MM
        rows, columns = (slice(max(round(value - reach), 0), round(value + reach)) for value in (y, x))
        stickers[rows, columns] = 255
    edge = np.ones((round(2 * EDGE_MM * PX_PER_MM) | 1,) * 2, np.uint8)
    unknown = cv2.morphologyEx(stickers, cv2.MORPH_DILATE, edge)
    rim = round(EDGE_MM * PX_PER_MM)
    unknown[rim:-rim, rim:-rim] = stickers[rim:-rim, rim:-rim]
    painted = cv2.inpaint(flat, unknown, FILLED_FROM_PX, cv2.INPAINT_TELEA)
    size, back = (bgr.shape[1], bgr.shape[0]), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    there = cv2.warpPerspective(stickers, to_board, size, flags=back) > HALF_COVERED
    result = bgr.copy()
    result[there] = cv2.warpPerspective(painted, to_board, size, flags=back)[there]
    return result
