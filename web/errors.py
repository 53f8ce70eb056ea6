"""Every refusal is one sentence: a flash on the page it came from, or JSON for the page's script."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from flask import Flask, flash, jsonify, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from companion.service import Refused
from web.language import said, text
from web.redirects import form_origin
from web.security import is_host

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

SAID = (404, 405, 413, 429)
"""Statuses with a sentence of their own; every other refusal has that of 400."""
SETTING_UP = {
    "setup.shot": "calibration",
    "setup.calibrate": "calibration",
    "setup.players": "players",
    "setup.sound": "sound",
    "setup.level": "sound",
    "setup.doctor": "hardware",
    "setup.sheet": "markers",
    "board_places.editor": "calibration",
    "board_places.picture": "calibration",
    "board_places.show": "calibration",
}
"""Where each order of the set-up leads back to when it is refused."""
_log = logging.getLogger(__name__)


def install(app: Flask) -> None:
    """Answer everything that can go wrong."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(CSRFError, _out_of_date)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unforeseen)


def wants_json() -> bool:
    """Whether a script is asking."""
    return request.is_json or request.path.startswith(("/api/", "/stream/"))


def _refused(error: Refused) -> ResponseReturnValue:
    sentence, rule = said(error.message), error.message.values.get("rule")
    if wants_json():
        return jsonify(error=sentence, rule=rule), 409
    # The category carries the rule that the page offers to explain.
    flash(sendable(sentence), category=str(rule or ""))
    return redirect(url_for("setup.step", name=_step()) if _step() else form_origin(), 303)


def _step() -> str | None:
    """The step of the set-up that an order came from."""
    return SETTING_UP.get(request.endpoint or "") if is_host() else None


def _out_of_date(_error: CSRFError) -> ResponseReturnValue:
    return _sentence(text("error-csrf"), 400)


def _http(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    if status < 400:
        return error.get_response()
    if error.description != type(error).description:
        return _sentence(str(error.description), status)
    return _sentence(text(f"error-{status if status in SAID else 400}"), status)


def _unforeseen(error: Exception) -> ResponseReturnValue:
    _log.error("%s %s", request.method, request.path, exc_info=error)
    return _sentence(text("error-500"), 500)


def sendable(sentence: str) -> str:
    """The sentence as it can be sent: half a surrogate pair, which somebody's file may hold, is no letter."""
    return sentence.encode("utf-8", "replace").decode()


def _sentence(sentence: str, status: int) -> ResponseReturnValue:
    if wants_json():
        return jsonify(error=sentence), status
    return render_template("error.html", sentence=sendable(sentence)), status
