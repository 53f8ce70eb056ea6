"""A board's places, drawn over its picture so that a person sees at a glance what lies elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.overlay.colours import GREEN, RED, darkened
from vision.overlay.marks import Tag
from vision.overlay.pen import Pen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from vision.calibration.places import BoardPlace
    from vision.geometry import Points, Pose


def with_places(bgr: NDArray[np.uint8], places: Iterable[BoardPlace], pose: Pose) -> NDArray[np.uint8]:
    """A copy of the picture with the outline and name of each place: green, or bold and red where it is unsure.

    ``pose`` is the board's in this picture.
    """
    drawn = bgr.copy()
    pen = Pen(drawn)
    listed = list(places)
    for place in listed:
        pen.outline(pose.to_px(outline_mm(place)), GREEN if place.is_sure else RED, bold=not place.is_sure)
    for place in listed:
        told = place.name if place.is_sure else f"{place.name} ? {100 * place.certainty:.0f}%"
        pen.tag(Tag(place.centre_mm, 0.0, told, darkened(GREEN if place.is_sure else RED)), pose)
    return drawn


def outline_mm(place: BoardPlace) -> Points:
    """The outline of a place on the board, (n, 2) in millimetres: a circle, a rectangle, or a line there and back."""
    (x, y), (along, across) = place.centre_mm, place.size_mm
    if place.is_round:
        turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        return np.column_stack((x + along / 2 * np.cos(turn), y + along / 2 * np.sin(turn)))
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    return np.asarray(np.array((x, y)) + signs * np.array((along, across)) / 2, np.float64)
