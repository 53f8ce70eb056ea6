"""How one table looks: print, pieces, lamps, camera. Everything is drawn from a seed; nothing here draws pictures.

A table keeps its style through all of its pictures, as a real one does. Ranges are wide on purpose: a reader that is
fitted on these tables should find a real one somewhere among them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

Choice = TypeVar("Choice")

Colour = tuple[float, float, float]
"""Linear red, green, blue, 0..1."""


class Painter(StrEnum):
    """The manner in which a board is printed."""

    PAINTED = "painted"
    """Soft brush: land in noise, a light river with waves."""
    FLAT = "flat"
    """Few even colours with drawn outlines, like a modern edition."""
    DETAILED = "detailed"
    """Many small trees, rocks and ripples, strong contrast."""
    FADED = "faded"
    """An old print: low contrast, yellowed, worn along the river."""


class GemShape(StrEnum):
    """The form of the gems."""

    PEBBLE = "pebble"
    BRILLIANT = "brilliant"
    """Cut: a flat table, a faceted crown, a point below."""
    OCTAHEDRON = "octahedron"
    PRISM = "prism"
    """A six-sided crystal with pointed ends."""
    SLAB = "slab"
    """A tumbled flat nugget."""
    CUBE = "cube"
    BEAD = "bead"
    """A ball."""


class HullShape(StrEnum):
    """The form of the canoes."""

    OPEN = "open"
    THWARTED = "thwarted"
    """Open with two seats across."""
    DUGOUT = "dugout"
    """A blunt-ended trough."""
    KAYAK = "kayak"
    """Slender, with a shallow trough."""


class Token(StrEnum):
    """The form of the buoy."""

    RING = "ring"
    DISC = "disc"
    CONE = "cone"
    DOME = "dome"


class Tabletop(StrEnum):
    """What the board stands on."""

    WOOD = "wood"
    CLOTH = "cloth"
    PLAIN = "plain"
    DARK = "dark"
    STRIPED = "striped"


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """The printed board."""

    painter: Painter
    land: Colour
    land_other: Colour
    water: Colour
    sand: Colour
    contrast: float
    """Of noise and details, 1 is usual."""
    waves_mm: float
    """Length of the printed waves."""
    foam: float
    """Whiteness before the falls, 0..1."""
    roughness: float
    """Of the lacquer: 0.15 mirrors lamps, 0.7 hardly."""


@dataclass(frozen=True, slots=True)
class GemStyle:
    """The gems of a table."""

    shape: GemShape
    size_mm: float
    flatness: float
    """Height as a share of the width."""
    roughness: float
    transmission: float
    """Share of light that goes through, 0..1."""
    colours: dict[str, Colour]


@dataclass(frozen=True, slots=True)
class HullStyle:
    """The canoes of a table."""

    shape: HullShape
    length_mm: float
    beam_mm: float
    height_mm: float
    roughness: float
    grain: float
    """Strength of the wood's grain under the paint."""
    colours: dict[str, Colour]


@dataclass(frozen=True, slots=True)
class DiscStyle:
    """The river discs."""

    roughness: float
    scratches: float
    bevel_mm: float
    tint: Colour


@dataclass(frozen=True, slots=True)
class Lamp:
    """One lamp: where (metres from the board's middle), how large, how strong, how warm."""

    x_m: float
    y_m: float
    z_m: float
    size_m: float
    watts: float
    kelvin: float


@dataclass(frozen=True, slots=True)
class Lighting:
    """All the light of a room at one time."""

    lamps: tuple[Lamp, ...]
    sky: float
    sky_kelvin: float
    person: tuple[float, float] | None
    """Somebody who leans over the table and takes its light: direction (radians) and distance (metres)."""


@dataclass(frozen=True, slots=True)
class CameraStyle:
    """Camera, lens and what its electronics make of the light."""

    size_px: tuple[int, int]
    angle_deg: float
    tilt_deg: float
    azimuth_deg: float
    roll_deg: float
    height_m: float
    k1: float
    k2: float
    vignetting: float
    blur_px: float
    white_balance: float
    """1 takes the whole cast of the light away, 0 nothing of it."""
    exposure: float
    """Mean brightness aimed at, linear."""
    noise: float
    contrast: float
    saturation: float
    sharpening: float
    jpeg_quality: int


