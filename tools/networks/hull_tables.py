"""Labelled crops of tables with their truth: what the networks of canoes learn from and are held against.

Any folder of tables will do, training sheets too (``python -m tools.tables``). Each table is calibrated as in a game,
so its crops have the errors of pose and light that reading has. On sheets hulls are taken where they truly are, give or
take a little: they lie closer than any game has them.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from tools.networks.true_layout import true_layout
from vision.calibrating.calibrate import calibrate
from vision.canoes.hull_crops import deposit_crop, hull_crop
from vision.canoes.hull_finder import HullFinder
from vision.canoes.hull_shapes import HullShape
from vision.canoes.labels import CanoeLabeller
from vision.canoes.reader import CANOE_HEIGHT, places_below
from vision.photometry.bare_board import halved
from vision.photometry.relight import Relit, light_change, relight, trust_of
from vision.registration.register import register

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.calibration.model import Calibration
    from vision.geometry import Pose

Picture = np.ndarray
MATCHED_MM = 9.0
"""A hull found so near to a true canoe of its colour is that canoe."""
JITTER_MM, JITTER_RAD = 1.0, 0.06
"""Standard deviations of the poses drawn around true ones on sheets."""


@dataclass(frozen=True, slots=True, eq=False)
class HullSample:
    """One hull of a picture."""

    now: Picture
    """Its crop in the light of calibration."""
    colour: str
    cargo: str | None


@dataclass(frozen=True, slots=True, eq=False)
class TableSamples:
    """All hulls of one table's pictures, and its references."""

    name: str
    gems: dict[str, tuple[Picture, Picture]]
    """By colour: crops of a deposit with its seven at set-up, and bare."""
    hulls: dict[str, tuple[Picture, ...]]
    """By colour: crops of empty hulls at set-up."""
    samples: tuple[HullSample, ...]


def samples_of(folder: Path, rng: np.random.Generator) -> TableSamples | None:
    """The samples of one table's folder; ``None`` when it cannot be calibrated."""
    session = json.loads((folder / "session.json").read_text(encoding="utf-8"))
    sheet = bool(session.get("sheet"))
    empty, setup = (read(folder / "calibration" / f"{name}.jpg") for name in ("empty", "setup"))
    if empty is None or setup is None:
        return None
    layout = true_layout(session)
    try:
        calibration = calibrate(empty, setup, session["players"], joe=session["joe"], layout=layout)
    except Exception as error:  # noqa: BLE001 - such a table teaches nothing, whatever the reason
        print(f"{folder.name}: {error}")
        return None
    looks = _Looks(calibration, rng, at_truth=sheet)
    laid = json.loads((folder / "calibration" / "setup.json").read_text(encoding="utf-8"))
    references = list(looks.at_set_up(laid))
    hulls = {
        colour: tuple(one.now for one in references if one.colour == colour) for colour in calibration.canoes
    }
    gems: dict[str, tuple[Picture, Picture]] = {}
    for deposit in layout.deposits.values():
        full, bare = (
            deposit_crop(one, deposit.centre, looks.canvas)
            for one in (calibration.setup_bgr, calibration.empty_bgr)
        )
        gems.setdefault(deposit.gem, (full, bare))
    samples = []
    for file in sorted((folder / "frames").glob("*.json")):
        truth = json.loads(file.read_text(encoding="utf-8"))
        picture = read(file.with_suffix(".jpg"))
        if picture is not None and "hand" not in truth["tags"]:
            samples += list(looks.of(picture, truth))
    return TableSamples(folder.name, gems, hulls, tuple(samples))


def read(file: Path) -> Picture | None:
    """A picture, ``None`` when there is none."""
    return cv2.imread(str(file))


