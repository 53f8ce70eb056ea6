"""Painted hulls and deposits: crops drawn from chance alone, of colours, gems and hulls that no table has.

They are no pictures of a table, but thousands of them cost a minute, and what they show varies without end: a network
that compares a crop with its references must find its way among them before it sees rendered tables.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.canoes.hull_crops import DEPOSIT_CROP_MM, DEPOSIT_CROP_PX, HULL_CROP_MM, HULL_CROP_PX

Image = np.ndarray
"""(rows, columns, 3), linear light, blue, green, red."""
FINE = 4
"""Crops are painted so many times as large, each way, and then made smaller."""
HULL_LINEAR = np.array(
    [
        (0.02, 0.02, 0.50),
        (0.05, 0.22, 0.02),
        (0.02, 0.48, 0.75),
        (0.38, 0.07, 0.02),
        (0.02, 0.06, 0.15),
        (0.014, 0.012, 0.012),
        (0.17, 0.34, 0.52),
    ]
)
GEM_LINEAR = np.array(
    [(0.52, 0.03, 0.28), (0.96, 0.94, 0.92), (0.03, 0.58, 0.93), (0.72, 0.15, 0.03), (0.24, 0.05, 0.82)]
)


@dataclass(frozen=True, slots=True)
class World:
    """One table's pieces, print, light and camera, drawn from chance."""

    hulls: np.ndarray
    gems: np.ndarray
    """(n, 3) linear colours."""
    opacity: np.ndarray
    facets: int
    """Corners of a gem's outline; 0 for smooth ones."""
    gem_mm: float
    hull_mm: tuple[float, float]
    bluntness: float
    wall: float
    """Width of the gunwale as a share of half the beam."""
    light_rad: float
    """Direction of the light on the board."""
    relief: float
    """How much darker the wall towards the light is, and lighter the one away from it."""
    floor: float
    """Brightness of the floor against the gunwale's."""
    thwarts: bool
    grain: float
    gloss: float
    gamma: float
    contrast: float
    saturation: float
    blur_px: float
    noise: float


def draw_world(rng: np.random.Generator) -> World:
    """A world of seven hull colours and five gem colours, usual ones or any."""
    hulls = HULL_LINEAR * np.exp(rng.normal(0, 0.35, (7, 3)) * 0.5 + rng.normal(0, 0.3, (7, 1)))
    odd = rng.random(7) < 0.35
    hulls[odd] = _any_colour(rng, int(odd.sum()))
    gems = GEM_LINEAR * np.exp(rng.normal(0, 0.2, (5, 3)) + rng.normal(0, 0.2, (5, 1)))
    if rng.random() < 0.4:
        gems = _any_colour(rng, 5)
        gems[int(rng.integers(5))] = rng.uniform(0.6, 1.0)
    clear = gems.min(axis=1) > 0.45
    opacity = np.where(clear, rng.uniform(0.12, 0.75), rng.uniform(0.4, 1.0))
    length = rng.uniform(35, 45)
    return World(
        hulls=np.clip(hulls, 0.006, 1),
        gems=np.clip(gems, 0.006, 1),
        opacity=opacity,
        facets=int(rng.choice([0, 0, 4, 5, 6, 8, 10])),
        gem_mm=float(rng.uniform(8.0, 12.0)),
        hull_mm=(float(length), float(length * rng.uniform(0.31, 0.43))),
        bluntness=float(rng.choice([1.6, 2.0, 2.2, 2.6, 5.0])),
        wall=float(rng.uniform(0.08, 0.4)),
        light_rad=float(rng.uniform(0, math.tau)),
        relief=float(rng.uniform(0.0, 0.6)),
        floor=float(rng.uniform(0.45, 1.1)),
        thwarts=bool(rng.random() < 0.25),
        grain=float(rng.uniform(0, 0.25)),
        gloss=float(rng.uniform(0, 1) ** 2),
        gamma=float(rng.uniform(1.9, 2.5)),
        contrast=float(rng.uniform(0.0, 0.4)),
        saturation=float(rng.uniform(0.75, 1.35)),
        blur_px=float(rng.uniform(0.2, 1.3)),
        noise=float(rng.uniform(0.5, 7.0)),
    )


