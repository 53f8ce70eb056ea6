"""The deposit of clear gems, counted: coloured ones are found first, then discs are packed on what looks like glass.

A clear gem shows the ground below, but it is full of edges and darkens what it covers, and its outline closes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.gems.background import disc_means
from vision.gems.counting import GemCount, decide_told, likeliest_count, logistic
from vision.gems.evidence import NO_GEM, discs_mask
from vision.gems.finder import GemFinder, all_named
from vision.gems.learning import AT_SET_UP
from vision.gems.outlines import OUTLINES, GemOutlines
from vision.gems.packing import pack_discs
from vision.imaging.rings import slopes
from vision.typical_colours import CLEAR_GEM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.gems.background import DepositBackground
    from vision.gems.finder import Appearances, GemCandidate
    from vision.gems.log_colour import FloatImage
    from vision.gems.packing import DiscPacking


@dataclass(frozen=True, slots=True)
class ClearThresholds:
    """What looks like glass, and the coefficients of the logistic regressions.

    A candidate's log odds to be a gem are the sum of what was measured, each times its weight, and the bias.
    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    most_extra: int = 2
    """So many coloured gems are looked for, and so many clear ones more than there are. More: slower; less: of too
    many candidates the likeliest may be missing."""
    coloured_gain_weight: float = 18.4
    """Of a coloured gem: for all of its evidence that only this candidate explains. More: shade and glare are taken
    for gems sooner; less: gems are missed."""
    coloured_area_weight: float = 2.2
    """Of a coloured gem: for all of its area its own. More: lone shades count; less: it matters less that two
    overlap."""
    coloured_bias: float = -14.3
    """Of a coloured gem: for a candidate with nothing of this. Less: fewer are counted."""
    gain_weight: float = 7.9
    """Of a clear gem: for all of its evidence of glass that only this candidate explains. More: busy print counts
    sooner; less: gems are missed."""
    area_weight: float = 13.3
    """Of a clear gem: for all of its area its own. More: overlapping gems are missed."""
    outline_weight: float = 2.3
    """Of a clear gem: for each e-fold of its outline's votes over those at set-up. More: gems whose outline is hidden
    are missed; less: what has none is counted."""
    bias: float = -12.5
    """Of a clear gem: for a candidate with nothing of this. Less: fewer are counted."""
    seen_radii: float = 1.18
    """A clear gem with its edges and its shade is seen as a disc of so many of its radii. More: close gems are
    counted as fewer; less: as more."""
    smoothing_px: float = 2.0
    """Radius of the disc in which edges and lightness are averaged. More: gaps between gems fill; less: the calm
    middle of a gem looks bare."""
    busy_from: float = 0.47
    """Mean strength of edges, as a share of the strongest that count, from which on a place rather is glass. More:
    gems are missed; less: the print's edges count."""
    busy_weight: float = 5.0
    """Evidence of glass (before it is limited to -1..1) for each whole share of edges more than that. More: edges
    decide alone; less: darkness does."""
    dark_weight: float = 33.0
    """Evidence of glass for each unit of log lightness less than the background's. More: shades count."""
    darkest_log: float = -0.1
    """Log lightness counts down to this: what is darker is a coloured gem. Less: deep shade outweighs missing
    edges."""
    lightest_log: float = 0.05
    """Log lightness counts up to this: what is lighter is a mirror image on glass as well as on the ground. More:
    gems with a lamp's mirror image on them are missed."""
    shade_radii: float = 1.45
    """A coloured gem's outline and shade reach so many of its radii: no glass is looked for there. More: clear gems
    beside it are missed; less: its own outline looks like glass."""
    apart_radii: float = 1.5
    """A clear gem's centre is farther than so many radii from a coloured gem's. More: clear gems beside it are
    missed; less: one is found on it."""
    inset_mm: float = 0.5
    """Glass is looked for so far inside the deposit's edge. Less: the rim's edges count."""
    centre_inset_mm: float = 2.0
    """A clear gem's centre lies so far inside the edge. More: gems at the edge are missed; less: the rim is taken for
    them."""


CLEAR_DEPOSIT = ClearThresholds()


