"""What a canoe carries: its middle compared with its own floor beside the middle, so that the light hardly matters.

A gem is modelled by alpha blending (Porter and Duff, 1984): the hull shines through, so the middle shows an opaque
share of the gem's colour and for the rest the empty hull's. Each cargo costs the distance between the middle and what
the cargo should look like, in standard deviations; the cheapest is named when the next is much dearer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.canoes.empty_hulls import assumed_lift, learnt_lift
from vision.imaging.colour_models import to_bgr, to_lab
from vision.sighting import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.canoes.hold import Hold
    from vision.imaging.colour_models import ColourModel, Lab

WHITE = 255.0


@dataclass(frozen=True, slots=True)
class CargoThresholds:
    """What cargoes look like, and when one is named.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *cargo*.
    """

    empty_lightness_spread_lab: float = 9.0
    """Standard deviation in L, in Lab steps, of empty middles. More takes dark gems for shade; less shade for gems."""
    empty_a_spread_lab: float = 3.5
    """The same in a (green to red)."""
    empty_b_spread_lab: float = 4.0
    """The same in b (blue to yellow). More takes gems of nearly the hull's colour for none; less stains for gems."""
    glare_gains: tuple[float, ...] = (1.1, 1.2, 1.35, 1.5)
    """How many times as bright as its floor an empty middle is tried where that saturates a channel. More and larger
    ones forgive more glare; but a clear gem in a bright hull begins to look like it."""
    gem_darker_lab: float = 10.0
    """Lab steps in L by which a gem is darker in a hull than on its deposit. More expects less light in a hull."""
    gem_lightness_spread_lab: float = 14.0
    """Standard deviation in L, in Lab steps, of gems. More forgives facets and shade; less tells gems of one chroma
    apart by their lightness."""
    gem_chroma_spread_lab: float = 6.5
    """The same in a and b. More mixes up violet and blue; less calls more of them unknown."""
    alike_chroma_lab: float = 18.0
    """Lab steps: a gem whose a and b are both within this of the hull's is alike; its lightness alone shows it."""
    alike_lightness_spread_lab: float = 9.0
    """Standard deviation in L, in Lab steps, of gems that are alike their hull. More finds such gems in empty hulls;
    less overlooks them."""
    opacities: tuple[float, ...] = (0.55, 0.65, 0.75, 0.85, 0.95)
    """The opacities (0..1) tried for each gem, in rising order."""
    usual_opacity: float = 0.85
    """The opacity (0..1) that costs nothing more."""
    opacity_cost: float = 1.7
    """Standard deviations for each whole step of opacity off the usual. More expects the usual; less lets any gem fade
    into the hull's colour."""
    alike_opacities: int = 2
    """How many of the largest opacities are tried for gems alike their hull. More finds such gems in empty hulls."""
    least_margin: float = 0.4
    """Standard deviations by which the next cargo must be dearer for the cheapest to be named. More calls more unknown;
    less names the wrong one of two."""
    far_cost: float = 4.0
    """Standard deviations from which on a cargo is far from what it should look like. More trusts odd colours."""
    far_margin: float = 1.5
    """Standard deviations by which the next must be dearer for a far one to be named."""
    whole_margin: float = 1.2
    """Standard deviations by which the next must be dearer for full confidence. More makes all cargo less sure."""


CARGO_THRESHOLDS = CargoThresholds()


def decide(
    costs: Mapping[str | None, float], thresholds: CargoThresholds = CARGO_THRESHOLDS
) -> tuple[str | None, float]:
    """The cargo - a gem, ``None`` or ``UNKNOWN`` - and how sure (0.5..1), of what each would cost.

    ``costs`` are in standard deviations, of two cargoes at least; ``None`` stands for an empty canoe.
    """
    (best, cost), (_, runner_up) = sorted(costs.items(), key=lambda pair: pair[1])[:2]
    margin = runner_up - cost
    sure = 0.5 + 0.5 * min(margin / thresholds.whole_margin, 1.0)
    needed = thresholds.least_margin if cost < thresholds.far_cost else thresholds.far_margin
    return (UNKNOWN, sure) if margin < needed else (best, sure)


