"""The light on a deposit's background: for each of B, G, R a plane over the place, fitted to what looks bare.

A trimmed least-squares fit: from a first guess, the plane is fitted to the pixels near it, again and again, each time
with a smaller tolerance, so that gems and mirror images have no say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vision.gems.log_colour import FloatImage


@dataclass(frozen=True, slots=True)
class LightPlaneParameters:
    """How the light on a deposit is found; log contrasts are differences of natural logarithms.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    first_tolerance_log: float = 0.16
    """Log contrast from the first guess within which a pixel is background in each of B, G, R. More: gems are taken
    for background; less: light that falls off to one side is not followed."""
    second_tolerance_log: float = 0.10
    """The same from the plane fitted once. More: faint gems pull the plane; less: what the first fit missed is
    lost."""
    last_tolerance_log: float = 0.07
    """The same from the plane fitted twice. More: shades pull the plane; less: the print's own grain has no say."""
    fewest_px: int = 15
    """Pixels that must be background for a fit. Less: a few gem pixels tilt the plane; more: ground nearly hidden by
    gems is not fitted at all."""
    flatness_px: float = 2.0
    """How many pixels of even light the slopes of the plane are held level by (ridge regression). More: steep light
    is not followed; less: a few pixels make a steep plane."""
    neutral_log: float = 0.15
    """First guess: pixels whose B or R changed against G by less than this may be background, as the picture was
    brought into the light of calibration before. More: coloured gems count; less: ground under a tinted lamp does
    not."""
    lowest_log: float = -1.5
    """First guess: where the histogram of log lightness begins; what is darker falls into the first bin. More: ground
    in dim light is not told from gems."""
    highest_log: float = 0.9
    """First guess: where the histogram ends; what is lighter falls into the last bin. Less: ground in bright light is
    not told from gems."""
    bin_log: float = 0.025
    """First guess: width of the histogram's bins. Wider: coarser; narrower: few pixels a bin."""
    mode_bins: int = 5
    """First guess: so many neighbouring bins are counted as one lightness. More: background and gems run together;
    less: noise splits the background."""
    mode_share: float = 0.5
    """First guess: a lightness is common from this share of the commonest's pixels on; background is the brightest
    that is common. More: darker gems win where they are many; less: small mirror images win."""


LIGHT_PLANE = LightPlaneParameters()


def fit_light_plane(
    log_contrast: FloatImage, basis: FloatImage, parameters: LightPlaneParameters = LIGHT_PLANE
) -> FloatImage:
    """The planes of light (3 colours, 3 terms) under sampled pixels.

    ``log_contrast`` (3, n) are logarithms of B, G, R over those of the bare background; ``basis`` (3, n) holds for
    each pixel one, and its place across and down (-1..1 over the deposit).
    """
    light = _brightest_common_light(log_contrast, parameters)
    flatness = np.diag([1e-3, parameters.flatness_px, parameters.flatness_px]).astype(np.float32)
    tolerances = (
        parameters.first_tolerance_log,
        parameters.second_tolerance_log,
        parameters.last_tolerance_log,
    )
    for tolerance in tolerances:
        near = np.abs(log_contrast - light @ basis) < tolerance
        inliers = np.flatnonzero(near[0] & near[1] & near[2])
        if len(inliers) < parameters.fewest_px:
            break
        known = basis[:, inliers]
        fitted = np.linalg.solve(known @ known.T + flatness, known @ log_contrast[:, inliers].T)
        light = np.ascontiguousarray(fitted.T)
    return light


def _brightest_common_light(log_contrast: FloatImage, parameters: LightPlaneParameters) -> FloatImage:
    """A first guess at the light, level everywhere: the brightest mode of the histogram of lightness."""
    tint = np.maximum(np.abs(log_contrast[0] - log_contrast[1]), np.abs(log_contrast[2] - log_contrast[1]))
    neutral = tint < parameters.neutral_log
    if np.count_nonzero(neutral) > parameters.fewest_px:
        log_contrast = log_contrast[:, neutral]
    lightness = (log_contrast[0] + log_contrast[1] + log_contrast[2]) / 3
    width, window = parameters.bin_log, parameters.mode_bins
    bins = round((parameters.highest_log - parameters.lowest_log) / width)
    numbers = np.clip(((lightness - parameters.lowest_log) / width).astype(np.intp), 0, bins - 1)
    common = np.convolve(np.bincount(numbers, minlength=bins), np.ones(window), "same")
    last = np.flatnonzero(common > parameters.mode_share * common.max())[-1]
    brightest = parameters.lowest_log + width * (last + 0.5)
    near = np.abs(lightness - brightest) < (window + 1) / 2 * width
    light = np.zeros((3, 3), np.float32)
    light[:, 0] = (log_contrast[:, near] if near.any() else log_contrast).mean(axis=1)
    return light