def paint_hull(world: World, hull: int, gem: int | None, rng: np.random.Generator) -> Image:
    """A hull's crop, (rows, columns, 3) uint8: its pose a little off, things beside it, light of its own."""
    columns, rows = (FINE * side for side in HULL_CROP_PX)
    scale = columns / HULL_CROP_MM[0]
    picture = _ground(rows, columns, scale, rng)
    middle = np.array((columns, rows)) / 2 + rng.normal(0, 0.9, 2) * scale
    turn = float(rng.normal(0, 0.06) + rng.choice((0, math.pi)))
    light = float(rng.uniform(0, math.tau))
    for aside in (-1, 1):
        if rng.random() < 0.3:
            beside = middle + np.array((rng.uniform(-8, 8), aside * rng.uniform(13.5, 20))) * scale
            _hull(picture, world, int(rng.integers(7)), beside, turn + rng.normal(0, 0.1), scale, light, rng)
    _hull(picture, world, hull, middle, turn, scale, light, rng)
    if gem is not None:
        at = middle + rng.normal(0, 0.8, 2) * scale
        _gem(picture, world, gem, at, scale, rng, share=float(rng.uniform(0.6, 1.05)))
    return photographed(_lit(picture, rng), world, rng)


def paint_deposit(world: World, gem: int, rng: np.random.Generator) -> tuple[Image, Image]:
    """A deposit's crop with seven gems, and bare; (rows, columns, 3) uint8 each."""
    side = 2 * DEPOSIT_CROP_PX
    scale = side / DEPOSIT_CROP_MM
    bare = _ground(side, side, scale, rng)
    radius = float(rng.uniform(16, 24))
    ink = world.gems[gem] * 0.4 + rng.uniform(0.05, 0.5, 3) * 0.6
    cv2.circle(bare, (side // 2, side // 2), round(radius * scale), tuple(map(float, ink)), -1, cv2.LINE_AA)
    bare *= 1 + 0.15 * _noise(side, side, 6, rng)[..., None]
    full = bare.copy()
    placed: list[np.ndarray] = []
    for _ in range(200):
        if len(placed) == 7:
            break
        turn, away = rng.uniform(0, math.tau), (radius - 0.4 * world.gem_mm) * math.sqrt(rng.random())
        at = np.array((math.cos(turn), math.sin(turn))) * away
        if all(np.linalg.norm(at - other) > 0.93 * world.gem_mm for other in placed):
            placed.append(at)
    for at in placed:
        _gem(full, world, gem, at * scale + side / 2, scale, rng, share=1.0)
    level = float(np.exp(rng.normal(0, 0.15)))
    half = (DEPOSIT_CROP_PX, DEPOSIT_CROP_PX)
    done = []
    for one in (full, bare):
        small = cv2.resize(one.astype(np.float32) * level, half, interpolation=cv2.INTER_AREA)
        done.append(photographed(small, world, rng, shrink=False))
    return done[0], done[1]


def photographed(light: Image, world: World, rng: np.random.Generator, *, shrink: bool = True) -> Image:
    """Light as the world's camera shows it, uint8."""
    if shrink:
        light = cv2.resize(light.astype(np.float32), HULL_CROP_PX, interpolation=cv2.INTER_AREA)
    light = cv2.GaussianBlur(light.astype(np.float32), (0, 0), world.blur_px * float(rng.uniform(0.8, 1.2)))
    grey = light.mean(axis=2, keepdims=True)
    light = np.clip(grey + world.saturation * (light - grey), 0, 1)
    tone = np.power(light, 1 / world.gamma)
    tone = tone + world.contrast * (tone - 0.5) * (1 - np.abs(2 * tone - 1))
    levels = 255 * tone + rng.normal(0, world.noise, tone.shape) * rng.uniform(0.3, 1.0)
    picture = np.clip(levels, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 97))]
        picture = cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], cv2.IMREAD_COLOR)
    return picture


def _any_colour(rng: np.random.Generator, count: int) -> np.ndarray:
    """Colours of any hue, dark ones as often as light ones."""
    hsv = np.stack(
        (rng.uniform(0, 360, count), rng.uniform(0, 1, count) ** 0.5, rng.uniform(0.12, 1, count)), axis=1
    ).astype(np.float32)
    shown = cv2.cvtColor(hsv[None], cv2.COLOR_HSV2BGR)[0] if count else np.empty((0, 3))
    return np.asarray(shown, np.float64) ** 2.2


