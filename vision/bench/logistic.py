"""Logistic regression with few parameters, bounds on them and a prior for each: what little data bears."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROUNDS = 200
"""Newton steps at most; some ten are enough."""
SMALL_STEP = 1e-9
"""A step no longer than this is the last."""


@dataclass(frozen=True, slots=True, eq=False)
class Prior:
    """What each parameter is taken to be before there are data, (n,) each: Gaussians, cut off at ``least``."""

    mean: NDArray[np.float64]
    spread: NDArray[np.float64]
    """Standard deviations."""
    least: NDArray[np.float64]


def fit_logistic(
    features: NDArray[np.float64],
    right: NDArray[np.bool_],
    prior: Prior,
    counts: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """The likeliest parameters (n,) for ``features`` (samples, n) and outcomes (samples,), given the prior.

    ``counts`` (samples,) says as how many samples each counts; without it as one.

    Projected Newton steps with backtracking (D. Bertsekas, "Projected Newton methods for optimization problems with
    simple constraints", 1982): a parameter at its bound that is pulled below it stays there.
    """
    weights = np.maximum(prior.mean, prior.least)
    outcome = right.astype(np.float64)
    count = np.ones(len(outcome)) if counts is None else counts
    precision = 1 / prior.spread**2

    def loss(at: NDArray[np.float64]) -> float:
        scores = features @ at
        misfit = np.logaddexp(0.0, scores) - outcome * scores
        return float((count * misfit).sum() + 0.5 * (precision * (at - prior.mean) ** 2).sum())

    now = loss(weights)
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        gradient = features.T @ (count * (chance - outcome)) + precision * (weights - prior.mean)
        free = (weights > prior.least) | (gradient < 0)
        curvature = (features * (count * chance * (1 - chance))[:, None]).T @ features + np.diag(precision)
        step = np.zeros_like(weights)
        step[free] = np.linalg.solve(curvature[np.ix_(free, free)], gradient[free])
        length = 1.0
        while length > SMALL_STEP:
            trial = np.maximum(weights - length * step, prior.least)
            value = loss(trial)
            if value < now:
                break
            length /= 2
        else:
            break
        moved = float(np.abs(trial - weights).max())
        weights, now = trial, value
        if moved <= SMALL_STEP:
            break
    return weights
