"""The letter on each colour's pieces, so that nothing is told by colour alone; and the gems' colours."""

from __future__ import annotations

LETTERS = {
    "red": "R",
    "green": "G",
    "yellow": "Y",
    "blue": "B",
    "brown": "N",
    "black": "K",
    "wood": "J",
}
GEMS = ("violet", "clear", "yellow", "blue", "pink")
"""In the order of their deposits."""
