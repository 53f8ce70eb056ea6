"""The printed board and the table it stands on, drawn flat before any camera looks at them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from . import palette

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.layout import Beach, Layout

    from .light import Colour, Place

PX_PER_MM = 3.0
"""Half again as fine as any picture shows it, so that sampling it does not jag."""
RIVER_MM = 60.0
"""Width of the printed river."""
BUSH_COUNT = 90
"""How many bushes are printed on the ground."""
TABLE_MM = (1000, 1400)
"""Down, across."""
TABLE_ORIGIN_MM = (450.0, 350.0)
PLANK_MM = 190
"""Width of the table's planks."""
LETTERS = (cv2.FONT_HERSHEY_SIMPLEX, 0.28 * PX_PER_MM, round(0.7 * PX_PER_MM))
"""Font, scale and weight of the numbers on the weather track."""
SUBPIXEL_BITS = 4
"""Drawing coordinates carry this many binary fractions of a pixel."""

Print = NDArray[np.floating[Any]]
Mask = NDArray[np.floating[Any]]


def board_print(layout: Layout, seed: int) -> Print:
    """The board's top, (height, width, 3) at `PX_PER_MM`; the seed decides on the scattered decoration."""
    rng = np.random.default_rng(seed)
    shape = (round(layout.size[1] * PX_PER_MM), round(layout.size[0] * PX_PER_MM))
    picture = _ground(shape, rng)
    _scatter_bushes(picture, layout, rng)
    for beach in layout.beaches.values():
        _blend(picture, palette.SAND, _beach(shape, beach, rng))
    _paint_river(picture, layout, rng)
    for deposit in layout.deposits.values():
        _disc(picture, deposit.centre, deposit.radius, palette.DEPOSITS[deposit.gem])
    for centre in layout.buoy.centres:
        _disc(picture, centre, layout.buoy.diameter * 0.64, palette.BUOY_SPACE)
    for value, centre in zip(layout.weather.values, layout.weather.centres, strict=True):
        _weather_square(picture, centre, value)
    for marker, centre in layout.markers.centres.items():
        _sticker(picture, layout, marker, centre)
    return picture


def table_print(seed: int) -> Print:
    """The wooden table top at 1 px/mm; the board's origin lies at `TABLE_ORIGIN_MM` on it."""
    rng = np.random.default_rng(seed)
    grain = 0.12 * _clouds(TABLE_MM, (12, 248), rng) + 0.08 * _clouds(TABLE_MM, (4, 60), rng)
    seams = np.where(np.arange(TABLE_MM[0]) % PLANK_MM < 3, 0.65, 1.0)
    return _tinted(palette.TABLE, (1.0 + grain) * seams[:, None])


def river_mask(layout: Layout) -> Mask:
    """Where the print shows water: 0..1, smooth at the banks."""
    shape = (round(layout.size[1] * PX_PER_MM), round(layout.size[0] * PX_PER_MM))
    wet = np.zeros(shape, np.uint8)
    main = [layout.river.insertion, *(layout.spaces[space] for space in layout.river.main)]
    for arm in (layout.river.left, layout.river.right):
        course = [*main, *(layout.spaces[space] for space in arm)]
        _brush(wet, [*course, _over_the_edge(layout, course)], RIVER_MM)
    return wet.astype(np.float32) / 255


def _over_the_edge(layout: Layout, course: Sequence[Place]) -> Place:
    """Where the course leaves the board: its last stretch, mostly straight on downstream."""
    (x0, y0), (x1, y1) = course[-2:]
    beyond = layout.size[0] + RIVER_MM - x1
    return (x1 + beyond, y1 + 0.4 * beyond * (y1 - y0) / max(x1 - x0, 1.0))


def _ground(shape: tuple[int, int], rng: np.random.Generator) -> Print:
    coarse, fine = _clouds(shape, (180, 180), rng), _clouds(shape, (27, 27), rng)
    picture = _tinted(palette.GROUND, 1.0 + 0.16 * coarse + 0.08 * fine)
    picture[..., 0] *= 1.0 - 0.10 * _clouds(shape, (270, 270), rng)
    return picture


def _scatter_bushes(picture: Print, layout: Layout, rng: np.random.Generator) -> None:
    painted = picture.copy()
    for _ in range(BUSH_COUNT):
        centre = (rng.uniform(0, layout.size[0]), rng.uniform(0, layout.size[1]))
        radius = round(rng.uniform(1.5, 7.0) * PX_PER_MM * 2**SUBPIXEL_BITS)
        colour = (rng.uniform(40, 150), rng.uniform(60, 150), rng.uniform(40, 150))
        cv2.circle(painted, _px(centre), radius, colour, -1, cv2.LINE_8, SUBPIXEL_BITS)
    picture += (painted - picture) * 0.6


def _beach(shape: tuple[int, int], beach: Beach, rng: np.random.Generator) -> Mask:
    sand = np.zeros(shape, np.uint8)
    corner, opposite = _px((beach.x_min, beach.y_min)), _px((beach.x_max, beach.y_max))
    cv2.rectangle(sand, corner, opposite, 255, -1, cv2.LINE_AA, SUBPIXEL_BITS)
    soft = cv2.GaussianBlur(sand, (0, 0), 2.5 * PX_PER_MM).astype(np.float32) / 255
    return soft * (0.9 + 0.1 * _clouds(shape, (12, 12), rng))


