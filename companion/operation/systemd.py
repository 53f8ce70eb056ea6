"""Telling systemd that the companion is ready and alive, so that it is started again when it hangs.

The protocol is a datagram to the socket that ``NOTIFY_SOCKET`` names; see sd_notify(3).
"""

from __future__ import annotations

import os
import select
import signal
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

IDLE_S = 3600.0
"""Seconds between two signs of life where no watchdog asks for them; nobody waits for them."""


def tell(state: str) -> None:
    """Send one state, such as ``READY=1``; does nothing where no service manager listens."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            # A leading @ stands for the zero byte of an abstract socket.
            manager.connect("\0" + address[1:] if address.startswith("@") else address)
            manager.send(state.encode())


@contextmanager
def stop_requests() -> Iterator[Callable[[float], bool]]:
    """Have SIGTERM wait to be asked for: call what is given with how many seconds to wait for one; whether it came.

    A signal's exception is lost when it is raised in a finalizer, and the program would never end. In the main
    thread alone.
    """
    listening, speaking = socket.socketpair()
    with listening, speaking:
        speaking.setblocking(False)
        wakeup_before = signal.set_wakeup_fd(speaking.fileno(), warn_on_full_buffer=False)
        handler_before = signal.signal(signal.SIGTERM, lambda _number, _frame: None)
        try:
            yield lambda seconds: bool(select.select([listening], [], [], seconds)[0])
        finally:
            signal.signal(signal.SIGTERM, handler_before)
            signal.set_wakeup_fd(wakeup_before)


def beat_until_stopped(alive: Callable[[], object], stopped_within: Callable[[float], bool]) -> None:
    """Say that the program is ready, and twice in each watchdog's time that it lives - once ``alive`` has returned.

    Ends when ``stopped_within`` so many seconds says so, as `stop_requests` does.
    """
    watchdog_us = int(os.environ.get("WATCHDOG_USEC", "0"))
    pause_s = watchdog_us / 2e6 if watchdog_us else IDLE_S
    tell("READY=1")
    while True:
        alive()
        tell("WATCHDOG=1")
        if stopped_within(pause_s):
            return
