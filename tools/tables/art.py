"""The printed board as a picture, painted in one of several manners."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tools.tables.style import Painter

if TYPE_CHECKING:
    from tools.tables.style import Colour, PrintStyle
    from vision.layout import Layout, Place

PX_PER_MM = 4.0
BANK_MM = 2.0
"""The printed river is wider than a disc by so much on each side."""

Image = np.ndarray


def paint_board(
    layout: Layout, style: PrintStyle, seed: int, gems: dict[str, Colour], *, stickers: bool
) -> tuple[Image, Image]:
    """The print, (height, width, 3) linear red, green, blue in 0..1, and the river's mask in 0..1."""
    rng = np.random.default_rng([seed, 3])
    size = tuple(round(side * PX_PER_MM) for side in layout.size)
    river = _river_mask(layout, size)
    image = _land(style, size, rng)
    _scenery(image, style, rng)
    water = _water(style, size, rng, layout)
    soft = cv2.GaussianBlur(river, (0, 0), 0.6 * PX_PER_MM)[..., None]
    image = image * (1 - soft) + water * soft
    edge = cv2.morphologyEx(river, cv2.MORPH_GRADIENT, np.ones((7, 7), np.uint8))
    image *= (1 - rng.uniform(0.15, 0.6) * np.clip(edge, 0, 1))[..., None]
    _beaches(image, layout, style, rng)
    _places(image, layout, gems, rng)
    if style.painter is Painter.FADED:
        wear = _noise(size, 60, rng)[..., None]
        image = image * 0.62 + np.array((0.30, 0.27, 0.20), np.float32) * 0.38 * (0.7 + 0.6 * wear)
    if stickers:
        _stickers(image, layout)
    return np.clip(image, 0, 1).astype(np.float32), river


def _river_mask(layout: Layout, size: tuple[int, int]) -> Image:
    mask = np.zeros(size[::-1], np.uint8)
    wide = round((layout.disc.diameter + 2 * BANK_MM) * PX_PER_MM)
    main = [layout.river.insertion, *(layout.spaces[name] for name in layout.river.main)]
    for arm in (layout.river.left, layout.river.right):
        way = [*main, *(layout.spaces[name] for name in arm)]
        (x0, y0), (x1, y1) = way[-2], way[-1]
        way.append(
            (layout.size[0] + 10.0, y1 + 0.3 * (y1 - y0) * (layout.size[0] + 10.0 - x1) / max(x1 - x0, 1.0))
        )
        for start, end in itertools.pairwise(way):
            cv2.line(mask, _px(start), _px(end), 1, wide)
    return mask.astype(np.float32)


def _land(style: PrintStyle, size: tuple[int, int], rng: np.random.Generator) -> Image:
    one, other = np.array(style.land, np.float32), np.array(style.land_other, np.float32)
    share = np.clip(1.3 * _noise(size, 260, rng) - 0.15, 0, 1)[..., None]
    if style.painter is Painter.FLAT:
        share = np.round(share * 3) / 3
        return np.asarray(one + (other - one) * share, np.float32)
    fine = _noise(size, 40, rng) - 0.5 + 0.5 * (_noise(size, 9, rng) - 0.5)
    return np.asarray(
        (one + (other - one) * share) * (1 + 0.9 * style.contrast * fine[..., None]), np.float32
    )


def _scenery(image: Image, style: PrintStyle, rng: np.random.Generator) -> None:
    """Trees and rocks: blobs with a lit and a dark side."""
    count = {Painter.PAINTED: 120, Painter.FLAT: 40, Painter.DETAILED: 600, Painter.FADED: 160}[style.painter]
    largest = {Painter.PAINTED: 34, Painter.FLAT: 46, Painter.DETAILED: 16, Painter.FADED: 28}[style.painter]
    height, width = image.shape[:2]
    for _ in range(int(count * rng.uniform(0.5, 1.5))):
        centre = int(rng.integers(width)), int(rng.integers(height))
        radius = int(rng.integers(4, largest))
        colour = (
            np.array(style.land) * rng.uniform(0.3, 1.6)
            if rng.random() < 0.6
            else np.full(3, rng.uniform(0.06, 0.4))
        )
        points = _blob(centre, radius, rng)
        cv2.fillPoly(image, [points], tuple(float(v) for v in colour), cv2.LINE_AA)
        if style.painter is not Painter.FLAT:
            lit = _blob((centre[0] - radius // 3, centre[1] - radius // 3), max(radius // 2, 2), rng)
            cv2.fillPoly(image, [lit], tuple(float(v) for v in colour * rng.uniform(1.1, 1.8)), cv2.LINE_AA)
        else:
            cv2.polylines(image, [points], True, tuple(float(v) for v in colour * 0.4), 3, cv2.LINE_AA)


def _blob(centre: tuple[int, int], radius: int, rng: np.random.Generator) -> Image:
    turn = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    reach = radius * rng.uniform(0.7, 1.2, len(turn))
    return np.stack((centre[0] + reach * np.cos(turn), centre[1] + reach * np.sin(turn)), axis=1).astype(
        np.int32
    )


def _water(style: PrintStyle, size: tuple[int, int], rng: np.random.Generator, layout: Layout) -> Image:
    width, height = size
    down, across = np.mgrid[0:height, 0:width].astype(np.float32)
    phase = (down + 50 * _noise(size, 200, rng)) * (2 * np.pi / (style.waves_mm * PX_PER_MM))
    waves = np.sin(phase + 6 * _noise(size, 90, rng))
    if style.painter is Painter.FLAT:
        waves = np.where(waves > 0.93, 1.6, -0.1)
    level = 1 + style.contrast * (0.25 * (_noise(size, 120, rng) - 0.5) + 0.10 * waves)
    water = np.array(style.water, np.float32) * level[..., None]
    before = np.clip((across / PX_PER_MM - (layout.size[0] - 80)) / 80, 0, 1) ** 2
    foam = (style.foam * before * _noise(size, 24, rng))[..., None]
    return np.asarray(water + foam * (0.9 - water), np.float32)


def _beaches(image: Image, layout: Layout, style: PrintStyle, rng: np.random.Generator) -> None:
    size = image.shape[1], image.shape[0]
    for beach in layout.beaches.values():
        mask = np.zeros(image.shape[:2], np.float32)
        cv2.rectangle(mask, _px((beach.x_min, beach.y_min)), _px((beach.x_max, beach.y_max)), 1.0, -1)
        soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(2, 16)))[..., None]
        sand = (
            np.array(style.sand, np.float32)
            * (0.85 + 0.3 * style.contrast * (_noise(size, 18, rng) - 0.3))[..., None]
        )
        image[:] = image * (1 - soft) + sand * soft


