"""How a disc lies, decided from what was measured of it.

`decide` is for a river space, `decide_insertion` for the place above the rope.

Rims tell first. A disc out of its seat has a stronger rim elsewhere than the seat has (`displaced`), or took so many
votes from the seat to a place nearby (`slipped`). A seat that keeps its rim has its disc. Else the water tells: under
a disc the printed waves are faded and shifted, and bare water has them as the empty board has.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.sighting import DiscState

if TYPE_CHECKING:
    from vision.discs.evidence import DiscEvidence, RimCandidate, WaterEvidence
    from vision.layout import Place


@dataclass(frozen=True, slots=True)
class DiscThresholds:
    """From which evidence on a disc is seated, displaced, missing or not told.

    *Votes* are edges that vote for a middle, in grey levels a pixel of the free rim; a *share* is votes over
    those for the disc in its seat at set-up, unless it says of what. Chosen on sessions 00-07 of the
    photo-real development tables, bench figure *disc*.
    """

    measured_votes: float = 0.5
    """Votes at set-up from which votes now are compared with them. More: rims that were faint at set-up are
    taken as unchanged. Less: shares are made of noise."""
    seated_share: float = 0.6
    """Share from which the seat's rim proves a disc whatever the water looks like. More: faded rims of seated
    discs need the water. Less: half a rim of a disc that went is believed."""
    left_share: float = 0.45
    """Share below which the rim has left the seat, so that fewer votes elsewhere are enough. More: faint rims
    elsewhere displace a disc. Less: discs pushed in weak light are overlooked."""
    moved_share: float = 0.5
    """The votes elsewhere, as a share, that it takes besides for a rim to have left its seat. More and less:
    as above, the other way round."""
    not_elsewhere_votes: float = 0.5
    """Votes by which a rim elsewhere beats the seat's, and the disc surely is not there."""
    elsewhere_votes: float = 1.0
    """Votes by which it does, and the disc surely is there; half-way between the two it is called displaced.
    Over bare water, where a disc not far away would show, all of it is needed. More of either: fewer discs
    are called displaced."""
    not_left_votes: float = 0.1
    """`not_elsewhere_votes` for a rim that has left its seat."""
    left_votes: float = 0.6
    """`elsewhere_votes` for a rim that has left its seat."""
    seat_free_share: float = 0.22
    """Share of the seat's rim that must be free for a disc to be missed there. More: discs in crowds are not
    told. Less: canoes that hide a seated disc displace it."""
    rival_votes: float = 0.2
    """Votes by which a rim elsewhere must beat every other near a seat that is crowded (less than `slip_free_share` of
    it free). More: discs displaced among canoes are not told. Less: the edge of a canoe says where the disc went."""

    slip_votes: float = 1.0
    """Votes at set-up from which a rim is strong enough to tell where a disc slipped to. More: slips are
    overlooked. Less: chance edges are taken for rims."""
    slip_lost_share: float = 0.15
    """Share of its votes that the seat must have lost before a slip is thought of. More: small slips are
    overlooked. Less: dimmer light starts them."""
    slip_gained_share: float = 0.4
    """Share that a place nearby must have gained, and have, to be where the disc slipped to. More: slips are
    overlooked. Less: neighbouring rims and canoes are taken for it."""
    slip_gained_share_bare_seat: float = 0.25
    """The gain that is enough where the seat has hardly any rim left but the water is not bare."""
    slip_stronger_share: float = 0.1
    """Share by which the new rim must beat what is left in the seat. More: slips are overlooked. Less: edges
    beside a dimmed rim win."""
    swing_share: float = 1.02
    """Or so much the seat lost and the new place gained together, for a rim that is well seen. More: slips
    are overlooked. Less: other light is taken for them."""
    swing_lost_share: float = 0.44
    """Of that, the share that the seat must have lost: other light takes fewer votes, and makes new edges."""
    swing_lost_per_gained: float = 1.3
    """Of the votes lost, no more count than so many times those gained. More: canoes that hide the seat count
    as a slip. Less: slips to where half a rim is hidden are overlooked."""
    swing_free_share: float = 0.4
    """Share of both rims that must be free for `swing_share` to be enough; the less, the more of a rim's
    votes are chance, and the more it takes: times the root of this over what is free."""
    swing_least_free_share: float = 0.01
    """What is free counts as this share at least, so that it takes no more than a finite number of votes."""
    slip_free_share: float = 0.45
    """Share of the rim, in the seat or where it went, that must be free for a slip to be called; canoes in a
    row make half a rim too. More: slips among canoes are not told. Less: canoes are taken for slips."""

    gone_share: float = 0.3
    """Share below which the seat has no rim. More: dimmed rims are called gone. Less: water must be bare as
    if nothing lay near for a disc to be called missing."""
    gone_free_share: float = 0.3
    """Share of the seat's rim that must be free for it to be gone. More: no disc is missed beside canoes.
    Less: hidden rims are called gone."""
    bare_correlation: float = 0.85
    """Correlation with the empty board's waves from which water is bare. More: missing discs are overlooked.
    Less: clear discs are called missing."""
    bare_strength: float = 0.84
    """Contrast over the empty board's waves from which water is bare; more and less as above."""
    shaded_correlation: float = 0.6
    """The correlation that is enough where the rim is gone: a piece's shade may lie there."""
    shaded_strength: float = 0.6
    """The contrast that is enough where the rim is gone."""
    unsure_share: float = 0.42
    """Share below which a disc is not told when canoes crowd its rim, be it anywhere. More: dim rims of
    seated discs are not told. Less: discs hidden by canoes are called seated."""
    crowded_free_share: float = 0.6
    """Share of the seat's rim that must be free for such a disc to be told; other light alone weakens all of it."""

    not_extra_votes: float = 1.0
    """Votes for a disc above the rope that surely is none."""
    extra_votes: float = 1.8
    """Votes for one that surely is one; half-way between the two it is called. More of either: fewer are."""

    surest: float = 0.99
    """Confidence (0 to 1) of a decision far from its limits; at a limit of votes it is one half."""
    water_limit_confidence: float = 0.75
    """Confidence of a decision by water that is just bare, or just not."""
    water_reach: float = 0.06
    """How far from the limits, in correlation or contrast, water is surely bare, or surely not. More: lower
    confidence."""
    hidden_confidence: float = 0.9
    """The highest confidence for a disc whose water is hidden by canoes or glare: they lie on it."""


