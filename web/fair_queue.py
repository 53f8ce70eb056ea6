"""Which request is answered next: orders, reads and streams in lanes of their own, and in each every client in turn.

Fair queueing (Nagle 1987): a client that asks much waits for itself. Waitress's own dispatcher has one queue for all,
in which slow reads and live streams would leave no thread for an order.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping


class Task(Protocol):
    """A connection with at least one whole request, as waitress hands it over."""

    addr: tuple[Any, ...]
    requests: list[Any]

    def service(self) -> None:
        """Answer the oldest request."""

    def cancel(self) -> None:
        """Answer none any more."""


@dataclass(frozen=True, slots=True)
class Room:
    """How much of one kind is answered at the same time."""

    threads: int
    """Of all clients together."""
    of_one: int
    """Of one client: less than `threads`, or one client could hold all."""


ORDERS, READS, STREAMS = "orders", "reads", "streams"
ROOMS = {ORDERS: Room(8, 3), READS: Room(16, 6), STREAMS: Room(96, 24)}
"""Threads are made when they are first needed. Six reads are what a browser asks for at once; streams have a few more
places than are let in (`web.stream`), so that one too many is answered and does not wait."""
STREAM_PATHS = "/stream/"
_log = logging.getLogger(__name__)


def lane_of(method: str, path: str) -> str:
    """The lane of a request."""
    if method.upper() not in ("GET", "HEAD"):
        return ORDERS
    return STREAMS if path.startswith(STREAM_PATHS) else READS


class Lane:
    """One kind of request: the clients that wait take turns."""

    def __init__(self, name: str, room: Room) -> None:
        self._name = name
        self._room = room
        self._changed = threading.Condition()
        self._waiting: dict[str, deque[Task]] = {}
        self._running: Counter[str] = Counter()
        self._idle = 0
        self._threads: list[threading.Thread] = []
        self._closing = False

    def add(self, task: Task) -> None:
        """Have the task done as soon as its client's turn comes."""
        with self._changed:
            self._waiting.setdefault(_client(task), deque()).append(task)
            self._changed.notify()
            # Who is idle may be on his way to an earlier task already.
            waiting = sum(map(len, self._waiting.values()))
            if waiting > self._idle and len(self._threads) < self._room.threads and not self._closing:
                name = f"waitress-{self._name}-{len(self._threads)}"
                thread = threading.Thread(target=self._work, name=name, daemon=True)
                self._threads.append(thread)
                thread.start()

    def stop(self) -> None:
        """Begin nothing any more."""
        with self._changed:
            self._closing = True
            for tasks in self._waiting.values():
                for task in tasks:
                    task.cancel()
            self._waiting.clear()
            self._changed.notify_all()

    def join(self, until_s: float) -> int:
        """Wait for the threads until then (monotonic); returns how many are still at work."""
        for thread in self._threads:
            thread.join(max(0.0, until_s - time.monotonic()))
        return sum(thread.is_alive() for thread in self._threads)

    def _work(self) -> None:
        while (task := self._next()) is not None:
            try:
                task.service()
            except Exception:  # noqa: BLE001 - the thread goes on with the next one
                _log.exception("a request could not be answered")
            finally:
                self._done(_client(task))

    def _next(self) -> Task | None:
        with self._changed:
            while not self._closing:
                task = self._take()
                if task is not None:
                    return task
                self._idle += 1
                self._changed.wait()
                self._idle -= 1
            return None

    def _take(self) -> Task | None:
        """The oldest task of the first client in line that has a place left; the client goes to the end of the line."""
        for client, tasks in self._waiting.items():
            if self._running[client] < self._room.of_one:
                task = tasks.popleft()
                del self._waiting[client]
                if tasks:
                    self._waiting[client] = tasks
                self._running[client] += 1
                return task
        return None

    def _done(self, client: str) -> None:
        with self._changed:
            self._running[client] -= 1
            if not self._running[client]:
                del self._running[client]
            self._changed.notify()


class FairDispatcher:
    """What waitress hands connections with a whole request to."""

    def __init__(self, rooms: Mapping[str, Room] = ROOMS) -> None:
        self._lanes = {name: Lane(name, room) for name, room in rooms.items()}

    def add_task(self, task: Task) -> None:
        """Put the connection's oldest request into its lane."""
        request = task.requests[0]
        method, path = getattr(request, "command", "") or "GET", getattr(request, "path", "") or "/"
        self._lanes[lane_of(method, path)].add(task)

    def shutdown(self, *, timeout: float = 5) -> None:
        """Begin nothing any more, and wait so many seconds for what is being answered."""
        for lane in self._lanes.values():
            lane.stop()
        until_s = time.monotonic() + timeout
        left = sum(lane.join(until_s) for lane in self._lanes.values())
        if left:
            _log.info("%d requests were still being answered", left)


def _client(task: Task) -> str:
    return str(task.addr[0])
