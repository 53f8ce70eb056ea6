"""The board of a rendered table or training sheet, as its truth has it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from vision.layout import Beach, DepositArea, Layout, default_layout


def true_layout(session: dict[str, Any]) -> Layout:
    """The board as the truth has it."""
    default = default_layout()
    spaces = {name: tuple(at) for name, at in session["spaces_mm"].items()}
    first, second = (np.array(spaces[name]) for name in default.river.main[:2])
    upstream = (first - second) / np.linalg.norm(first - second)
    return replace(
        default,
        spaces=spaces,
        river=replace(
            default.river,
            insertion=tuple(map(float, first + 58.0 * upstream)),
            rope_x=float(first[0] + 29.0 * upstream[0]),
        ),
        deposits={name: _deposit(session, default, name) for name in session["deposits_mm"]},
        beaches={name: Beach(*corners) for name, corners in session["beaches_mm"].items()},
        weather=replace(default.weather, centres=tuple(tuple(at) for at in session["weather_mm"])),
        buoy=replace(default.buoy, centres=tuple(tuple(at) for at in session["buoy_mm"])),
    )


def _deposit(session: dict[str, Any], default: Layout, name: str) -> DepositArea:
    """A deposit of the board, or one of those that only a sheet has."""
    centre = tuple(session["deposits_mm"][name])
    if name in default.deposits:
        return replace(default.deposits[name], centre=centre)
    document = session["deposits"][name]
    return DepositArea(centre, document["radius_mm"], document["gem"])