def _noise(rows: int, columns: int, grain_px: float, rng: np.random.Generator) -> Image:
    cells = rng.normal(0, 1, (int(rows / grain_px) + 2, int(columns / grain_px) + 2)).astype(np.float32)
    return cv2.resize(cells, (columns, rows), interpolation=cv2.INTER_CUBIC)


def _ground(rows: int, columns: int, scale: float, rng: np.random.Generator) -> Image:
    """Water, sand or land in noise, perhaps with the rim of a disc across it."""
    one, other = _any_colour(rng, 2)
    share = np.clip(0.5 + 0.5 * _noise(rows, columns, rng.uniform(1, 12) * scale, rng), 0, 1)[..., None]
    picture = (one + (one + (other - one) * rng.uniform(0, 0.6) - one) * share).astype(np.float32)
    picture *= 1 + rng.uniform(0, 0.25) * _noise(rows, columns, 1.5 * scale, rng)[..., None]
    if rng.random() < 0.6:
        centre = tuple(int(v) for v in rng.uniform(-20, 40, 2) * scale)
        shade = picture.mean(axis=(0, 1)) * rng.uniform(0.5, 1.8)
        cv2.circle(picture, centre, round(27 * scale), tuple(map(float, shade)), round(scale), cv2.LINE_AA)
    return np.clip(picture, 0.003, 1)


def _lens(world: World, shrink: float) -> np.ndarray:
    along = np.linspace(-1, 1, 21)
    flank = 1 - np.abs(along) ** world.bluntness
    half = np.array(world.hull_mm) / 2 * (shrink if shrink == 1 else np.array((0.5 + 0.5 * shrink, shrink)))
    return np.vstack((np.stack((along, flank), 1), np.stack((along, -flank), 1)[::-1])) * half


def _placed(points: np.ndarray, middle: np.ndarray, turn: float, scale: float) -> np.ndarray:
    cos, sin = math.cos(turn), math.sin(turn)
    return np.rint((points @ np.array([[cos, sin], [-sin, cos]]) * scale + middle) * 16).astype(np.int32)


def _fill(picture: Image, points: np.ndarray, colour: np.ndarray) -> None:
    cv2.fillPoly(picture, [points], tuple(float(v) for v in colour), cv2.LINE_AA, shift=4)


