"""How much lighter the middle of an empty canoe is than its floor: learnt at set-up, where all canoes lie empty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vision.canoes.hold import Hold
    from vision.imaging.colour_models import Lab


@dataclass(frozen=True, slots=True)
class EmptyHullThresholds:
    """Which hulls of the set-up picture teach how an empty canoe looks, and how far they are believed.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *cargo*.
    """

    whole_hull: float = 0.85
    """Share (0..1) of its outline that a hull must fill, or more. More leaves crowded beaches without a teacher; less
    learns from canoes that lie under others."""
    same_chroma_lab: float = 15.0
    """Lab steps: middle and floor must differ by less from the hull's colour, in a and in b. More learns from what
    lies in a canoe or beside it; less learns nothing where lamps of two colours shine."""
    agreeing_chroma_lab: float = 7.0
    """Lab steps in a and in b: hulls agree when their lifts differ by no more, and one alone is believed when it lifts
    by less. More learns from hulls in the shade of others; less falls back on what is assumed."""
    most_lift_lightness_lab: float = 25.0
    """Lab steps: a learnt lift in L is cut off here. More believes a lamp's mirror image in a hull; less makes
    glossy hulls look loaded. A learnt lift in L below 0 counts as 0."""
    most_lift_chroma_lab: float = 16.0
    """Lab steps: learnt lifts in a and b are cut off here, either way."""
    assumed_lift_lightness_lab: float = 8.0
    """Lab steps: the lift in L where nothing was learnt. More takes empty hulls for dark gems; less for pale ones."""


EMPTY_HULL_THRESHOLDS = EmptyHullThresholds()


def teaches(
    cover: float, hold: Hold, hull_lab: Lab, thresholds: EmptyHullThresholds = EMPTY_HULL_THRESHOLDS
) -> bool:
    """Whether a hull at set-up, so full (0..1) and of this colour, shows what an empty canoe looks like."""
    apart = np.abs(np.stack((hold.middle, hold.floor)) - hull_lab)
    return bool(cover > thresholds.whole_hull and apart[:, 1:].max() < thresholds.same_chroma_lab)


def learnt_lift(holds: tuple[Hold, ...], thresholds: EmptyHullThresholds = EMPTY_HULL_THRESHOLDS) -> Lab:
    """What an empty canoe's middle has more of than its floor, in Lab (3,), as far as empty ones agree."""
    lifts = np.array([hold.middle - hold.floor for hold in holds])
    agreeing = thresholds.agreeing_chroma_lab
    if len(lifts) < 2 or np.ptp(lifts, axis=0)[1:].max() > agreeing:
        lifts = lifts[np.abs(lifts)[:, 1:].max(axis=1) < agreeing]
    if not len(lifts):
        return assumed_lift(thresholds)
    lightness, chroma = thresholds.most_lift_lightness_lab, thresholds.most_lift_chroma_lab
    least, most = (0.0, -chroma, -chroma), (lightness, chroma, chroma)
    return np.asarray(np.clip(lifts.mean(axis=0), least, most), np.float64)


def assumed_lift(thresholds: EmptyHullThresholds = EMPTY_HULL_THRESHOLDS) -> Lab:
    """The lift, in Lab (3,), where nothing was learnt."""
    return np.array([thresholds.assumed_lift_lightness_lab, 0.0, 0.0])
