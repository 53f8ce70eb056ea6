"""A hand with its forearm, held over the board: a few rounded limbs with shading, and their shadow."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np

from . import brush
from .light import Place

if TYPE_CHECKING:
    from .brush import Outline, Picture
    from .light import Light
    from .scene import HandPiece
    from .view import View

Limb = tuple[Place, Place, float]
"""From, to (forward and aside of the palm's middle) and width, in millimetres."""

FOREARM: Limb = ((-620.0, 0.0), (-75.0, 0.0), 72.0)
LIMBS: tuple[Limb, ...] = (
    FOREARM,
    ((-90.0, 0.0), (-30.0, 0.0), 56.0),
    ((-12.0, -14.0), (16.0, -16.0), 48.0),
    ((-12.0, 14.0), (16.0, 16.0), 48.0),
    ((-20.0, 22.0), (36.0, 58.0), 20.0),
    ((30.0, 31.0), (92.0, 37.0), 18.0),
    ((34.0, 11.0), (106.0, 13.0), 18.5),
    ((34.0, -10.0), (100.0, -12.0), 18.0),
    ((28.0, -31.0), (80.0, -38.0), 16.0),
)
ROUNDNESS = ((1.0, 0.58), (0.92, 0.72), (0.80, 0.84), (0.62, 0.93), (0.36, 1.0))
"""(share of a limb's width, brightness), outside in: limbs are darker towards their edges."""
SHADOW_SHARE = 0.45
"""Share of the light that a hand keeps off what lies below it."""
SHADOW_SOFTNESS_PX = 41
"""Width of the square with which the shadow is blurred."""
SHADOW_SHRUNK_BY = 4
"""The shadow is drawn this many times smaller: it is too soft to show it."""


def draw_hand(picture: Picture, hand: HandPiece, view: View, light: Light) -> None:
    """Draw the hand and its shadow on the board, in place."""
    dx, dy = light.shadow_shift(hand.x_mm, hand.y_mm)
    aside = (dx * hand.height_mm + 6.0, dy * hand.height_mm + 6.0)
    _darken(picture, [_limb(hand, limb, view, 1.0, aside, on_ground=True) for limb in LIMBS])
    shade = light.shade(hand.x_mm, hand.y_mm)
    for share, brightness in ROUNDNESS:
        colour = light.lit(hand.skin_bgr, shade * brightness)
        for limb in LIMBS:
            brush.fill(picture, _limb(hand, limb, view, share), colour)


def hand_mask(hand: HandPiece, view: View) -> Picture:
    """Which pixels the hand itself covers: 255, others 0."""
    mask = np.zeros((view.size_px[1], view.size_px[0]), np.uint8)
    for limb in LIMBS:
        brush.fill(mask, _limb(hand, limb, view, 1.0), (255.0, 255.0, 255.0))
    return mask


def _limb(
    hand: HandPiece,
    limb: Limb,
    view: View,
    share: float,
    aside_mm: Place = (0.0, 0.0),
    *,
    on_ground: bool = False,
) -> Outline:
    """The outline of a limb in the picture, narrowed to ``share`` of its width."""
    start, end, width = limb
    turn = np.linspace(0.0, math.tau, 20, endpoint=False)
    tip = np.column_stack((np.cos(turn), np.sin(turn))) * (width / 2 * share)
    ends = cv2.convexHull(np.vstack((tip + start, tip + end)).astype(np.float32)).reshape(-1, 2)
    cos, sin = math.cos(hand.angle_rad), math.sin(hand.angle_rad)
    placed = ends.astype(np.float64) @ np.array([[cos, sin], [-sin, cos]]) + (hand.x_mm, hand.y_mm) + aside_mm
    return view.project_flat(placed, 0.0 if on_ground else hand.height_mm)


def _darken(picture: Picture, outlines: list[Outline]) -> None:
    height, width = picture.shape[:2]
    dark = np.zeros((height // SHADOW_SHRUNK_BY, width // SHADOW_SHRUNK_BY), np.float32)
    for outline in outlines:
        cv2.fillPoly(dark, [np.rint(outline / SHADOW_SHRUNK_BY).astype(np.int32)], 1.0)
    soft = SHADOW_SOFTNESS_PX // SHADOW_SHRUNK_BY | 1
    shade = 255.0 * (1.0 - SHADOW_SHARE * cv2.blur(dark, (soft, soft)))
    full = cv2.resize(shade.astype(np.uint8), (width, height), interpolation=cv2.INTER_LINEAR)
    cv2.multiply(picture, cv2.cvtColor(full, cv2.COLOR_GRAY2BGR), dst=picture, scale=1.0 / 255.0)
