"""The page on which every place of the calibrated board is drawn, dragged, and confirmed. For the host only."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest

from companion.service import Message, PlaceShape, Refused, Shot, ShownPlace
from web.language import said, signed, text, word
from web.security import service
from web.setup import host_only

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from companion.service import DrawnPlace, Equipment, PlacesView

board_places = Blueprint("board_places", __name__, url_prefix="/setup/places")
board_places.before_request(host_only)

SPACE = re.compile(r"[MLR]\d")
"""How the spaces of the river are called."""
MOVED_MM = 0.05
"""A place whose numbers differ by less, in millimetres, was not moved: the form rounds to a tenth."""


@board_places.get("/")
def editor() -> str:
    """The board from above with its places, and a field for each of their numbers."""
    try:
        shot = Shot(request.args.get("picture", Shot.SET_UP))
    except ValueError:
        shot = Shot.SET_UP
    view = _view()
    return render_template(
        "board_places.html",
        view=view,
        unsure=[place for place in view.places if not place.sure],
        shot=shot,
        Shot=Shot,
        Shape=PlaceShape,
        label=_label,
        tag=_tag,
    )


@board_places.get("/board-<shot>.jpg")
def picture(shot: str) -> Response:
    """The board from above: empty, or set up."""
    try:
        which = Shot(shot)
    except ValueError:
        raise BadRequest(text("error-field", field="shot")) from None
    return Response(_equipment().board_jpeg(which), mimetype="image/jpeg")


@board_places.post("/")
def show() -> ResponseReturnValue:
    """Have every place that was moved or confirmed where it is shown."""
    confirmed = set(request.form.getlist("confirm"))
    everything = request.form.get("all") == "yes"
    shown = {}
    for place in _view().places:
        where = _shown(place)
        if everything or place.name in confirmed or _was_moved(place, where):
            shown[place.name] = where
    if not shown:
        flash(text("places-none-shown"))
        return redirect(url_for(".editor"), 303)
    notes = _equipment().show_places(shown, request.form.get("version", ""))
    flash(" ".join((text("places-shown", count=len(shown)), *map(said, notes))))
    return redirect(url_for(".editor"), 303)


def _shown(place: DrawnPlace) -> ShownPlace:
    """Where the form has a place; what it does not say stays as it is."""
    x, y = (_number(place, axis, now) for axis, now in zip("xy", place.centre_mm, strict=True))
    if not place.any_size:
        return ShownPlace((x, y))
    width, height = (_number(place, axis, now) for axis, now in zip("wh", place.size_mm, strict=True))
    if not (width > 0 and height > 0):
        raise BadRequest(text("error-field", field=_label(place.name)))
    return ShownPlace((x, y), (width, width if place.shape is PlaceShape.CIRCLE else height))


def _number(place: DrawnPlace, axis: str, now: float) -> float:
    try:
        number = float(request.form.get(f"{axis}:{place.name}", now))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BadRequest(text("error-field", field=_label(place.name)))
    return number


def _was_moved(place: DrawnPlace, where: ShownPlace) -> bool:
    """Whether the form has the place elsewhere, or of another size, than it is drawn."""
    now = (*place.centre_mm, *(place.size_mm if where.size_mm else ()))
    return any(
        abs(new - old) > MOVED_MM
        for new, old in zip((*where.centre_mm, *(where.size_mm or ())), now, strict=True)
    )


def _equipment() -> Equipment:
    equipment = service().equipment
    if equipment is None:
        raise Refused(Message("refused.no-equipment"))
    return equipment


def _view() -> PlacesView:
    view = _equipment().places()
    if view is None:
        raise Refused(Message("refused.calibrate-first"))
    return view


def _label(name: str) -> str:
    """A place in words."""
    kind, _, which = name.partition("/")
    match kind:
        case "weather":
            return text("place-weather", value=signed(int(which)))
        case "buoy":
            return text("place-buoy", seat=int(which) + 1)
        case "beach":
            return text(f"place-beach-{which}")
        case "rope" | "falls":
            return text(f"place-{kind}")
    return word(name)


def _tag(name: str) -> str:
    """What is written on a place in the drawing: a space's name, the weather, the number of the buoy's place."""
    kind, _, which = name.partition("/")
    match kind:
        case "weather":
            return signed(int(which))
        case "buoy":
            return str(int(which) + 1)
    return name if SPACE.fullmatch(name) else ""