def _paint_river(picture: Print, layout: Layout, rng: np.random.Generator) -> None:
    wet = river_mask(layout)
    shape = wet.shape
    down_mm = np.arange(shape[0], dtype=np.float32)[:, None] / PX_PER_MM
    ripples = np.sin(down_mm * 0.9 + 4.0 * _clouds(shape, (90, 90), rng))
    water = _tinted(palette.WATER, 1.0 + 0.09 * ripples + 0.05 * _clouds(shape, (18, 75), rng))
    along_mm = np.arange(shape[1], dtype=np.float32)[None, :] / PX_PER_MM
    near_falls = np.clip((along_mm - layout.size[0] + 40.0) / 40.0, 0, 1)
    foam = near_falls * np.clip(0.35 + 0.5 * _clouds(shape, (24, 12), rng), 0, 1)
    _blend(water, palette.FOAM, foam.astype(np.float32))
    wider = cv2.dilate(wet, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9)))
    bank = np.asarray(cv2.GaussianBlur(wider, (0, 0), 1.5), np.float32)
    _blend(picture, palette.BANK_LINE, bank)
    picture[:] = picture * (1 - wet[..., None]) + water * wet[..., None]
    rope_y = layout.river.insertion[1]
    rope = np.zeros(shape, np.uint8)
    _brush(rope, [(layout.river.rope_x, rope_y - 42.0), (layout.river.rope_x, rope_y + 42.0)], 1.6)
    _blend(picture, palette.ROPE, rope.astype(np.float32) / 255)


def _disc(picture: Print, centre: Place, radius_mm: float, colour: Colour) -> None:
    for reach, tint in ((radius_mm + 0.8, palette.BANK_LINE), (radius_mm, colour)):
        spot = np.zeros(picture.shape[:2], np.uint8)
        _circle(spot, centre, reach)
        _blend(picture, tint, spot.astype(np.float32) / 255)


def _weather_square(picture: Print, centre: Place, value: int) -> None:
    for side_mm, tint in ((28.0, palette.BANK_LINE), (27.0, palette.PAPER)):
        _square(picture, centre, side_mm, tint)
    text = f"{value:+d}" if value else "0"
    (width, height), _ = cv2.getTextSize(text, *LETTERS)
    corner = (round(centre[0] * PX_PER_MM - width / 2), round((centre[1] - 6.0) * PX_PER_MM + height / 2))
    ink = np.zeros(picture.shape[:2], np.uint8)
    cv2.putText(ink, text, corner, LETTERS[0], LETTERS[1], 255, LETTERS[2], cv2.LINE_AA)
    _blend(picture, palette.INK, ink.astype(np.float32) / 255)


def _sticker(picture: Print, layout: Layout, marker: int, centre: Place) -> None:
    _square(picture, centre, layout.markers.size * 1.25, palette.STICKER)
    side = round(layout.markers.size * PX_PER_MM)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, layout.markers.dictionary))
    tag = cv2.aruco.generateImageMarker(dictionary, marker, side).astype(np.float32)[..., None] / 255
    left, top = (round(place * PX_PER_MM - side / 2) for place in centre)
    black, white = np.array(palette.INK, np.float32), np.array(palette.STICKER, np.float32)
    picture[top : top + side, left : left + side] = black * (1 - tag) + white * tag


def _square(picture: Print, centre: Place, side_mm: float, colour: Colour) -> None:
    left, top = (max(round((place - side_mm / 2) * PX_PER_MM), 0) for place in centre)
    right, bottom = (round((place + side_mm / 2) * PX_PER_MM) for place in centre)
    picture[top:bottom, left:right] = colour


def _brush(mask: NDArray[np.uint8], course: Sequence[Place], width_mm: float) -> None:
    thickness = round(width_mm * PX_PER_MM)
    for start, end in pairwise(course):
        cv2.line(mask, _px(start), _px(end), 255, thickness, cv2.LINE_AA, SUBPIXEL_BITS)
        for joint in (start, end):
            _circle(mask, joint, width_mm / 2)


def _circle(mask: NDArray[np.uint8], centre: Place, radius_mm: float) -> None:
    cv2.circle(
        mask,
        _px(centre),
        round(radius_mm * PX_PER_MM * 2**SUBPIXEL_BITS),
        255,
        -1,
        cv2.LINE_AA,
        SUBPIXEL_BITS,
    )


def _px(place: Iterable[float]) -> tuple[int, int]:
    """A place in millimetres as drawing coordinates (a pixel's middle is half a pixel in)."""
    x, y = (round((length * PX_PER_MM - 0.5) * 2**SUBPIXEL_BITS) for length in place)
    return (x, y)


def _blend(picture: Print, colour: Colour, alpha: Mask) -> None:
    left, top, width, height = cv2.boundingRect((alpha > 0).astype(np.uint8))
    window = (slice(top, top + height), slice(left, left + width))
    picture[window] += (np.array(colour, np.float32) - picture[window]) * alpha[window][..., None]


def _tinted(colour: Colour, strength: Mask) -> Print:
    return (np.array(colour, np.float32) * strength[..., None]).astype(np.float32)


def _clouds(shape: tuple[int, int], grain: tuple[int, int], rng: np.random.Generator) -> Mask:
    """Smooth noise of about unit spread, its blobs ``grain`` (down, across) pixels in size."""
    coarse = (max(shape[0] // grain[0], 2), max(shape[1] // grain[1], 2))
    noise = rng.standard_normal(coarse).astype(np.float32)
    return np.asarray(cv2.resize(noise, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)
