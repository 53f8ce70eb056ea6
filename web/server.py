"""The page's own web server: waitress in a thread, opened and closed with the companion."""

from __future__ import annotations

import errno
import ipaddress
import socket
import threading
from typing import TYPE_CHECKING

from waitress import wasyncore

from web.connections import PageServer
from web.qr_codes import BASE_URL
from web.stream import CLOSING

if TYPE_CHECKING:
    from flask import Flask

VANISHED_MS = 20_000
"""A client that confirms nothing of what was sent for so long has left the network."""
REQUESTS_END_WITHIN_S = 2
"""On closing, seconds that requests and streams have to come to their end; then they are hung up on."""
LOOP_ENDS_WITHIN_S = 5
"""On closing, seconds that the server's own thread is waited for."""
QUIET_NETWORK = ("192.0.2.1", 9)
"""An address of the documentation range: choosing a route to it sends nothing."""


class PortTaken(OSError):
    """Another program listens on this port, or it cannot be had for another reason; the text says what to do."""


class Server:
    """A running server."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        self._closing: threading.Event = app.extensions[CLOSING]
        listener = _bound(host, port)
        self._sockets: dict[int, object] = {}
        self._server = PageServer(app, listener, self._sockets)
        self.port = int(listener.getsockname()[1])
        self.url = f"http://{_address(host)}:{self.port}"
        self._thread = threading.Thread(target=self._serve, name="niagara-web", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the streams, answer nobody any more; closing twice is harmless."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._server.task_dispatcher.shutdown(timeout=REQUESTS_END_WITHIN_S)
        trigger = self._server.trigger
        # The loop, awake for an ended stream, hangs up as soon as it has the lock, and closes the trigger:
        # it must have been pulled by then.
        with trigger.lock:
            trigger.thunks.append(self._hang_up)
            trigger.pull_trigger()
        self._thread.join(timeout=LOOP_ENDS_WITHIN_S)
        # Viewers whose streams had no time to end are hung up on.
        wasyncore.close_all(self._sockets, ignore_all=True)

    def _hang_up(self) -> None:
        """In the loop's own thread: browsers keep connections open, which are closed as soon as all is sent."""
        for channel in tuple(self._server.active_channels.values()):
            channel.close_when_flushed = True
        self._server.close()

    def _serve(self) -> None:
        try:
            self._server.run()
        except OSError:
            # Closing takes the sockets from under the loop; that is how it ends.
            if not self._closing.is_set():
                raise


def serve(app: Flask, host: str, port: int) -> Server:
    """Serve ``app``; port 0 takes a free one. Raises `PortTaken`."""
    server = Server(app, host, port)
    if app.config[BASE_URL] is None:
        app.config[BASE_URL] = server.url
    return server


def _bound(host: str, port: int) -> socket.socket:
    """A socket bound to the port, before waitress opens anything that it would have to close again."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _notice_who_vanishes(listener)
        listener.bind((host, port))
    except (OSError, OverflowError, TypeError, UnicodeError, ValueError) as error:
        listener.close()
        if not isinstance(error, OSError):
            message = f"The page cannot be served on {host!r}; set `host` under [web] to an address of this machine."
        elif error.errno == errno.EADDRINUSE:
            message = f"Port {port} is taken by another program; choose another one with --port."
        elif error.errno == errno.EACCES:
            message = f"Port {port} is not for this user; choose one above 1023 with --port."
        else:
            message = (
                f"The page cannot be served on {host}, port {port} ({error.strerror}); "
                "set `host` under [web] to an address of this machine, or to 0.0.0.0 for all."
            )
        raise PortTaken(message) from error
    return listener


def _notice_who_vanishes(listener: socket.socket) -> None:
    """Have the system hang up on phones that left without a word; every accepted connection inherits it (tcp(7))."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", 10),
        ("TCP_KEEPINTVL", 5),
        ("TCP_KEEPCNT", 2),
        ("TCP_USER_TIMEOUT", VANISHED_MS),
    ):
        option = getattr(socket, name, None)  # not every system has each
        if option is not None:
            listener.setsockopt(socket.IPPROTO_TCP, option, value)


def _address(host: str) -> str:
    """The host as other devices write it: for *all interfaces*, this machine's address in its network."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if not address.is_unspecified:
        return f"[{host}]" if address.version == 6 else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(QUIET_NETWORK)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
