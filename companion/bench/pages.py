"""How long an announcement takes to reach every page, while one viewer does not read at all."""

from __future__ import annotations

import http.client
import socket
import statistics
import tempfile
import threading
import time
from pathlib import Path

from companion.adapters.panel_signals import NoAnnouncer
from companion.engine import setup_from_parts
from companion.game.log import GameLog
from companion.referee.debounce import Patience
from companion.service import Service
from web import create_app
from web.server import Server, serve

CLIENTS = 30
"""Pages that are open: six players with several devices each."""
ANNOUNCEMENTS = 20
GIVEN_UP_S = 20.0
"""An announcement that has not reached every page by then never will."""


class Listener:
    """One page's event stream; notes when a name is first read in it."""

    def __init__(self, port: int, number: int = 0) -> None:
        self.heard: dict[str, float] = {}
        # Each device has an address of its own, as in a network: a client alone may not open so many.
        self._connection = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=GIVEN_UP_S, source_address=(f"127.0.1.{1 + number % 250}", 0)
        )
        self._connection.request("GET", "/stream/table")
        # The connection forgets its socket once the answer has begun.
        self._socket: socket.socket = self._connection.sock
        self._answer = self._connection.getresponse()
        self._thread = threading.Thread(target=self._listen, name="bench-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hang up."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._answer.close()
        self._connection.close()

    def _listen(self) -> None:
        try:
            for line in self._answer:
                now = time.perf_counter()
                _, mark, rest = line.decode().partition('"name":"call-')
                if mark:
                    self.heard.setdefault(rest.partition('"')[0], now)
        except (OSError, http.client.HTTPException):
            return


def stalled_client(port: int) -> socket.socket:
    """Somebody who asks for the stream and never reads it."""
    sleeper = socket.socket()
    sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    sleeper.connect(("127.0.0.1", port))
    sleeper.sendall(b"GET /stream/table HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return sleeper


def announcement_times(service: Service, server: Server, clients: int, announcements: int) -> list[float]:
    """Seconds from an order until the last of the clients has read it, for each announcement."""
    listeners = [Listener(server.port, number) for number in range(clients)]
    sleeper = stalled_client(server.port)
    try:
        taken = []
        for number in range(announcements):
            began = time.perf_counter()
            token = service.take_seat("red", f"call-{number}")
            deadline = began + GIVEN_UP_S
            while not all(str(number) in listener.heard for listener in listeners):
                if time.perf_counter() > deadline:
                    message = f"announcement {number} did not reach every page"
                    raise TimeoutError(message)
                time.sleep(0.002)
            taken.append(max(listener.heard[str(number)] for listener in listeners) - began)
            service.leave_seat(token)
        return taken
    finally:
        sleeper.close()
        for listener in listeners:
            listener.close()


def run_bench() -> None:
    """Print how long announcements took to reach all pages."""
    setup = setup_from_parts(("red", "blue", "green"), "red", [], {})
    with tempfile.TemporaryDirectory() as folder:
        log = GameLog(Path(folder) / "games.sqlite3")
        with Service(log, setup, announcer=NoAnnouncer(), patience=Patience(), camera=False) as service:
            server = serve(create_app(service, secret_key=b"k" * 32), "127.0.0.1", 0)
            try:
                times = announcement_times(service, server, CLIENTS, ANNOUNCEMENTS)
            finally:
                server.close()
    print(
        f"an announcement reaches all of {CLIENTS} pages, one more not reading: "
        f"median {1000 * statistics.median(times):.0f} ms, worst {1000 * max(times):.0f} ms of {len(times)}"
    )
