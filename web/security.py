"""Who is asking, and what a browser may do with our answers.

The session cookie is signed, not encrypted: it holds the token of one's own seat and never a card.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, cast

from flask import Flask, Response, current_app, request, session
from flask_wtf.csrf import CSRFProtect

from companion.service import Message, Refused, Service

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

LARGEST_REQUEST = 16 * 1024
"""Bytes; the longest action is a few hundred."""
LARGEST_RECORD = 512 * 1024
"""Bytes of a game record that is brought along."""
SERVICE = "niagara-service"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def install(app: Flask, secret_key: bytes) -> None:
    """Sign the cookie, check every write for its token, and send the strict headers."""
    settings: Mapping[str, Any] = {
        "SECRET_KEY": secret_key,
        "SESSION_COOKIE_NAME": "niagara",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        # The cookie is sent when it changed, and only then: a slower answer must not bring an older one back.
        "SESSION_REFRESH_EACH_REQUEST": False,
        "MAX_CONTENT_LENGTH": LARGEST_REQUEST,
        "MAX_FORM_MEMORY_SIZE": LARGEST_REQUEST,
        # A token lives as long as its session: an evening is longer than the default hour.
        "WTF_CSRF_TIME_LIMIT": None,
    }
    app.config.update(settings)
    # Before the token is looked for, since that reads the form.
    app.before_request(_room_for_records)
    CSRFProtect(app)
    app.before_request(_keep_session)
    app.after_request(_strict)


def service() -> Service:
    """The game behind this app."""
    return cast("Service", current_app.extensions[SERVICE])


def seat_token() -> str | None:
    """The token of the seat this browser holds, if it still opens one."""
    token = session.get("seat")
    return token if isinstance(token, str) and service().is_seat(token) else None


def own_seat_token() -> str:
    """The same; raises `Refused` when this browser has no seat."""
    token = seat_token()
    if token is None:
        raise Refused(Message("refused.no-seat"))
    return token


def hold_seat(token: str) -> None:
    """Remember the seat in the signed cookie; another seat held until now is left."""
    earlier, game = seat_token(), service()
    session["seat"] = token
    if earlier is not None and game.seat(earlier).colour != game.seat(token).colour:
        game.leave_seat(earlier)


def is_host() -> bool:
    """Whether this browser opened the host's address of the running companion."""
    return is_host_key(str(session.get("host", "")))


def is_host_key(key: str) -> bool:
    """Whether ``key`` is the host's, compared in constant time."""
    return hmac.compare_digest(key.encode(), service().host_key.encode())


def become_host() -> None:
    """Remember the host's key in the signed cookie."""
    session["host"] = service().host_key


def authority() -> str:
    """In whose name this browser gives orders: the host's if it may, else its own seat's."""
    return service().host_key if is_host() else own_seat_token()


def _room_for_records() -> None:
    if request.endpoint == "history.take_in":
        request.max_content_length = request.max_form_memory_size = LARGEST_RECORD


def _keep_session() -> None:
    # A phone that locks its screen must not lose its seat. Saying it again would count as a change of the cookie,
    # and files and streams have no say in it at all.
    if request.endpoint != "static" and request.blueprint != "stream" and not session.permanent:
        session.permanent = True


def _strict(response: Response) -> Response:
    headers = response.headers
    headers["Content-Security-Policy"] = POLICY
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Cache-Control"] = "no-cache" if request.endpoint == "static" else "no-store"
    return response