@dataclass(frozen=True, slots=True)
class TableStyle:
    """One table."""

    seed: int
    board: PrintStyle
    gems: GemStyle
    hulls: HullStyle
    discs: DiscStyle
    buoy: Token
    buoy_colour: Colour
    cloud_colour: Colour
    tabletop: Tabletop
    tabletop_colour: Colour
    skin: Colour
    sleeve: Colour | None
    light: Lighting
    other_light: Lighting
    """After the lamps were changed."""
    camera: CameraStyle
    stickers: bool
    own_layout: bool


_TABLE_GEMS = (
    GemShape.PEBBLE,
    GemShape.BRILLIANT,
    GemShape.OCTAHEDRON,
    GemShape.PRISM,
    GemShape.SLAB,
)
"""What gems of tables are drawn from; sheets have all shapes."""
_LAND = (
    (0.09, 0.16, 0.03),
    (0.19, 0.21, 0.05),
    (0.06, 0.12, 0.05),
    (0.25, 0.19, 0.08),
    (0.12, 0.09, 0.04),
    (0.16, 0.24, 0.10),
)
_WATER = (
    (0.06, 0.22, 0.40),
    (0.03, 0.13, 0.30),
    (0.11, 0.30, 0.39),
    (0.05, 0.19, 0.23),
    (0.16, 0.34, 0.51),
    (0.02, 0.08, 0.19),
)
_CANOES = {
    "red": (0.50, 0.02, 0.02),
    "green": (0.02, 0.22, 0.05),
    "yellow": (0.75, 0.48, 0.02),
    "blue": (0.02, 0.07, 0.38),
    "brown": (0.15, 0.06, 0.02),
    "black": (0.012, 0.012, 0.014),
    "wood": (0.52, 0.34, 0.17),
}
_GEMS = {
    "violet": (0.28, 0.03, 0.52),
    "clear": (0.92, 0.94, 0.96),
    "yellow": (0.93, 0.58, 0.03),
    "blue": (0.03, 0.15, 0.72),
    "pink": (0.82, 0.05, 0.24),
}


def draw_style(seed: int, *, stickers: bool, own_layout: bool) -> TableStyle:
    """The style of the table with this seed."""
    rng = np.random.default_rng([seed, 1])
    return TableStyle(
        seed=seed,
        board=_print(rng),
        gems=_gems(rng),
        hulls=_hulls(rng),
        discs=DiscStyle(
            roughness=_between(rng, 0.01, 0.16),
            scratches=_between(rng, 0.0, 0.12),
            bevel_mm=_between(rng, 0.2, 0.9),
            tint=_near(rng, (0.95, 0.97, 0.98), 0.03),
        ),
        buoy=_one_of(rng, list(Token)),
        buoy_colour=_near(
            rng, _one_of(rng, [(0.75, 0.10, 0.04), (0.80, 0.40, 0.03), (0.70, 0.05, 0.20)]), 0.2
        ),
        cloud_colour=_near(rng, (0.82, 0.83, 0.86), 0.1),
        tabletop=_one_of(rng, list(Tabletop)),
        tabletop_colour=tuple(float(v) for v in rng.uniform(0.03, 0.75, 3)),  # type: ignore[arg-type]
        skin=_near(
            rng,
            _one_of(rng, [(0.62, 0.38, 0.28), (0.45, 0.25, 0.16), (0.20, 0.10, 0.06), (0.72, 0.48, 0.38)]),
            0.1,
        ),
        sleeve=None if rng.random() < 0.5 else tuple(float(v) for v in rng.uniform(0.02, 0.8, 3)),  # type: ignore[arg-type]
        light=draw_lighting(rng),
        other_light=draw_lighting(rng),
        camera=_camera(rng),
        stickers=stickers,
        own_layout=own_layout,
    )


