"""Deposits of the virtual table: the demo and the trial are read by the same network."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from tools.networks.deposit_pool import DEPOSITS, MOST_GEMS, NOWHERE, DepositPool
from tools.networks.deposit_tables import PICTURES, brought_back
from vision.calibrating.calibrate import calibrate
from vision.gems.crops import deposit_crop
from vision.layout import default_layout
from vision.simulate import Light, Renderer, View, empty_scene, set_up, with_gem_in, without_gem_in

if TYPE_CHECKING:
    from vision.layout import Layout
    from vision.simulate.scene import Scene

PLAYERS = ("red", "blue", "green", "yellow")


def simulated_pool(tables: int, seed: int) -> DepositPool:
    """Virtual tables, each in several lights."""
    parts = [_table(Random(1000 * seed + table)) for table in range(tables)]
    return DepositPool(*(np.stack(part) for part in zip(*parts, strict=True)))


def _table(rng: Random) -> tuple[np.ndarray, ...]:
    layout, seed = default_layout(), rng.randrange(10**6)
    view = View(tilt_deg=rng.uniform(0, 5))
    light = _light(rng)
    renderer, start = Renderer(layout, view, light, seed), set_up(layout, PLAYERS, rng)
    calibration = calibrate(renderer.draw(empty_scene()), renderer.draw(start), PLAYERS)
    deposits = [*calibration.layout.deposits.values()]
    colours = [deposit.gem for deposit in deposits]
    now, counts = [], np.zeros((PICTURES, DEPOSITS, DEPOSITS), np.int8)
    for picture in range(PICTURES):
        lit = renderer if picture % 2 == 0 else renderer.in_light(_light(rng))
        scene = _played(start, layout, rng, counts[picture])
        back = brought_back(lit.draw(scene), calibration)
        if back is None:
            message = f"no board found on the virtual table {seed}"
            raise ValueError(message)
        now.append([deposit_crop(back, deposit, calibration.canvas) for deposit in deposits])
    empty, full = (
        np.stack([deposit_crop(bgr, deposit, calibration.canvas) for deposit in deposits])
        for bgr in (calibration.empty_bgr, calibration.setup_bgr)
    )
    assert len(colours) == DEPOSITS  # noqa: S101
    return (
        empty,
        full,
        np.array(now),
        counts,
        np.full((PICTURES, DEPOSITS, MOST_GEMS, 3), NOWHERE, np.float16),
    )


def _played(start: Scene, layout: Layout, rng: Random, counts: np.ndarray) -> Scene:
    """Gems taken from the deposits, and now and then one laid on another's."""
    scene, colours = start, [deposit.gem for deposit in layout.deposits.values()]
    for row, (name, deposit) in enumerate(layout.deposits.items()):
        taken = rng.randint(0, 7)
        for _ in range(taken):
            scene = without_gem_in(scene, layout, name, deposit.gem)
        counts[row, row] = 7 - taken
        if taken and rng.random() < 0.3:
            other = rng.randrange(DEPOSITS)
            scene = with_gem_in(scene, layout, name, colours[other])
            counts[row, other] += 1
    return scene


def _light(rng: Random) -> Light:
    return Light(
        level=rng.uniform(0.6, 1.15),
        kelvin=rng.uniform(3000, 7500),
        lamp_mm=(rng.uniform(0, 500), rng.uniform(0, 300)),
    )