def _places(image: Image, layout: Layout, gems: dict[str, Colour], rng: np.random.Generator) -> None:
    """Deposits, weather track, round spaces of the buoy, and the rope."""
    tint = rng.uniform(0.1, 0.5)
    for deposit in layout.deposits.values():
        ground = np.array((0.26, 0.22, 0.18)) * (1 - tint) + np.array(gems[deposit.gem]) * tint
        radius = round(deposit.radius * PX_PER_MM)
        cv2.circle(image, _px(deposit.centre), radius, tuple(float(v) for v in ground), -1, cv2.LINE_AA)
        cv2.circle(
            image,
            _px(deposit.centre),
            radius,
            tuple(float(v) for v in ground * 0.3),
            round(rng.uniform(2, 7)),
            cv2.LINE_AA,
        )
    paper, ink = rng.uniform(0.4, 0.7), float(rng.uniform(0.02, 0.12))
    half = float(rng.uniform(12.5, 14.0))
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    for value, (x, y) in zip(layout.weather.values, layout.weather.centres, strict=True):
        shade = float(np.clip(paper + 0.08 * value, 0.1, 0.9))
        cv2.rectangle(
            image,
            _px((x - half, y - half)),
            _px((x + half, y + half)),
            (shade, shade * 1.02, shade * 0.98),
            -1,
        )
        cv2.rectangle(
            image,
            _px((x - half, y - half)),
            _px((x + half, y + half)),
            (ink, ink, ink),
            round(rng.uniform(2, 5)),
        )
        cv2.putText(
            image,
            f"{value:+d}" if value else "0",
            _px((x - 9, y + 5)),
            font,
            1.1,
            (ink, ink, ink * 2),
            3,
            cv2.LINE_AA,
        )
    ground = tuple(float(v) for v in rng.uniform(0.08, 0.6, 3))
    for centre in layout.buoy.centres:
        cv2.circle(image, _px(centre), round(14 * PX_PER_MM), ground, -1, cv2.LINE_AA)
        cv2.circle(
            image,
            _px(centre),
            round(14 * PX_PER_MM),
            tuple(v * 0.3 for v in ground),
            round(rng.uniform(2, 5)),
            cv2.LINE_AA,
        )
    (x0, y0), (x1, y1) = layout.river.insertion, layout.spaces[layout.river.main[0]]
    middle, along = np.array(((x0 + x1) / 2, (y0 + y1) / 2)), np.array((x1 - x0, y1 - y0))
    aside = np.array((-along[1], along[0])) / np.linalg.norm(along) * 34.0
    cv2.line(
        image,
        _px(tuple(middle - aside)),
        _px(tuple(middle + aside)),
        (0.19, 0.09, 0.03),
        round(2.2 * PX_PER_MM),
        cv2.LINE_AA,
    )


def _stickers(image: Image, layout: Layout) -> None:
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, layout.markers.dictionary))
    side = round(layout.markers.size * PX_PER_MM)
    for number, (x, y) in layout.markers.centres.items():
        tag = cv2.aruco.generateImageMarker(family, number, side).astype(np.float32) / 255
        left, top = (
            round((x - layout.markers.size / 2) * PX_PER_MM),
            round((y - layout.markers.size / 2) * PX_PER_MM),
        )
        quiet = round(3 * PX_PER_MM)
        image[max(top - quiet, 0) : top + side + quiet, max(left - quiet, 0) : left + side + quiet] = 0.88
        image[top : top + side, left : left + side] = (0.015 + 0.85 * tag)[..., None]


def _noise(size: tuple[int, int], grain_px: float, rng: np.random.Generator) -> Image:
    """Value noise in four octaves, (height, width) in 0..1."""
    width, height = size
    total, weight = np.zeros((height, width), np.float32), 0.0
    for octave in range(4):
        cell = max(grain_px / 2**octave, 2.0)
        cells = rng.random((int(height / cell) + 3, int(width / cell) + 3)).astype(np.float32)
        share = 0.55**octave
        total += share * cv2.resize(cells, (width, height), interpolation=cv2.INTER_CUBIC)
        weight += share
    return total / weight


def _px(place: Place) -> tuple[int, int]:
    return round(place[0] * PX_PER_MM), round(place[1] * PX_PER_MM)
