"""Under which names this page answers, and whose writes it takes.

A foreign page that points its own name at this machine (DNS rebinding) is refused: only addresses and this table's
names count. The name is read once, before anything builds an address of it; what is none never gets further.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, request
from werkzeug.exceptions import BadRequest

from web.language import text
from web.qr_codes import BASE_URL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

LONGEST_NAME = 60
"""Characters that are quoted of a name under which this page is not known."""
LONGEST_HOST = 253
"""Characters of a name (RFC 1035); a label of it has 63 at most."""
FOREIGN = "niagara.foreign-host"
"""In a request's environment: the name it asked for, where that is not ours."""
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST = re.compile(
    rf"(?P<name>\[[0-9a-f:.]{{2,45}}\]|{_LABEL}(?:\.{_LABEL})*)\.?(?::(?P<port>\d{{0,5}}))?", re.IGNORECASE
)
_DEFAULT_PORTS = {"http": "80", "https": "443"}


def name_in(host: str) -> str | None:
    """The name or address in a ``Host`` header, in small letters and without port; ``None`` where it is none."""
    found = _HOST.fullmatch(host)
    if found is None or len(host) > LONGEST_HOST:
        return None
    return found["name"].lower().strip("[]")


def install(app: Flask) -> None:
    """Look at the name before anything else, and at the origin of every write."""
    names = _own_names()

    def ours(name: str | None) -> bool:
        base = urlsplit(app.config[BASE_URL] or "").hostname
        return name is not None and (_is_address(name) or name in names or name == base)

    app.wsgi_app = _Gate(app.wsgi_app, ours)  # type: ignore[method-assign]
    app.before_request(_refuse_foreign)


class _Gate:
    """Replaces a name that is not ours by one that is, and notes it: what is refused is refused on a sound page."""

    def __init__(self, app: WSGIApplication, ours: Callable[[str | None], bool]) -> None:
        self._app = app
        self._ours = ours

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        asked = environ.get("HTTP_HOST", "")
        if not self._ours(name_in(asked)):
            environ[FOREIGN] = asked
            environ["HTTP_HOST"] = "localhost"
        return self._app(environ, start_response)


def _refuse_foreign() -> None:
    if (asked := request.environ.get(FOREIGN)) is not None:
        raise BadRequest(text("error-host", host=_printable(asked)[:LONGEST_NAME]))
    origin = request.headers.get("Origin")
    if request.method not in ("GET", "HEAD", "OPTIONS") and origin is not None and not _is_here(origin):
        raise BadRequest(text("error-origin"))


def _is_here(origin: str) -> bool:
    """Whether a page of ours sent the request; a browser says so, whatever the page's script wants."""
    scheme, separator, host = origin.partition("://")
    return bool(separator) and _with_port(host, scheme) == _with_port(request.host, request.scheme)


def _with_port(host: str, scheme: str) -> tuple[str | None, str]:
    found = _HOST.fullmatch(host)
    return name_in(host), (found and found["port"]) or _DEFAULT_PORTS.get(scheme, "")


def _printable(asked: str) -> str:
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in asked)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _own_names() -> frozenset[str]:
    host = socket.gethostname().lower()
    return frozenset({"localhost", host, f"{host}.local", f"{host.split('.')[0]}.local"})
