"""How phones find the table: port, address and name."""

from __future__ import annotations

import errno
import http.client
import socket
from typing import TYPE_CHECKING

from companion.present.health_report import good, note, wrong
from web.server import QUIET_NETWORK

if TYPE_CHECKING:
    from companion.operation.settings import WebSettings
    from companion.present.health_report import Finding

MARK = b"Niagara"
"""Stands on every page of the companion."""
ANSWERS_WITHIN_S = 3.0
"""Seconds in which a companion answers on its port; more keeps the doctor waiting for a program that hangs."""
_WHY_NO_PORT = {
    errno.EADDRINUSE: "port-taken",
    errno.EACCES: "port-not-allowed",
    errno.EADDRNOTAVAIL: "port-foreign-host",
}


def check_port(web: WebSettings) -> Finding:
    """Whether the page can be served, or is served already."""
    if _is_companion(web.port):
        return good("port", "port-answers", port=str(web.port))
    with socket.socket(socket.AF_INET6 if ":" in web.host else socket.AF_INET) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((web.host, web.port))
        except OSError as error:
            why = _WHY_NO_PORT.get(error.errno or 0, "port-failed")
            return wrong("port", why, port=str(web.port), host=web.host, reason=error.strerror)
    return good("port", "port-free", port=str(web.port))


def check_address(web: WebSettings) -> Finding:
    """Whether phones can reach this machine."""
    address = own_address()
    if address is None:
        return wrong("address", "address-none")
    return good("address", "address-known", url=f"http://{address}:{web.port}")


def check_name() -> Finding:
    """Whether the table can be called by its name instead of its numbers."""
    name = f"{socket.gethostname()}.local"
    if _resolves(name):
        return good("name", "name-announced", name=name)
    return note("name", "name-not-announced", name=name)


def own_address() -> str | None:
    """The address of this machine in its network; ``None`` without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(QUIET_NETWORK)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def _resolves(name: str) -> bool:
    try:
        return bool(socket.getaddrinfo(name, None))
    except OSError:
        return False


def _is_companion(port: int) -> bool:
    """Whether it is a companion that answers on this machine's port."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWERS_WITHIN_S)
    try:
        connection.request("GET", "/")
        return MARK in connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
