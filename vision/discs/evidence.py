"""What is measured of a disc: plain numbers, from which `vision.discs.decide` decides how it lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.layout import Place


@dataclass(frozen=True, slots=True)
class RimCandidate:
    """A place where a disc may lie, because edges vote for it as the middle of a rim."""

    votes: float
    """How strongly edges vote for it, in grey levels a pixel of the free rim; minus infinity for no
    candidate."""
    gained: float
    """By how much that is more than the most votes around there at set-up, in the same unit."""
    free_share: float
    """The share of its rim that neither canoes nor strong print hide, 0 to 1."""
    place_mm: Place
    """Where on the board it is."""
    offset_mm: float
    """How far it is from the middle of the space it is a candidate for."""


@dataclass(frozen=True, slots=True)
class WaterEvidence:
    """How the printed waves of a space look, against those of the empty board and of set-up."""

    correlation: float
    """With the empty board's waves, -1 to 1."""
    strength: float
    """Contrast over that of the empty board's waves, which have 1; fading and shifting both lessen it."""
    correlation_at_set_up: float
    """With the waves at set-up, when a disc lay over them, -1 to 1."""


@dataclass(frozen=True, slots=True)
class DiscEvidence:
    """What is measured of one space's disc."""

    votes_at_set_up: float
    """For the disc in its seat in the set-up picture, in grey levels a pixel of the free rim."""
    seat: RimCandidate
    """The best candidate in the space's seat."""
    elsewhere: RimCandidate
    """The best candidate around the space but out of its seat."""
    slipped: tuple[RimCandidate, ...]
    """All candidates out of the seat but not far from it that gained votes since set-up."""
    water: WaterEvidence | None
    """``None`` when canoes or glare hide the water, and when the rim alone tells that the disc is seated."""
