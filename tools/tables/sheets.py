"""Training sheets: tables so full that each picture shows a hundred labelled things, for training networks.

A sheet is a folder like a table's: the empty board, the board set up - each colour's canoes empty on the beaches,
every deposit with its seven gems -, then pictures crowded with canoes of known cargo and piles of known count, each
second one in a light of its own. A sheet follows from its seed.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tools.tables.boards import own_layout
from tools.tables.positions import GEMS_OF_A_COLOUR, Position, in_deposit
from tools.tables.style import GemShape, HullShape, draw_style
from vision.layout import default_layout
from vision.simulate.scene import CanoePiece, DiscPiece, Scene

if TYPE_CHECKING:
    from tools.tables.style import TableStyle
    from vision.layout import Layout, Place
    from vision.simulate.scene import GemPiece

MORE_DEPOSITS = 8
"""Tried so often to print one more deposit on a sheet than the board's five."""
MOST_CANOES = 56
MOST_PILE = 8
LOADED, FOREIGN, RIVER = 0.5, 0.25, 0.6
"""Shares of canoes that carry a gem, of piles with gems of other colours, of canoes on the river."""
SHEET_CANOES_EACH, SHEET_GEMS_EACH = 24, 60
"""Of each colour, in the maker's box."""
STICKER_CLEAR_MM = 34.0
"""No canoe lies so near to the middle of a sticker."""
SIZE_PX = (1280, 720)
HULL_MM = (44.0, 16.5)
"""Length and beam of the room a canoe takes."""


def sheet_style(seed: int) -> TableStyle:
    """A table's style, with gems of any shape and hulls of any proportion."""
    style, rng = draw_style(seed, stickers=True, own_layout=True), np.random.default_rng([seed, 11])
    shape = list(GemShape)[int(rng.integers(len(GemShape)))]
    gems = replace(style.gems, shape=shape, flatness=1.0 if shape is GemShape.BEAD else style.gems.flatness)
    length = float(rng.uniform(35.0, 45.0))
    hulls = replace(
        style.hulls,
        shape=list(HullShape)[int(rng.integers(len(HullShape)))],
        length_mm=length,
        beam_mm=length * float(rng.uniform(0.31, 0.43)),
        height_mm=float(rng.uniform(5.0, 15.0)),
    )
    return replace(style, gems=gems, hulls=hulls, camera=replace(style.camera, size_px=SIZE_PX))


def sheet_layout(seed: int) -> Layout:
    """A board of its own with more deposits than five, wherever there is land for one."""
    layout, rng = own_layout(default_layout(), seed), np.random.default_rng([seed, 12])
    deposits = dict(layout.deposits)
    gems = [deposit.gem for deposit in deposits.values()]
    for number in range(MORE_DEPOSITS):
        for _ in range(200):
            at = float(rng.uniform(30, layout.size[0] - 30)), float(rng.uniform(30, layout.size[1] - 30))
            radius = float(rng.uniform(18.0, 25.0))
            if _land(layout, at, radius) and all(
                math.dist(at, other.centre) > radius + other.radius + 3 for other in deposits.values()
            ):
                gem = str(rng.choice(gems))
                like = next(iter(layout.deposits.values()))
                deposits[f"more-{number}"] = replace(like, centre=at, radius=radius, gem=gem, spaces=())
                break
    return replace(layout, deposits=deposits)


