"""What is learnt once of this board, these pieces and this light: from an empty and a set-up picture.

The file is a zip of JSON and PNG pictures: it can be looked at, and nothing in it is executed.
"""

from __future__ import annotations

import dataclasses
import io
import json
import os
import tempfile
import zipfile
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours import TYPICAL_BGR, TYPICAL_GEM_BGR, Model, learn, separate
from vision.errors import CalibrationError
from vision.fitting import fit_layout
from vision.geometry import Canvas, Lens, Points, Pose
from vision.layout import Layout, default_layout, layout_from_json, layout_to_json
from vision.light import Relit, relight, shadows
from vision.masks import beach_mask, circle_mask
from vision.outline import pose_from_corners, pose_from_outline
from vision.registration import Reference, pose_from_markers

if TYPE_CHECKING:
    from collections.abc import Sequence

Picture = NDArray[np.uint8]
VERSION = 1
TOO_DARK = 45
TOO_SMALL_PX_PER_MM = 1.2
TOO_ALIKE = 3.0


@dataclass(frozen=True, eq=False)
class Calibration:
    """Everything the reader knows of this table; see the module."""

    layout: Layout
    pose: Pose
    stickers: bool
    players: tuple[str, ...]
    joe: bool
    empty_bgr: Picture
    """The empty board, rectified."""
    setup_bgr: Picture
    """The board set up, rectified, in the light of the empty picture."""
    canoes: dict[str, Model]
    gems: dict[str, Model]
    gem_area_px: dict[str, float]
    """Canvas pixels that one gem of a colour takes, so named by the colour table."""
    canoe_area_px: float
    notes: tuple[str, ...] = ()

    @property
    def canvas(self) -> Canvas:
        """The rectified picture's frame."""
        return Canvas(self.layout.size)

    @property
    def colours(self) -> tuple[str, ...]:
        """Canoe colours on this table, Joe's included."""
        return (*self.players, self.layout.pieces.joe_colour) if self.joe else self.players

    @cached_property
    def reference(self) -> Reference:
        """Features of the empty board, to find it without stickers."""
        flat = Pose(np.linalg.inv(np.array(_CANVAS_TO_MM)), Lens(*self.canvas.size_px))
        return Reference.of(self.empty_bgr, flat, self.layout.size)

    def save(self, path: Path) -> None:
        """Write the calibration; after a power cut the old or the new file is there, whole."""
        document = {
            "version": VERSION,
            "layout": layout_to_json(self.layout),
            "homography": self.pose.homography.tolist(),
            "lens": dataclasses.asdict(self.pose.lens),
            "stickers": self.stickers,
            "players": list(self.players),
            "joe": self.joe,
            "canoes": {name: _model_to_json(model) for name, model in self.canoes.items()},
            "gems": {name: _model_to_json(model) for name, model in self.gems.items()},
            "gem_area_px": self.gem_area_px,
            "canoe_area_px": self.canoe_area_px,
            "notes": list(self.notes),
        }
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as file:
            file.writestr("calibration.json", json.dumps(document))
            for name, picture in (("empty.png", self.empty_bgr), ("setup.png", self.setup_bgr)):
                file.writestr(name, cv2.imencode(".png", picture)[1].tobytes())
        _write_safely(path, content.getvalue())

    @classmethod
    def load(cls, path: Path) -> Calibration:
        """Read a calibration; raises `CalibrationError` when the file is none."""
        try:
            with zipfile.ZipFile(path) as file:
                document = json.loads(file.read("calibration.json"))
                empty, setup = (_picture(file.read(name)) for name in ("empty.png", "setup.png"))
            if document["version"] != VERSION:
                message = f"{path}: made by another version of the companion; calibrate again"
                raise CalibrationError(message)
            return cls(
                layout=layout_from_json(document["layout"]),
                pose=Pose(np.array(document["homography"], np.float64), Lens(**document["lens"])),
                stickers=document["stickers"],
                players=tuple(document["players"]),
                joe=document["joe"],
                empty_bgr=empty,
                setup_bgr=setup,
                canoes={name: _model_from_json(model) for name, model in document["canoes"].items()},
                gems={name: _model_from_json(model) for name, model in document["gems"].items()},
                gem_area_px=document["gem_area_px"],
                canoe_area_px=document["canoe_area_px"],
                notes=tuple(document["notes"]),
            )
        except (zipfile.BadZipFile, KeyError, ValueError, TypeError) as error:
            if isinstance(error, CalibrationError):
                raise
            message = f"{path}: not a calibration; make one with: niagara calibrate"
            raise CalibrationError(message) from error


