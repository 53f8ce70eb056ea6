"""The letter on each colour's pieces, so that nothing is told by colour alone."""

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
