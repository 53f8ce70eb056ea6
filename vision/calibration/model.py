"""What is learnt once of this board, these pieces and this light: from an empty and a set-up picture.

The file is a zip of JSON and PNG pictures: it can be looked at, and nothing in it is executed.
"""

from __future__ import annotations

import dataclasses
import errno
import io
import json
import os
import tempfile
import zipfile
import zlib
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrating.layout_fit import fit_layout
from vision.calibrating.piece_colours import APPEARED, learn_canoes, learn_gems
from vision.calibrating.quality import Complaint, Poor, complaints
from vision.errors import CalibrationError, CalibrationTrouble
from vision.geometry import Canvas, Lens, Points, Pose
from vision.imaging.colour_models import TYPICAL_BGR, Model
from vision.layout import Layout, default_layout, layout_from_json, layout_to_json
from vision.photometry.bare_board import BareBoard
from vision.photometry.relight import relight
from vision.registration.board_outline import pose_from_corners, pose_from_outline
from vision.registration.register import Reference, pose_from_markers, register

if TYPE_CHECKING:
    from collections.abc import Sequence

Picture = NDArray[np.uint8]
VERSION = 3
LEAST_SET_UP = 0.01
"""Share of the board that canoes, gems and rims take at set-up, at the very least."""


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
    """Colours of canoes and gems, by name."""
    notes: tuple[Complaint, ...] = ()

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
        """What of the empty board's print finds it again."""
        return Reference.of(self.empty_bgr, self.canvas, self.layout)

    @cached_property
    def bare(self) -> BareBoard:
        """The empty board, prepared for comparing."""
        return BareBoard.of(self.empty_bgr, self.canvas, self.layout)

    def save(self, path: Path) -> None:
        """Write the calibration; after a power cut the old or the new file is there, whole.

        Raises `CalibrationError` when it cannot be written there.
        """
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
            "notes": [{"about": note.about, "values": dict(note.values)} for note in self.notes],
        }
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as file:
            file.writestr("calibration.json", json.dumps(document))
            for name, picture in (("empty.png", self.empty_bgr), ("setup.png", self.setup_bgr)):
                file.writestr(name, cv2.imencode(".png", picture)[1].tobytes())
        try:
            _write_safely(path, content.getvalue())
        except OSError as error:
            message = f"{path}: the calibration cannot be written there ({error.strerror})"
            raise CalibrationError(message) from error

    @classmethod
    def load(cls, path: Path) -> Calibration:
        """Read a calibration; raises `CalibrationError` when the file is none."""
        try:
            with zipfile.ZipFile(path) as file:
                document = json.loads(file.read("calibration.json"))
                empty, setup = (_picture(file.read(name)) for name in ("empty.png", "setup.png"))
            return cls._from_json(document, empty, setup)
        except CalibrationError as error:
            message = f"{path}: {error}"
            raise CalibrationError(message, error.trouble) from error
        except OSError as error:
            message = f"{path}: cannot be read ({error.strerror})"
            raise CalibrationError(message, CalibrationTrouble.NOT_OPENED) from error
        except (zipfile.BadZipFile, zlib.error, LookupError, ValueError, TypeError, AttributeError) as error:
            message = f"{path}: not a calibration; make one with: niagara calibrate"
            raise CalibrationError(message, CalibrationTrouble.NO_CALIBRATION) from error

    @classmethod
    def _from_json(cls, document: dict[str, Any], empty: Picture, setup: Picture) -> Self:
        """The calibration of a file's contents; raises what Python does when something in it is amiss."""
        if document["version"] != VERSION:
            raise CalibrationError(
                "made by another version of the companion; calibrate again", CalibrationTrouble.OTHER_VERSION
            )
        layout = layout_from_json(document["layout"])
        width, height = Canvas(layout.size).size_px
        if empty.shape != (height, width, 3) or setup.shape != empty.shape:
            raise ValueError("pictures of another board")
        return cls(
            layout=layout,
            pose=Pose(np.array(document["homography"], np.float64).reshape(3, 3), Lens(**document["lens"])),
            stickers=document["stickers"],
            players=tuple(document["players"]),
            joe=document["joe"],
            empty_bgr=empty,
            setup_bgr=setup,
            canoes={name: _model_from_json(model) for name, model in document["canoes"].items()},
            gems={name: _model_from_json(model) for name, model in document["gems"].items()},
            notes=tuple(_complaint(note) for note in document["notes"]),
        )


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
    canvas = Canvas(board.size)
    if corners_px is None:
        pose, stickers = _find_board(empty_bgr, board)
    else:
        pose, stickers = pose_from_corners(empty_bgr, board, corners_px), False
    empty = canvas.rectify(empty_bgr, pose)
    registered = register(setup_bgr, board, pose, Reference.of(empty, canvas, board), stickers=stickers)
    if registered is None:
        message = "the set-up picture does not show the board of the empty picture: take both from one place"
        raise CalibrationError(message, CalibrationTrouble.ANOTHER_PLACE)
    set_up = relight(canvas.rectify(setup_bgr, registered.pose), BareBoard.of(empty, canvas, board))
    if set_up.hidden is not None:
        message = "something covers the board in the set-up picture: take hands and boxes away from it"
        raise CalibrationError(message, CalibrationTrouble.COVERED)
    if float(np.mean(set_up.difference > APPEARED)) < LEAST_SET_UP:
        message = "the set-up picture shows an empty board: lay out discs, canoes and gems first"
        raise CalibrationError(message, CalibrationTrouble.EMPTY_SET_UP)
    fitted = fit_layout(board, set_up, empty, canvas) if layout is None else layout
    calibration = Calibration(
        layout=fitted,
        pose=registered.pose,
        stickers=stickers,
        players=tuple(players),
        joe=joe,
        empty_bgr=empty,
        setup_bgr=set_up.bgr,
        canoes=learn_canoes(set_up, empty, fitted, canvas, tuple(players), joe=joe),
        gems=learn_gems(set_up, fitted, canvas),
    )
    return replace(calibration, notes=complaints(calibration, setup_bgr))


def _find_board(empty_bgr: Picture, layout: Layout) -> tuple[Pose, bool]:
    """The board's pose in the empty picture, and whether it has stickers."""
    grey = np.asarray(cv2.cvtColor(empty_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    fitted = pose_from_markers(grey, layout)
    if fitted is not None:
        return fitted[0], True
    pose = pose_from_outline(empty_bgr, layout)
    if pose is None:
        message = "the empty picture shows no board: all of it must be seen, on a table of another colour"
        raise CalibrationError(message, CalibrationTrouble.NO_BOARD)
    return pose, False


def _complaint(note: dict[str, Any]) -> Complaint:
    values = {
        name: tuple(value) if isinstance(value, list) else value for name, value in note["values"].items()
    }
    return Complaint(Poor(note["about"]), values)


def _model_to_json(model: Model) -> dict[str, Any]:
    return {"mean": model.mean.tolist(), "covariance": model.covariance.tolist()}


def _model_from_json(document: dict[str, Any]) -> Model:
    mean, covariance = (np.array(document[name], np.float64) for name in ("mean", "covariance"))
    return Model(mean.reshape(3), covariance.reshape(3, 3))


def _picture(png: bytes) -> Picture:
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError("not a picture")
    return np.asarray(picture, np.uint8)


def _write_safely(path: Path, content: bytes) -> None:
    path = path.resolve()
    if path.exists() and not path.is_file():
        # A device would be replaced by a file of its name.
        raise OSError(errno.EINVAL, "not a file")
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
