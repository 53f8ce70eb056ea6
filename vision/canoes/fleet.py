"""What is told of all canoes in one picture, and how many there are on a table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.calibration.model import Calibration
    from vision.layout import Place

CANOES_EACH = 2
"""Canoes of each player, all on the beaches at set-up (rule B1)."""


@dataclass(frozen=True, slots=True)
class FoundCanoe:
    """One canoe: its colour, the middle of it on the board in millimetres, its cargo, and how sure each is (0..1)."""

    colour: str
    place_mm: Place
    cargo: str | None
    """A gem's colour, ``None`` or ``UNKNOWN``."""
    confidence: float
    cargo_confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class Fleet:
    """All canoes found in a picture."""

    canoes: tuple[FoundCanoe, ...]
    pixels: NDArray[np.bool_]
    """(height, width) of the canvas: where canoes lie."""
    doubtful_mm: tuple[Place, ...]
    """Places where it could not be told what lies there."""
    surplus: int
    """Canoes that evidently lie there though all of their colour were found elsewhere."""


def owned_canoes(calibration: Calibration) -> Counter[str]:
    """How many canoes of each colour there are on this table."""
    count = Counter(dict.fromkeys(calibration.players, CANOES_EACH))
    if calibration.joe:
        count[calibration.layout.pieces.joe_colour] = 1
    return count
