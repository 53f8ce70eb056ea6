"""The file of a calibration: a zip of JSON and PNG pictures. It can be looked at, and nothing in it is executed."""

from __future__ import annotations

import dataclasses
import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.checked import check
from vision.calibration.complaint import Complaint, Poor
from vision.calibration.model import Calibration
from vision.errors import CalibrationError, CalibrationTrouble, PictureError
from vision.geometry import Canvas, Lens, Pose
from vision.imaging.colour_models import ColourModel
from vision.imaging.picture_files import decode_picture
from vision.layout import layout_from_json, layout_to_json
from vision.zip_parts import BadZip, parts_of_zip

if TYPE_CHECKING:
    from pathlib import Path

Picture = NDArray[np.uint8]
VERSION = 3
_PARTS = {"calibration.json": 4 * 2**20, "empty.png": 32 * 2**20, "setup.png": 32 * 2**20}
"""What a calibration's zip holds, and how many bytes of each are read at most; a canvas has three million."""
_AMISS = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
"""What Python raises where a document is not of the form it should have."""


def calibration_to_zip(calibration: Calibration) -> bytes:
    """The content of the calibration's file."""
    document = {
        "version": VERSION,
        "layout": layout_to_json(calibration.layout),
        "homography": calibration.pose.homography.tolist(),
        "lens": dataclasses.asdict(calibration.pose.lens),
        "stickers": calibration.stickers,
        "players": list(calibration.players),
        "joe": calibration.joe,
        "canoes": {name: _model_to_json(model) for name, model in calibration.canoes.items()},
        "gems": {name: _model_to_json(model) for name, model in calibration.gems.items()},
        "notes": [{"about": note.about, "values": dict(note.values)} for note in calibration.notes],
        "certainty": dict(calibration.certainty),
    }
    pictures = {"empty.png": calibration.empty_bgr, "setup.png": calibration.setup_bgr}
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as file:
        file.writestr("calibration.json", json.dumps(document))
        for name, picture in pictures.items():
            file.writestr(name, cv2.imencode(".png", picture)[1].tobytes())
    return content.getvalue()


def load_calibration(path: Path) -> Calibration:
    """Read a calibration; raises `CalibrationError` when the file is none."""
    try:
        parts = parts_of_zip(path, _PARTS)
        document = json.loads(parts["calibration.json"])
        empty, setup = (decode_picture(parts[name]) for name in ("empty.png", "setup.png"))
        calibration = _from_json(document, empty, setup)
        check(calibration)
    except CalibrationError as error:
        message = f"{path}: {error}"
        raise CalibrationError(message, error.trouble) from error
    except OSError as error:
        message = f"{path}: cannot be read ({error.strerror})"
        raise CalibrationError(message, CalibrationTrouble.NOT_OPENED) from error
    except (BadZip, PictureError, RecursionError, np.linalg.LinAlgError, *_AMISS) as error:
        message = f"{path}: not a calibration; make one with: niagara calibrate"
        raise CalibrationError(message, CalibrationTrouble.NO_CALIBRATION) from error
    return calibration


def _from_json(document: dict[str, Any], empty: Picture, setup: Picture) -> Calibration:
    """The calibration of a file's contents; raises what Python does when something in it is amiss."""
    if document["version"] != VERSION:
        raise CalibrationError(
            "made by another version of the companion; calibrate again", CalibrationTrouble.OTHER_VERSION
        )
    layout = layout_from_json(document["layout"])
    width, height = Canvas(layout.size).size_px
    if empty.shape != (height, width, 3) or setup.shape != empty.shape:
        raise ValueError("pictures of another board")
    return Calibration(
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
        # Files of versions that were certain of every place have none.
        certainty={name: float(sure) for name, sure in document.get("certainty", {}).items()},
    )


def _complaint(note: dict[str, Any]) -> Complaint:
    values = {
        name: tuple(value) if isinstance(value, list) else value for name, value in note["values"].items()
    }
    return Complaint(Poor(note["about"]), values)


def _model_to_json(model: ColourModel) -> dict[str, Any]:
    return {"mean": model.mean.tolist(), "covariance": model.covariance.tolist()}


def _model_from_json(document: dict[str, Any]) -> ColourModel:
    mean, covariance = (np.array(document[name], np.float64) for name in ("mean", "covariance"))
    return ColourModel(mean.reshape(3), covariance.reshape(3, 3))
