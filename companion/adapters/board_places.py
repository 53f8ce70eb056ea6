"""The places of the calibrated board for the page: where they are drawn, and what somebody showed by hand."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.adapters.calibration_file import to_jpeg
from companion.adapters.calibration_words import failure_message
from companion.engine.message import Message
from companion.errors import Refused
from companion.service.ports import DrawnPlace, PlaceShape, PlacesView, Shot
from vision.calibrating.corrected import corrected
from vision.calibration.places import ROWS, PlaceKind
from vision.errors import CalibrationError, LayoutError
from vision.layout import layout_to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.service.ports import ShownPlace
    from vision.calibration.model import Calibration
    from vision.calibration.places import BoardPlace

LINES = frozenset({PlaceKind.ROPE, PlaceKind.FALLS})
OF_ANY_SIZE = frozenset({PlaceKind.DEPOSIT, PlaceKind.BEACH})
"""Kinds of which the size can be shown too; that of the others follows from the pieces."""


def places_view(calibration: Calibration) -> PlacesView:
    """Every place of the board, those first of which the camera is not sure."""
    drawn = sorted(map(_drawn, calibration.places), key=lambda place: place.sure)
    width, height = calibration.layout.size
    return PlacesView(_version(calibration), (width, height), calibration.canvas.margin_mm, tuple(drawn))


def board_jpeg(calibration: Calibration, shot: Shot) -> bytes:
    """The board seen straight from above, with its margin, as JPEG: empty or set up."""
    return to_jpeg(calibration.empty_bgr if shot is Shot.EMPTY else calibration.setup_bgr)


def with_shown(calibration: Calibration, shown: Mapping[str, ShownPlace], version: str) -> Calibration:
    """The calibration with these places where somebody has shown them; raises `Refused` when it cannot be so.

    ``version`` is that of the view in which they were shown.
    """
    if version != _version(calibration):
        raise Refused(Message("refused.places-changed"))
    known = {place.name: place for place in calibration.places}
    if not shown.keys() <= known.keys():
        raise Refused(Message("refused.no-such-place"))
    moved = [_moved(known[name], where) for name, where in shown.items()]
    if not all(_is_on_board(place, calibration.layout.size) for place in moved):
        raise Refused(Message("refused.places-cannot-be"))
    try:
        return corrected(calibration, moved)
    except LayoutError as error:
        raise Refused(Message("refused.places-cannot-be")) from error
    except CalibrationError as error:
        raise Refused(failure_message(error)) from error


def _drawn(place: BoardPlace) -> DrawnPlace:
    shape = PlaceShape.CIRCLE if place.is_round else PlaceShape.RECTANGLE
    if place.kind in LINES:
        shape = PlaceShape.LINE
    return DrawnPlace(
        place.name,
        shape,
        place.centre_mm,
        place.size_mm,
        row=str(place.kind) if place.kind in ROWS else None,
        any_size=place.kind in OF_ANY_SIZE,
        sure=place.is_sure,
    )


def _moved(place: BoardPlace, where: ShownPlace) -> BoardPlace:
    x, y = where.centre_mm
    centre = (x, place.centre_mm[1]) if place.kind in LINES else (x, y)
    size = where.size_mm if where.size_mm is not None and place.kind in OF_ANY_SIZE else place.size_mm
    return replace(place, centre_mm=centre, size_mm=size)


def _is_on_board(place: BoardPlace, board_mm: tuple[float, float]) -> bool:
    """Whether the middle of a place lies on the board, and it is no larger than that."""
    return all(
        0.0 <= at <= side and size <= side
        for at, size, side in zip(place.centre_mm, place.size_mm, board_mm, strict=True)
    )


def _version(calibration: Calibration) -> str:
    """What changes whenever a place or its certainty does."""
    known = [layout_to_json(calibration.layout), sorted(calibration.certainty.items())]
    return hashlib.sha256(json.dumps(known).encode()).hexdigest()[:16]
