"""Deposits of rendered tables and training sheets, as the reader sees them: with the errors of its pose and light."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from tools.networks.deposit_pool import DEPOSITS, MOST_GEMS, NOWHERE, DepositPool
from tools.networks.true_layout import true_layout
from vision.calibrating.calibrate import calibrate
from vision.errors import VisionError
from vision.gems.crops import PX_PER_MM, SIDE_PX, deposit_crop
from vision.gems.exemplars import rounds_of
from vision.imaging.picture_files import read_picture
from vision.photometry.bare_board import halved
from vision.photometry.relight import light_change, trust_of
from vision.registration.register import register

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.calibration.model import Calibration
    from vision.layout import DepositArea

Picture = np.ndarray
PICTURES = 4
"""Of each table in a pool; those that are missing are others of the table again."""


def pool_of_tables(folder: Path) -> DepositPool:
    """All tables below a folder that are complete and can be calibrated."""
    parts = [part for table in sorted(folder.glob("*/session.json")) for part in _parts(table.parent)]
    return DepositPool(*(np.stack(part) for part in zip(*parts, strict=True)))


def _parts(folder: Path) -> Iterator[tuple[np.ndarray, ...]]:
    """The deposits of one table, five of different colours at a time, for four pictures at a time."""
    session = json.loads((folder / "session.json").read_text(encoding="utf-8"))
    frames = sorted((folder / "frames").glob("*.json"))
    if not (folder / "calibration" / "setup.json").exists() or not frames:
        return
    pictures = [read_picture(folder / "calibration" / f"{name}.jpg") for name in ("empty", "setup")]
    try:
        calibration = calibrate(
            *pictures, session["players"], joe=session["joe"], layout=true_layout(session)
        )
    except VisionError as error:
        print(f"{folder.name}: {error}")
        return
    seen = [*_relit(calibration, frames)]
    rng = np.random.default_rng(len(frames))
    for start in range(0, len(seen), PICTURES):
        some = seen[start : start + PICTURES]
        some += [seen[int(rng.integers(len(seen)))] for _ in range(PICTURES - len(some))]
        for names in rounds_of(calibration.layout.deposits):
            yield _cut(calibration, names, some)


def _relit(calibration: Calibration, frames: list[Path]) -> Iterator[tuple[dict[str, Any], Picture]]:
    """The pictures without hands on which the board is found, with their truth, in the light of calibration."""
    for file in frames:
        truth = json.loads(file.read_text(encoding="utf-8"))
        bgr = read_picture(file.with_suffix(".jpg"))
        back = None if "hand" in truth["tags"] else brought_back(bgr, calibration)
        if back is not None:
            yield truth, back


def brought_back(bgr: Picture, calibration: Calibration) -> Picture | None:
    """A picture rectified and in the light of calibration; ``None`` where no board is found.

    What hides the board is not asked for: sheets are covered by so many pieces that they would be taken for hands.
    """
    found = register(
        bgr, calibration.layout, calibration.pose, calibration.reference, stickers=calibration.stickers
    )
    if found is None:
        return None
    rectified, bare = calibration.canvas.rectify(bgr, found.pose), calibration.bare
    change = light_change(rectified, bare, trust_of(bare.correlation(halved(rectified)), None, bare))
    size = rectified.shape[1::-1]
    back = rectified * cv2.resize(change.gain, size) + cv2.resize(change.veil, size)
    return np.asarray(np.clip(np.round(back), 0, 255), np.uint8)


def _cut(
    calibration: Calibration, names: tuple[str, ...], pictures: list[tuple[dict[str, Any], Picture]]
) -> tuple[np.ndarray, ...]:
    """One table of a pool."""
    deposits = [calibration.layout.deposits[name] for name in names]
    colours = [deposit.gem for deposit in deposits]

    def cut(bgr: Picture) -> NDArray[np.uint8]:
        return np.stack([deposit_crop(bgr, deposit, calibration.canvas) for deposit in deposits])

    counts = np.zeros((len(pictures), DEPOSITS, DEPOSITS), np.int8)
    places = np.full((len(pictures), DEPOSITS, MOST_GEMS, 3), NOWHERE, np.float16)
    for picture, (truth, _) in enumerate(pictures):
        for row, (name, deposit) in enumerate(zip(names, deposits, strict=True)):
            laid = truth["gems_in_deposits"].get(name, {})
            counts[picture, row] = [laid.get(colour, 0) for colour in colours]
            known = _places(truth.get("gems_mm", []), deposit, colours)
            if len(known) == counts[picture, row].sum():
                places[picture, row, : len(known)] = np.array(known).reshape(-1, 3)
    now = np.stack([cut(back) for _, back in pictures])
    return cut(calibration.empty_bgr), cut(calibration.setup_bgr), now, counts, places


def _places(
    gems: list[tuple[str, float, float]], deposit: DepositArea, colours: list[str]
) -> list[tuple[float, ...]]:
    """Colour and pixel of each gem that lies in this deposit."""
    middle = (SIDE_PX - 1) / 2
    return [
        (
            colours.index(gem),
            *(middle + (at - zero) * PX_PER_MM for at, zero in zip((x, y), deposit.centre, strict=True)),
        )
        for gem, x, y in gems
        if math.dist((x, y), deposit.centre) < deposit.radius
    ]
