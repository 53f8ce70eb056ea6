"""Gems drawn by refraction through random convex bodies: pictures of deposits for training, thousands in minutes.

Not a ray tracer of the table: only a deposit's ground, and on it bodies cut by planes. A ray from straight above enters
a body, is bent (Snell), loses colour on its way (Beer-Lambert), and meets the ground or, totally reflected, the room;
at the top it mirrors lamps (Schlick's approximation). Colours are linear, blue, green, red. Lengths in millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

FloatImage = NDArray[np.float32]
Rng = np.random.Generator

SIDE_PX = 64
"""A crop's height and width."""
PX_PER_MM = 1.25
FINE = 2
"""Drawn so many times finer, each way, than the crop."""
MOST_OF_A_COLOUR = 8


@dataclass(frozen=True, slots=True)
class GemStyle:
    """How the gems of one table look."""

    planes: int
    """Faces of each body; from 60 on it is a smooth one."""
    size_mm: float
    squeezed: tuple[float, float]
    """Breadth and height over length."""
    irregular: float
    """How much the distance of faces varies."""
    ior: float
    """Index of refraction."""
    milky: float
    """Share of light that is scattered in the body."""
    colours: FloatImage
    """(5, 3): what is left of light on its way through a whole gem."""


@dataclass(frozen=True, slots=True)
class Lighting:
    """The light of one picture."""

    lamps: FloatImage
    """(lamps, 3): unit vectors to them."""
    colours: FloatImage
    """(lamps, 3): their light."""
    sharpness: float
    """Of their mirror images."""
    ambient: FloatImage
    """(3,): light from all around."""


def draw_gem_style(rng: Rng) -> GemStyle:
    """A table's gems."""
    smooth = rng.random() < 0.3
    colours = np.array(
        [(0.55, 0.06, 0.22), (0.93, 0.93, 0.93), (0.03, 0.45, 0.85), (0.7, 0.2, 0.04), (0.25, 0.08, 0.8)]
    )
    if rng.random() < 0.5:
        colours = cv2.cvtColor(
            np.stack(
                [
                    360 * (rng.random() + np.arange(5) / 5 + rng.uniform(-0.06, 0.06, 5)) % 360,
                    rng.uniform(0.5, 1, 5),
                    rng.uniform(0.5, 1, 5),
                ],
                -1,
            ).astype(np.float32)[None],
            cv2.COLOR_HSV2BGR,
        )[0]
        colours[1] = rng.uniform(0.85, 1) * (1 - rng.uniform(0, 0.12, 3))
        colours = colours[rng.permutation(5)]
    colours = np.clip(colours, 0.01, 0.99) ** rng.uniform(0.5, 1.6)
    return GemStyle(
        planes=90 if smooth else int(rng.integers(9, 34)),
        size_mm=float(rng.uniform(7, 11.5)),
        squeezed=(float(rng.uniform(0.55, 1)), float(rng.uniform(0.4, 0.95))),
        irregular=float(rng.uniform(0, 0.25)),
        ior=float(rng.uniform(1.3, 1.65)),
        milky=float(rng.choice([0, rng.uniform(0, 0.4), rng.uniform(0.4, 1)])),
        colours=colours.astype(np.float32),
    )


def draw_lighting(rng: Rng) -> Lighting:
    """A picture's light."""
    lamps = int(rng.integers(1, 4))
    down = np.column_stack([rng.normal(0, 0.5, (lamps, 2)), np.ones(lamps)])
    warm = rng.uniform(-0.25, 0.25)
    tint = np.array([1 - warm, 1, 1 + warm])
    return Lighting(
        lamps=(down / np.linalg.norm(down, axis=1, keepdims=True)).astype(np.float32),
        colours=(rng.dirichlet(np.ones(lamps))[:, None] * tint * rng.uniform(0.3, 0.8)).astype(np.float32),
        sharpness=float(np.exp(rng.uniform(2.5, 6))),
        ambient=(tint * rng.uniform(0.2, 0.6)).astype(np.float32),
    )


