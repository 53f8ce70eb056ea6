"""Boards of their own: everything lies elsewhere than on the default layout, as on a real board nobody measured."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.layout import Beach

if TYPE_CHECKING:
    from vision.layout import Layout, Place

PITCH_MM = (55.2, 57.5)
"""From one space's middle to the next; a disc is 54.5 mm wide."""
BEND_RAD = 0.16
"""The river turns by at most so much from one space to the next."""
STRAIGHTEN_RAD_PER_MM = 0.004
"""It turns back towards the middle of the board, the more the further it has strayed."""


def own_layout(default: Layout, seed: int) -> Layout:
    """A layout in the manner of the default one, drawn from the seed."""
    rng = np.random.default_rng([seed, 2])
    spaces = _river(default, rng)
    shift = {name: np.subtract(spaces[name], default.spaces[name]) for name in spaces}
    deposits = {
        name: replace(
            deposit,
            centre=_moved(
                deposit.centre,
                np.mean([shift[space] for space in deposit.spaces], axis=0) + _jitter(rng, 3.0),
            ),
        )
        for name, deposit in default.deposits.items()
    }
    beaches = {}
    for name, beach in default.beaches.items():
        across, down = rng.uniform(-7, 7, 2)
        beaches[name] = Beach(
            float(beach.x_min + across),
            float(beach.y_min + down),
            float(beach.x_max + across),
            float(beach.y_max + down),
        )
    track = np.array((rng.uniform(-10, 70), rng.uniform(-4, 2)))
    seats = np.array((rng.uniform(-14, 10), rng.uniform(-2, 6)))
    first, second = np.array(spaces["M1"]), np.array(spaces["M2"])
    upstream = (first - second) / np.linalg.norm(first - second)
    return replace(
        default,
        spaces=spaces,
        river=replace(
            default.river,
            insertion=_place(first + 58.0 * upstream),
            rope_x=float(first[0] + 29.0 * upstream[0]),
        ),
        deposits=deposits,
        beaches=beaches,
        weather=replace(default.weather, centres=tuple(_moved(at, track) for at in default.weather.centres)),
        buoy=replace(default.buoy, centres=tuple(_moved(at, seats) for at in default.buoy.centres)),
    )


def _river(default: Layout, rng: np.random.Generator) -> dict[str, Place]:
    """The nine spaces: a gently winding channel, and two arms that part at the fork."""
    pitch = rng.uniform(*PITCH_MM)
    heading = rng.uniform(-0.12, 0.12)
    here = np.array(default.spaces["M1"]) + rng.uniform(-6, 6, 2)
    middle_y = default.size[1] / 2
    found: dict[str, Place] = {default.river.main[0]: _place(here)}
    for name in default.river.main[1:]:
        heading += rng.uniform(-BEND_RAD, BEND_RAD) - STRAIGHTEN_RAD_PER_MM * (here[1] - middle_y)
        heading = float(np.clip(heading, -0.25, 0.25))
        here = here + pitch * _towards(heading)
        found[name] = _place(here)
    fork = here
    for names, side in ((default.river.left, -1.0), (default.river.right, 1.0)):
        away = fork
        for name, turn in zip(names, (rng.uniform(0.86, 1.0), rng.uniform(0.36, 0.54)), strict=True):
            away = away + 1.01 * pitch * _towards(heading + side * turn)
            found[name] = _place(away)
    return {name: found[name] for name in default.spaces}


def _towards(angle: float) -> np.ndarray:
    return np.array((math.cos(angle), math.sin(angle)))


def _jitter(rng: np.random.Generator, reach_mm: float) -> np.ndarray:
    return rng.uniform(-reach_mm, reach_mm, 2)


def _moved(place: Place, by: np.ndarray) -> Place:
    return float(place[0] + by[0]), float(place[1] + by[1])


def _place(values: np.ndarray) -> Place:
    return float(values[0]), float(values[1])
