"""The edges of a picture: where its colour changes most, and across which direction."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.structure_tensor import structure_tensor

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class EdgeParameters:
    """What counts as an edge, and as an edge along a line, in a picture 640 pixels wide.

    Chosen on sessions 00-07 of the photo-real development tables, bench figure *pictures read*, without stickers.
    """

    grain_px: float = 1.5
    """Standard deviation of the blur before slopes are taken. More moves and merges edges, less finds grain."""
    weakest: float = 3.0
    """Grey levels a pixel below which a change of colour is grain or noise. More misses a board on a table of nearly
    its colour, less drowns in wood."""
    border_px: int = 4
    """So near to the picture's border nothing is an edge: the blur makes edges there."""
    directions: int = 12
    """Edges are sorted into so many directions when sides are held against them. More is finer and slower."""
    aligned_rad: float = 0.28
    """An edge runs along a direction when its own differs by less, in radians (16 degrees). More counts edges of other
    things, less misses short edges, which tell their direction badly."""
    near_px: int = 5
    """Side of the square around an edge in which a side passes it: 5 is within two pixels. More counts near misses,
    less misses sides that the lens bends."""
    side_samples: int = 32
    """So many points of each side are looked at. More takes longer, less is a coarser figure."""
    corner_share: float = 0.05
    """So much of each side, at either end, is left out: corners are round. More looks at less of a side."""


EDGES = EdgeParameters()


@dataclass(frozen=True, slots=True, eq=False)
class EdgeMap:
    """How much colour changes at each pixel (height, width), across which direction, and where it changes most."""

    strength: NDArray[np.float32]
    """Grey levels a pixel."""
    across: NDArray[np.float32]
    """Radians, in -pi/2 .. pi/2: the direction of the change, at a right angle to the edge."""
    crest: NDArray[np.bool_]
    """The edges, a pixel wide."""

    @classmethod
    def of(cls, bgr: Picture, parameters: EdgeParameters = EDGES) -> EdgeMap:
        """The edges of a picture, seen in lightness and colour together."""
        xx, xy, yy = structure_tensor(bgr, parameters.grain_px)
        strength = np.sqrt((xx + yy + np.sqrt((xx - yy) ** 2 + 4 * xy**2)) / 2)
        across = np.arctan2(2 * xy, xx - yy) / 2
        crest = _strongest_across(strength, across) & (strength > parameters.weakest)
        border = parameters.border_px
        crest[:border] = crest[-border:] = False
        crest[:, :border] = crest[:, -border:] = False
        return cls(strength, across, crest)

    def coverage(self, quads: NDArray[np.float64], parameters: EdgeParameters = EDGES) -> NDArray[np.float64]:
        """How much of each side of quadrilaterals (n, 4, 2) in pixels lies on edges that run its way, (n, 4).

        A chamfer match with a tolerance instead of a distance, for each direction apart (H. G. Barrow and others,
        1977, for the matching; D. M. Gavrila, 1998, for the directions).
        """
        height, width = self.strength.shape
        ways = parameters.directions
        maps = np.stack(
            [self._running(way * np.pi / ways + np.pi / ways / 2, parameters) for way in range(ways)]
        )
        places = np.linspace(parameters.corner_share, 1 - parameters.corner_share, parameters.side_samples)
        shares = []
        for start, end in zip(quads.swapaxes(0, 1), np.roll(quads, -1, axis=1).swapaxes(0, 1), strict=True):
            across = np.arctan2(end[:, 1] - start[:, 1], end[:, 0] - start[:, 0]) + np.pi / 2
            way = (across % np.pi / (np.pi / ways)).astype(int) % ways
            at = np.rint(start[:, None] + (end - start)[:, None] * places[None, :, None]).astype(int)
            x, y = at[..., 0], at[..., 1]
            inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
            hit = maps[way[:, None], np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)] & inside
            shares.append(hit.mean(axis=1))
        return np.stack(shares, axis=1)

    def _running(self, across: float, parameters: EdgeParameters) -> NDArray[np.bool_]:
        """Where there is an edge nearby about at a right angle to ``across``."""
        apart = np.abs((self.across - across + np.pi / 2) % np.pi - np.pi / 2)
        aligned = (self.crest & (apart < parameters.aligned_rad)).astype(np.uint8)
        square = np.ones((parameters.near_px, parameters.near_px), np.uint8)
        return np.asarray(cv2.dilate(aligned, square), bool)


def _strongest_across(strength: NDArray[np.float32], across: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where the change is stronger than at both neighbours across the edge: non-maximum suppression (Canny, 1986)."""
    height, width = strength.shape
    right, down = np.rint(np.cos(across)).astype(int), np.rint(np.sin(across)).astype(int)
    y, x = np.mgrid[0:height, 0:width]

    def beside(sign: int) -> NDArray[np.float32]:
        row, column = np.clip(y + sign * down, 0, height - 1), np.clip(x + sign * right, 0, width - 1)
        return np.asarray(strength[row, column])

    return np.asarray((strength >= beside(1)) & (strength > beside(-1)))
