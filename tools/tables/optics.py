"""What lens and camera make of the light: distortion, vignetting, blur, noise, white balance, tone, JPEG."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from tools.tables.style import CameraStyle


def distorted(x_px: float, y_px: float, camera: CameraStyle) -> tuple[float, float]:
    """Where a point of the pinhole's picture is in the lens's (Brown-Conrady, radial terms)."""
    width, height = camera.size_px
    x, y = (x_px - width / 2) / (width / 2), (y_px - height / 2) / (width / 2)
    square = x * x + y * y
    scale = 1 + camera.k1 * square + camera.k2 * square * square
    return width / 2 * (1 + x * scale), height / 2 + width / 2 * y * scale


def photograph(sensor_rgb: np.ndarray, camera: CameraStyle, rng: np.random.Generator) -> np.ndarray:
    """The camera's picture, (height, width, 3) uint8 blue, green, red, of linear light."""
    light = np.clip(_through_lens(sensor_rgb, camera), 0, None)
    if camera.blur_px > 0.2:
        light = cv2.GaussianBlur(light, (0, 0), camera.blur_px)
    mean = light.reshape(-1, 3).mean(axis=0)
    light = light * (mean.mean() / np.maximum(mean, 1e-4)) ** camera.white_balance
    light = light * (camera.exposure / max(float(light.mean()), 1e-4))
    grain = rng.normal(size=light.shape).astype(np.float32) * np.sqrt(np.maximum(light, 0))
    light = light + camera.noise * (grain + 0.25 * rng.normal(size=light.shape).astype(np.float32))
    grey = light.mean(axis=2, keepdims=True)
    light = np.clip(grey + camera.saturation * (light - grey), 0, 1)
    tone = np.where(
        light <= 0.0031308, 12.92 * light, 1.055 * np.power(np.maximum(light, 1e-6), 1 / 2.4) - 0.055
    )
    tone = np.clip(tone + camera.contrast * (tone - 0.5) * (1 - np.abs(2 * tone - 1)), 0, 1)
    levels = 255 * tone.astype(np.float32)
    levels = levels + camera.sharpening * (levels - cv2.GaussianBlur(levels, (0, 0), 1.2))
    return np.ascontiguousarray(np.clip(levels, 0, 255).astype(np.uint8)[..., ::-1])


def _through_lens(sensor_rgb: np.ndarray, camera: CameraStyle) -> np.ndarray:
    width, height = camera.size_px
    down, across = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = (across - width / 2) / (width / 2), (down - height / 2) / (width / 2)
    from_x, from_y = x.copy(), y.copy()
    for _ in range(8):  # the inverse of the lens by fixed-point iteration
        square = from_x * from_x + from_y * from_y
        scale = 1 + camera.k1 * square + camera.k2 * square * square
        from_x, from_y = x / scale, y / scale
    seen = cv2.remap(
        sensor_rgb,
        (width / 2 * (1 + from_x)).astype(np.float32),
        (height / 2 + width / 2 * from_y).astype(np.float32),
        cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(
        seen * (1 - camera.vignetting * np.clip((x * x + y * y) / 1.3, 0, 1))[..., None], np.float32
    )
