"""Finding the coloured gems of a deposit: where each may lie, how much speaks for it, and of which colour it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.gems.adaptation import LightAdaptation
from vision.gems.appearance import NearestAppearance, covariance, foreign_spread
from vision.gems.counting import LOG_ODDS_LIMIT
from vision.gems.evidence import EVIDENCE, NO_GEM, colours_of, discs_mask, gem_evidence
from vision.gems.learning import LEARNING
from vision.gems.packing import pack_discs
from vision.imaging import windows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from vision.gems.appearance import Appearance
    from vision.gems.background import DepositBackground
    from vision.gems.log_colour import Colour, FloatImage


@dataclass(frozen=True, slots=True)
class FinderThresholds:
    """Where coloured gems are looked for, and how they are named.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    background_half_squares: float = 0.7
    """A pixel nearer to the background's mean than this, in halves of squared standard deviations, is background and
    not looked at further. More: faint gems are missed; less: slower."""
    outset_mm: float = 1.5
    """Gems are looked for so far beyond the deposit's edge: they stick out. More: what lies beside it is taken for
    gems; less: gems at the edge are cut."""
    inset_mm: float = 3.5
    """A gem's centre lies so far inside the edge; what is strange farther out is the rim in another light. More: gems
    at the edge are missed; less: the rim is taken for gems."""
    named_within_radii: float = 0.6
    """A gem is named by the colour that shows within so many of its radii. More: its edge and shade count too."""
    unknown_half_squares: float = 25.0
    """A colour farther than this from each look, in halves of squared standard deviations, is rather none of them.
    More: things that are no gems get a name; less: gems in other light get none."""


FINDER = FinderThresholds()


@dataclass(frozen=True, slots=True)
class GemCandidate:
    """What may be a coloured gem."""

    gem: str
    """Its likeliest colour."""
    name_probability: float
    """How sure that colour is (0..1)."""
    centre_px: tuple[int, int]
    """Column and row in the deposit's patch."""
    gain: float
    """The evidence of gem that only this disc explains, as a share of a whole gem's."""
    own_area: float
    """The share of the disc that no other covers."""


@dataclass(frozen=True, slots=True, eq=False)
class Appearances:
    """What may lie on a deposit and how it looks there."""

    background: Appearance
    own: tuple[str, Appearance] | None
    """Colour and look of the deposit's own gems; none where these are clear."""
    foreign: Mapping[str, Colour]
    """By colour, the mean log contrast (3,) of other deposits' gems."""


class GemFinder:
    """Finds the coloured gems of one deposit."""

    def __init__(
        self,
        background: DepositBackground,
        appearances: Appearances,
        gem_radius_mm: float,
        thresholds: FinderThresholds = FINDER,
    ) -> None:
        self._appearances, self._thresholds = appearances, thresholds
        self._radius_px = gem_radius_mm * background.px_per_mm
        self._region = np.flatnonzero(background.within(thresholds.outset_mm))
        self._centres = background.within(-thresholds.inset_mm)
        self._spread = foreign_spread()
        self._foreign = NearestAppearance.of(self._spread, appearances.foreign.values())
        if appearances.own is not None:
            _, own = appearances.own
            slack = covariance(LEARNING.gem_slack_lightness_log, LEARNING.gem_slack_tint_log)
            self._own, self._adaptation = own.widened(slack), LightAdaptation(own)

    def find(
        self, contrast: FloatImage, most: int, taken: Sequence[tuple[int, int]] = ()
    ) -> list[GemCandidate]:
        """Up to ``most`` candidates in a log contrast (height, width, 3), each where it explains most of what is left.

        The last ones may be shade or glare. Something else lies at the centres ``taken`` (column, row).
        """
        region, colours, background = self._not_background(contrast)
        gem = self._foreign.log_likelihood(colours)
        means = dict(self._appearances.foreign)
        if self._appearances.own is not None:
            name, _ = self._appearances.own
            means[name] = self._adaptation.mean(colours, background, gem)
            gem = np.maximum(gem, self._own.moved(means[name]).log_likelihood(colours))
        evidence = gem_evidence(contrast, region, gem - background)
        if taken:
            evidence[discs_mask(evidence.shape, taken, self._radius_px)] = NO_GEM
        packing = pack_discs(evidence, self._radius_px, most, self._centres)
        seen = [self._colour_at(contrast, evidence, centre) for centre in packing.centres[-1]]
        looks = {name: self._spread.moved(mean) for name, mean in means.items()}
        names = name_colours(seen, looks, self._thresholds)
        discs = zip(packing.centres[-1], packing.gains, packing.own_areas, strict=True)
        return [GemCandidate(gem, sure, *disc) for (gem, sure), disc in zip(names, discs, strict=True)]

    def _not_background(self, contrast: FloatImage) -> tuple[NDArray[np.intp], FloatImage, FloatImage]:
        """The pixels that may be something else than background: which, their colours, how likely as background."""
        bare = self._appearances.background
        colours = colours_of(contrast, self._region)
        likelihood = bare.log_likelihood(colours)
        strange = likelihood < -bare.log_scale - self._thresholds.background_half_squares
        return self._region[strange], colours[:, strange], likelihood[strange]

    def _colour_at(self, contrast: FloatImage, evidence: FloatImage, centre: tuple[int, int]) -> FloatImage:
        """The colour (3,) of the gem at a centre: the median of what shows gem there, glare left out."""
        reach = round(self._thresholds.named_within_radii * self._radius_px)
        window = windows.around(centre, reach, evidence.shape)
        shows, colours = evidence[window] > 0, contrast[window]
        shows &= colours[..., 0] < EVIDENCE.glare_log
        shown = colours[shows] if shows.any() else colours.reshape(-1, 3)
        middle = len(shown) // 2
        return np.asarray(np.partition(shown.T, middle, axis=1)[:, middle], np.float32)


def name_colours(
    colours: Sequence[FloatImage], looks: Mapping[str, Appearance], thresholds: FinderThresholds = FINDER
) -> list[tuple[str, float]]:
    """The name of the look nearest to each colour (3,), and its probability (0..1).

    By Bayes' rule with equal priors over the looks, which have one covariance, and an unknown that is as likely
    everywhere: another look may be as near, or none near enough.
    """
    if not colours:
        return []
    names = tuple(looks)
    likelihoods = np.stack([looks[name].log_likelihood(np.stack(colours, axis=-1)) for name in names])
    best = likelihoods.max(axis=0)
    shares = np.exp(likelihoods - best)
    nowhere = -thresholds.unknown_half_squares - looks[names[0]].log_scale - best
    unknown = np.exp(np.clip(nowhere, -LOG_ODDS_LIMIT, LOG_ODDS_LIMIT))
    probabilities = 1 / (shares.sum(axis=0) + unknown)
    indices = likelihoods.argmax(axis=0)
    return [(names[index], float(sure)) for index, sure in zip(indices, probabilities, strict=True)]


def all_named(candidates: Iterable[GemCandidate]) -> float:
    """The probability (0..1) that the names of all these gems are right."""
    return math.prod(candidate.name_probability for candidate in candidates)