class _Looks:
    """Cuts hulls out of the pictures of one calibrated table."""

    def __init__(self, calibration: Calibration, rng: np.random.Generator, *, at_truth: bool) -> None:
        self.calibration, self.canvas = calibration, calibration.canvas
        self._rng, self._at_truth = rng, at_truth
        pieces, scale = calibration.layout.pieces, self.canvas.px_per_mm
        self._finder = HullFinder(HullShape(pieces.canoe_length * scale, pieces.canoe_beam * scale))
        self._labeller = CanoeLabeller(calibration)
        self._names = tuple(calibration.canoes)

    def at_set_up(self, truth: dict[str, Any]) -> Iterator[HullSample]:
        """The empty hulls of the set-up picture, in the light of the empty one."""
        relit = relight(self.calibration.setup_bgr, self.calibration.bare)
        yield from self._hulls(replace(relit, matte=self.calibration.setup_bgr), self.calibration.pose, truth)

    def of(self, picture: Picture, truth: dict[str, Any]) -> Iterator[HullSample]:
        """The hulls of one picture."""
        calibration = self.calibration
        registration = register(
            picture,
            calibration.layout,
            calibration.pose,
            calibration.reference,
            stickers=calibration.stickers,
        )
        if registration is None:
            return
        rectified = self.canvas.rectify(picture, registration.pose)
        relit = self._crowded(rectified) if self._at_truth else relight(rectified, calibration.bare)
        yield from self._hulls(relit, registration.pose, truth)

    def _crowded(self, rectified: Picture) -> Relit:
        """A sheet in the light of calibration: so much of it is covered that it would be taken for a hand."""
        bare = self.calibration.bare
        change = light_change(rectified, bare, trust_of(bare.correlation(halved(rectified)), None, bare))
        size = rectified.shape[1::-1]
        matte = cv2.multiply(rectified, cv2.resize(change.lamps, size), dtype=cv2.CV_8U)
        nothing = np.zeros(rectified.shape[:2], np.uint8)
        return Relit(rectified, np.asarray(matte, np.uint8), nothing, None, 0.0)

    def _hulls(self, relit: Relit, pose: Pose, truth: dict[str, Any]) -> Iterator[HullSample]:
        canoes = [canoe for canoe in truth["canoes"] if "x" in canoe]
        if self._at_truth:
            for canoe in canoes:
                yield self._cut(relit, *self._seen(canoe, pose), canoe["colour"], canoe["cargo"])
            return
        found = self._finder.find(self._labeller.labels(relit), len(self._names))
        places = places_below([hull.middle_px for hull in found], self.canvas, pose)
        for hull, place in zip(found, places, strict=True):
            colour = self._names[hull.label - 1]
            near = sorted(canoes, key=lambda canoe, at=place: math.dist(at, (canoe["x"], canoe["y"])))
            away = [math.dist(place, (canoe["x"], canoe["y"])) for canoe in near]
            if away and away[0] < MATCHED_MM and near[0]["colour"] == colour:
                yield self._cut(relit, hull.middle_px, hull.angle_rad, colour, near[0]["cargo"])

    def _seen(self, canoe: dict[str, Any], pose: Pose) -> tuple[tuple[float, float], float]:
        """Where a true canoe is seen on the canvas, and in which direction, a little off."""
        rng = self._rng
        x, y = np.array((canoe["x"], canoe["y"])) + rng.normal(0, JITTER_MM, 2)
        turn = canoe["angle_rad"] + rng.normal(0, JITTER_RAD)
        bow = np.array((x + 15 * math.cos(turn), y + 15 * math.sin(turn)))
        seen = pose.to_mm(pose.to_px(np.array([(x, y), bow]), CANOE_HEIGHT.outline_mm))
        along = seen[1] - seen[0]
        return self.canvas.at((float(seen[0, 0]), float(seen[0, 1]))), float(math.atan2(along[1], along[0]))

    def _cut(
        self, relit: Relit, middle: tuple[float, float], turn: float, colour: str, cargo: str | None
    ) -> HullSample:
        return HullSample(hull_crop(relit.matte, middle, turn, self.canvas.px_per_mm), colour, cargo)
