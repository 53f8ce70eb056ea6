"""Weights of robust regression: what fits badly gets little say in the next round of a least-squares fit.

The fits of this package are *iteratively reweighted least squares* (IRLS): fit, look how far each value lies from
the fit, weigh it by that, and fit again. The weight functions here are those of the Cauchy (also: Lorentzian) and of
the Geman-McClure estimator. Source: P. J. Huber, *Robust Statistics* (1981) for the method; M. J. Black and
P. Anandan, "The robust estimation of multiple motions" (1996), which compares both weight functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[Any] | float


def cauchy_weight(residual: Values, scale: Values, prior: Values = 1) -> NDArray[Any]:
    """Weights of the Cauchy estimator, ``prior / (1 + (residual / scale)**2)``, in the shape of ``residual``.

    ``residual`` is how far each value lies from the fit, and ``scale``, in the same unit, how far it usually does:
    at that distance the weight is half of ``prior``, which says how much each value is worth before the fit. Far
    outliers keep a little say, so that a fit which starts on them can still leave them.
    """
    return np.asarray(prior / (1 + (residual / scale) ** 2))


def geman_mcclure_weight(residual: Values, scale: Values, prior: Values = 1) -> NDArray[Any]:
    """Weights of the Geman-McClure estimator, ``prior / (1 + (residual / scale)**2)**2``.

    As `cauchy_weight`, but outliers lose their say faster: a quarter is left at a distance of ``scale``.
    """
    return np.asarray(prior / (1 + (residual / scale) ** 2) ** 2)