class CargoReader:
    """Names cargo; knows the gems' colours and how canoes look empty."""

    def __init__(
        self,
        gems: Mapping[str, ColourModel],
        empty: Mapping[str, tuple[Hold, ...]],
        thresholds: CargoThresholds = CARGO_THRESHOLDS,
    ) -> None:
        """``empty`` are the holds of empty canoes by the colour of the canoe."""
        self._thresholds = thresholds
        self._gems = tuple(gems)
        self._gem_lab = np.stack(
            [model.mean - (thresholds.gem_darker_lab, 0.0, 0.0) for model in gems.values()]
        )
        self._lift = {colour: learnt_lift(holds) for colour, holds in empty.items() if holds}

    def read(self, hold: Hold, colour: str) -> tuple[str | None, float]:
        """The cargo of a canoe of this colour - a gem, ``None`` or ``UNKNOWN`` - and how sure (0.5..1)."""
        return decide(self.costs(hold, colour), self._thresholds)

    def costs(self, hold: Hold, colour: str) -> dict[str | None, float]:
        """What each cargo of a canoe of this colour would cost, in standard deviations; ``None`` for no cargo."""
        lift = self._lift.get(colour)
        empty = hold.floor + (assumed_lift() if lift is None else lift)
        costs: dict[str | None, float] = {None: empty_cost(hold, empty, self._thresholds)}
        costs |= zip(self._gems, gem_costs(hold.middle, self._gem_lab, empty, self._thresholds), strict=True)
        return costs


def empty_cost(hold: Hold, empty: Lab, thresholds: CargoThresholds = CARGO_THRESHOLDS) -> float:
    """How far a canoe's middle is from an empty one's (3,), in standard deviations; glare may have turned its colour.

    In ever brighter light the brightest channel can rise no more and the others do. Where that does not happen glare
    changes lightness alone, and the spread of that allows for it.
    """
    spread = np.array(
        [thresholds.empty_lightness_spread_lab, thresholds.empty_a_spread_lab, thresholds.empty_b_spread_lab]
    )
    bgr = to_bgr(hold.floor)
    glaring = [np.minimum(bgr * gain, WHITE) for gain in thresholds.glare_gains if (bgr * gain).max() > WHITE]
    looks = [empty, *(to_lab(np.rint(one).astype(np.uint8))[0] for one in glaring)]
    return min(math.hypot(*((hold.middle - look) / spread)) for look in looks)


def gem_costs(
    middle: Lab, gems: Lab, empty: Lab, thresholds: CargoThresholds = CARGO_THRESHOLDS
) -> list[float]:
    """How far a canoe's middle (3,) is from each gem's look in it (n, 3), in standard deviations.

    For each gem the opacity counts that costs least, with what that opacity costs itself.
    """
    chroma = thresholds.gem_chroma_spread_lab
    gem_spread = np.array([thresholds.gem_lightness_spread_lab, chroma, chroma])
    alike_spread = np.array([thresholds.alike_lightness_spread_lab, chroma, chroma])
    opacities = np.array(thresholds.opacities)
    alike = np.abs(gems - empty)[:, 1:].max(axis=1) < thresholds.alike_chroma_lab
    spread = np.where(alike[:, None], alike_spread, gem_spread)
    shown = opacities[:, None] * gems[:, None] + (1 - opacities[:, None]) * empty
    apart = np.sqrt((((middle - shown) / spread[:, None]) ** 2).sum(axis=2))
    costs = apart + np.abs(opacities - thresholds.usual_opacity) * thresholds.opacity_cost
    costs[alike, : -thresholds.alike_opacities] = np.inf
    least: list[float] = costs.min(axis=1).tolist()
    return least