def _print(rng: np.random.Generator) -> PrintStyle:
    land, other = (_one_of(rng, list(_LAND)) for _ in range(2))
    return PrintStyle(
        painter=_one_of(rng, list(Painter)),
        land=_near(rng, land, 0.25),
        land_other=_near(rng, other, 0.25),
        water=_near(rng, _one_of(rng, list(_WATER)), 0.25),
        sand=_near(rng, (0.60, 0.48, 0.25), 0.25),
        contrast=_between(rng, 0.5, 1.5),
        waves_mm=_between(rng, 4.0, 18.0),
        foam=_between(rng, 0.2, 1.0),
        roughness=_between(rng, 0.2, 0.65),
    )


def _gems(rng: np.random.Generator) -> GemStyle:
    shape = _one_of(rng, _TABLE_GEMS)
    return GemStyle(
        shape=shape,
        size_mm=_between(rng, 8.5, 11.5),
        flatness=_between(rng, 0.45, 0.9),
        roughness=_between(rng, 0.02, 0.2),
        transmission=_between(rng, 0.5, 0.95),
        colours={name: _near(rng, colour, 0.18) for name, colour in _GEMS.items()},
    )


def _hulls(rng: np.random.Generator) -> HullStyle:
    length = _between(rng, 36.0, 44.0)
    return HullStyle(
        shape=_one_of(rng, list(HullShape)),
        length_mm=length,
        beam_mm=length * _between(rng, 0.33, 0.42),
        height_mm=_between(rng, 7.0, 12.0),
        roughness=_between(rng, 0.2, 0.7),
        grain=_between(rng, 0.0, 0.4),
        colours={name: _near(rng, colour, 0.3) for name, colour in _CANOES.items()},
    )


def draw_lighting(rng: np.random.Generator) -> Lighting:
    """The light of a room: one to three lamps, the sky, and perhaps somebody who leans over the table."""
    lamps = []
    for _ in range(int(rng.integers(1, 4))):
        angle, away = rng.uniform(0, math.tau), rng.uniform(0.25, 1.6)
        lamps.append(
            Lamp(
                x_m=float(away * math.cos(angle)),
                y_m=float(away * math.sin(angle)),
                z_m=_between(rng, 0.6, 2.0),
                size_m=_between(rng, 0.05, 0.9),
                watts=_between(rng, 4.0, 30.0),
                kelvin=_between(rng, 2500.0, 7000.0),
            )
        )
    person = (float(rng.uniform(0, math.tau)), _between(rng, 0.34, 0.55)) if rng.random() < 0.4 else None
    return Lighting(tuple(lamps), _between(rng, 0.05, 1.0), _between(rng, 4000.0, 9000.0), person)


def _camera(rng: np.random.Generator) -> CameraStyle:
    return CameraStyle(
        size_px=_one_of(rng, [(1280, 720), (1280, 720), (1280, 960), (1152, 864)]),
        angle_deg=_one_of(rng, [62.2, 66.0, 66.0, 70.0, 75.0]),
        tilt_deg=_between(rng, 0.0, 24.0),
        azimuth_deg=_between(rng, 0.0, 360.0),
        roll_deg=float(rng.choice([0, 180]) + rng.uniform(-9, 9)),
        height_m=_between(rng, 0.50, 0.70),
        k1=_between(rng, -0.10, 0.04),
        k2=_between(rng, -0.01, 0.01),
        vignetting=_between(rng, 0.0, 0.4),
        blur_px=_between(rng, 0.0, 1.1),
        white_balance=_between(rng, 0.4, 1.0),
        exposure=_between(rng, 0.09, 0.26),
        noise=_between(rng, 0.004, 0.03),
        contrast=_between(rng, 0.0, 0.45),
        saturation=_between(rng, 0.8, 1.3),
        sharpening=_between(rng, 0.0, 0.9),
        jpeg_quality=int(rng.integers(78, 96)),
    )


def _between(rng: np.random.Generator, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


def _near(rng: np.random.Generator, colour: Colour, spread: float) -> Colour:
    """A colour like this one: lighter or darker as a whole, and a little otherwise in each channel."""
    whole = rng.uniform(1 - spread, 1 + spread)
    red, green, blue = (
        float(np.clip(v * whole * rng.uniform(1 - spread / 2, 1 + spread / 2), 0, 1)) for v in colour
    )
    return red, green, blue


def _one_of(rng: np.random.Generator, choices: Sequence[Choice]) -> Choice:
    return choices[int(rng.integers(len(choices)))]