DISC_THRESHOLDS = DiscThresholds()


@dataclass(frozen=True, slots=True)
class DiscFinding:
    """One space's disc, its middle and how far off it is (where measured), and how sure (0..1)."""

    disc: DiscState
    confidence: float
    place_mm: Place | None = None
    offset_mm: float | None = None


UNSEEN = DiscFinding(DiscState.UNSEEN, 0.0)


def decide(evidence: DiscEvidence, thresholds: DiscThresholds = DISC_THRESHOLDS) -> DiscFinding:
    """How the disc of a river space lies."""
    seat, elsewhere = evidence.seat, evidence.elsewhere
    share = seat_share(evidence.votes_at_set_up, seat, thresholds)
    none, one = _limits_elsewhere(share, evidence, thresholds)
    lead = elsewhere.votes - seat.votes
    confidence = _confidence(lead, none, one, thresholds)
    seated = rim_proves_seated(evidence.votes_at_set_up, seat, thresholds)
    water = None if seated else evidence.water
    # A disc not far away would still lie over some of the water: bare water needs a strong rim to be believed.
    bare = water is not None and _bareness(water, thresholds) > 0
    needed = thresholds.elsewhere_votes if bare else (none + one) / 2
    if lead > needed and not seated:
        told = seat.free_share > thresholds.seat_free_share and not _is_rivalled(evidence, thresholds)
        return _displaced(elsewhere, confidence) if told else UNSEEN
    slip = _slip(evidence, thresholds, bare=bare)
    if slip is not None:
        return slip
    if seated:
        return DiscFinding(DiscState.SEATED, confidence, seat.place_mm, seat.offset_mm)
    return _by_water(share, seat, water, confidence, thresholds)


def decide_insertion(
    seat: RimCandidate, elsewhere: RimCandidate, thresholds: DiscThresholds = DISC_THRESHOLDS
) -> DiscFinding:
    """Whether a disc lies above the rope: none did at set-up, so it must show a rim."""
    none, one = thresholds.not_extra_votes, thresholds.extra_votes
    confidence = _confidence(seat.votes, none, one, thresholds)
    if seat.votes > (none + one) / 2 and seat.votes > elsewhere.votes:
        return DiscFinding(DiscState.SEATED, confidence, seat.place_mm, seat.offset_mm)
    return DiscFinding(DiscState.MISSING, confidence)


def rim_proves_seated(
    votes_at_set_up: float, seat: RimCandidate, thresholds: DiscThresholds = DISC_THRESHOLDS
) -> bool:
    """Whether the rim in the seat alone proves a disc there, so that nobody need look at the water."""
    measured = votes_at_set_up > thresholds.measured_votes
    return measured and seat_share(votes_at_set_up, seat, thresholds) > thresholds.seated_share


def seat_share(votes_at_set_up: float, seat: RimCandidate, thresholds: DiscThresholds) -> float:
    """The seat's votes over those at set-up; 1 where set-up had too few to compare with."""
    return seat.votes / votes_at_set_up if votes_at_set_up > thresholds.measured_votes else 1.0


def _limits_elsewhere(
    share: float, evidence: DiscEvidence, thresholds: DiscThresholds
) -> tuple[float, float]:
    """By how many votes a rim elsewhere must beat the seat's: the disc surely is not there, surely is."""
    moved = evidence.elsewhere.votes > thresholds.moved_share * evidence.votes_at_set_up
    if share < thresholds.left_share and moved:
        return thresholds.not_left_votes, thresholds.left_votes
    return thresholds.not_elsewhere_votes, thresholds.elsewhere_votes


