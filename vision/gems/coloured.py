"""A deposit of coloured gems, counted: by how much of each shows, and how well its outline closes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from vision.gems.counting import GemCount, decide_told, likeliest_count, logistic
from vision.gems.finder import GemFinder, all_named
from vision.gems.learning import AT_SET_UP
from vision.gems.outlines import GemOutlines
from vision.typical_colours import CLEAR_GEM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.gems.background import DepositBackground
    from vision.gems.clear_mixture import ClearMixtureFinder
    from vision.gems.finder import Appearances, GemCandidate
    from vision.gems.log_colour import FloatImage


@dataclass(frozen=True, slots=True)
class ColouredThresholds:
    """Coefficients of the logistic regressions, and how many foreign gems are looked for.

    A candidate's log odds to be a gem are the sum of what was measured, each times its weight, and the bias.
    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    most_foreign: int = 2
    """So many gems of other colours, and so many clear ones, are looked for. More: slower; less: more of them are
    not counted."""
    gain_weight: float = 12.3
    """For all of a gem's evidence that only this candidate explains. More: half hidden gems are missed, and shade
    counts for more."""
    area_weight: float = 9.5
    """For all of its area its own. More: overlapping gems are missed."""
    outline_weight: float = 2.2
    """For each e-fold of its outline's votes over those at set-up. More: gems without a clear outline are missed."""
    bias: float = -11.4
    """For a candidate with nothing of all this. Less: fewer gems are counted."""
    foreign_bias: float = -3.6
    """Added for a colour of another deposit: such gems are rare. Less: they must be plainer to count."""
    alpha_weight: float = 50.0
    """Of a clear gem: for alpha 1. More: the change from surely none to surely one is sharper, and at a smaller
    alpha."""
    clear_bias: float = -13.0
    """Of a clear gem: for alpha 0. Less: clear gems must be plainer to count."""


COLOURED = ColouredThresholds()


class ColouredDeposit:
    """Counts the gems of one coloured deposit."""

    def __init__(
        self,
        background: DepositBackground,
        at_set_up: FloatImage,
        gem: str,
        appearances: Appearances,
        mixture: ClearMixtureFinder,
        gem_radius_mm: float,
        most: int,
        thresholds: ColouredThresholds = COLOURED,
    ) -> None:
        """``at_set_up`` is the log contrast then; at most ``most`` gems of the deposit's own colour ``gem`` exist."""
        self._background, self._gem, self._mixture, self._most = background, gem, mixture, most
        self._thresholds = thresholds
        self._finder = GemFinder(background, appearances, gem_radius_mm)
        centres = [candidate.centre_px for candidate in self._finder.find(at_set_up, AT_SET_UP)]
        self._outlines = GemOutlines(
            gem_radius_mm * background.px_per_mm,
            background.px_per_mm,
            background.within(0.0),
            (_lightness(at_set_up), centres),
        )

    def count(self, bgr: NDArray[np.uint8]) -> GemCount:
        """The gems here in a rectified picture in the light of calibration."""
        contrast, foreign = self._background.contrast(bgr), self._thresholds.most_foreign
        spots = self._mixture.find(contrast, foreign)
        clear, clear_sure = count_clear_spots([spot.alpha for spot in spots], self._thresholds)
        taken = [spot.centre_px for spot in spots[:clear]]
        candidates = self._finder.find(contrast, self._most + foreign, taken)
        closures = self._outlines.closure(_lightness(contrast), [one.centre_px for one in candidates])
        lying, sure = choose_gems(candidates, closures, self._gem, self._most, self._thresholds)
        gems = Counter(candidate.gem for candidate in lying)
        gems[CLEAR_GEM] = clear
        return decide_told(gems, sure * clear_sure * all_named(lying))


def count_clear_spots(
    alphas: Sequence[float], thresholds: ColouredThresholds = COLOURED
) -> tuple[int, float]:
    """How many of the spots with these alphas, the largest first, are clear gems, and the probability of that."""
    return likeliest_count(
        [logistic(thresholds.alpha_weight * alpha + thresholds.clear_bias) for alpha in alphas]
    )


def choose_gems(
    candidates: Sequence[GemCandidate],
    closures: Sequence[float],
    own: str,
    most: int,
    thresholds: ColouredThresholds = COLOURED,
) -> tuple[list[GemCandidate], float]:
    """Which of the candidates are gems, the surest first, and the probability (0..1) that they are so many.

    ``closures`` are the candidates' `GemOutlines.closure`; of the deposit's ``own`` colour there are at most ``most``.
    """
    probabilities = [
        gem_probability(candidate, closure, own, thresholds)
        for candidate, closure in zip(candidates, closures, strict=True)
    ]
    surest = sorted(zip(probabilities, candidates, strict=True), key=lambda pair: pair[0], reverse=True)
    own_so_far = accumulate((candidate.gem == own for _, candidate in surest), initial=0)
    possible = [there <= most for there in own_so_far]
    count, sure = likeliest_count([probability for probability, _ in surest], possible)
    return [candidate for _, candidate in surest[:count]], sure


def gem_probability(
    candidate: GemCandidate, closure: float, own: str, thresholds: ColouredThresholds = COLOURED
) -> float:
    """The probability (0..1) that a candidate is a gem on the deposit of the ``own`` colour."""
    return logistic(
        thresholds.gain_weight * candidate.gain
        + thresholds.area_weight * candidate.own_area
        + thresholds.outline_weight * closure
        + thresholds.bias
        + (thresholds.foreign_bias if candidate.gem != own else 0.0)
    )


def _lightness(contrast: FloatImage) -> FloatImage:
    return np.ascontiguousarray(contrast[..., 0])