_CANVAS_TO_MM = [[0.5, 0, -8.0], [0, 0.5, -8.0], [0, 0, 1]]


def calibrate(
    empty_bgr: Picture,
    setup_bgr: Picture,
    players: Sequence[str],
    *,
    joe: bool = False,
    layout: Layout | None = None,
    corners_px: Points | None = None,
) -> Calibration:
    """Learn this table from the empty river and the board set up for a game (B1).

    ``corners_px`` (4, 2) are the board's corners pointed out by hand, from the upstream end of the left bank
    clockwise, for a board that is not found by itself.

    Raises `CalibrationError` when a picture shows no board, or a colour is not known.
    """
    unknown = [colour for colour in players if colour not in TYPICAL_BGR or colour == "wood"]
    if unknown or not players:
        known = ", ".join(colour for colour in TYPICAL_BGR if colour != "wood")
        message = f"players {', '.join(unknown) or 'missing'}: expected colours of {known}"
        raise CalibrationError(message)
    board = layout or default_layout()
    if corners_px is not None:
        pose, stickers = pose_from_corners(empty_bgr, board, corners_px), False
        setup_pose = pose
    else:
        pose, stickers = _find_board(empty_bgr, board, "the empty picture", None)
        setup_pose, _ = _find_board(setup_bgr, board, "the set-up picture", pose.lens)
    canvas = Canvas(board.size)
    empty = canvas.rectify(empty_bgr, pose)
    set_up = relight(canvas.rectify(setup_bgr, setup_pose if stickers else pose), empty)
    fitted = fit_layout(board, set_up, empty, canvas) if layout is None else layout
    canoes, canoe_area = _learn_canoes(set_up, empty, fitted, canvas, tuple(players), joe=joe)
    gems, gem_area = _learn_gems(set_up, fitted, canvas)
    calibration = Calibration(
        layout=fitted,
        pose=setup_pose if stickers else pose,
        stickers=stickers,
        players=tuple(players),
        joe=joe,
        empty_bgr=empty,
        setup_bgr=set_up.bgr,
        canoes=canoes,
        gems=gems,
        gem_area_px=gem_area,
        canoe_area_px=canoe_area,
    )
    return replace(calibration, notes=tuple(_complaints(calibration)))


def _find_board(bgr: Picture, layout: Layout, what: str, lens: Lens | None) -> tuple[Pose, bool]:
    grey = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    fitted = pose_from_markers(grey, layout, lens)
    if fitted is not None:
        return fitted[0], True
    pose = pose_from_outline(bgr, layout)
    if pose is None:
        message = f"{what} shows no board: all of it must be in the picture, with its stickers if it has them"
        raise CalibrationError(message)
    return pose, False


def _learn_canoes(
    set_up: Relit, empty: Picture, layout: Layout, canvas: Canvas, players: tuple[str, ...], *, joe: bool
) -> tuple[dict[str, Model], float]:
    """The canoes' colours, from the beaches where all lie at set-up; Joe's from M1."""
    shore = beach_mask(layout, canvas) & _appeared(set_up, empty)
    pixels = set_up.bgr[shore]
    if not len(pixels):
        message = "the set-up picture shows no canoes: lay the board for a game, all canoes on the beaches"
        raise CalibrationError(message)
    models, owner = separate(pixels, players, TYPICAL_BGR)
    area = float(np.median([np.count_nonzero(owner == index) for index in range(len(players))])) / 2
    if joe:
        here = circle_mask(layout.spaces[layout.river.main[0]], 22.0, canvas) & _appeared(set_up, empty)
        here &= set_up.difference > WOOD_DIFFERENCE
        wood, _ = separate(set_up.bgr[here], ("wood",), TYPICAL_BGR)
        models |= wood
    nominal = 0.66 * layout.pieces.canoe_length * layout.pieces.canoe_beam * canvas.px_per_mm**2
    return models, float(np.clip(area, 0.85 * nominal, 1.1 * nominal))


