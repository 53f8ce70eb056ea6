"""The pages people open: lobby, join, seat, table, host."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from companion.service import RULES, Stage, rule_view
from web.language import said, text
from web.limits import trying_a_key
from web.piece_labels import GEMS
from web.qr_codes import address_code, address_of, code
from web.redirects import form_origin
from web.security import be_guided, become_host, is_host, is_host_key, own_seat_token, seat_token, service

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from companion.service import PlayerView, RuleView

LONGEST_SEARCH = 60

pages = Blueprint("pages", __name__)


@pages.get("/")
def lobby() -> str:
    """Who sits where, and how to sit down."""
    token = seat_token()
    return render_template(
        "lobby.html",
        table=service().table(),
        mine=None if token is None else service().seat(token).colour,
        codes={
            player.colour: address_code("pages.join", player.colour) for player in service().table().players
        },
    )


@pages.get("/join/<colour>")
def join(colour: str) -> ResponseReturnValue:
    """Where a seat's QR code leads: a form, since opening an address must not change anything."""
    player = _player(colour)
    token = seat_token()
    if token is not None and service().seat(token).colour == colour:
        return redirect(url_for(".seat"))
    return render_template("join.html", player=player, key=request.args.get("key", ""))


@pages.get("/seat")
def seat() -> ResponseReturnValue:
    """One player's phone."""
    token = seat_token()
    if token is None:
        flash(text("error-no-seat"))
        return redirect(url_for(".lobby"))
    view = service().seat(token)
    return render_template("seat.html", seat=view, table=view.table, me=_player(view.colour), Stage=Stage)


@pages.post("/seat/device")
def device() -> str:
    """A fresh code that opens one's own seat on a second device."""
    token = own_seat_token()
    colour = service().seat(token).colour
    address = address_of("pages.join", colour=colour, key=service().seat_key(token))
    return render_template("device.html", colour=colour, code=code(address), address=address)


@pages.get("/table")
def table() -> str:
    """The table for everybody: television, tablet or laptop."""
    token = seat_token()
    return render_template(
        "table.html",
        table=service().table(),
        mine=None if token is None else service().seat(token).colour,
        host=is_host(),
        Stage=Stage,
    )


@pages.get("/referee")
def referee() -> str:
    """Expected and seen side by side, entries by hand, and corrections."""
    token = seat_token()
    return render_template(
        "referee.html",
        table=service().table(),
        mine=None if token is None else service().seat(token).colour,
        host=is_host(),
        gems=GEMS,
    )


@pages.get("/rules")
def rules() -> str:
    """All rules; with ``?q=`` those that speak of it."""
    asked = request.args.get("q", "")[:LONGEST_SEARCH]
    found = [rule for rule in map(rule_view, RULES) if _speaks_of(rule, asked)]
    return render_template("rules.html", rules=found, asked=asked)


@pages.get("/rules/<number>")
def rule(number: str) -> str:
    """One rule: where every *why?* leads."""
    if number not in RULES:
        raise NotFound(text("error-no-rule", number=number[:10]))
    return render_template("rule.html", rule=rule_view(number))


@pages.post("/guide")
def guide() -> ResponseReturnValue:
    """Have the rules told while playing on this device, or not."""
    be_guided(request.form.get("guide") == "on")
    return redirect(form_origin(), 303)


@pages.get("/host/<key>")
def host(key: str) -> ResponseReturnValue:
    """Make this browser the host's."""
    with trying_a_key():
        if not is_host_key(key):
            raise NotFound(text("error-not-host"))
    become_host()
    return redirect(url_for(".table"))


def _speaks_of(rule: RuleView, asked: str) -> bool:
    """Whether every word asked for stands in the rule, whatever its accents and capitals."""
    whole = _plain(f"{rule.number} {said(rule.title)} {said(rule.text)}")
    return all(word in whole for word in _plain(asked).split())


def _plain(words: str) -> str:
    apart = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _player(colour: str) -> PlayerView:
    for player in service().table().players:
        if player.colour == colour:
            return player
    raise NotFound
