"""The colours of what is drawn over a picture, as (blue, green, red), 0 to 255 each."""

from __future__ import annotations

from vision.sighting import DiscState

Colour = tuple[int, int, int]
"""Blue, green, red."""

GREEN: Colour = (90, 220, 90)
"""In order."""
ORANGE: Colour = (0, 150, 255)
"""To be looked at: a disc aside of its seat, a board that was moved, a hand."""
RED: Colour = (40, 40, 255)
"""Amiss."""
GREY: Colour = (170, 170, 170)
"""Not seen."""
AMBER: Colour = (0, 165, 255)
"""The hatching over what a hand hides."""
WHITE: Colour = (255, 255, 255)
"""The board's outline, and text on dark boxes."""
BLACK: Colour = (20, 20, 20)
"""Text on light boxes, and the rim around a gem's dot."""
PAPER: Colour = (45, 45, 45)
"""A box that says nothing by its colour."""

DISC_BGR: dict[DiscState, Colour] = {
    DiscState.SEATED: GREEN,
    DiscState.DISPLACED: ORANGE,
    DiscState.MISSING: RED,
    DiscState.UNSEEN: GREY,
}
"""The ring around a space, by its disc."""


def darkened(bgr: Colour) -> Colour:
    """Three fifths of a colour: white text can be read on it."""
    blue, green, red = bgr
    return blue * 3 // 5, green * 3 // 5, red * 3 // 5