def _learn_gems(set_up: Relit, layout: Layout, canvas: Canvas) -> tuple[dict[str, Model], dict[str, float]]:
    """The gems' colours and sizes, seven in each deposit at set-up."""
    models, areas = {}, {}
    for deposit in layout.deposits.values():
        place = circle_mask(deposit.centre, deposit.radius, canvas)
        there = place & (set_up.difference > GEM_DIFFERENCE)
        pixels = set_up.bgr[there]
        models[deposit.gem] = learn(pixels) if len(pixels) > 60 else _typical_gem(deposit.gem)
        areas[deposit.gem] = max(float(np.count_nonzero(there)) / 7, 40.0)
    return models, areas


GEM_DIFFERENCE = 22
WOOD_DIFFERENCE = 45
"""Joe's wood differs from water this much; the disc under him does not."""


def _typical_gem(gem: str) -> Model:
    return learn(np.array([TYPICAL_GEM_BGR[gem]] * 20, np.uint8), slack=12.0)


def _appeared(set_up: Relit, empty: Picture) -> NDArray[np.bool_]:
    """What differs from the empty board and is not just its shadow."""
    return (set_up.difference > 28) & ~shadows(set_up.bgr, empty)


def _complaints(calibration: Calibration) -> list[str]:
    """What is poor about this set-up, in words."""
    found = []
    light = float(np.median(cv2.cvtColor(calibration.empty_bgr, cv2.COLOR_BGR2GRAY)))
    if light < TOO_DARK:
        found.append(
            f"the picture is dark (middle grey {light:.0f} of 255): more light, or a longer exposure"
        )
    across = (
        np.linalg.norm(
            calibration.pose.to_px(np.array([[0.0, 150.0], [500.0, 150.0]]))[1]
            - calibration.pose.to_px(np.array([[0.0, 150.0]]))[0]
        )
        / 500
    )
    if across < TOO_SMALL_PX_PER_MM:
        found.append(
            f"the board is small in the picture ({across:.1f} pixels a millimetre): bring the camera nearer"
        )
    for name, (x, y) in calibration.layout.spaces.items():
        column, row = (round(value) for value in calibration.canvas.at((x, y)))
        patch = calibration.setup_bgr[row - 30 : row + 31, column - 30 : column + 31]
        if float(np.mean(patch.min(axis=2) > 225)) > 0.3:
            found.append(f"glare on {name}: move the lamp or the camera a little")
    names = list(calibration.canoes)
    for index, one in enumerate(names):
        for other in names[index + 1 :]:
            apart = _separation(calibration.canoes[one], calibration.canoes[other])
            if apart < TOO_ALIKE:
                found.append(f"{one} and {other} look much alike in this light")
    return found


def _separation(one: Model, other: Model) -> float:
    """How many standard deviations two colours are apart."""
    between = (one.covariance + other.covariance) / 2
    apart = one.mean - other.mean
    return float(np.sqrt(apart @ np.linalg.inv(between) @ apart))


def _model_to_json(model: Model) -> dict[str, Any]:
    return {"mean": model.mean.tolist(), "covariance": model.covariance.tolist()}


def _model_from_json(document: dict[str, Any]) -> Model:
    return Model(np.array(document["mean"]), np.array(document["covariance"]))


def _picture(png: bytes) -> Picture:
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError("not a picture")
    return np.asarray(picture, np.uint8)


def _write_safely(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
