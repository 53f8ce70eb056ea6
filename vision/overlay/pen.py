"""Draws marks into a picture, in sizes that suit it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.overlay.colours import BLACK, WHITE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Points, Pose
    from vision.overlay.colours import Colour
    from vision.overlay.marks import Headline, Ring, Tag


@dataclass(frozen=True, slots=True)
class PenParameters:
    """Sizes of what is drawn, in pixels of a picture ``usual_width_px`` wide; in wider ones everything is larger.

    Values of the first version, chosen by eye; how is not recorded.
    """

    usual_width_px: int = 1280
    """Pictures so wide are drawn into at the sizes below. More draws everything smaller, less larger."""
    least_scale: float = 0.5
    """In small pictures nothing is drawn smaller than this share of its usual size. More hides small pictures, less
    writes what nobody can read."""
    fine_px: int = 2
    """Width of rings and of the board's outline. More hides rims, less is overlooked."""
    bold_px: int = 4
    """Width of rings around what is amiss."""
    hatch_px: int = 9
    """From one hatching line to the next; a quarter of it is line. More hatches small places hardly at all, less hides
    what lies below."""
    headline_px: int = 30
    """Height of the bar along the top. More hides the board's edge, less cuts the text off."""
    headline_left_px: int = 12
    """From the picture's edge to the headline's text."""
    headline_baseline_px: int = 21
    """From the top of the picture down to the foot of the headline's letters."""
    headline_font: float = 0.6
    """Size of the headline's letters, as a factor of OpenCV's own. More cuts long ones off, less is hard to read."""
    tag_px: int = 17
    """Height of a box with one line of text. More hides pieces, less cuts letters off."""
    tag_left_px: int = 4
    """From a box's edge to its text, on either side."""
    tag_baseline_px: int = 13
    """From the top of a box down to the foot of its letters."""
    tag_font: float = 0.45
    """Size of the letters in boxes, as the headline's."""
    tag_gap_px: int = 2
    """Between a ring and the box that belongs to it."""
    tag_places: int = 9
    """So many lines above or below a ring are tried before boxes are written over each other."""
    light_luma: int = 140
    """Text on a box lighter than this, in grey levels, is black. More writes white on yellow, less black on blue."""


PEN = PenParameters()
_FONT = cv2.FONT_HERSHEY_SIMPLEX


