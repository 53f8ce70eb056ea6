"""What the camera sees, drawn over its picture so that a person can check it at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import board_corners
from vision.overlay.colours import AMBER, WHITE
from vision.overlay.marks import Headline, Ring, Tag, headline, marks_of
from vision.overlay.pen import Pen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Pose
    from vision.reader import Reader


def annotate(bgr: NDArray[np.uint8], reader: Reader) -> NDArray[np.uint8]:
    """A copy of the picture with what ``reader`` saw in it last.

    Every space by name, state and how sure that is, canoes in their colours with their cargo, gems, weather, buoy;
    what a hand hides is hatched.
    """
    drawn = bgr.copy()
    pen = Pen(drawn)
    sighting, registration = reader.sighting, reader.registration
    if sighting is None or registration is None:
        pen.headline(headline(sighting))
        return drawn
    pose, layout = registration.pose, reader.calibration.layout
    pen.outline(pose.to_px(board_corners(layout.size)), WHITE)
    if reader.hidden is not None:
        pen.hatch(_in_picture(reader.hidden, reader, pose, bgr.shape), AMBER)
    marks = marks_of(sighting, layout)
    # Boxes come last, so that no ring runs through what is written.
    for mark in sorted(marks, key=lambda mark: isinstance(mark, Tag)):
        match mark:
            case Ring():
                pen.ring(mark, pose)
            case Tag():
                pen.tag(mark, pose)
            case Headline():
                pen.headline(mark)
    return drawn


def _in_picture(
    hidden: NDArray[np.bool_], reader: Reader, pose: Pose, shape: tuple[int, ...]
) -> NDArray[np.bool_]:
    """What is hidden of the board, (height, width) of the picture."""
    canvas = reader.calibration.canvas
    mask = np.zeros(shape[:2], np.uint8)
    outlines, _ = cv2.findContours(hidden.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in outlines:
        places = outline.reshape(-1, 2).astype(np.float64) / canvas.px_per_mm - canvas.margin_mm
        cv2.fillPoly(mask, [np.rint(pose.to_px(places)).astype(np.int32)], 1)
    return mask.astype(bool)
