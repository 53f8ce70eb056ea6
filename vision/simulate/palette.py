"""The colours of the pieces and the print, in neutral light: (blue, green, red), 0..255."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .light import Colour

CANOES: dict[str, Colour] = {
    "red": (46, 40, 214),
    "green": (52, 112, 28),
    "yellow": (34, 186, 230),
    "blue": (176, 74, 30),
    "brown": (52, 70, 112),
    "black": (40, 37, 36),
    "wood": (136, 182, 212),
}
GEMS: dict[str, Colour] = {
    "violet": (118, 22, 82),
    "clear": (214, 210, 206),
    "yellow": (24, 148, 222),
    "blue": (178, 52, 18),
    "pink": (88, 36, 196),
}
CLEAR_GEM = "clear"
DEPOSITS: dict[str, Colour] = {
    "violet": (186, 96, 150),
    "clear": (206, 208, 206),
    "yellow": (112, 186, 214),
    "blue": (176, 130, 98),
    "pink": (142, 108, 210),
}
"""The ground printed below the gems, by their colour."""

WATER: Colour = (172, 112, 58)
FOAM: Colour = (226, 210, 190)
BANK_LINE: Colour = (44, 38, 26)
GROUND: Colour = (96, 124, 132)
SAND: Colour = (142, 190, 206)
BUOY_SPACE: Colour = (92, 140, 66)
PAPER: Colour = (206, 214, 210)
STICKER: Colour = (232, 232, 232)
INK: Colour = (52, 44, 40)
ROPE: Colour = (48, 84, 124)
CLOUD: Colour = (238, 236, 234)
BUOY: Colour = (36, 84, 222)
TABLE: Colour = (74, 104, 138)
