"""Where the virtual camera stands and how its lens maps the table onto the picture.

Table coordinates are the layout's millimetres, x downstream and y to the right bank, with the height above
the board's top surface as third coordinate. With no roll the picture shows +x to the right and +y downwards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole camera looking down at ``aim_mm`` from ``height_mm`` above the board.

    ``k1`` bends straight lines as a cheap lens does: a ray at radius r (tangent of its angle from the axis)
    lands at r(1 + k1 r²).
    """

    height_mm: float = 560.0
    tilt_deg: float = 0.0
    """Lean about the picture's horizontal axis; the board's far edge shrinks."""
    roll_deg: float = 0.0
    """Turn about the optical axis; 180 shows the board upside down."""
    aim_mm: tuple[float, float] = (252.5, 150.0)
    """Where the optical axis meets the board."""
    focal_px: float = 1060.0
    k1: float = 0.0
    size_px: tuple[int, int] = (1280, 720)
    """Width, height."""
    _camera: Points = field(init=False, repr=False, compare=False)
    """(3, 4): from x, y, depth, 1 to the camera's right, down and forward, in millimetres."""

    _centre_px: Points = field(init=False, repr=False, compare=False)
    """The middle of the picture, where the optical axis meets it."""

    def __post_init__(self) -> None:
        axes = self._axes()
        camera = np.column_stack((axes, -axes @ self._position()))
        # Worked out once: the view itself never changes.
        object.__setattr__(self, "_camera", camera)
        object.__setattr__(self, "_centre_px", np.array(self.size_px, dtype=np.float64) / 2 - 0.5)

    @property
    def px_per_mm(self) -> float:
        """How large a millimetre on the board is in the middle of the picture."""
        return self.focal_px / self.height_mm * math.cos(math.radians(self.tilt_deg))

    def project(self, places_mm: Points) -> Points:
        """Where table places (n, 3: x, y, height) appear: (n, 2) pixels, x right and y down."""
        seen = places_mm @ (self._camera[:, :3] * (1.0, 1.0, -1.0)).T + self._camera[:, 3]
        return self._through_lens(seen)

    def project_flat(self, places_mm: Points, height_mm: float = 0.0) -> Points:
        """Where places (n, 2) at one height appear: (n, 2) pixels."""
        return self._through_lens(
            places_mm @ self._camera[:, :2].T + self._camera @ (0.0, 0.0, -height_mm, 1.0)
        )

    def places_under(self, pixels: Points, height_mm: float = 0.0) -> Points:
        """The places (n, 2) in millimetres, at one height, that these pixels (n, 2) show."""
        bent = (pixels - self._centre_px) / self.focal_px
        rays = bent
        # The bend is small: a few rounds of x = bent / (1 + k1 r²) settle below 0.001 px; a straight lens needs none.
        for _ in range(5 if self.k1 else 0):
            rays = bent / (1.0 + self.k1 * (rays[:, :1] ** 2 + rays[:, 1:] ** 2))
        directions = np.column_stack((rays, np.ones(len(rays)))) @ self._camera[:, :3]
        position = self._position()
        reach = (-height_mm - position[2]) / directions[:, 2]
        return np.asarray(position[:2] + directions[:, :2] * reach[:, None])

    def _through_lens(self, seen_mm: Points) -> Points:
        rays = seen_mm[:, :2] / seen_mm[:, 2:]
        if self.k1:
            rays *= (1.0 + self.k1 * (rays[:, 0] ** 2 + rays[:, 1] ** 2))[:, None]
        return np.asarray(self.focal_px * rays + self._centre_px)

    def _axes(self) -> Points:
        """Rows: the camera's right, down and forward directions in table coordinates (x, y, depth)."""
        tilt, roll = math.radians(self.tilt_deg), math.radians(self.roll_deg)
        lean = np.array(
            [[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]]
        )
        turn = np.array(
            [[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]]
        )
        return np.asarray(lean @ turn)

    def _position(self) -> Points:
        """The lens in table coordinates (x, y, depth: negative above the board)."""
        forward = self._axes()[2]
        return np.asarray(np.array([*self.aim_mm, 0.0]) - forward * (self.height_mm / forward[2]))