def _is_rivalled(evidence: DiscEvidence, thresholds: DiscThresholds) -> bool:
    """Whether another rim near a crowded seat has nearly as many votes as the strongest elsewhere."""
    strongest = evidence.elsewhere
    return evidence.seat.free_share < thresholds.slip_free_share and any(
        rim.place_mm != strongest.place_mm and rim.votes > strongest.votes - thresholds.rival_votes
        for rim in evidence.slipped
    )


def _slip(evidence: DiscEvidence, thresholds: DiscThresholds, *, bare: bool) -> DiscFinding | None:
    """A disc not far from its seat, whose rim still votes there a little; ``None`` when it did not slip.

    The new rim is the stronger one; or what one lost, the other gained - unless the water lies ``bare``.
    """
    known, seat = evidence.votes_at_set_up, evidence.seat
    lost = known - seat.votes
    if known < thresholds.slip_votes or lost < thresholds.slip_lost_share * known:
        return None
    new = _slipped_to(evidence, thresholds, bare=bare)
    if new is None:
        return None
    stronger = (new.votes - seat.votes) / known - thresholds.slip_stronger_share
    swung = -math.inf if bare else _swing(known, lost, seat, new, thresholds)
    margin = max(stronger, swung)
    if margin < 0:
        return None
    hidden = max(seat.free_share, new.free_share) < thresholds.slip_free_share
    if hidden or seat.free_share < thresholds.seat_free_share:
        return UNSEEN
    reach = thresholds.slip_stronger_share
    return _displaced(new, _confidence(margin, -reach, reach, thresholds))


def _slipped_to(evidence: DiscEvidence, thresholds: DiscThresholds, *, bare: bool) -> RimCandidate | None:
    """The strongest rim near the seat that gained enough votes since set-up."""
    known = evidence.votes_at_set_up
    # Where the seat lies empty under water that is not bare, the disc is somewhere.
    somewhere = evidence.seat.votes < thresholds.gone_share * known and not bare
    gained = thresholds.slip_gained_share_bare_seat if somewhere else thresholds.slip_gained_share
    candidates = (rim for rim in evidence.slipped if rim.gained > gained * known)
    new = max(candidates, key=lambda rim: rim.votes, default=None)
    return None if new is None or new.votes < thresholds.slip_gained_share * known else new


def _swing(
    known: float, lost: float, seat: RimCandidate, new: RimCandidate, thresholds: DiscThresholds
) -> float:
    """By how much the votes that seat and new place exchanged exceed what it takes, as a share."""
    if lost < thresholds.swing_lost_share * known:
        return -math.inf
    free = max(min(seat.free_share, new.free_share), thresholds.swing_least_free_share)
    chance = math.sqrt(thresholds.swing_free_share / min(free, thresholds.swing_free_share))
    exchanged = (new.gained + min(lost, thresholds.swing_lost_per_gained * new.gained)) / known
    return exchanged - thresholds.swing_share * chance


def _by_water(
    share: float,
    seat: RimCandidate,
    water: WaterEvidence | None,
    confidence: float,
    thresholds: DiscThresholds,
) -> DiscFinding:
    """Seated, missing or unseen, for a disc whose rim shows neither in its seat nor elsewhere."""
    gone = share < thresholds.gone_share and seat.free_share > thresholds.gone_free_share
    by_water = thresholds.hidden_confidence
    if water is not None:
        bareness = _bareness(water, thresholds, shaded=gone)
        by_water = _water_confidence(bareness, thresholds)
        if bareness > 0 and (gone or water.correlation > water.correlation_at_set_up):
            return DiscFinding(DiscState.MISSING, by_water)
    if share < thresholds.unsure_share and seat.free_share < thresholds.crowded_free_share:
        return UNSEEN
    # Glare on a disc is evidence of a disc; canoes lie on one, or in the water where it shows around them.
    return DiscFinding(DiscState.SEATED, min(confidence, by_water))


def _bareness(water: WaterEvidence, thresholds: DiscThresholds, *, shaded: bool = False) -> float:
    """How far the waves are bare water's: 0 at the limit, negative under a disc; shade may lie over them."""
    if shaded:
        correlation, strength = thresholds.shaded_correlation, thresholds.shaded_strength
    else:
        correlation, strength = thresholds.bare_correlation, thresholds.bare_strength
    return min(water.correlation - correlation, water.strength - strength)


def _water_confidence(bareness: float, thresholds: DiscThresholds) -> float:
    limit = thresholds.water_limit_confidence
    return limit + (thresholds.surest - limit) * min(abs(bareness) / thresholds.water_reach, 1.0)


def _confidence(value: float, none: float, one: float, thresholds: DiscThresholds) -> float:
    """How sure a decision at the middle of two limits is: one half there, `surest` outside them."""
    middle, reach = (none + one) / 2, (one - none) / 2
    return 0.5 + (thresholds.surest - 0.5) * min(abs(value - middle) / reach, 1.0)


def _displaced(there: RimCandidate, confidence: float) -> DiscFinding:
    return DiscFinding(DiscState.DISPLACED, confidence, there.place_mm, there.offset_mm)
