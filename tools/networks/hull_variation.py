"""Crops varied at random for training: colours, light, blur, and poses as hulls are found."""

from __future__ import annotations

import cv2
import numpy as np

from vision.canoes.hull_crops import HULL_CROP_PX

Picture = np.ndarray


def relight(lab: np.ndarray, rng: np.random.Generator) -> None:
    """Level, cast and noise that reading did not bring back to those of set-up, for each hull its own."""
    count = len(lab)
    level = np.exp(rng.normal(0, 0.08, (count, 1, 1, 1)))
    lab[:, :1] = (lab[:, :1] + 1) * level - 1 + rng.normal(0, 0.02, (count, 1, 1, 1))
    lab[:, 1:] += rng.normal(0, 0.012, (count, 2, 1, 1))
    lab += rng.normal(0, 1, lab.shape) * rng.uniform(0, 0.03, (count, 1, 1, 1))


def recolour(lab: np.ndarray, turn: float, chroma: float, level: float, gain: float) -> None:
    """Turn all hues by an angle, and change chroma and lightness."""
    a, b = lab[:, 1].copy(), lab[:, 2].copy()
    cos, sin = chroma * np.cos(turn), chroma * np.sin(turn)
    lab[:, 1], lab[:, 2] = cos * a - sin * b, sin * a + cos * b
    lab[:, 0] = np.clip((lab[:, 0] + 1) * gain - 1 + level, -1, 1)


def flipped(crop: Picture, rng: np.random.Generator) -> Picture:
    """Turned round or mirrored, or neither."""
    return np.ascontiguousarray(crop[:: int(rng.choice((-1, 1))), :: int(rng.choice((-1, 1)))])


def shifted(crop: Picture, rng: np.random.Generator) -> Picture:
    """Turned and moved by what hulls are found off, and a little larger or smaller."""
    columns, rows = HULL_CROP_PX
    turn, scale = rng.normal(0, 3.0), np.exp(rng.normal(0, 0.04))
    matrix = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), turn, scale)
    matrix[:, 2] += rng.normal(0, 0.7, 2)
    return cv2.warpAffine(crop, matrix, HULL_CROP_PX, borderMode=cv2.BORDER_REPLICATE)


def softened(crop: Picture, rng: np.random.Generator) -> Picture:
    """Here and there a little blurred."""
    return cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.3, 1.1)) if rng.random() < 0.3 else crop
