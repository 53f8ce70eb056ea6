"""Moving the learnt appearance of a deposit's own gems to the light of the picture at hand.

In other light than at set-up all gems of a colour look otherwise, but all in the same way. Which way, the picture
tells: maximum a posteriori adaptation of a Gaussian's mean (Gauvain & Lee, 1994), by a few rounds of expectation and
maximisation. The mean learnt at set-up is the prior, worth a number of pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.gems.appearance import covariance
from vision.gems.counting import LOG_ODDS_LIMIT

if TYPE_CHECKING:
    from vision.gems.appearance import Appearance
    from vision.gems.log_colour import Colour, FloatImage


@dataclass(frozen=True, slots=True)
class AdaptationParameters:
    """How far and by what the look of gems is moved.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    spread_lightness_log: float = 0.25
    """Standard deviation of how far other light moves the lightness of all gems of a colour. More: gems in very
    other light are known; less: gems are not confused with others."""
    spread_tint_log: float = 0.12
    """The same for red and blue against green. More: one colour's gems are taken for another's; less: gems under a
    tinted lamp are lost."""
    later_spread: float = 0.25
    """Share of these variances that is left after the first round. More: other things are drawn in; less: gems in
    doubtful light are lost."""
    rounds: int = 3
    """Rounds of expectation and maximisation. More: slower, and closer to where it settles; less: gems in very other
    light are followed part of the way."""
    prior_px: float = 7.0
    """How many pixels the look at set-up is worth. More: a single gem moves the look less."""
    gem_log_odds: float = -1.0
    """Natural logarithm of the odds that a pixel is an own gem's, before its colour is looked at. More: background
    draws the look to itself; less: few gems do not move it."""
    foreign_log_odds: float = -1.0
    """Natural logarithm of the odds of another deposit's gem against background, before the colour is looked at.
    More: own gems that look a little foreign do not count; less: foreign gems draw the look to themselves."""
    farthest: float = 2.0
    """The mean is moved at most so many of the standard deviations. More: it may end on gems of another colour; less:
    very other light is not followed."""
    sample_step: int = 2
    """Each so-manieth pixel takes part. More: faster, less exact."""


ADAPTATION = AdaptationParameters()


class LightAdaptation:
    """Finds the mean look of one deposit's own gems in the light of a picture."""

    def __init__(self, own: Appearance, parameters: AdaptationParameters = ADAPTATION) -> None:
        spread = covariance(parameters.spread_lightness_log, parameters.spread_tint_log)
        self._own, self._parameters = own, parameters
        later = own.widened(spread * parameters.later_spread)
        self._widened = [own.widened(spread), *(parameters.rounds - 1) * [later]]
        self._whitening = np.linalg.cholesky(np.linalg.inv(spread))

    def mean(self, colours: FloatImage, background: FloatImage, foreign: FloatImage) -> Colour:
        """The mean (3,) of the own gems' log contrast in this light.

        ``colours`` (3, n) are log contrasts; ``background`` and ``foreign`` (n,) the logarithms of their likelihood
        as bare background and as a gem of another deposit.
        """
        step, own = self._parameters.sample_step, self._own.mean
        sample = colours[:, ::step]
        others = np.logaddexp(background[::step], foreign[::step] + self._parameters.foreign_log_odds)
        mean = own
        for appearance in self._widened:
            log_odds = appearance.moved(mean).log_likelihood(sample) - others
            against = np.clip(-self._parameters.gem_log_odds - log_odds, -LOG_ODDS_LIMIT, LOG_ODDS_LIMIT)
            weights = 1 / (1 + np.exp(against))
            mean = (sample @ weights + self._parameters.prior_px * own) / (
                float(weights.sum()) + self._parameters.prior_px
            )
        shift = mean - own
        deviations = float(np.linalg.norm(shift @ self._whitening))
        return np.asarray(
            own + shift * min(1.0, self._parameters.farthest / max(deviations, 1e-6)), np.float64
        )
