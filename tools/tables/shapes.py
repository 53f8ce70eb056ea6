"""Meshes of the pieces: vertices in millimetres and faces as lists of their numbers. Pure numpy, no Blender."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np

from tools.tables.style import GemShape, HullShape

if TYPE_CHECKING:
    from tools.tables.style import HullStyle

Mesh = tuple[np.ndarray, list[list[int]]]

_FULLNESS = {HullShape.OPEN: 2.2, HullShape.THWARTED: 2.6, HullShape.DUGOUT: 5.0, HullShape.KAYAK: 1.6}
"""Exponent of the outline: the higher, the blunter the ends."""
_SHEER = {HullShape.OPEN: 0.30, HullShape.THWARTED: 0.22, HullShape.DUGOUT: 0.05, HullShape.KAYAK: 0.15}
"""By which share of its height the rim rises towards the ends."""
_DEPTH = {HullShape.OPEN: 0.75, HullShape.THWARTED: 0.72, HullShape.DUGOUT: 0.55, HullShape.KAYAK: 0.4}
"""Depth of the trough as a share of the height."""
STATIONS, RIBS = 27, 9


def hull(style: HullStyle) -> Mesh:
    """A canoe whose middle is the origin, its keel on z = 0, its bow along +x."""
    shape, length, beam, height = style.shape, style.length_mm, style.beam_mm, style.height_mm
    vertices, rows = [], []
    for inner in (False, True):
        wall = 1.4 if inner else 0.0
        for along in np.linspace(-1, 1, STATIONS):
            half = max(beam / 2 * (1 - abs(along) ** _FULLNESS[shape]), 0.4) - wall
            half = max(half, 0.15)
            rim = height * (1 - _SHEER[shape] + _SHEER[shape] * along * along)
            floor = (1 - _DEPTH[shape]) * height if inner else 0.25 * height * along * along
            row = []
            for turn in np.linspace(0, math.pi, RIBS):
                y = -half * math.cos(turn)
                z = rim - (rim - min(floor, rim - 0.2)) * math.sin(turn) ** 0.6
                row.append(len(vertices))
                vertices.append((along * (length / 2 - 1.2 * wall), y, z))
            rows.append(row)
    outer, inner_rows = rows[:STATIONS], rows[STATIONS:]
    faces = [*_sheet(outer, flip=True), *_sheet(inner_rows, flip=False)]
    for side in (0, RIBS - 1):
        for one, other in zip(range(STATIONS), range(1, STATIONS), strict=False):
            quad = [outer[one][side], outer[other][side], inner_rows[other][side], inner_rows[one][side]]
            faces.append(quad if side else quad[::-1])
    for end in (0, STATIONS - 1):
        for one, other in zip(range(RIBS), range(1, RIBS), strict=False):
            faces.append([outer[end][one], outer[end][other], inner_rows[end][other], inner_rows[end][one]])
    mesh = np.array(vertices), faces
    if shape is HullShape.THWARTED:
        for along in (-0.42, 0.42):
            mesh = _joined(mesh, _box((along * length / 2, 0, 0.62 * height), (2.2, 0.8 * beam, 1.2)))
    return mesh


def trough_mm(style: HullStyle) -> float:
    """How high above the keel a gem lies in a canoe."""
    return (1 - _DEPTH[style.shape]) * style.height_mm


def gem(shape: GemShape, size_mm: float, flatness: float, rng: np.random.Generator) -> Mesh:
    """One gem whose middle is the origin; no two are quite alike."""
    radius = size_mm / 2
    if shape is GemShape.BRILLIANT:
        return _brilliant(radius, flatness, rng)
    if shape is GemShape.OCTAHEDRON:
        points = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], float)
    elif shape is GemShape.CUBE:
        points = 0.72 * np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    elif shape is GemShape.BEAD:
        points = _sphere(60)
    elif shape is GemShape.PRISM:
        turn = np.arange(6) * math.pi / 3
        ring = np.stack((np.cos(turn), np.sin(turn)), axis=1) * 0.62
        points = np.vstack([*((x, y, z) for z in (-0.55, 0.55) for x, y in ring), (0, 0, -1.0), (0, 0, 1.0)])[
            :, [2, 0, 1]
        ]
    else:
        points = rng.normal(size=(28 if shape is GemShape.PEBBLE else 22, 3))
        points /= np.linalg.norm(points, axis=1)[:, None]
        points *= rng.uniform(0.85, 1.08, (len(points), 1))
    points = points * radius * rng.uniform(0.93, 1.07, 3)
    points[:, 2] *= flatness
    # No four corners in one plane: the hull's triangles are then unique.
    return _convex_hull(points + rng.normal(scale=0.004 * radius, size=points.shape))


def _sphere(count: int) -> np.ndarray:
    """Points spread evenly over the unit sphere (Fibonacci lattice)."""
    number = np.arange(count) + 0.5
    z, turn = 1 - 2 * number / count, number * math.pi * (1 + math.sqrt(5))
    flat = np.sqrt(1 - z * z)
    return np.stack((flat * np.cos(turn), flat * np.sin(turn), z), axis=1)


def _brilliant(radius: float, flatness: float, rng: np.random.Generator) -> Mesh:
    turn = np.arange(8) * math.pi / 4
    high, low = 0.38 * flatness * radius * 2, -0.62 * flatness * radius * 2
    table = [(0.55 * radius * math.cos(a), 0.55 * radius * math.sin(a), high) for a in turn]
    girdle = [(radius * math.cos(a + math.pi / 8), radius * math.sin(a + math.pi / 8), 0.0) for a in turn]
    points = np.array([*table, *girdle, (0.0, 0.0, low)])
    return _convex_hull(points + rng.normal(scale=0.004 * radius, size=points.shape))


def _convex_hull(points: np.ndarray) -> Mesh:
    """Triangles around all points, seen from outside anticlockwise (gift wrapping by brute force: points are few)."""
    triples = np.array(list(itertools.combinations(range(len(points)), 3)))
    first, second, third = (points[triples[:, corner]] for corner in range(3))
    normal = np.cross(second - first, third - first)
    long = np.linalg.norm(normal, axis=1)
    sound = long > 1e-9
    triples, normal = triples[sound], normal[sound] / long[sound, None]
    above = normal @ points.T - (normal * first[sound]).sum(axis=1)[:, None]
    outward, inward = above.max(axis=1) < 1e-7, above.min(axis=1) > -1e-7
    faces: list[list[int]] = [
        [int(i), int(j), int(k)] if out else [int(i), int(k), int(j)]
        for (i, j, k), out in zip(triples[outward | inward], outward[outward | inward], strict=True)
    ]
    return points, faces


def _sheet(rows: list[list[int]], *, flip: bool) -> list[list[int]]:
    faces = []
    for one, other in itertools.pairwise(rows):
        for left, right in zip(range(len(one)), range(1, len(one)), strict=False):
            quad = [one[left], one[right], other[right], other[left]]
            faces.append(quad if flip else quad[::-1])
    return faces


def _box(middle: tuple[float, float, float], size: tuple[float, float, float]) -> Mesh:
    corners = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    return corners * size + middle, faces


def _joined(one: Mesh, other: Mesh) -> Mesh:
    moved = [[number + len(one[0]) for number in face] for face in other[1]]
    return np.vstack((one[0], other[0])), [*one[1], *moved]