def crowded(layout: Layout, colours: tuple[str, ...], rng: np.random.Generator) -> Position:
    """As many canoes as find room on discs and land, and a pile of gems on each deposit."""
    discs = tuple(
        DiscPiece(float(x + rng.normal(0, 0.7)), float(y + rng.normal(0, 0.7)))
        for x, y in layout.spaces.values()
        if rng.random() < 0.8
    )
    canoes: list[CanoePiece] = []
    for number in range(int(rng.integers(MOST_CANOES // 2, MOST_CANOES + 1))):
        spot = _free_spot(layout, canoes, rng)
        if spot is None:
            continue
        loaded = rng.random() < LOADED
        cargo = (str(rng.choice([d.gem for d in layout.deposits.values()])),) if loaded else ()
        canoes.append(CanoePiece(str(rng.choice(colours)), *spot, cargo, f"c-{number}"))
    gems = tuple(gem for name in layout.deposits for gem in _pile(layout, name, rng))
    at = {canoe.name: nearest_space(layout, (canoe.x_mm, canoe.y_mm)) for canoe in canoes}
    return Position(Scene(discs, tuple(canoes), gems), at)


def nearest_space(layout: Layout, place: Place) -> str:
    """The space that a place lies on, ``land`` when it lies on none."""
    space = min(layout.spaces, key=lambda name: math.dist(layout.spaces[name], place))
    return space if math.dist(layout.spaces[space], place) < layout.disc.diameter / 2 else "land"


def _free_spot(
    layout: Layout, canoes: list[CanoePiece], rng: np.random.Generator
) -> tuple[float, float, float] | None:
    """Where a canoe has room, and its direction; canoes may nearly touch."""
    spaces = list(layout.spaces.values())
    for _ in range(40):
        if rng.random() < RIVER:
            near = spaces[int(rng.integers(len(spaces)))]
            place = float(near[0] + rng.uniform(-24, 24)), float(near[1] + rng.uniform(-24, 24))
        else:
            place = float(rng.uniform(12, layout.size[0] - 12)), float(rng.uniform(12, layout.size[1] - 12))
        turn = float(rng.uniform(0, math.tau))
        if all(math.dist(place, at) > STICKER_CLEAR_MM for at in layout.markers.centres.values()) and all(
            not _touch((*place, turn), (d.centre[0], d.centre[1], turn), d.radius)
            for d in layout.deposits.values()
        ):
            neighbours = [(c.x_mm, c.y_mm, c.angle_rad) for c in canoes]
            # Here and there they lie side by side on purpose, as they do on a crowded disc.
            if neighbours and rng.random() < 0.35:
                x, y, turn = neighbours[int(rng.integers(len(neighbours)))]
                aside = float(rng.choice((-1, 1)) * rng.uniform(15.5, 19.0))
                place = x - aside * math.sin(turn), y + aside * math.cos(turn)
                turn += float(rng.uniform(-0.12, 0.12))
            if _clear(layout, (*place, turn), neighbours):
                return (*place, turn)
    return None


def _clear(
    layout: Layout, spot: tuple[float, float, float], others: list[tuple[float, float, float]]
) -> bool:
    x, y, _ = spot
    inside = 4 < x < layout.size[0] - 4 and 4 < y < layout.size[1] - 4
    return (
        inside
        and all(math.dist((x, y), at) > STICKER_CLEAR_MM for at in layout.markers.centres.values())
        and not any(_touch(spot, (d.centre[0], d.centre[1], 0.0), d.radius) for d in layout.deposits.values())
        and not any(_overlap(spot, other) for other in others)
    )


def _touch(spot: tuple[float, float, float], other: tuple[float, float, float], radius_mm: float) -> bool:
    """Whether a canoe reaches into a circle."""
    along, aside = _seen_from(spot, other)
    beyond = math.hypot(max(abs(along) - HULL_MM[0] / 2, 0.0), max(abs(aside) - HULL_MM[1] / 2, 0.0))
    return beyond < radius_mm


def _overlap(one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    """Whether two canoes lie on each other: discs along their keels, narrower towards the ends."""
    ends = np.linspace(-0.42, 0.42, 7)
    wide = 0.44 * HULL_MM[1] * (1 - 0.55 * (2 * ends) ** 2)
    lines = [
        np.stack((x + ends * HULL_MM[0] * math.cos(turn), y + ends * HULL_MM[0] * math.sin(turn)), axis=1)
        for x, y, turn in (one, other)
    ]
    apart = np.linalg.norm(lines[0][:, None] - lines[1][None], axis=2)
    return bool((apart < wide[:, None] + wide[None] + 0.6).any())


def _seen_from(spot: tuple[float, float, float], other: tuple[float, float, float]) -> tuple[float, float]:
    dx, dy, turn = other[0] - spot[0], other[1] - spot[1], spot[2]
    return math.cos(turn) * dx + math.sin(turn) * dy, math.cos(turn) * dy - math.sin(turn) * dx


def _pile(layout: Layout, name: str, rng: np.random.Generator) -> list[GemPiece]:
    """0 to 8 gems of a deposit's own colour, here and there with one or two others."""
    own = layout.deposits[name].gem
    counts = {own: int(rng.integers(0, MOST_PILE + 1))}
    if rng.random() < FOREIGN:
        others = sorted({d.gem for d in layout.deposits.values()} - {own})
        for _ in range(int(rng.integers(1, 3))):
            gem = str(rng.choice(others))
            counts[gem] = counts.get(gem, 0) + 1
        counts[own] = min(counts[own], GEMS_OF_A_COLOUR)
    return in_deposit(layout, name, counts, rng)


def _land(layout: Layout, at: Place, radius_mm: float) -> bool:
    """Whether a deposit of this radius lies on land: off the river, the beaches, the stickers and the track."""
    x, y = at
    across = max(abs(x - layout.size[0] / 2) - layout.size[0] / 2 + radius_mm, 0.0)
    down = max(abs(y - layout.size[1] / 2) - layout.size[1] / 2 + radius_mm, 0.0)
    return (
        across == down == 0.0
        and all(
            math.dist(at, space) > radius_mm + layout.disc.diameter / 2 + 3
            for space in layout.spaces.values()
        )
        and all(math.dist(at, sticker) > radius_mm + 22 for sticker in layout.markers.centres.values())
        and all(math.dist(at, square) > radius_mm + 16 for square in layout.weather.centres)
        and not any(
            beach.x_min - radius_mm < x < beach.x_max + radius_mm
            and beach.y_min - radius_mm < y < beach.y_max + radius_mm
            for beach in layout.beaches.values()
        )
    )
