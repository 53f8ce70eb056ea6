"""Who may open which seat: tokens for devices, keys for second devices, kept as digests only."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.engine.message import Message
from companion.errors import LONGEST_NAME_QUOTED, Refused
from companion.game.names import name_at_table
from companion.game.standing import Seat

if TYPE_CHECKING:
    from companion.game.game import Game


def sit_down(game: Game, colour: str, name: str, key: str | None, *, bot: bool) -> str:
    """Take a seat, or join it with its key; returns the token that opens it. Raises `Refused`."""
    seat = game.seats.get(colour)
    if seat is None:
        raise Refused(Message("refused.no-such-seat", {"colour": colour[:LONGEST_NAME_QUOTED]}))
    joins = key is not None and seat.key != "" and hmac.compare_digest(seat.key, _digest(key))
    if seat.taken and not seat.bot and not joins:
        raise Refused(Message("refused.seat-taken", {"colour": colour}))
    token = secrets.token_urlsafe(18)
    if joins:
        seat = replace(seat, tokens=seat.tokens | {_digest(token)})
    else:
        others = [other.name for place, other in game.seats.items() if place != colour and other.taken]
        called = name_at_table(name, colour, game.seats, others)
        seat = Seat(called, frozenset({_digest(token)}), bot=bot)
    game.seat(colour, seat)
    return token


def new_key(game: Game, colour: str) -> str:
    """A fresh key that opens the seat on a second device; an older one is void."""
    key = secrets.token_urlsafe(9)
    game.seat(colour, replace(game.seats[colour], key=_digest(key)))
    return key


def seat_of(game: Game, token: str) -> str | None:
    """The colour of the seat that ``token`` opens."""
    digest = _digest(token)
    return next((colour for colour, seat in list(game.seats.items()) if digest in seat.tokens), None)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
