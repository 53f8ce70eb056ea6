"""Who visits the page meanwhile: viewers, one that reads nothing, a phone that plays, and one that comes and goes."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import socket
import threading
import time
from random import Random
from typing import Any

PATIENCE_S = 30.0
"""An answer that takes longer counts as none."""
LOOKS_EVERY_S = 0.7
COMES_EVERY_S = 3.0
READ_BYTES = 65536


class Visitor:
    """A device with an address of its own; notes how long answers took, and which did not come."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.address = f"127.0.2.{1 + number % 250}"
        self.took_s: list[float] = []
        self.orders_s: list[float] = []
        self.failures: list[str] = []
        self.cookies: dict[str, str] = {}
        self.stopped = threading.Event()
        self._connection: http.client.HTTPConnection | None = None
        self._thread = threading.Thread(target=self._run, name=f"soak-{number}", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Hang up."""
        self.stopped.set()
        self._thread.join(PATIENCE_S + 5)

    def visit(self) -> None:
        """What this device does, once; again and again until it is stopped."""
        raise NotImplementedError

    def ask(self, method: str, path: str, document: object = None) -> tuple[int, str]:
        """A request as a browser makes it, cookies included: status and text."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = None
        if document is not None:
            headers |= {"Content-Type": "application/json", "X-CSRFToken": self.token}
            body = json.dumps(document)
        if self._connection is None:
            self._connection = http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=PATIENCE_S, source_address=(self.address, 0)
            )
        began_s = time.perf_counter()
        try:
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
            text = answer.read()
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            # A connection that was idle may be closed at any time: a browser asks again on a new one, and so does this.
            self._connection.close()
            self._connection = None
            return self.ask(method, path, document)
        (self.took_s if method == "GET" else self.orders_s).append(time.perf_counter() - began_s)
        for line in answer.headers.get_all("Set-Cookie", ()):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        if answer.status >= 500:
            self.failures.append(f"{method} {path}: {answer.status}")
        return answer.status, text.decode("utf-8", "replace")

    @property
    def token(self) -> str:
        """The token of the forms, as the first page has it."""
        _, page = self.ask("GET", "/")
        found = re.search(r'name="csrf-token" content="([^"]+)"', page)
        return found[1] if found else ""

    def _run(self) -> None:
        while not self.stopped.is_set():
            try:
                self.visit()
            except Exception as error:  # noqa: BLE001 - a visitor who stumbles is told of, and goes on
                if not self.stopped.is_set():
                    self.failures.append(repr(error))
                self._connection = None
                self.stopped.wait(1)


class Viewer(Visitor):
    """Watches the table's stream."""

    events = 0

    def visit(self) -> None:
        """Read all that comes; again when the stream ends."""
        with _stream(self) as watching:
            while not self.stopped.is_set():
                with contextlib.suppress(TimeoutError):
                    received = watching.recv(READ_BYTES)
                    if not received:
                        break
                    self.events += received.count(b"event:")
        self.stopped.wait(2)


class Sleeper(Visitor):
    """Opened the stream and reads nothing of it."""

    def visit(self) -> None:
        """Sleep until the server has had enough; then again."""
        with _stream(self):
            self.stopped.wait(120)


class Passer(Visitor):
    """Loads the page, its files and its stream, and is gone a moment later, without a word."""

    def visit(self) -> None:
        """Come and go."""
        for path in ("/table", "/static/page.css", "/static/board.css", "/lens.jpg", "/api/table"):
            self.ask("GET", path)
        with _stream(self) as watching:
            watching.recv(100)
        self.stopped.wait(COMES_EVERY_S)


class Player(Visitor):
    """A phone that sits down in a bot's place and plays what it may, by its page's orders."""

    colour = "red"
    chance = Random(1)

    def visit(self) -> None:
        """Look at the seat; do what is to be done."""
        status, text = self.ask("GET", "/api/seat")
        if status != 200:
            self.ask("POST", "/do/sit", {"colour": self.colour, "name": "Ada"})
        else:
            order = self._order(json.loads(text))
            if order is not None:
                self.ask("POST", *order)
        self.stopped.wait(LOOKS_EVERY_S)

    def _order(self, seat: dict[str, Any]) -> tuple[str, dict[str, str]] | None:
        if seat["turn"] is not None and seat["turn"]["actions"]:
            return "/do/play", {"key": self.chance.choice(seat["turn"]["actions"])["key"]}
        if seat["retrieve"]:
            return "/do/play", {"key": seat["retrieve"][0]["key"]}
        if seat["may_choose"] and seat["chosen"] is None:
            return "/do/choose", {"card": self.chance.choice(seat["hand"])["card"]}
        return None


def _stream(visitor: Visitor) -> socket.socket:
    opened = socket.create_connection(
        ("127.0.0.1", visitor.port), timeout=PATIENCE_S, source_address=(visitor.address, 0)
    )
    opened.settimeout(1.0)
    opened.sendall(b"GET /stream/table HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return opened
