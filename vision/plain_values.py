"""Values out of a document that somebody wrote or brought: each is what it should be, or raises.

`ValueError` or `TypeError` says what was found instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_MM, SHORTEST_MM = 10_000, 0.1
"""What may be said of a board at all, in millimetres."""
LONGEST_QUOTE = 40
"""Characters that are quoted of what was not expected."""


def place_of(values: Sequence[float]) -> tuple[float, float]:
    """Two of them."""
    x_mm, y_mm = values
    return number_of(x_mm), number_of(y_mm)


def number_of(value: object) -> float:
    """Millimetres, on this side of ten metres."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LONGEST_MM:
        message = f"expected millimetres, found {str(value)[:LONGEST_QUOTE]!r}"
        raise ValueError(message)
    return float(value)


def length_of(value: object) -> float:
    """More millimetres than none."""
    if (length := number_of(value)) < SHORTEST_MM:
        message = f"expected a length in millimetres, found {length:g}"
        raise ValueError(message)
    return length


def whole_of(value: object) -> int:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LONGEST_MM:
        message = f"expected a whole number, found {str(value)[:LONGEST_QUOTE]!r}"
        raise ValueError(message)
    return value


def word_of(value: object) -> str:
    """A word."""
    if not isinstance(value, str):
        message = f"expected a word, found {str(value)[:LONGEST_QUOTE]!r}"
        raise TypeError(message)
    return value
