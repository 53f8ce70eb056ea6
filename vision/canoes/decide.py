"""Decisions about canoes, of measured evidence alone: is this a canoe, of which colour, how sure, and is one too many.

Several pieces of evidence are graded 0..1 by linear ramps and joined by their minimum, as fuzzy sets are (Zadeh, 1965):
a canoe is as sure as the weakest of what speaks for it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


@dataclass(frozen=True, slots=True)
class CanoeThresholds:
    """When a hull is a canoe, of which colour, and when its place cannot be told.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *canoe*.
    """

    no_purity: float = 0.5
    """Purity (0..1) up to which a hull is no canoe. More loses canoes half in the shade; less tells shade as one."""
    sure_purity: float = 0.72
    """Purity (0..1) from which it surely is one."""
    no_distance: float = 4.0
    """Standard deviations from its colour from which a hull is another thing. More takes odd things for canoes; less
    loses canoes in odd light."""
    sure_distance: float = 2.7
    """Standard deviations up to which it surely is a canoe."""
    sure_separation: float = 0.8
    """Standard deviations by which the next colour must be farther off for this one to be sure. More doubts colours
    that are near each other; less mixes them up."""
    no_unevenness: float = 0.08
    """Unevenness (0..1) up to which a hull is shade on the empty board: shade darkens all channels alike. More loses
    canoes of the ground's hue; less makes canoes of shade."""
    sure_unevenness: float = 0.18
    """Unevenness (0..1) from which it surely is none."""
    most_shade: float = 0.95
    """Ratio to the empty board that no channel exceeds in shade: what is brighter is none. More asks dark canoes to be
    uneven only where they are darker; less trusts bright things."""
    shaped: float = 0.9
    """Share (0..1) of its outline from which a hull is none of shade's, which has no hull's shape, however even. More
    loses black canoes on grey discs; less makes canoes of shade."""
    no_cover: float = 0.4
    """Share (0..1) of its outline up to which a hull may be a sliver of shadow. More doubts canoes under others; less
    tells slivers as canoes."""
    sure_cover: float = 0.7
    """Share (0..1) of its outline from which it surely is none."""
    confidence_range: float = 0.49
    """Confidence goes from a half by so much up to nearly 1."""
    thin_cost: float = 0.4
    """Share (0..1) of that range which a hull loses whose outline is empty. More puts slivers after whole hulls; less
    lets shade that looks like a canoe come before them."""
    certain: float = 0.6
    """Confidence (0.5..1) from which a canoe is there; below it its place cannot be told. More leaves places unseen;
    less tells canoes that are none."""
    evident: float = 0.9
    """Confidence (0.5..1) from which one canoe more than the game has makes its place doubtful, and is not taken for
    shade. More overlooks strange things; less leaves places unseen for shade."""
    whole_hull: float = 0.85
    """Share (0..1) of its outline from which a certain canoe too many makes its place doubtful too."""
    most_overlap: float = 0.4
    """Share (0..1) of a hull that canoes of its colour, found before, may have covered. More finds one canoe twice;
    less loses one that lies beside another of its colour."""
    most_unclaimed: float = 0.2
    """In hull areas: with more of its colour left over around a canoe than this, another of its colour that was not
    found lies half under it. More overlooks those; less doubts places where colour is smeared."""

    most_unexplained: float = 0.35
    """In hull areas: with more of canoes' colours than this on a space where no canoe was found, one may have been
    overlooked there. More tells such spaces empty; less doubts those that a lamp mirrors itself in."""


CANOE_THRESHOLDS = CanoeThresholds()


@dataclass(frozen=True, slots=True)
class CanoeEvidence:
    """What was measured of a hull, without its edge and without its middle."""

    cover: float
    """Share (0..1) of its outline that shows its label."""
    purity: float
    """Share (0..1) of its pixels with any canoe's label and share with its own, averaged."""
    brightest_ratio: float
    """Its colour's ratio to the empty board's, in the channel where that is largest; 1 is as bright as the board."""
    unevenness: float
    """How unlike the channels' ratios are: 1 - smallest / largest; 0 where all are dimmed alike."""
    distances: Mapping[str, float]
    """How far its median colour is from each canoe's, in standard deviations."""


class CanoeVerdict(Enum):
    """What a hull is."""

    CANOE = "canoe"
    """Surely a canoe of this colour."""
    DOUBTFUL = "doubtful"
    """Perhaps a canoe of this colour: it counts as one of its colour, but what lies at its place cannot be told."""
    SURPLUS = "surplus"
    """Evidently a canoe, and there are more than the game has: what lies at its place cannot be told."""
    PERHAPS_SURPLUS = "perhaps-surplus"
    """Like a canoe too many, though not evidently: what lies at its place cannot be told."""
    NOTHING = "nothing"
    """Shade, or a thing that is no canoe."""


