"""The lamps over the virtual table, as the camera with its locked exposure and white balance sees them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Colour = tuple[float, float, float]
"""Blue, green, red, 0..255."""
Place = tuple[float, float]
Lengths = TypeVar("Lengths", float, NDArray[np.floating[Any]])

BALANCED_KELVIN = 5000.0
"""The lamp for which the camera's white balance was locked."""
LAMP_HEIGHT_MM = 500.0
"""How high the lamp hangs: the lower, the longer the shadows."""


@dataclass(frozen=True, slots=True)
class Light:
    """What the lamps do to the colours: tint, brightness, fall-off, and their mirror images on discs."""

    kelvin: float = BALANCED_KELVIN
    """Lower is warmer."""
    level: float = 1.0
    """Brightness against the locked exposure."""
    lamp_mm: tuple[float, float] = (200.0, 40.0)
    """The place of the table below the lamp, brightest; shadows point away from it."""
    falloff: float = 0.25
    """How much darker the table is half a metre from there, 0..1."""
    glare_mm: tuple[tuple[float, float], ...] = ()
    """Where the lamp's mirror image lies for this camera: discs there turn white."""
    glare_reach_mm: float = 45.0
    sheen: float = 0.0
    """How much of that mirror image the print shows too, twice as wide: 0 for matt print, 1 for white."""
    noise: float = 3.0
    """Standard deviation of the sensor's noise, in grey levels."""

    @property
    def gains_bgr(self) -> Colour:
        """Factors for blue, green, red."""
        warmth = BALANCED_KELVIN / self.kelvin
        return (self.level * warmth**-0.6, self.level, self.level * warmth**0.35)

    def shade(self, x_mm: Lengths, y_mm: Lengths) -> Lengths:
        """Brightness of places: 1 below the lamp, falling off smoothly."""
        squared = (x_mm - self.lamp_mm[0]) ** 2 + (y_mm - self.lamp_mm[1]) ** 2
        return 1.0 / (1.0 + self.falloff * squared / 500.0**2)

    def lit(self, colour_bgr: Colour, shade: float) -> Colour:
        """What a surface of this colour shows at this brightness."""
        blue, green, red = (
            min(part * gain * shade, 255.0) for part, gain in zip(colour_bgr, self.gains_bgr, strict=True)
        )
        return (blue, green, red)

    def glare(self, x_mm: Lengths, y_mm: Lengths) -> Lengths:
        """How strongly a disc at these places mirrors the lamp: 0 not at all, 1 white."""
        strength: Lengths = x_mm * 0.0
        for glare_x, glare_y in self.glare_mm:
            squared = (x_mm - glare_x) ** 2 + (y_mm - glare_y) ** 2
            strength = strength + np.exp(-squared / self.glare_reach_mm**2)
        return strength

    def print_glare(self, x_mm: Lengths, y_mm: Lengths) -> Lengths:
        """How much of the lamp the print at these places mirrors: 0 nothing, 1 all of it."""
        strength: Lengths = x_mm * 0.0
        for glare_x, glare_y in self.glare_mm:
            squared = (x_mm - glare_x) ** 2 + (y_mm - glare_y) ** 2
            strength = strength + self.sheen * np.exp(-squared / (2 * self.glare_reach_mm) ** 2)
        return strength

    def shadow_shift(self, x_mm: float, y_mm: float) -> Place:
        """How far along the table the shadow of a point reaches for each millimetre of its height."""
        away_x, away_y = x_mm - self.lamp_mm[0], y_mm - self.lamp_mm[1]
        return (away_x / LAMP_HEIGHT_MM, away_y / LAMP_HEIGHT_MM)
