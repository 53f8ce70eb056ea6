"""Reads as JSON, and every order a player can give: as a form (leads back to its page) or as JSON."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from flask import Blueprint, Response, jsonify, redirect, request
from werkzeug.exceptions import BadRequest, NotFound

from companion.service import Laid, Placed
from web.language import plain, text
from web.limits import trying_a_key
from web.piece_labels import GEMS
from web.redirects import form_origin
from web.security import authority, hold_seat, let_seat_go, own_seat_token, service

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue

api = Blueprint("api", __name__)


# --- reads ---------------------------------------------------------------------------------------------------


@api.get("/api/table")
def table() -> Response:
    """What everybody may see."""
    return jsonify(plain(service().table()))


@api.get("/api/seat")
def seat() -> Response:
    """What the holder of this seat may see."""
    return jsonify(plain(service().seat(own_seat_token())))


@api.get("/api/lamps")
def lamps() -> Response:
    """The panel as it is lit now."""
    return jsonify(plain(service().lamps()))


@api.get("/lens.jpg")
def lens() -> Response:
    """The newest annotated picture of the camera."""
    newest = service().lens()
    if newest is None:
        raise NotFound
    return Response(newest[1], mimetype="image/jpeg")


@api.get("/api/seen")
def seen() -> Response:
    """The board as the camera saw it last, or null."""
    return jsonify(plain(service().seen()))


@api.get("/api/why")
def why() -> Response:
    """Why an action is not possible now, or null when it is."""
    return jsonify(plain(service().why_not(request.args.get("key", ""))))


# --- orders --------------------------------------------------------------------------------------------------


def _order(rule: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Register a function as the order ``POST /do/<rule>``; it raises `Refused` or the order is done."""

    def register(order: Callable[[], None]) -> Callable[[], None]:
        def answer() -> ResponseReturnValue:
            order()
            return jsonify(ok=True) if request.is_json else redirect(form_origin(), 303)

        api.add_url_rule(f"/do/{rule}", rule, answer, methods=["POST"])
        return order

    return register


@_order("sit")
def sit() -> None:
    """Take a free seat, or open one's own with its key."""
    key = _word("key", "") or None
    with trying_a_key() if key is not None else nullcontext():
        token = service().take_seat(_word("colour"), _word("name", ""), key)
    hold_seat(token)


@_order("leave")
def leave() -> None:
    """Leave the seat for good, on every device."""
    service().leave_seat(own_seat_token())
    let_seat_go()


@_order("choose")
def choose() -> None:
    """Lay a card face down."""
    service().choose(own_seat_token(), _word("card"))


@_order("undo")
def undo() -> None:
    """Take the face-down card or one's own last move back."""
    service().undo(own_seat_token())


@_order("take-back")
def take_back() -> None:
    """Take the last move back: one's own, or any for the host."""
    service().undo(authority())


@_order("play")
def play() -> None:
    """Enter an action by hand."""
    service().play(authority(), _word("key"))


@_order("answer")
def answer() -> None:
    """Answer the open question."""
    service().answer(authority(), _number("question"), _word("key"))


@_order("board-right")
def board_right() -> None:
    """Go on from what lies on the board."""
    service().board_is_right(authority(), _number("disagreement"))


@_order("app-right")
def app_right() -> None:
    """Put the pieces back."""
    service().app_is_right(authority(), _number("disagreement"))


@_order("later")
def later() -> None:
    """Let the camera rest."""
    service().later(authority(), _number("disagreement"))


@_order("done")
def done() -> None:
    """Look now, or the set-up is ready."""
    service().done(authority())


@_order("correct")
def correct() -> None:
    """Go on from the table as it was laid on the page."""
    token, fields, table = authority(), _fields(), service().table()
    canoes = {
        name: Placed(_word(name), tuple(filter(None, _word(f"{name}-cargo", "").split(","))))
        for name in (canoe.id for canoes in table.places.values() for canoe in canoes)
        if name in fields
    }
    delivered = {
        player.colour: {gem: _number(f"{player.colour}-{gem}") for gem in GEMS}
        for player in table.players
        if f"{player.colour}-{GEMS[0]}" in fields
    }
    try:
        weather = int(_word("weather"))
    except ValueError:
        raise BadRequest(text("error-field", field="weather")) from None
    service().correct(token, Laid(canoes, weather, delivered, _word("first", "") or None))


@_order("new-game")
def new_game() -> None:
    """Begin another game with the same players."""
    service().new_game(authority())


def _word(name: str, otherwise: str | None = None) -> str:
    """One field of the form or of the JSON object; a missing one is refused unless there is a default."""
    value = _fields().get(name, otherwise)
    if not isinstance(value, str) or not _is_text(value):
        raise BadRequest(text("error-field", field=name))
    return value


def _is_text(value: str) -> bool:
    """Whether it can be written: JSON can name half of a surrogate pair, which no file and no page can hold."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _number(name: str) -> int:
    value = str(_fields().get(name, ""))
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        raise BadRequest(text("error-field", field=name))
    return int(value)


def _fields() -> dict[str, object]:
    if not request.is_json:
        return dict(request.form)
    try:
        body = request.get_json()
    except RecursionError:
        raise BadRequest from None
    if not isinstance(body, dict):
        raise BadRequest
    return body
