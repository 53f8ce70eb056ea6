"""What the camera sees, drawn over its picture so that a person can check it at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import board_corners
from vision.overlay.marks import Headline, Ring, Tag, headline, marks_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Points, Pose
    from vision.overlay.marks import Colour
    from vision.reader import Reader

_WHITE, _BLACK, _HAND = (255, 255, 255), (20, 20, 20), (0, 165, 255)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
FINE, BOLD = 2, 4
"""Widths of rings in a picture 1280 pixels wide."""
HATCH_PX = 9
"""From one hatching line to the next."""
LINE_PX = 17
"""A box with one line of text."""
BRIGHT = 140
"""Text on a lighter box than this is black."""


def annotate(bgr: NDArray[np.uint8], reader: Reader) -> NDArray[np.uint8]:
    """A copy of the picture with what ``reader`` saw in it last.

    Every space by name, state and how sure that is, canoes in their colours with their cargo, gems, weather, buoy;
    what a hand hides is hatched.
    """
    drawn = bgr.copy()
    pen = _Pen(drawn)
    sighting, registration = reader.sighting, reader.registration
    if sighting is None or registration is None:
        pen.headline(headline(sighting))
        return drawn
    pose, layout = registration.pose, reader.calibration.layout
    pen.outline(pose.to_px(board_corners(layout.size)), _WHITE, FINE)
    if reader.hidden is not None:
        pen.hatch(_in_picture(reader.hidden, reader, pose, bgr.shape), _HAND)
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


class _Pen:
    """Draws into one picture, in sizes that suit it."""

    def __init__(self, drawn: NDArray[np.uint8]) -> None:
        self._drawn = drawn
        self._scale = max(drawn.shape[1] / 1280, 0.5)
        self._taken: list[tuple[int, int, int, int]] = []
        """Boxes written so far: left, top, width, height."""

    def headline(self, mark: Headline) -> None:
        height = round(30 * self._scale)
        cv2.rectangle(self._drawn, (0, 0), (self._drawn.shape[1], height), mark.fill, -1)
        self._text(mark.text, (round(12 * self._scale), round(21 * self._scale)), mark.fill, 0.6)

    def outline(self, corners_px: Points, bgr: Colour, width: int) -> None:
        line = max(round(width * self._scale), 1)
        cv2.polylines(self._drawn, [np.rint(corners_px).astype(np.int32)], True, bgr, line, cv2.LINE_AA)

    def ring(self, mark: Ring, pose: Pose) -> None:
        circle = _circle(mark.centre_mm, mark.radius_mm, pose)
        if mark.hatched:
            mask = np.zeros(self._drawn.shape[:2], np.uint8)
            cv2.fillPoly(mask, [np.rint(circle).astype(np.int32)], 1)
            self.hatch(mask.astype(bool), mark.bgr)
        self.outline(circle, mark.bgr, BOLD if mark.bold else FINE)

    def hatch(self, mask: NDArray[np.bool_], bgr: Colour) -> None:
        """Slanting lines over a part of the picture, (height, width)."""
        rows, columns = np.ogrid[: mask.shape[0], : mask.shape[1]]
        period = max(round(HATCH_PX * self._scale), 4)
        self._drawn[mask & ((rows + columns) % period < max(period // 4, 1))] = bgr

    def tag(self, mark: Tag, pose: Pose) -> None:
        size, _ = cv2.getTextSize(mark.text, _FONT, 0.45 * self._scale, 1)
        high = round(LINE_PX * self._scale)
        wide = size[0] + round(8 * self._scale) + (high if mark.spot else 0)
        left, top = self._room(mark, pose, wide, high)
        self._taken.append((left, top, wide, high))
        cv2.rectangle(self._drawn, (left, top), (left + wide, top + high - 1), mark.fill, -1)
        self._text(mark.text, (left + round(4 * self._scale), top + round(13 * self._scale)), mark.fill, 0.45)
        if mark.spot is not None:
            at = (left + wide - high // 2, top + high // 2)
            cv2.circle(self._drawn, at, high // 2 - 2, mark.spot, -1, cv2.LINE_AA)
            cv2.circle(self._drawn, at, high // 2 - 2, _BLACK, 1, cv2.LINE_AA)

    def _room(self, mark: Tag, pose: Pose, wide: int, high: int) -> tuple[int, int]:
        """Left and top of the box: close to its place, farther from it while other boxes lie there."""
        circle = _circle(mark.centre_mm, mark.radius_mm, pose)
        middle_x, middle_y = circle.mean(axis=0)
        below = mark.below
        if mark.away_mm is not None:
            below = bool(middle_y > pose.to_px(np.array([mark.away_mm]))[0, 1])
        gap = round(2 * self._scale)
        first = circle[:, 1].max() + gap if below else circle[:, 1].min() - gap - high
        height, width = self._drawn.shape[:2]
        left = int(np.clip(middle_x - wide / 2, 0, max(width - wide, 0)))
        tops = [
            int(np.clip(first + (1 if below else -1) * line * high, 0, height - high)) for line in range(9)
        ]
        return left, next((top for top in tops if self._free(left, top, wide, high)), tops[0])

    def _free(self, left: int, top: int, wide: int, high: int) -> bool:
        return all(
            left + wide <= x or x + across <= left or top + high <= y or y + down <= top
            for x, y, across, down in self._taken
        )

    def _text(self, text: str, at: tuple[int, int], on: Colour, size: float) -> None:
        blue, green, red = on
        ink = _BLACK if 0.1 * blue + 0.6 * green + 0.3 * red > BRIGHT else _WHITE
        cv2.putText(self._drawn, text, at, _FONT, size * self._scale, ink, 1, cv2.LINE_AA)


def _circle(centre_mm: tuple[float, float], radius_mm: float, pose: Pose) -> Points:
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return pose.to_px(np.asarray(centre_mm) + radius_mm * np.column_stack((np.cos(turn), np.sin(turn))))


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
