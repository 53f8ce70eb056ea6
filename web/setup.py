"""The first run in the browser, step by step; every step may be skipped and come back to. For the host only."""

from __future__ import annotations

import threading
from enum import StrEnum
from typing import TYPE_CHECKING

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from segno import helpers
from werkzeug.exceptions import BadRequest, NotFound

from companion.service import MODULES, Health, Message, Refused, Shot
from web.language import said, text
from web.qr_codes import address_code, address_of, code
from web.security import authority, is_host, service

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from companion.service import Equipment

setup = Blueprint("setup", __name__, url_prefix="/setup")

COLOURS = ("red", "blue", "green", "yellow", "brown", "black")
CORNERS = 4
LONGEST_NETWORK, LONGEST_PASSWORD = 32, 64
"""Bytes of a Wi-Fi network's name and of its password (IEEE 802.11; 64 are the digits of a key)."""


_one_examination = threading.Lock()
"""A camera is looked through by one at a time, and patience does not make two reports faster."""


class SetupStep(StrEnum):
    """The steps in their order."""

    LANGUAGE = "language"
    HARDWARE = "hardware"
    MARKERS = "markers"
    CAMERA = "camera"
    CALIBRATION = "calibration"
    PLAYERS = "players"
    CODES = "codes"
    SOUND = "sound"


@setup.before_request
def host_only() -> None:
    """Refuse everybody but the host."""
    if not is_host():
        raise Refused(Message("refused.set-up-is-hosts"))


@setup.get("/")
def begin() -> ResponseReturnValue:
    """The first step."""
    return redirect(url_for(".step", name=SetupStep.LANGUAGE))


@setup.get("/<name>")
def step(name: str) -> str:
    """One step."""
    return _page(_step(name))


@setup.get("/markers.pdf")
def sheet() -> Response:
    """The marker stickers to print."""
    return Response(_equipment().marker_sheet(), mimetype="application/pdf")


@setup.post("/shot")
def shot() -> ResponseReturnValue:
    """Keep the newest picture: of the empty river, or of the board set up."""
    try:
        which = Shot(request.form.get("shot", ""))
    except ValueError:
        raise BadRequest(text("error-field", field="shot")) from None
    _equipment().shoot(which)
    flash(text("shot-taken"))
    return redirect(url_for(".step", name=SetupStep.CALIBRATION), 303)


@setup.post("/calibrate")
def calibrate() -> ResponseReturnValue:
    """Learn the board from the two pictures; with corners where it is not found by itself."""
    players = [player.colour for player in service().table().players]
    joe = any(canoe.id == "joe" for canoes in service().table().places.values() for canoe in canoes)
    notes = _equipment().calibrate(players, _corners(), joe=joe)
    flash(" ".join((text("calibrated"), *map(said, notes))))
    return redirect(url_for("board_places.editor"), 303)


@setup.post("/recalibrate")
def recalibrate() -> ResponseReturnValue:
    """Find the board anew while a game is going on."""
    service().recalibrate(authority())
    flash(text("recalibrated"))
    return redirect(url_for(".step", name=SetupStep.CALIBRATION), 303)


@setup.post("/players")
def players() -> ResponseReturnValue:
    """Begin a game with these players and modules."""
    seats = sorted(
        (int(place), colour)
        for colour in COLOURS
        if (place := request.form.get(f"seat-{colour}", "")) in ("1", "2", "3", "4", "5", "6")
    )
    if len({place for place, _ in seats}) < len(seats):
        raise Refused(Message("refused.one-place-twice"))
    order = [colour for _, colour in seats]
    modules = [module for module in MODULES if module in request.form.getlist("module")]
    first = request.form.get("first", "")
    service().arrange(authority(), order, first if first in order else "".join(order[:1]), modules)
    flash(text("game-arranged"))
    return redirect(url_for(".step", name=SetupStep.CODES), 303)


@setup.post("/wifi")
def wifi() -> str:
    """A code that lets phones into the network; drawn for this answer and kept nowhere."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    if len(name.encode()) > LONGEST_NETWORK or len(password.encode()) > LONGEST_PASSWORD:
        raise BadRequest(text("error-wifi", name=LONGEST_NETWORK, password=LONGEST_PASSWORD))
    data = helpers.make_wifi_data(ssid=name, password=password or None, security="WPA" if password else None)
    return _page(SetupStep.CODES, wifi=code(data))


@setup.post("/sound")
def sound() -> ResponseReturnValue:
    """Play one signal, or have a sentence spoken."""
    _equipment().sound(request.form.get("signal", ""))
    return redirect(url_for(".step", name=SetupStep.SOUND), 303)


@setup.post("/level")
def level() -> ResponseReturnValue:
    """Have more or less heard."""
    _equipment().set_level(request.form.get("level", ""))
    return redirect(url_for(".step", name=SetupStep.SOUND), 303)


@setup.get("/doctor")
def doctor() -> str:
    """Everything looked at, as `niagara doctor` does; takes a few seconds."""
    look = service().doctor
    if look is None:
        raise Refused(Message("refused.no-doctor"))
    with _one_examination:
        report = look()
    return render_template("doctor.html", report=report, Health=Health)


def _page(now: SetupStep, **more: object) -> str:
    steps, equipment, table = tuple(SetupStep), service().equipment, service().table()
    at = steps.index(now)
    return render_template(
        "setup.html",
        steps=steps,
        now=now,
        previous=steps[at - 1] if at else None,
        following=steps[at + 1] if at + 1 < len(steps) else None,
        equipment=equipment,
        has_doctor=service().doctor is not None,
        has_places=equipment is not None and equipment.calibrated,
        has_pictures=service().pictures is not None,
        parts_found=() if equipment is None else equipment.parts(),
        shots=frozenset() if equipment is None else equipment.shots(),
        Shot=Shot,
        table=table,
        order_now={player.colour: place for place, player in enumerate(table.players, 1)},
        colours=COLOURS,
        modules=MODULES,
        codes={player.colour: address_code("pages.join", player.colour) for player in table.players},
        home=address_of("pages.lobby"),
        home_code=address_code("pages.lobby"),
        **more,
    )


def _step(name: str) -> SetupStep:
    try:
        return SetupStep(name)
    except ValueError:
        raise NotFound from None


def _equipment() -> Equipment:
    equipment = service().equipment
    if equipment is None:
        raise Refused(Message("refused.no-equipment"))
    return equipment


def _corners() -> list[tuple[float, float]] | None:
    """The corners that were dragged, as shares of the picture; none when the board is found by itself."""
    if request.form.get("by-hand") != "on":
        return None
    try:
        corners = [
            (float(request.form[f"x{n}"]) / 100, float(request.form[f"y{n}"]) / 100) for n in range(CORNERS)
        ]
    except (KeyError, ValueError):
        raise BadRequest(text("error-field", field=text("corners"))) from None
    if not all(0 <= part <= 1 for corner in corners for part in corner):
        raise BadRequest(text("error-field", field=text("corners")))
    return corners
