"""Who may ask how often: a device gone wild holds nobody up, and nobody guesses a key."""

from __future__ import annotations

import threading
import time
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING

from flask import Flask, current_app, request
from werkzeug.exceptions import NotFound, TooManyRequests

from companion.service import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ORDERS = 60
"""Orders that one device may give within `ORDERS_WITHIN_S`: more than any hand gives."""
ORDERS_WITHIN_S = 10.0
READS = 900
"""Pages, files and views that one address may ask for within `READS_WITHIN_S`: a family behind one router that all
load their pages at once stays far below, a loop that does nothing else does not."""
READS_WITHIN_S = 10.0
KEYS = 10
"""Wrong tries at a host's or a seat's key that one device has within `KEYS_WITHIN_S`."""
KEYS_WITHIN_S = 60.0
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
    """Check the pace before anything else is done."""
    orders, reads = Limit(ORDERS, ORDERS_WITHIN_S), Limit(READS, READS_WITHIN_S)
    app.extensions[KEYRING] = Limit(KEYS, KEYS_WITHIN_S)

    def check() -> None:
        reading = request.method in ("GET", "HEAD", "OPTIONS")
        if not (reads if reading else orders).allows(_caller()):
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
