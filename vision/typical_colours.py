"""How the pieces of the box look in plain daylight: what is assumed of them before a set-up picture taught better."""

from __future__ import annotations

Bgr = tuple[int, int, int]

TYPICAL_CANOE_BGR: dict[str, Bgr] = {
    "red": (45, 40, 200),
    "green": (55, 110, 30),
    "yellow": (30, 190, 225),
    "blue": (170, 60, 30),
    "brown": (45, 60, 95),
    "black": (42, 38, 36),
    "wood": (150, 190, 220),
}
"""Canoes by the name of their colour (B, G, R in 0..255); ``wood`` is Joe's."""

TYPICAL_GEM_BGR: dict[str, Bgr] = {
    "violet": (130, 30, 90),
    "clear": (215, 215, 215),
    "yellow": (20, 140, 210),
    "blue": (150, 35, 20),
    "pink": (80, 25, 190),
}
"""Gems by the name of their colour (B, G, R in 0..255)."""

CLEAR_GEM = "clear"
"""The gem that shows what lies behind it: its pixels have no colour of their own to be counted by."""
