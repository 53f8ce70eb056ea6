"""Who may ask how often, and under which name this page answers.

Orders are limited so that a device gone wild holds nobody up; keys are limited so that nobody guesses one. A foreign
page that points its own name at this machine (DNS rebinding) is refused: only addresses and this table's names count.
"""

from __future__ import annotations

import ipaddress
import socket
import threading
import time
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, current_app, request
from werkzeug.exceptions import BadRequest, NotFound, TooManyRequests

from companion.service import Refused
from web.language import text
from web.qr_codes import BASE_URL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ORDERS = 60
"""Orders that one device may give within `ORDERS_WITHIN_S`: more than any hand gives."""
ORDERS_WITHIN_S = 10.0
KEYS = 10
"""Wrong tries at a host's or a seat's key that one device has within `KEYS_WITHIN_S`."""
KEYS_WITHIN_S = 60.0
LONGEST_NAME = 60
"""Characters that are quoted of a name under which this page is not known."""
KEYRING = "niagara-keys"
MOST_DEVICES = 500
"""Addresses remembered; the one that was quiet longest is forgotten first."""


class Limit:
    """At most so many times within so many seconds, for each caller; safe from any thread."""

    def __init__(self, most: int, within_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._within_s = within_s
        self._clock = clock
        self._times: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def allows(self, caller: str) -> bool:
        """Count one more time; ``False`` when it is one too many, which then does not count."""
        with self._lock:
            times = self._recent(caller)
            if len(times) >= self._most:
                return False
            times.append(self._clock())
            return True

    def spent(self, caller: str) -> bool:
        """Whether one more time would be one too many."""
        with self._lock:
            return len(self._recent(caller)) >= self._most

    def _recent(self, caller: str) -> deque[float]:
        """When the caller came within the time that counts; the one who came is remembered longest."""
        times = self._times.pop(caller, None) or deque()
        while times and times[0] <= self._clock() - self._within_s:
            times.popleft()
        self._times[caller] = times
        if len(self._times) > MOST_DEVICES:
            del self._times[next(iter(self._times))]
        return times


def install(app: Flask) -> None:
    """Check name and pace before anything else is done."""
    orders = Limit(ORDERS, ORDERS_WITHIN_S)
    app.extensions[KEYRING] = Limit(KEYS, KEYS_WITHIN_S)
    own_names = _own_names()

    def check() -> None:
        name = _name_asked_for()
        base = urlsplit(app.config[BASE_URL] or "").hostname
        if not (_is_address(name) or name in own_names or name == base):
            raise BadRequest(text("error-host", host=name[:LONGEST_NAME]))
        if request.method == "POST" and not orders.allows(_caller()):
            raise TooManyRequests

    app.before_request(check)


@contextmanager
def trying_a_key() -> Iterator[None]:
    """Around the use of a key: refuses whoever was wrong too often, and counts what goes wrong inside."""
    keys: Limit = current_app.extensions[KEYRING]
    if keys.spent(_caller()):
        raise TooManyRequests
    try:
        yield
    except (Refused, NotFound):
        keys.allows(_caller())
        raise


def _caller() -> str:
    return request.remote_addr or ""


def _name_asked_for() -> str:
    """The host of the request without its port, in small letters."""
    return (urlsplit(f"//{request.environ.get('HTTP_HOST', '')}").hostname or "").lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _own_names() -> frozenset[str]:
    host = socket.gethostname().lower()
    return frozenset({"localhost", host, f"{host}.local", f"{host.split('.')[0]}.local"})
