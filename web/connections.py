"""Connections: how many a client and all clients may hold, and which are given up.

Waitress stops accepting when it has a hundred, closes an idle one after two minutes, and measures both by the wall
clock, which a Pi without a battery sets right in the middle of an evening. Here the clock is monotonic, a client has
a limit of its own, and whoever comes last pushes out who has been idle longest instead of standing before the door.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

from web.fair_queue import FairDispatcher

if TYPE_CHECKING:
    import socket

    from flask import Flask

MOST_CONNECTIONS = 400
"""Of all clients: sixty phones with six each. More would come near the 1024 files a process may have open."""
CONNECTIONS_OF_ONE = 48
"""Of one client: a computer with several browsers, six connections and some streams each."""
IDLE_S = 20.0
"""Seconds for which a connection on which nothing is asked is kept. Longer saves a browser a new one."""
REQUEST_WITHIN_S = 20.0
"""Seconds in which a request that was begun must be there whole."""
STALLED_S = 30.0
"""Seconds in which a client that is being answered must take something; a stream speaks every 15."""
LOOKED_AFTER_EVERY_S = 2.0
LARGEST_HEAD = 32 * 1024
"""Bytes of a request's line and headers; a browser's are about one thousand."""
LARGEST_BODY = 640 * 1024
"""Bytes that are received at all; the app refuses what is too much for its address, in words."""
WAITING_BYTES = 256 * 1024
"""What may wait for one slow client before his answer pauses."""


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection; its times are those of the monotonic clock."""

    request_begun_s: float | None = None
    """When the request began that has not arrived whole."""
    unwanted = False
    """To be given up as soon as nobody is looking at connections."""

    @property
    def last_activity(self) -> float:
        """When something was last received or sent."""
        return self._last_activity_s

    @last_activity.setter
    def last_activity(self, _wall_clock_s: float) -> None:
        self._last_activity_s = time.monotonic()

    @property
    def client(self) -> str:
        """The address it comes from."""
        return str(self.addr[0])

    def received(self, data: bytes) -> bool:
        """Take in what a client sent."""
        taken: bool = super().received(data)
        if self.request is None:
            self.request_begun_s = None
        elif self.request_begun_s is None:
            self.request_begun_s = time.monotonic()
        return taken

    def has_lapsed(self, now_s: float) -> bool:
        """Whether nothing more is to be expected."""
        quiet_s = now_s - self.last_activity
        if self.requests:
            return self.total_outbufs_len > 0 and quiet_s > STALLED_S
        if self.request_begun_s is not None and now_s - self.request_begun_s > REQUEST_WITHIN_S:
            return True
        return quiet_s > IDLE_S


class PageServer(TcpWSGIServer):  # type: ignore[misc]
    """Waitress's server with these connections, and with `FairDispatcher`."""

    channel_class = Channel

    def __init__(self, app: Flask, listener: socket.socket, sockets: dict[int, object]) -> None:
        adjustments = Adjustments(
            sockets=[listener],
            # It counts connections itself (`_make_room`); what waitress would do is to stop listening.
            connection_limit=2 * MOST_CONNECTIONS,
            # A request that is being answered goes on being listened to, so that hanging up is noticed.
            channel_request_lookahead=1,
            # `select` takes no file above 1024.
            asyncore_use_poll=True,
            outbuf_high_watermark=WAITING_BYTES,
            max_request_header_size=LARGEST_HEAD,
            max_request_body_size=LARGEST_BODY,
            ident=None,
            clear_untrusted_proxy_headers=True,
        )
        self._looked_after_s = time.monotonic()
        super().__init__(
            app,
            sockets,
            _sock=listener,
            dispatcher=FairDispatcher(),
            adj=adjustments,
            bind_socket=False,
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
        )

    def readable(self) -> bool:
        """Asked before each wait for news, in the loop's thread: the one moment at which connections may be closed."""
        now_s = time.monotonic()
        for channel in self._channels():
            if channel.unwanted:
                channel.handle_close()
        if now_s - self._looked_after_s >= LOOKED_AFTER_EVERY_S:
            self._looked_after_s = now_s
            for channel in self._channels():
                if channel.has_lapsed(now_s):
                    # Not by `will_close`: who takes nothing never becomes writable, and would stay.
                    channel.handle_close()
        return bool(super().readable())

    def maintenance(self, now: float) -> None:
        """Nothing: waitress's own looks at the wall clock."""

    def handle_accept(self) -> None:
        """Let somebody in, and make room for him."""
        super().handle_accept()
        channels = [channel for channel in self._channels() if not channel.unwanted]
        if channels:
            self._make_room(channels, channels[-1])

    def _make_room(self, channels: list[Channel], newest: Channel) -> None:
        own = [channel for channel in channels if channel.client == newest.client]
        if len(own) > CONNECTIONS_OF_ONE:
            _longest_idle(own, newest).unwanted = True
        elif len(channels) > MOST_CONNECTIONS:
            _longest_idle(channels, newest).unwanted = True

    def _channels(self) -> list[Channel]:
        found: dict[Any, Channel] = self.active_channels
        return list(found.values())


def _longest_idle(channels: list[Channel], otherwise: Channel) -> Channel:
    """The connection to give up: of those on which nothing is asked, the one that was quiet longest."""
    idle = [channel for channel in channels if not channel.requests and channel is not otherwise]
    return min(idle, key=lambda channel: channel.last_activity, default=otherwise)
