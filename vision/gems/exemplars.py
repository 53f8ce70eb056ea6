"""A second opinion on counts: a small network that knows each colour from this table's set-up alone.

Counting by exemplars: each colour is known to it from its own deposit with all its gems, beside the bare one; so it has
no colours of its own, and board, gems and light may be any (`docs/networks.md`). It only dissents: a count that it
finds improbable is not told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.gems.crops import deposit_crop, pairs_of
from vision.networks.network import Network

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.calibration.model import Calibration
    from vision.gems.counting import GemCount
    from vision.gems.crops import Picture
    from vision.layout import DepositArea

Probabilities = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class DissentThresholds:
    """When the network dissents.

    The temperature was fitted on a sheet of the project's own maker that the network was not trained on; what is
    improbable was chosen on sessions 00-07 of the photo-real development tables: one deposit in 300 less is told there.
    """

    temperature: float = 0.7
    """Logits are divided by this before they are probabilities (Guo et al. 2017). More: less sure of everything."""
    improbable: float = 0.03
    """A count of less probability than this is not told. More: fewer wrong counts, more deposits untold."""


DISSENT = DissentThresholds()


class ExemplarCounter:
    """Asks the network about all deposits in one pass; keeps what each colour looks like."""

    def __init__(self, calibration: Calibration) -> None:
        self._canvas = calibration.canvas
        self._rounds = rounds_of(calibration.layout.deposits)
        self._deposits = calibration.layout.deposits
        self.colours = tuple(self._deposits[name].gem for name in self._rounds[0])
        self._bare = [self._crops(calibration.empty_bgr, names) for names in self._rounds]
        references = pairs_of(self._crops(calibration.setup_bgr, self._rounds[0]), self._bare[0])
        self._appearances = Network.packaged("gem_appearance").forward(references=references)
        self._counts = Network.packaged("gem_counts")

    def probabilities(self, bgr: Picture) -> dict[str, Probabilities]:
        """Of counts 0 to 8 of each colour (colours, 9), in a rectified picture in the light of calibration."""
        found: dict[str, Probabilities] = {}
        for names, bare in zip(self._rounds, self._bare, strict=True):
            now = pairs_of(self._crops(bgr, names), bare)
            logits = self._counts.forward(now=now, appearances=self._appearances)
            found |= dict(zip(names, probabilities_of(logits), strict=True))
        return found

    def _crops(self, bgr: Picture, names: Sequence[str]) -> list[Picture]:
        return [deposit_crop(bgr, self._deposits[name], self._canvas) for name in names]


def rounds_of(deposits: Mapping[str, DepositArea]) -> tuple[tuple[str, ...], ...]:
    """Deposits by name, one of each colour at a time, until each had its turn; on a board that is once.

    Sheets for training have several deposits of a colour.
    """
    by_gem: dict[str, list[str]] = {}
    for name, deposit in deposits.items():
        by_gem.setdefault(deposit.gem, []).append(name)
    most = max(map(len, by_gem.values()))
    return tuple(tuple(names[turn % len(names)] for names in by_gem.values()) for turn in range(most))


def probabilities_of(logits: NDArray[np.float32], thresholds: DissentThresholds = DISSENT) -> Probabilities:
    """The probabilities (..., counts) of logits (..., counts)."""
    scaled = logits.astype(np.float64) / thresholds.temperature
    likelihood = np.exp(scaled - scaled.max(-1, keepdims=True))
    return np.asarray(likelihood / likelihood.sum(-1, keepdims=True))


def unless_improbable(
    count: GemCount, probabilities: dict[str, NDArray[np.float64]], thresholds: DissentThresholds = DISSENT
) -> GemCount:
    """The count, not told when these probabilities of counts 0 to 8, of each colour, speak against it."""
    if count.gems is None:
        return count
    likelihood = 1.0
    for colour, of_counts in probabilities.items():
        number = count.gems.get(colour, 0)
        likelihood *= float(of_counts[number]) if number < len(of_counts) else 0.0
    return count if likelihood >= thresholds.improbable else replace(count, gems=None)
