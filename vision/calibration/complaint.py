"""What can be poor about a calibration, as data; whoever shows it has the words."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Poor(StrEnum):
    """What can be poor about a set-up; in brackets the values that go with it."""

    DARK = "dark"
    """The picture is dark (``light``, 0 to 255)."""
    WHITE = "white"
    """Much of the picture is overexposed."""
    SMALL = "small"
    """The board is small in the picture (``scale``, pixels a millimetre)."""
    GLARE = "glare"
    """A lamp mirrors itself on a space (``place``)."""
    GLARE_ON_BEACH = "glare-on-beach"
    """The same on a beach (``side``, as the layout names it)."""
    ALIKE = "alike"
    """Two colours (``one``, ``other``) look much alike in this light."""
    NO_DISC = "no-disc"
    """No disc is seen on ``places`` at set-up."""
    TOGETHER = "together"
    """Another ``count`` of a ``colour``'s canoes than ``expected`` is told apart on the beaches."""
    CLOUD = "cloud"
    """The cloud does not lie on the first weather square."""
    UNSURE = "unsure"
    """Where ``places`` lie on this board is not certain: they are not read until somebody confirms them."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is poor, with its values: numbers, names of places and colours, tuples of them."""

    about: Poor
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        """In short, for tables of figures."""
        return " ".join((str(self.about), *(f"{name}={value}" for name, value in self.values.items())))
