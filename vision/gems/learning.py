"""Learning at set-up how a deposit's own gems and its background look, when seven gems lie there and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.gems.appearance import Appearance, covariance
from vision.gems.evidence import colours_of, discs_mask, gem_evidence
from vision.gems.packing import pack_discs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.gems.background import DepositBackground, Mask
    from vision.gems.log_colour import Colour, FloatImage

AT_SET_UP = 7
"""Gems in each deposit at set-up (rule B1)."""


@dataclass(frozen=True, slots=True)
class LearningParameters:
    """How appearances are learnt.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    inset_mm: float = 1.0
    """Background and first gem pixels are looked for so far inside the deposit's edge. Less: the rim is learnt as
    background; more: fewer pixels."""
    outset_mm: float = 1.5
    """Gems are looked for so far beyond the edge: they stick out. More: what lies beside the deposit is learnt; less:
    gems at the edge are cut."""
    lightness_share: float = 0.3
    """How much a change of lightness counts against one of colour in telling the first gem pixels. More: shade is
    taken for gems; less: gems of the ground's colour are not found."""
    first_area_share: float = 0.65
    """Share of the area of seven gems that is taken for gem at first: the pixels most unlike the background. More:
    background is learnt as gem; less: only the most colourful parts of gems are."""
    rounds: int = 3
    """How often gems are laid on what looks like gem, and appearances learnt from these. More: slower; less: the
    first guess still shows."""
    core_radii: float = 0.85
    """A gem's pixels are learnt within so many of its radii. More: shade beside it is learnt too."""
    beside_radii: float = 1.1
    """Background is learnt outside of so many radii of each gem. Less: gems' edges are learnt as background."""
    core_evidence: float = -0.5
    """Least evidence of gem of a pixel that is learnt as gem. More: only what is known already is learnt."""
    background_evidence: float = 0.8
    """Evidence of gem from which on a pixel is not learnt as background, whatever lies on it. Less: shade is left
    out; more: a gem that was not found is learnt as background."""
    fewest_px: int = 40
    """From no more pixels than this nothing is learnt. More: gems that lie close leave the background unlearnt; less:
    a few odd pixels are learnt."""
    gem_slack_lightness_log: float = 0.05
    """Standard deviation of lightness added to that of the gems seen, for gems and places not seen at set-up. More:
    shade is taken for gems; less: gems elsewhere are not known."""
    gem_slack_tint_log: float = 0.03
    """The same for red and blue against green. More: colours are told apart less well."""
    background_slack_lightness_log: float = 0.05
    """The same for the background's lightness. More: dark gems are taken for shade; less: new shades for gems."""
    background_slack_tint_log: float = 0.02
    """The same for the background's red and blue against green. More: faint gems are taken for background; less:
    tinted light for gems."""
    shade_log: float = -0.05
    """Mean lightness of the background's contrast before anything is learnt: gems shade it. Less: dark gems are taken
    for background at first."""
    shade_spread_lightness_log: float = 0.15
    """Standard deviation of that. More: dark gems are background at first; less: shades are gems."""
    shade_spread_tint_log: float = 0.05
    """Standard deviation of the background's red and blue against green before anything is learnt. More: faintly
    coloured gems are background at first."""


LEARNING = LearningParameters()


def learn_appearances(
    background: DepositBackground,
    contrast: FloatImage,
    gem_radius_mm: float,
    parameters: LearningParameters = LEARNING,
) -> tuple[Appearance, Appearance]:
    """How a deposit's own gems look, and its background with their shadows, from the log contrast at set-up.

    What is least like the background is gem at first; then seven discs are packed on what looks like that, and both
    appearances are learnt from what lies in the discs and beside them; and so on.
    """
    radius_px = gem_radius_mm * background.px_per_mm
    gem_slack = covariance(parameters.gem_slack_lightness_log, parameters.gem_slack_tint_log)
    inside = background.within(-parameters.inset_mm)
    region = np.flatnonzero(background.within(parameters.outset_mm))
    own = Appearance.learnt(contrast[most_unlike(contrast, inside, radius_px, parameters)], gem_slack)
    bare = shaded_background(parameters)
    for _ in range(parameters.rounds):
        colours = colours_of(contrast, region)
        evidence = gem_evidence(contrast, region, own.log_likelihood(colours) - bare.log_likelihood(colours))
        centres = pack_discs(evidence, radius_px, AT_SET_UP).centres[-1]
        core, beside = plain_pixels(evidence, inside, centres, radius_px, parameters)
        own = _learnt_anew(own, contrast[core], gem_slack, parameters)
        bare = _learnt_anew(bare, contrast[beside], _background_slack(parameters), parameters)
    return own, bare


def learn_clear_background(
    background: DepositBackground, contrast: FloatImage, parameters: LearningParameters = LEARNING
) -> Appearance:
    """How the deposit of clear gems looks with all of them on it: what is no coloured gem."""
    return Appearance.learnt(contrast[background.within(-parameters.inset_mm)], _background_slack(parameters))


def most_unlike(
    contrast: FloatImage, inside: Mask, radius_px: float, parameters: LearningParameters = LEARNING
) -> Mask:
    """The pixels (height, width) most unlike the background: a share of the area of the gems of set-up."""
    colourful = np.hypot(contrast[..., 1], contrast[..., 2])
    colourful = colourful + parameters.lightness_share * np.abs(contrast[..., 0])
    unlike = np.where(inside, colourful, 0.0)
    most = round(parameters.first_area_share * AT_SET_UP * np.pi * radius_px**2)
    return np.asarray(unlike >= np.sort(unlike, axis=None)[-most])


def shaded_background(parameters: LearningParameters = LEARNING) -> Appearance:
    """Background with shades on it, before anything is learnt."""
    spread = covariance(parameters.shade_spread_lightness_log, parameters.shade_spread_tint_log)
    return Appearance.of(np.array([parameters.shade_log, 0.0, 0.0]), spread)


def plain_pixels(
    evidence: FloatImage,
    inside: Mask,
    centres: Sequence[tuple[int, int]],
    radius_px: float,
    parameters: LearningParameters = LEARNING,
) -> tuple[Mask, Mask]:
    """Which pixels (height, width) are plainly a gem's, and which plainly background.

    ``evidence`` (height, width) is that of gems, of which discs were laid at ``centres`` (column, row).
    """
    core = discs_mask(evidence.shape, centres, parameters.core_radii * radius_px)
    beside = inside & ~discs_mask(evidence.shape, centres, parameters.beside_radii * radius_px)
    return core & (evidence > parameters.core_evidence), beside & (evidence < parameters.background_evidence)


def _learnt_anew(
    known: Appearance, contrast: FloatImage, slack: Colour, parameters: LearningParameters
) -> Appearance:
    """The appearance of these log contrasts (n, 3); of too few of them what is ``known`` already."""
    return Appearance.learnt(contrast, slack) if len(contrast) > parameters.fewest_px else known


def _background_slack(parameters: LearningParameters) -> Colour:
    return covariance(parameters.background_slack_lightness_log, parameters.background_slack_tint_log)
