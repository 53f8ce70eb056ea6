"""A second opinion on what a canoe carries, of a small network that compares pictures of this very table.

The hull is held beside the same colour's empty hull, and beside each deposit with its seven gems, both as they looked
at set-up: so the network need not know the gems or hulls of any one copy of the game (metric learning with reference
pictures; Koch, Zemel & Salakhutdinov, "Siamese neural networks for one-shot image recognition", 2015). How it was made
is said in `docs/networks.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.canoes.hull_crops import HULL_CROP_PX, as_batch, deposit_crop
from vision.imaging.colour_models import to_bgr
from vision.networks.network import Network
from vision.sighting import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.calibration.model import Calibration
    from vision.canoes.hull_crops import Picture


@dataclass(frozen=True, slots=True)
class SecondOpinionThresholds:
    """When the network has its say.

    Chosen on tables that the network had not learnt from: sessions 05-07 of the photo-real development tables, and a
    training sheet.
    """

    dissent: float = 0.5
    """Probability (0..1) from which another cargo than the one named makes it unknown. More lets wrong names stand;
    less doubts right ones."""
    alone: float = 0.9
    """Probability (0..1) from which a cargo that was unknown is named. More leaves more unknown; less names wrong
    ones."""


SECOND_OPINION_THRESHOLDS = SecondOpinionThresholds()


def second_opinion(
    told: str | None,
    sure: float,
    probabilities: Mapping[str | None, float],
    thresholds: SecondOpinionThresholds = SECOND_OPINION_THRESHOLDS,
) -> tuple[str | None, float]:
    """The cargo - a gem, ``None`` or ``UNKNOWN`` - and how sure (0.5..1), from what was ``told`` and the network's say.

    ``None`` stands for an empty canoe. The network may dissent, or name what nobody else could.
    """
    best = max(probabilities, key=probabilities.__getitem__)
    probability = probabilities[best]
    if told == UNKNOWN:
        return (best, probability) if probability >= thresholds.alone else (UNKNOWN, sure)
    if best != told and probability >= thresholds.dissent:
        return UNKNOWN, sure
    return told, sure


class CargoNetwork:
    """Knows how this table's gems look, and its canoes when empty."""

    def __init__(self, calibration: Calibration, empty: Mapping[str, Picture]) -> None:
        """``empty`` are crops of empty hulls at set-up, by colour; a colour that is missing is taken for even."""
        self._network = Network.packaged("cargo")
        deposits = {deposit.gem: deposit for deposit in calibration.layout.deposits.values()}
        self._gems = tuple(deposits)
        full, bare = (
            as_batch(
                [deposit_crop(picture, deposit.centre, calibration.canvas) for deposit in deposits.values()]
            )
            for picture in (calibration.setup_bgr, calibration.empty_bgr)
        )
        vectors = Network.packaged("gem").forward(deposits=np.concatenate((full, bare), axis=1))
        self._vectors = vectors.reshape(1, -1)
        columns, rows = HULL_CROP_PX
        even = {
            colour: np.broadcast_to(np.uint8(to_bgr(model.mean)), (rows, columns, 3))
            for colour, model in calibration.canoes.items()
        }
        self._empty = {colour: as_batch([crop]) for colour, crop in (even | dict(empty)).items()}

    def probabilities(
        self, crops: Sequence[Picture], colours: Sequence[str]
    ) -> list[dict[str | None, float]]:
        """How probable each cargo is (0..1, in all 1) in each canoe, all in one forward pass."""
        if not crops:
            return []
        empty = np.concatenate([self._empty[colour] for colour in colours])
        hulls = np.concatenate((as_batch(crops), empty), axis=1)
        logits = self._network.forward(hulls=hulls, gems=self._vectors)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares = weights / weights.sum(axis=1, keepdims=True)
        return [dict(zip((None, *self._gems), map(float, row), strict=True)) for row in shares]