class ClearDeposit:
    """Counts the gems of the deposit of clear ones."""

    def __init__(
        self,
        background: DepositBackground,
        at_set_up: FloatImage,
        appearances: Appearances,
        gem_radius_mm: float,
        most: int,
        thresholds: ClearThresholds = CLEAR_DEPOSIT,
    ) -> None:
        """``at_set_up`` is the log contrast (height, width, 3) then; ``most`` clear gems exist."""
        self._background, self._most, self._thresholds = background, most, thresholds
        self._finder = GemFinder(background, appearances, gem_radius_mm)
        self._radius_px = gem_radius_mm * background.px_per_mm
        self._inside = background.within(-thresholds.inset_mm)
        self._centres = background.within(-thresholds.centre_inset_mm)
        lightness = self._lightness(at_set_up)
        packing = self._packed(lightness, self._inside, self._centres, AT_SET_UP)
        self._outlines = GemOutlines(
            self._radius_px, background.px_per_mm, self._inside, (lightness, packing.centres[-1])
        )

    def count(self, bgr: NDArray[np.uint8]) -> GemCount:
        """The gems here in a rectified picture in the light of calibration."""
        contrast = self._background.contrast(bgr)
        candidates = self._finder.find(contrast, self._thresholds.most_extra)
        coloured, coloured_sure = count_coloured(candidates, self._thresholds)
        lying = candidates[:coloured]
        clear, clear_sure = count_clear(
            self._glass(self._lightness(contrast), lying), self._most, self._thresholds
        )
        gems = Counter(candidate.gem for candidate in lying)
        gems[CLEAR_GEM] = clear
        return decide_told(gems, coloured_sure * clear_sure * all_named(lying))

    def _lightness(self, contrast: FloatImage) -> FloatImage:
        return self._background.without_rim(contrast[..., 0])

    def _glass(self, lightness: FloatImage, coloured: Sequence[GemCandidate]) -> list[GlassCandidate]:
        """What may be clear gems beside these coloured ones."""
        thresholds, radius = self._thresholds, self._radius_px
        places, shape = [candidate.centre_px for candidate in coloured], lightness.shape
        region = self._inside & ~discs_mask(shape, places, thresholds.shade_radii * radius)
        centres = self._centres & ~discs_mask(shape, places, thresholds.apart_radii * radius)
        packing = self._packed(lightness, region, centres, self._most + thresholds.most_extra)
        closures = self._outlines.closure(lightness, packing.centres[-1], region)
        return [
            GlassCandidate(*disc) for disc in zip(packing.gains, packing.own_areas, closures, strict=True)
        ]

    def _packed(
        self, lightness: FloatImage, region: NDArray[np.bool_], centres: NDArray[np.bool_], most: int
    ) -> DiscPacking:
        """Up to ``most`` discs with their centres in ``centres``, packed on what looks like glass in ``region``."""
        evidence = glass_evidence(lightness, region, self._thresholds)
        return pack_discs(evidence, self._thresholds.seen_radii * self._radius_px, most, centres)


@dataclass(frozen=True, slots=True)
class GlassCandidate:
    """What may be a clear gem."""

    gain: float
    """The evidence of glass that only this disc explains, as a share of a whole gem's."""
    own_area: float
    """The share of the disc that no other covers."""
    closure: float
    """Natural logarithm of its outline's votes over those at set-up."""


def glass_evidence(
    lightness: FloatImage, region: NDArray[np.bool_], thresholds: ClearThresholds = CLEAR_DEPOSIT
) -> FloatImage:
    """Evidence of glass (height, width), -1..1, by edges and darkness; `NO_GEM` outside of ``region``.

    ``lightness`` (height, width) is log contrast over the bare background.
    """
    strongest = np.float32(OUTLINES.strongest_log)
    edges = np.minimum(cv2.magnitude(*slopes(lightness)), strongest)
    busy = disc_means(edges * region, thresholds.smoothing_px) / OUTLINES.strongest_log
    means = disc_means(lightness, thresholds.smoothing_px)
    light = np.clip(means, thresholds.darkest_log, thresholds.lightest_log)
    evidence = np.tanh(
        thresholds.busy_weight * (busy - thresholds.busy_from) - thresholds.dark_weight * light
    )
    evidence[~region] = NO_GEM
    return np.asarray(evidence, np.float32)


def count_coloured(
    candidates: Sequence[GemCandidate], thresholds: ClearThresholds = CLEAR_DEPOSIT
) -> tuple[int, float]:
    """How many of the coloured candidates, in the order they were laid, are gems, and the probability of that."""
    return likeliest_count(
        [
            logistic(
                thresholds.coloured_gain_weight * candidate.gain
                + thresholds.coloured_area_weight * candidate.own_area
                + thresholds.coloured_bias
            )
            for candidate in candidates
        ]
    )


def count_clear(
    candidates: Sequence[GlassCandidate], most: int, thresholds: ClearThresholds = CLEAR_DEPOSIT
) -> tuple[int, float]:
    """How many of the candidates are clear gems, of which at most ``most`` exist, and the probability of that."""
    probabilities = [
        logistic(
            thresholds.gain_weight * candidate.gain
            + thresholds.area_weight * candidate.own_area
            + thresholds.outline_weight * candidate.closure
            + thresholds.bias
        )
        for candidate in candidates
    ]
    possible = [count <= most for count in range(len(candidates) + 1)]
    return likeliest_count(sorted(probabilities, reverse=True), possible)
