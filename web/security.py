"""Who is asking, and what a browser may do with our answers.

Seat and host's key lie in a cookie each, sent when one sits down or leaves and only then: an answer that began earlier
and comes later must not bring an older one back. They are secrets by themselves and need no signature. The signed
session holds what may be lost: the token of the forms, and sentences that wait for the next page.
No cookie depends on the server's clock, which jumps on a Pi without a battery.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, cast

from flask import Flask, Response, current_app, g, request
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect
from itsdangerous import BadSignature

from companion.service import Message, Refused, Service

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from flask import Request
    from flask.sessions import SecureCookieSession

LARGEST_REQUEST = 16 * 1024
"""Bytes; the longest action is a few hundred."""
LARGEST_RECORD = 512 * 1024
"""Bytes of a game record that is brought along."""
SERVICE = "niagara-service"
SEAT, HOST, GUIDE = "niagara-seat", "niagara-host", "niagara-guide"
"""The cookies that are kept: a seat's token, the host's key, whether rules are told while playing."""
KEPT_S = 180 * 24 * 3600
"""Seconds a browser keeps them: a game goes on after the holidays."""
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
        "MAX_CONTENT_LENGTH": LARGEST_REQUEST,
        "MAX_FORM_MEMORY_SIZE": LARGEST_REQUEST,
        # A token lives as long as its session: an evening is longer than the default hour.
        "WTF_CSRF_TIME_LIMIT": None,
    }
    app.config.update(settings)
    app.session_interface = _AgelessSessions()
    # Before the token is looked for, since that reads the form.
    app.before_request(_room_for_records)
    CSRFProtect(app)
    app.after_request(_send_kept)
    app.after_request(_strict)


def service() -> Service:
    """The game behind this app."""
    return cast("Service", current_app.extensions[SERVICE])


def seat_token() -> str | None:
    """The token of the seat this browser holds, if it still opens one."""
    token = _kept(SEAT)
    return token if token and service().is_seat(token) else None


def own_seat_token() -> str:
    """The same; raises `Refused` when this browser has no seat."""
    token = seat_token()
    if token is None:
        raise Refused(Message("refused.no-seat"))
    return token


def hold_seat(token: str) -> None:
    """Remember the seat; another seat held until now is left."""
    earlier, game = seat_token(), service()
    _keep(SEAT, token)
    if earlier is not None and game.seat(earlier).colour != game.seat(token).colour:
        game.leave_seat(earlier)


def let_seat_go() -> None:
    """Forget the seat that was left."""
    _keep(SEAT, "")


def is_host() -> bool:
    """Whether this browser opened the host's address of the running companion."""
    return is_host_key(_kept(HOST))


def is_host_key(key: str) -> bool:
    """Whether ``key`` is the host's, compared in constant time."""
    return hmac.compare_digest(key.encode(), service().host_key.encode())


def become_host() -> None:
    """Remember the host's key."""
    _keep(HOST, service().host_key)


def is_guided() -> bool:
    """Whether this device wants the rules told while playing; until somebody says otherwise, it does."""
    return _kept(GUIDE) != "off"


def be_guided(wanted: bool) -> None:
    """Remember whether it does."""
    _keep(GUIDE, "on" if wanted else "off")


def authority() -> str:
    """In whose name this browser gives orders: the host's if it may, else its own seat's."""
    return service().host_key if is_host() else own_seat_token()


def _room_for_records() -> None:
    if request.endpoint == "history.take_in":
        request.max_content_length = request.max_form_memory_size = LARGEST_RECORD


def _kept(name: str) -> str:
    """What the browser keeps under a name, as this request has left it; empty without anything."""
    changed: dict[str, str] = g.get("kept", {})
    return changed[name] if name in changed else request.cookies.get(name, "")


def _keep(name: str, value: str) -> None:
    g.setdefault("kept", {})[name] = value


def _send_kept(response: Response) -> Response:
    changed: dict[str, str] = g.get("kept", {})
    for name, value in changed.items():
        # The age counts for a browser and not the date (RFC 6265, 5.3): this clock may be wrong and that one right.
        response.set_cookie(name, value, max_age=KEPT_S if value else 0, httponly=True, samesite="Lax")
    return response


class _AgelessSessions(SecureCookieSessionInterface):
    """Flask's signed sessions, but that none is refused because the server's clock was set back since."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        serializer = self.get_signing_serializer(app)
        assert serializer is not None  # noqa: S101 - there is a secret key
        try:
            content: dict[str, Any] = serializer.loads(request.cookies.get(self.get_cookie_name(app), ""))
        except BadSignature:
            content = {}
        return self.session_class(content)


def _strict(response: Response) -> Response:
    headers = response.headers
    headers["Content-Security-Policy"] = POLICY
    headers["X-Content-Type-Options"] = "nosniff"
    # To our own pages it is said where one comes from, or their forms would come from nowhere (`web.hosts`).
    headers["Referrer-Policy"] = "same-origin"
    headers["Cache-Control"] = "no-cache" if request.endpoint == "static" else "no-store"
    return response