class Pen:
    """Draws into one picture, (height, width, 3), and keeps boxes of text off each other."""

    def __init__(self, drawn: NDArray[np.uint8], parameters: PenParameters = PEN) -> None:
        self._drawn = drawn
        self._parameters = parameters
        self._scale: float = max(drawn.shape[1] / parameters.usual_width_px, parameters.least_scale)
        self._taken: list[tuple[int, int, int, int]] = []
        """Boxes written so far: left, top, width, height."""

    def headline(self, mark: Headline) -> None:
        """A bar with text along the top."""
        sizes = self._parameters
        height = self._px(sizes.headline_px)
        cv2.rectangle(self._drawn, (0, 0), (self._drawn.shape[1], height), mark.fill, -1)
        at = (self._px(sizes.headline_left_px), self._px(sizes.headline_baseline_px))
        self._text(mark.text, at, mark.fill, sizes.headline_font)

    def outline(self, corners_px: Points, bgr: Colour, *, bold: bool = False) -> None:
        """A closed line through points (n, 2) of the picture."""
        width = self._parameters.bold_px if bold else self._parameters.fine_px
        line = max(self._px(width), 1)
        cv2.polylines(self._drawn, [np.rint(corners_px).astype(np.int32)], True, bgr, line, cv2.LINE_AA)

    def ring(self, mark: Ring, pose: Pose) -> None:
        """A circle on the board, hatched where it is to be."""
        circle = _circle(mark.centre_mm, mark.radius_mm, pose)
        if mark.hatched:
            mask = np.zeros(self._drawn.shape[:2], np.uint8)
            cv2.fillPoly(mask, [np.rint(circle).astype(np.int32)], 1)
            self.hatch(mask.astype(bool), mark.bgr)
        self.outline(circle, mark.bgr, bold=mark.bold)

    def hatch(self, mask: NDArray[np.bool_], bgr: Colour) -> None:
        """Slanting lines over a part of the picture, (height, width)."""
        rows, columns = np.ogrid[: mask.shape[0], : mask.shape[1]]
        period = self._px(self._parameters.hatch_px)
        self._drawn[mask & ((rows + columns) % period < max(period // 4, 1))] = bgr

    def tag(self, mark: Tag, pose: Pose) -> None:
        """Text on a box beside its place, with a gem's dot at the end where it has one."""
        sizes = self._parameters
        size, _ = cv2.getTextSize(mark.text, _FONT, sizes.tag_font * self._scale, 1)
        high = self._px(sizes.tag_px)
        wide = size[0] + self._px(2 * sizes.tag_left_px) + (high if mark.spot else 0)
        left, top = self._room(mark, pose, wide, high)
        self._taken.append((left, top, wide, high))
        cv2.rectangle(self._drawn, (left, top), (left + wide, top + high - 1), mark.fill, -1)
        at = (left + self._px(sizes.tag_left_px), top + self._px(sizes.tag_baseline_px))
        self._text(mark.text, at, mark.fill, sizes.tag_font)
        if mark.spot is not None:
            at = (left + wide - high // 2, top + high // 2)
            cv2.circle(self._drawn, at, high // 2 - 2, mark.spot, -1, cv2.LINE_AA)
            cv2.circle(self._drawn, at, high // 2 - 2, BLACK, 1, cv2.LINE_AA)

    def _room(self, mark: Tag, pose: Pose, wide: int, high: int) -> tuple[int, int]:
        """Left and top of the box: close to its place, farther from it while other boxes lie there."""
        circle = _circle(mark.centre_mm, mark.radius_mm, pose)
        middle_x, middle_y = circle.mean(axis=0)
        below = mark.below
        if mark.away_mm is not None:
            below = bool(middle_y > pose.to_px(np.array([mark.away_mm]))[0, 1])
        gap = self._px(self._parameters.tag_gap_px)
        first = circle[:, 1].max() + gap if below else circle[:, 1].min() - gap - high
        height, width = self._drawn.shape[:2]
        left = int(np.clip(middle_x - wide / 2, 0, max(width - wide, 0)))
        tops = [
            int(np.clip(first + (1 if below else -1) * line * high, 0, height - high))
            for line in range(self._parameters.tag_places)
        ]
        return left, next((top for top in tops if self._free(left, top, wide, high)), tops[0])

    def _free(self, left: int, top: int, wide: int, high: int) -> bool:
        return all(
            left + wide <= x or x + across <= left or top + high <= y or y + down <= top
            for x, y, across, down in self._taken
        )

    def _text(self, text: str, at: tuple[int, int], on: Colour, size: float) -> None:
        ink = BLACK if is_light(on, self._parameters) else WHITE
        cv2.putText(self._drawn, text, at, _FONT, size * self._scale, ink, 1, cv2.LINE_AA)

    def _px(self, usual_px: float) -> int:
        """A size in this picture's own pixels."""
        return round(usual_px * self._scale)


def is_light(bgr: Colour, parameters: PenParameters = PEN) -> bool:
    """Whether text on this colour is to be black, by its luma: Rec. 601's weights, to a tenth."""
    blue, green, red = bgr
    return 0.1 * blue + 0.6 * green + 0.3 * red > parameters.light_luma


def _circle(centre_mm: tuple[float, float], radius_mm: float, pose: Pose) -> Points:
    """A circle on the board as 48 points (48, 2) of the picture."""
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return pose.to_px(np.asarray(centre_mm) + radius_mm * np.column_stack((np.cos(turn), np.sin(turn))))