def draw_ground(rng: Rng, tint: FloatImage, radius_mm: float) -> FloatImage:
    """A deposit without gems, (height, width, 3) finely: its round ground, its rim, and print around it."""
    side = SIDE_PX * FINE
    base = rng.uniform(0.05, 0.8) * (1 - rng.uniform(0, 0.3, 3))
    share = rng.choice([0, rng.uniform(0, 0.9)])
    ground = base * (1 - share) + tint * share * rng.uniform(0.4, 1)
    image = np.empty((side, side, 3), np.float32)
    image[:] = rng.uniform(0.03, 0.5, 3)
    for _ in range(int(rng.integers(0, 9))):
        middle = rng.integers(0, side, 2)
        axes = rng.integers(4, side // 2, 2)
        cv2.ellipse(
            image,
            middle.tolist(),
            axes.tolist(),
            float(rng.uniform(0, 180)),
            0,
            360,
            rng.uniform(0.02, 0.8, 3).tolist(),
            -1,
            cv2.LINE_AA,
        )
    image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.6, 4)))
    away = _away_from_middle(rng)
    inside = np.clip((radius_mm - away) * 2, 0, 1)[..., None]
    image = image * (1 - inside) + ground.astype(np.float32) * inside
    image *= 1 + rng.uniform(0, 0.12) * _cloudy(rng, float(rng.uniform(0.5, 8)))[..., None]
    rim = np.exp(-(((away - radius_mm) / rng.uniform(0.5, 1.5)) ** 2))[..., None]
    return np.asarray(np.clip(image * (1 + rng.uniform(-0.7, 0.4) * rim), 0.004, 1), np.float32)


def scatter(rng: Rng, count: int, radius_mm: float, size_mm: float, nearness: float) -> NDArray[np.float64]:
    """Middles (count, 2) of gems in a deposit, at least ``nearness`` sizes apart if that can be."""
    reach = radius_mm - rng.uniform(0.2, 0.6) * size_mm
    heap = rng.normal(0, 0.4, 2) * reach if rng.random() < 0.2 else np.zeros(2)
    spread = rng.uniform(0.3, 0.7) * reach if heap.any() else 0.0
    laid: list[NDArray[np.float64]] = []
    apart = nearness * size_mm
    while len(laid) < count:
        if spread:
            place = heap + rng.normal(0, spread, 2)
        else:
            way = rng.uniform(0, 2 * np.pi)
            place = reach * np.sqrt(rng.random()) * np.array([np.cos(way), np.sin(way)])
        if np.hypot(*place) <= reach and all(np.hypot(*(place - other)) >= apart for other in laid):
            laid.append(place)
        else:
            apart *= 0.97
    return np.array(laid).reshape(-1, 2)


def draw_gems(
    rng: Rng,
    ground: FloatImage,
    places_mm: NDArray[np.float64],
    kinds: NDArray[np.intp],
    style: GemStyle,
    lighting: Lighting,
    cut: list[Body],
) -> FloatImage:
    """The lit deposit with gems of these kinds (rows of the style's colours) at these places, as fine as ground.

    ``cut`` are bodies of that style, any of which may lie there.
    """
    lamp = lighting.lamps[lighting.colours.sum(1).argmax()]
    lit = ground * (lighting.ambient + lighting.colours.sum(0))
    bodies = [cut[int(rng.integers(len(cut)))] for _ in kinds]
    shade = np.ones_like(ground)
    for place, kind, body in zip(places_mm, kinds, bodies, strict=True):
        _cast_shadow(shade, place, body, style.colours[kind] * (1 - 0.7 * style.milky), lamp, style.size_mm)
    strength = float(lighting.colours.sum() / (lighting.colours.sum() + lighting.ambient.sum()))
    lit = lit * (1 - strength + strength * cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(0.8, 3))))
    for place, kind, body in zip(places_mm, kinds, bodies, strict=True):
        _lay(lit, place, body, style, style.colours[kind] * rng.uniform(0.9, 1.1), lighting)
    return np.asarray(lit, np.float32)


