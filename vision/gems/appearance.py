"""How gems and background look against the bare background: Gaussian distributions of log contrast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from vision.gems.log_colour import FROM_OPPONENT, LOG_COLOUR, TO_OPPONENT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.gems.background import DepositBackground
    from vision.gems.log_colour import Colour, FloatImage


@dataclass(frozen=True, slots=True)
class ForeignParameters:
    """How gems look on another deposit than their own, where none of them lay at set-up.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    spread_lightness_log: float = 0.25
    """Standard deviation of their lightness. More: shade is taken for gems; less: gems in another light are not
    known."""
    spread_tint_log: float = 0.15
    """Standard deviation of red and of blue against green. More: colours are not told apart; less: gems are missed."""
    translucency: float = 0.1
    """Share of the background's light in a coloured gem's. More: its look follows the ground it lies on more."""


FOREIGN = ForeignParameters()


@dataclass(frozen=True, slots=True, eq=False)
class Appearance:
    """A Gaussian distribution of log contrast, in `TO_OPPONENT`: how something looks against bare background."""

    mean: Colour
    """(3,)"""
    covariance: Colour
    """(3, 3)"""
    whitening: FloatImage
    """(3, 3): a difference from the mean, times this, is in standard deviations."""
    log_scale: float
    """Half the logarithm of the covariance's determinant: what a wide distribution takes off each likelihood."""

    @classmethod
    def of(cls, mean: Colour, covariance: Colour) -> Self:
        """The distribution with this mean (3,) and covariance (3, 3)."""
        whitening = np.linalg.cholesky(np.linalg.inv(covariance)).astype(np.float32)
        return cls(mean, covariance, whitening, 0.5 * float(np.linalg.slogdet(covariance)[1]))

    @classmethod
    def learnt(cls, contrast: FloatImage, slack: Colour) -> Self:
        """The distribution of these log contrasts (n, 3), its covariance widened by ``slack`` (3, 3)."""
        exact = contrast.astype(np.float64)
        return cls.of(exact.mean(axis=0), np.cov(exact.T) + slack)

    def widened(self, slack: Colour) -> Appearance:
        """The same with a covariance larger by ``slack`` (3, 3)."""
        return Appearance.of(self.mean, self.covariance + slack)

    def moved(self, mean: Colour) -> Appearance:
        """The same around another mean (3,)."""
        return Appearance(mean, self.covariance, self.whitening, self.log_scale)

    def log_likelihood(self, contrast: FloatImage) -> FloatImage:
        """Logarithms (n,) of the density of log contrasts (3, n), but for a constant."""
        white = self.whitening.T @ (contrast - self.mean.astype(np.float32)[:, None])
        white *= white
        return np.asarray(-0.5 * (white[0] + white[1] + white[2]) - self.log_scale, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class NearestAppearance:
    """Several distributions of one covariance, of which each colour gets the likelihood of the nearest."""

    shared: Appearance
    """The covariance of all; its mean is zero."""
    white_means: FloatImage
    """(number, 3): their means, in standard deviations."""
    half_squares: FloatImage
    """(number, 1): halves of the squared lengths of these."""

    @classmethod
    def of(cls, shared: Appearance, means: Iterable[Colour]) -> Self:
        """``shared`` (of mean zero) around each of these means (3,)."""
        # Not by matrix product: of so few numbers some processors' libraries warn of ones beside them.
        stacked = np.stack(list(means)).astype(np.float32)
        white = np.einsum("ni,ij->nj", stacked, shared.whitening)
        return cls(shared, white, 0.5 * np.square(white).sum(axis=1, keepdims=True))

    def log_likelihood(self, contrast: FloatImage) -> FloatImage:
        """Logarithms (n,) of the density of log contrasts (3, n) under the nearest, but for a constant."""
        white = self.shared.whitening.T @ contrast
        nearest = (self.white_means @ white - self.half_squares).max(axis=0)
        white *= white
        squares = 0.5 * (white[0] + white[1] + white[2])
        return np.asarray(nearest - squares - self.shared.log_scale, np.float32)


def covariance(lightness_log: float, tint_log: float) -> Colour:
    """The covariance (3, 3) of independent lightness and tints with these standard deviations."""
    return np.asarray(np.diag([lightness_log, tint_log, tint_log]) ** 2, np.float64)


def foreign_spread(parameters: ForeignParameters = FOREIGN) -> Appearance:
    """How far gems stray from where they are expected on another deposit: a distribution of mean zero."""
    return Appearance.of(np.zeros(3), covariance(parameters.spread_lightness_log, parameters.spread_tint_log))


def foreign_mean(
    home: DepositBackground, own: Appearance, here: DepositBackground, parameters: ForeignParameters = FOREIGN
) -> Colour:
    """The log contrast (3,) here of gems that look like ``own`` at home: what lies below shines through a little."""
    at_home = np.exp(own.mean @ FROM_OPPONENT + home.median_log_bgr)
    below = np.exp(here.median_log_bgr) - np.exp(home.median_log_bgr)
    seen = np.log(np.maximum(at_home + parameters.translucency * below, LOG_COLOUR.offset_grey))
    return np.asarray((seen - here.median_log_bgr) @ TO_OPPONENT, np.float64)