@dataclass(frozen=True, slots=True)
class CanoeFinding:
    """A verdict, the colour of which it is given, and how sure that is (0.5..1)."""

    verdict: CanoeVerdict
    colour: str
    confidence: float


def decide(
    evidence: CanoeEvidence, free: Collection[str], thresholds: CanoeThresholds = CANOE_THRESHOLDS
) -> CanoeFinding:
    """What a hull is, while canoes of the colours ``free`` may still be found.

    When all canoes of its colour are there it is one of another colour, or shade, or a thing of no game.
    """
    confidence, colour = best_colour(evidence, evidence.distances, thresholds)
    if colour in free:
        return _of_a_free_colour(confidence, colour, thresholds)
    other_confidence, other = best_colour(evidence, free, thresholds)
    if other_confidence >= thresholds.certain:
        return _of_a_free_colour(other_confidence, other, thresholds)
    if confidence > thresholds.evident:
        return CanoeFinding(CanoeVerdict.SURPLUS, colour, confidence)
    if confidence > thresholds.certain and evidence.cover > thresholds.whole_hull:
        return CanoeFinding(CanoeVerdict.PERHAPS_SURPLUS, colour, confidence)
    return CanoeFinding(CanoeVerdict.NOTHING, colour, confidence)


def _of_a_free_colour(confidence: float, colour: str, thresholds: CanoeThresholds) -> CanoeFinding:
    sure = confidence >= thresholds.certain
    return CanoeFinding(CanoeVerdict.CANOE if sure else CanoeVerdict.DOUBTFUL, colour, confidence)


def best_colour(
    evidence: CanoeEvidence, among: Collection[str], thresholds: CanoeThresholds = CANOE_THRESHOLDS
) -> tuple[float, str]:
    """How sure it is that a hull is a canoe (0.5..1), and its colour, when it can be one of ``among`` alone.

    Without any colour to choose from: (0.0, "").
    """
    ranked = sorted((distance, name) for name, distance in evidence.distances.items() if name in among)
    if not ranked:
        return 0.0, ""
    (nearest, colour), next_distance = ranked[0], ranked[1][0] if len(ranked) > 1 else math.inf
    no_shade = evidence.brightest_ratio > thresholds.most_shade or evidence.cover > thresholds.shaped
    unevenness = 1.0 if no_shade else evidence.unevenness
    grade = min(
        _ramp(evidence.purity, thresholds.no_purity, thresholds.sure_purity),
        _ramp(unevenness, thresholds.no_unevenness, thresholds.sure_unevenness),
        _ramp(-nearest, -thresholds.no_distance, -thresholds.sure_distance),
        _ramp(next_distance - nearest, 0.0, thresholds.sure_separation),
        _ramp(evidence.cover, thresholds.no_cover, thresholds.sure_cover),
    )
    thinness = 1 - thresholds.thin_cost * (1 - evidence.cover)
    return 0.5 + thresholds.confidence_range * grade * thinness, colour


def is_suppressed(overlap: float, thresholds: CanoeThresholds = CANOE_THRESHOLDS) -> bool:
    """Non-maximum suppression: whether a hull is part of a surer canoe of its colour.

    ``overlap`` is the share (0..1) of the hull that surer canoes of its colour cover; wood does not go through wood.
    """
    return overlap > thresholds.most_overlap


def hides_another(unclaimed: float, thresholds: CanoeThresholds = CANOE_THRESHOLDS) -> bool:
    """Whether another canoe of its colour lies half under a canoe, when one of that colour was not found.

    ``unclaimed`` is how much of its colour lies around the canoe that no canoe's outline claims, in hull areas.
    """
    return unclaimed > thresholds.most_unclaimed


def may_be_overlooked(unexplained: float, thresholds: CanoeThresholds = CANOE_THRESHOLDS) -> bool:
    """Whether a canoe may lie on a space where none was found.

    ``unexplained`` is how much of any canoe's colour lies there that no shadow explains, in hull areas.
    """
    return unexplained > thresholds.most_unexplained


def _ramp(value: float, none: float, full: float) -> float:
    """0 up to ``none``, 1 from ``full`` on, evenly in between."""
    return min(max((value - none) / (full - none), 0.0), 1.0)