def photograph(
    rng: Rng, light: FloatImage, exposure: float, noise: float, blur_px: float
) -> NDArray[np.uint8]:
    """What a camera makes of light (height, width, 3), finely: the crop (64, 64, 3)."""
    sharp = cv2.GaussianBlur(light * exposure, (0, 0), blur_px * FINE) if blur_px > 0.2 else light * exposure
    small = cv2.resize(sharp, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
    small += rng.normal(0, 1, small.shape) * noise * np.sqrt(np.maximum(small, 0.02))
    bgr = np.round(255 * np.clip(small, 0, 1) ** (1 / 2.2)).astype(np.uint8)
    quality = int(rng.integers(60, 98))
    return np.asarray(
        cv2.imdecode(cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1), np.uint8
    )


# --- bodies ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Body:
    """A convex body seen from above on a small grid, its lowest point on the ground."""

    inside: NDArray[np.bool_]
    top_mm: FloatImage
    bottom_mm: FloatImage
    up: FloatImage
    """(height, width, 3): the top's outward normal."""
    below: FloatImage
    """The bottom's."""

    @classmethod
    def cut(cls, rng: Rng, style: GemStyle) -> Body:
        """A body between random planes around an ellipsoid."""
        normals = rng.normal(0, 1, (style.planes, 3))
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        # Spread evenly, as a cutter or a river would: each normal is pushed off its neighbours.
        for _ in range(4):
            away = normals[:, None] - normals[None]
            square = (away**2).sum(-1) + np.eye(style.planes)
            normals += 0.3 / style.planes * (away / square[..., None] ** 1.5).sum(1)
            normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        half = style.size_mm / 2 * np.array([1.0, *style.squeezed]) * rng.uniform(0.9, 1.08)
        distance = np.sqrt(((normals * half) ** 2).sum(1)) * (
            1 + style.irregular * rng.uniform(-1, 0.5, style.planes)
        )
        tilt = rng.normal(0, 0.25, 2)
        turn = _turned(rng.uniform(0, 2 * np.pi), *tilt)
        normals = normals @ turn.T
        reach = int(np.ceil(style.size_mm * 0.62 * PX_PER_MM * FINE))
        across = np.arange(-reach, reach + 1) / (PX_PER_MM * FINE)
        x, y = np.meshgrid(across, across)
        rising, falling = normals[:, 2] > 0.02, normals[:, 2] < -0.02
        top, up = _nearest_plane(x, y, normals[rising], distance[rising])
        low, below = _nearest_plane(x, y, normals[falling], distance[falling])
        inside = top > low
        for normal, far in zip(normals[~rising & ~falling], distance[~rising & ~falling], strict=True):
            inside &= normal[0] * x + normal[1] * y < far
        lowest = low[inside].min() if inside.any() else 0.0
        return cls(inside, (top - lowest).astype(np.float32), (low - lowest).astype(np.float32), up, below)


def _nearest_plane(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    normals: NDArray[np.float64],
    distance: NDArray[np.float64],
) -> tuple[NDArray[np.float64], FloatImage]:
    """Of planes that all rise or all fall: the height of the innermost, and its normal, at each place."""
    if not len(normals):
        return np.full(x.shape, -np.inf), np.zeros((*x.shape, 3), np.float32)
    heights = (distance - normals[:, 0] * x[..., None] - normals[:, 1] * y[..., None]) / normals[:, 2]
    nearest = heights.argmin(-1) if normals[0, 2] > 0 else heights.argmax(-1)
    height = np.take_along_axis(heights, nearest[..., None], -1)[..., 0]
    return height, normals[nearest].astype(np.float32)


def _turned(about: float, tilt_x: float, tilt_y: float) -> NDArray[np.float64]:
    cos, sin = np.cos(about), np.sin(about)
    spin = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
    return np.asarray(cv2.Rodrigues(np.array([tilt_x, tilt_y, 0.0]))[0] @ spin)


def _cast_shadow(
    shade: FloatImage,
    place: NDArray[np.float64],
    body: Body,
    through: FloatImage,
    lamp: FloatImage,
    size: float,
) -> None:
    """Darken the ground behind a body, and brighten it where the body gathers light."""
    shift = -lamp[:2] / lamp[2] * size * 0.35
    rows, columns = np.nonzero(body.inside)
    for part, reach in ((through * 0.8, 0.5), (through, 1.0)):
        y, x = _on_canvas(rows, columns, place + shift * reach * 2, body, shade.shape[0])
        shade[y, x] = np.minimum(shade[y, x], part)
    middle = np.round((np.asarray(place) + 2.2 * shift) * PX_PER_MM * FINE + shade.shape[0] / 2).astype(int)
    spot = np.zeros(shade.shape[:2], np.float32)
    cv2.circle(spot, middle.tolist(), max(int(size * 0.18 * PX_PER_MM * FINE), 1), 1.0, -1)
    shade += spot[..., None] * through * 0.5


def _lay(
    lit: FloatImage,
    place: NDArray[np.float64],
    body: Body,
    style: GemStyle,
    colour: FloatImage,
    light: Lighting,
) -> None:
    """Draw a body over what is below it."""
    rows, columns = np.nonzero(body.inside)
    up, below = body.up[rows, columns], body.below[rows, columns]
    top, bottom = body.top_mm[rows, columns], body.bottom_mm[rows, columns]
    y, x = _on_canvas(rows, columns, place, body, lit.shape[0])
    inward, _ = _bent(np.tile(np.array([0, 0, -1], np.float32), (len(rows), 1)), up, 1 / style.ior)
    way = np.minimum((top - bottom) / np.maximum(-inward[:, 2], 0.2), style.size_mm)
    outward, reflected = _bent(inward, -below, style.ior)
    fall = np.where(reflected, 0, bottom) / np.maximum(-outward[:, 2], 0.2)
    shift = (inward[:, :2] * way[:, None] + outward[:, :2] * fall[:, None]) * PX_PER_MM * FINE
    side = lit.shape[0] - 1
    seen = lit[
        np.clip(np.round(y + shift[:, 1]), 0, side).astype(int),
        np.clip(np.round(x + shift[:, 0]), 0, side).astype(int),
    ]
    mirrored = inward - 2 * (inward * below).sum(1, keepdims=True) * below
    mirrored[:, 2] = np.abs(mirrored[:, 2])
    seen = np.where(reflected[:, None], 0.6 * _room(mirrored, light), seen)
    length = np.where(reflected, 1.7, 1.0) * way / style.size_mm + 0.25
    through = seen * np.clip(colour, 0.005, 0.995) ** (1.4 * length[:, None])
    diffuse = light.ambient + np.maximum(up @ light.lamps.T, 0) @ light.colours
    body_light = through * (1 - style.milky) + style.milky * np.clip(colour, 0, 1) * diffuse
    schlick = 0.04 + 0.96 * (1 - np.clip(up[:, 2:], 0, 1)) ** 5
    away = 2 * up[:, 2:] * up - np.array([0, 0, 1], np.float32)
    lit[y, x] = body_light * (1 - schlick) + schlick * _room(away, light)


def _bent(ray: FloatImage, normal: FloatImage, ratio: float) -> tuple[FloatImage, NDArray[np.bool_]]:
    """Rays (n, 3) after a surface whose normals look against them, and which of them are totally reflected."""
    cosine = -(ray * normal).sum(1, keepdims=True)
    square = 1 - ratio**2 * (1 - cosine**2)
    bent = ratio * ray + (ratio * cosine - np.sqrt(np.maximum(square, 0))) * normal
    return np.asarray(
        bent / np.maximum(np.linalg.norm(bent, axis=1, keepdims=True), 1e-6), np.float32
    ), square[:, 0] < 0


def _room(ways: FloatImage, light: Lighting) -> FloatImage:
    """Light (n, 3) that comes from ways (n, 3): lamps with soft edges, and the room."""
    near = np.exp(light.sharpness * (ways @ light.lamps.T - 1)) * min(light.sharpness / 4, 40)
    return np.asarray(light.ambient + near @ light.colours, np.float32)


def _on_canvas(
    rows: NDArray[np.intp], columns: NDArray[np.intp], place: NDArray[np.float64], body: Body, side: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    middle = body.inside.shape[0] // 2
    x, y = np.round(np.asarray(place) * PX_PER_MM * FINE + side / 2).astype(int)
    return np.clip(rows - middle + y, 0, side - 1), np.clip(columns - middle + x, 0, side - 1)


def _away_from_middle(rng: Rng) -> FloatImage:
    """Each fine pixel's distance from the deposit's middle, in mm; the middle is found to a millimetre or so."""
    side = SIDE_PX * FINE
    across = (np.arange(side) + 0.5 - side / 2) / (PX_PER_MM * FINE)
    dx, dy = rng.normal(0, 0.6, 2)
    return np.asarray(np.hypot(*np.meshgrid(across - dx, across - dy)), np.float32)


def _cloudy(rng: Rng, size_px: float) -> FloatImage:
    side = SIDE_PX * FINE
    noise = cv2.GaussianBlur(rng.normal(0, 1, (side, side)).astype(np.float32), (0, 0), size_px)
    return np.asarray(noise / noise.std(), np.float32)
