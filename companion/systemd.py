"""Telling systemd that the companion is ready and alive, so that it is started again when it hangs.

The protocol is a datagram to the socket that ``NOTIFY_SOCKET`` names; see sd_notify(3).
"""

from __future__ import annotations

import os
import socket
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

IDLE_S = 3600.0


def tell(state: str) -> None:
    """Send one state, such as ``READY=1``; does nothing where no service manager listens."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            # A leading @ stands for the zero byte of an abstract socket.
            manager.connect("\0" + address[1:] if address.startswith("@") else address)
            manager.send(state.encode())


def beat_for_ever(alive: Callable[[], object]) -> None:
    """Say that the program is ready, and twice in each watchdog's time that it lives - once ``alive`` has returned.

    Ends only by an exception.
    """
    watchdog_us = int(os.environ.get("WATCHDOG_USEC", "0"))
    pause_s = watchdog_us / 2e6 if watchdog_us else IDLE_S
    tell("READY=1")
    while True:
        alive()
        tell("WATCHDOG=1")
        time.sleep(pause_s)
