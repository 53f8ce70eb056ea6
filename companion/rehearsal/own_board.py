"""Boards of their own layout: nobody has published the board's millimetres, so every real board is one."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from vision.layout import Beach, default_layout, layout_problem

if TYPE_CHECKING:
    from random import Random

    from vision.layout import Layout
    from vision.simulate.scene import Place

BEND_MM = 7.0
"""The river swings so far to each side of where the default layout has it, at most."""
NUDGE_MM = 4.0
"""Arms, deposits and beaches lie so far beside where the river takes them, at most, along each axis."""
TRACK_SHIFT_MM = (-20.0, 55.0)
"""The weather's track begins so far downstream of the default."""
TRACK_STEP_MM = (30.0, 35.0)
"""From one square of the track to the next."""
BUOY_SHIFT_MM = (-14.0, 14.0)
BUOY_STEP_MM = (54.0, 61.0)
BUOY_ENDS_MM = 475.0
"""Where the last place of the buoy ends at the latest: then comes the sticker."""
CLEARANCE_MM = 1.0
"""Between a deposit and the discs beside it, at least."""


def own_board(rng: Random) -> Layout:
    """A board on which everything lies a little elsewhere, and the track and the buoy's places a good deal."""
    while True:
        board = _drawn(rng)
        if layout_problem(board) is None and _has_room(board):
            return board


def _drawn(rng: Random) -> Layout:
    known = default_layout()
    swing, phase = rng.uniform(0.0, BEND_MM), rng.uniform(0.0, math.tau)
    along = rng.uniform(-NUDGE_MM, NUDGE_MM)

    def carried(place: Place) -> Place:
        """Where the river takes a place that lies on it or beside it."""
        x, y = place
        return x + along, y + swing * math.sin(phase + math.tau * x / known.size[0])

    def nudged(place: Place) -> Place:
        x, y = carried(place)
        return x + rng.uniform(-NUDGE_MM, NUDGE_MM), y + rng.uniform(-NUDGE_MM, NUDGE_MM)

    river = known.river
    return replace(
        known,
        spaces={
            name: carried(place) if name in river.main else nudged(place)
            for name, place in known.spaces.items()
        },
        river=replace(river, insertion=carried(river.insertion), rope_x=river.rope_x + along),
        deposits={
            name: replace(deposit, centre=nudged(deposit.centre)) for name, deposit in known.deposits.items()
        },
        beaches={name: _beach(beach, rng) for name, beach in known.beaches.items()},
        weather=replace(
            known.weather, centres=_row(known.weather.centres, rng, TRACK_SHIFT_MM, TRACK_STEP_MM)
        ),
        buoy=replace(known.buoy, centres=_row(known.buoy.centres, rng, BUOY_SHIFT_MM, BUOY_STEP_MM)),
    )


def _row(
    known: tuple[Place, ...], rng: Random, shift_mm: tuple[float, float], step_mm: tuple[float, float]
) -> tuple[Place, ...]:
    (x, y), step = known[0], rng.uniform(*step_mm)
    first = x + rng.uniform(*shift_mm)
    return tuple((first + step * number, y) for number in range(len(known)))


def _beach(beach: Beach, rng: Random) -> Beach:
    right, down = (rng.uniform(-NUDGE_MM, NUDGE_MM) for _ in range(2))
    return Beach(beach.x_min + right, beach.y_min + down, beach.x_max + right, beach.y_max + down)


def _has_room(board: Layout) -> bool:
    """Whether no disc lies on a deposit, and the buoy's places end before the sticker."""
    disc = board.disc.diameter / 2
    apart = all(
        math.dist(deposit.centre, place) >= deposit.radius + disc + CLEARANCE_MM
        for deposit in board.deposits.values()
        for place in board.spaces.values()
    )
    return apart and board.buoy.centres[-1][0] + board.buoy.diameter / 2 <= BUOY_ENDS_MM