def _hull(
    picture: Image,
    world: World,
    hull: int,
    middle: np.ndarray,
    turn: float,
    scale: float,
    light: float,
    rng: np.random.Generator,
) -> None:
    """Gunwale, two walls lit from one side, floor, thwarts, grain, and a lamp's mirror image."""
    colour = world.hulls[hull] * math.exp(rng.normal(0, 0.08))
    shade = _placed(_lens(world, 1.0), middle + rng.normal(0, 1.2, 2) * scale, turn, scale)
    dark = picture.copy()
    _fill(dark, shade, picture.mean(axis=(0, 1)) * rng.uniform(0.3, 0.8))
    picture[:] = cv2.GaussianBlur(dark, (0, 0), 0.8 * scale)
    _fill(picture, _placed(_lens(world, 1.0), middle, turn, scale), colour * rng.uniform(0.9, 1.15))
    relief = world.relief * math.sin(light - turn)
    inner = _lens(world, 1 - world.wall)
    for side, part in ((1, inner[: len(inner) // 2]), (-1, inner[len(inner) // 2 :])):
        _fill(picture, _placed(part, middle, turn, scale), colour * world.floor * (1 + side * relief))
    floor = _placed(_lens(world, 1 - world.wall - rng.uniform(0.1, 0.35)), middle, turn, scale)
    _fill(picture, floor, colour * world.floor * rng.uniform(0.9, 1.1))
    if world.thwarts:
        for along in (-0.42, 0.42):
            box = np.array([(-1.1, -0.4), (1.1, -0.4), (1.1, 0.4), (-1.1, 0.4)]) * (1, world.hull_mm[1])
            box += (along * world.hull_mm[0] / 2, 0)
            _fill(picture, _placed(box, middle, turn, scale), colour * rng.uniform(0.8, 1.2))
    mask = np.zeros(picture.shape[:2], np.float32)
    cv2.fillPoly(mask, [_placed(_lens(world, 1.0), middle, turn, scale)], 1.0, cv2.LINE_AA, shift=4)
    rows, columns = mask.shape
    picture *= 1 + (mask * world.grain * _noise(rows, columns, rng.uniform(1, 3) * scale, rng))[..., None]
    if rng.random() < 0.5 * world.gloss:
        glow = np.zeros_like(mask)
        at = middle + rng.normal(0, 5, 2) * scale
        axes = (round(rng.uniform(0.5, 5) * scale), round(rng.uniform(0.5, 2) * scale))
        cv2.ellipse(glow, (tuple(map(float, at)), axes, float(rng.uniform(0, 180))), 1.0, -1)
        glow = cv2.GaussianBlur(glow, (0, 0), float(rng.uniform(0.3, 2)) * scale) * mask
        picture += (rng.uniform(0.1, 0.9) * glow)[..., None]
    np.clip(picture, 0.002, 1.3, out=picture)


def _gem(
    picture: Image,
    world: World,
    gem: int,
    at: np.ndarray,
    scale: float,
    rng: np.random.Generator,
    share: float,
) -> None:
    """Facets of one colour, lighter and darker, through which what lies below shines; a sparkle; shade around."""
    radius = world.gem_mm / 2 * float(rng.uniform(0.9, 1.1))
    corners = world.facets or 14
    turns = np.sort(np.linspace(0, math.tau, corners, endpoint=False) + rng.uniform(0, math.tau))
    wobble = rng.uniform(0.8, 1.1, corners) if world.facets else rng.uniform(0.97, 1.03, corners)
    stretch = np.array((1.0, rng.uniform(0.7, 1.0)))
    outline = np.stack((np.cos(turns), np.sin(turns)), 1) * (radius * wobble)[:, None] * stretch
    peak = rng.normal(0, 0.25, 2) * radius
    colour, opacity = world.gems[gem] * share, float(world.opacity[gem] * rng.uniform(0.85, 1.05))
    below = cv2.GaussianBlur(picture, (0, 0), 0.8 * scale)
    dark = picture.copy()
    turn = float(rng.uniform(0, math.tau))
    _fill(
        dark,
        _placed(1.15 * outline, at + rng.normal(0, 0.4, 2) * scale, turn, scale),
        below.mean((0, 1)) * 0.4,
    )
    picture += (cv2.GaussianBlur(dark, (0, 0), 0.5 * scale) - picture) * float(rng.uniform(0, 0.7))
    stone = picture.copy()
    spread = float(rng.uniform(0.05, 0.5))
    through = below[int(np.clip(at[1], 0, len(picture) - 1)), int(np.clip(at[0], 0, picture.shape[1] - 1))]
    tinted = through * (0.25 + 0.75 * colour / max(float(colour.max()), 1e-3))
    for number in range(corners):
        facet = np.array((outline[number], outline[(number + 1) % corners], peak))
        bright = math.exp(rng.normal(0, spread)) * (
            1.0 if world.facets else 1 + 0.3 * math.cos(turns[number])
        )
        body = opacity * colour * bright + (1 - opacity) * tinted * math.exp(rng.normal(0, 0.3))
        if rng.random() < 0.08:
            body = body + rng.uniform(0.1, 0.8)
        _fill(stone, _placed(facet, at, turn, scale), body)
    picture[:] = stone
    if rng.random() < 0.6:
        spot = at + rng.normal(0, 0.4, 2) * radius * scale
        cv2.circle(picture, tuple(int(v) for v in spot), round(rng.uniform(0.3, 1.0) * scale), (0.9,) * 3, -1)


def _lit(picture: Image, rng: np.random.Generator) -> Image:
    """Light that reading did not bring back quite: level, cast, and here and there a shadow's rim across the hull."""
    light = np.exp(rng.normal(0, 0.14) + rng.normal(0, 0.05, 3))
    picture = picture * light
    if rng.random() < 0.2:
        rows, columns = picture.shape[:2]
        down, across = np.mgrid[0:rows, 0:columns].astype(np.float32)
        way = rng.uniform(0, math.tau)
        far = (across - columns / 2) * math.cos(way) + (down - rows / 2) * math.sin(way)
        soft = 1 / (1 + np.exp(-far / rng.uniform(4, 40) + rng.normal(0, 1)))
        picture = picture * (1 - rng.uniform(0.2, 0.6) * soft[..., None])
    if rng.random() < 0.15:
        picture = picture + rng.uniform(0, 0.15)
    return np.asarray(picture, np.float32)
