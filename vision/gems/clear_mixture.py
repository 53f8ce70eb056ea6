"""Clear gems among coloured ones: the colour of the background under them is mixed with their own.

Alpha compositing (Porter & Duff, 1984), undone: where a clear gem lies, the colour seen is part of the way from the
background's to a clear gem's. That part, alpha, is measured at each pixel in log contrast of tint (red and blue
against green), because in tint shade is nothing; the lightness only says whether a pixel can be a clear gem at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.gems.background import disc_means

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.gems.background import DepositBackground
    from vision.gems.log_colour import Colour, FloatImage


@dataclass(frozen=True, slots=True)
class MixtureThresholds:
    """When the background is mixed with a clear gem's colour; log contrasts are over the bare background.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *deposits*.
    """

    least_distance_log: float = 0.12
    """Background whose tint is no farther than this from a clear gem's cannot show one by its tint. Less: noise on
    nearly grey ground looks like clear gems."""
    most_alpha: float = 0.5
    """A pixel's alpha counts up to this. More: a few pixels are worth a gem."""
    least_alpha: float = -0.3
    """A pixel's alpha counts down to this. Less: a coloured speck hides a clear gem."""
    beyond_alpha: float = 1.3
    """From this alpha on, farther than a clear gem's own colour, a pixel is something coloured. More: coloured gems
    of nearly that tint count as clear; less: strongly lit clear gems are missed."""
    off_axis_log: float = 0.2
    """From this distance on, aside of the way to a clear gem's tint, a pixel is something coloured. More: coloured
    gems look clear; less: clear gems in other light are missed."""
    darkest_log: float = -0.2
    """A clear gem's lightness is more than this: what is darker is coloured. Less: shades count."""
    brighter_log: float = 0.25
    """A clear gem is less than this lighter than both its own colour and the background: what is lighter is a lamp's
    mirror image. More: lamps count; less: clear gems in a brighter place are missed."""
    faint_alpha: float = 0.2
    """Pixels with more alpha than this show something of a clear gem. More: faint clear gems are missed; less: noise
    is looked at, which takes time."""
    least_area_radii2: float = 0.8
    """So many squared gem radii of such pixels must be there, in all. More: a half hidden clear gem is missed; less:
    slower, and noise gets a chance."""
    mean_radii: float = 0.8
    """A gem's alpha is the mean within so many of its radii. More: its surroundings count; less: noise does."""
    inset_mm: float = 3.5
    """A gem's centre lies so far inside the deposit's edge: what looks clear farther out is the rim in another light.
    More: gems at the edge are missed; less: the rim is taken for them."""
    apart_radii: float = 2.0
    """Of clear gems nearer than so many radii only the clearest is told (non-maximum suppression). More: the second
    of two is missed; less: one is told twice."""


MIXTURE = MixtureThresholds()


@dataclass(frozen=True, slots=True)
class MixtureSpot:
    """Where the background is mixed with a clear gem's colour."""

    centre_px: tuple[int, int]
    """Column and row in the deposit's patch."""
    alpha: float
    """The mean share of a clear gem's colour (0..`MixtureThresholds.most_alpha`)."""


class ClearMixtureFinder:
    """Finds clear gems on the background of one coloured deposit."""

    def __init__(
        self,
        background: DepositBackground,
        clear_bgr: Colour,
        gem_radius_mm: float,
        thresholds: MixtureThresholds = MIXTURE,
    ) -> None:
        self._thresholds = thresholds
        self._centres = background.within(-thresholds.inset_mm)
        self._radius_px = gem_radius_mm * background.px_per_mm
        self._clear = background.contrast_of_colour(clear_bgr)

    def find(self, contrast: FloatImage, most: int) -> list[MixtureSpot]:
        """Up to ``most`` spots in a log contrast (height, width, 3), the clearest first."""
        thresholds, radius = self._thresholds, self._radius_px
        alpha = clear_alpha(contrast, self._clear, thresholds)
        if alpha is None:
            return []
        if np.count_nonzero(alpha > thresholds.faint_alpha) < thresholds.least_area_radii2 * radius**2:
            return []
        means = np.where(self._centres, disc_means(alpha, thresholds.mean_radii * radius), 0.0)
        return _peaks(means.astype(np.float32), most, round(thresholds.apart_radii * radius))


def clear_alpha(
    contrast: FloatImage, clear: Colour, thresholds: MixtureThresholds = MIXTURE
) -> FloatImage | None:
    """The share (height, width) of a clear gem's colour in each pixel; 0 where a pixel cannot be a clear gem.

    ``contrast`` (height, width, 3) and the clear gem's own, ``clear`` (3,), are log contrasts over the background.
    None when the two tints are too near to each other.
    """
    lightness, *tint = clear
    distance = float(np.hypot(*tint))
    if distance <= thresholds.least_distance_log:
        return None
    along, across = np.array(tint) / distance**2, np.array([-tint[1], tint[0]]) / distance
    to_alpha = np.array([[0.0, *along], [0.0, *across]], np.float32)
    alpha, aside = (np.asarray(one, np.float32) for one in cv2.split(cv2.transform(contrast, to_alpha)))
    can_be = may_be_clear(alpha, aside, contrast[..., 0], float(lightness), thresholds)
    shares = np.clip(alpha, thresholds.least_alpha, thresholds.most_alpha)
    return np.asarray(np.where(can_be, shares, 0.0), np.float32)


def may_be_clear(
    alpha: FloatImage,
    aside_log: FloatImage,
    lightness_log: FloatImage,
    clear_lightness_log: float,
    thresholds: MixtureThresholds = MIXTURE,
) -> NDArray[np.bool_]:
    """Which pixels can be a clear gem, by alpha, by how far aside their tint is, and by their lightness.

    ``clear_lightness_log`` is that of a clear gem alone; all lightness is log contrast over the background.
    """
    brightest_log = thresholds.brighter_log + max(clear_lightness_log, 0.0)
    return np.asarray(
        (alpha < thresholds.beyond_alpha)
        & (np.abs(aside_log) < thresholds.off_axis_log)
        & (lightness_log > thresholds.darkest_log)
        & (lightness_log < brightest_log)
    )


def _peaks(means: FloatImage, most: int, apart_px: int) -> list[MixtureSpot]:
    """Up to ``most`` maxima of ``means``, the largest first, none nearer to another than ``apart_px``."""
    spots: list[MixtureSpot] = []
    for _ in range(most):
        _, alpha, _, centre = cv2.minMaxLoc(means)
        if alpha <= 0:
            break
        spots.append(MixtureSpot((centre[0], centre[1]), alpha))
        cv2.circle(means, centre, apart_px, 0.0, -1)
    return spots
