"""Live views as server-sent events: the newest state, never a backlog.

Each stream begins with a snapshot (unless ``Last-Event-ID`` shows that the browser has the newest already)
and then sends whatever is newest whenever something changed: a slow viewer misses steps, never the present.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, jsonify, request

from companion.service import Refused, as_json, names_of
from web.language import language, text
from web.security import own_seat_token, service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.service import SeatView, Service, TableView

    View = TableView | SeatView

HEARTBEAT_S = 15.0
"""A stream on which nothing was sent for so long sends a comment: browsers and proxies hang up on silence."""
LAMP_LOOK_S = 0.2
"""How often the lamps are compared; patterns blink without any change of the game."""
MOST_STREAMS = 80
"""Live views that are open at once: six players with several devices each, and who watches."""
STREAMS_OF_ONE = 20
"""Live views of one client. One more ends the oldest of them: a page that is loaded again and again shuts nobody out,
itself neither."""
RETRY_MS = 2000
"""Milliseconds after which a browser comes back to a stream that ended."""
ASKED_TO_REST_MS = 30_000
"""The same for a view that made room for another one of its client, or they would take turns for ever."""
CLOSING = "niagara-closing"
VIEWERS = "niagara-viewers"

stream = Blueprint("stream", __name__)
_run = secrets.token_hex(4)
"""Distinguishes this run's event numbers from those of an earlier one."""


class Viewer:
    """One open live view."""

    def __init__(self, client: str) -> None:
        self.client = client
        self.over = False
        """Whether it is to make room for another one."""


class Viewers:
    """Who is watching; safe from any thread."""

    def __init__(self, most: int = MOST_STREAMS, of_one: int = STREAMS_OF_ONE) -> None:
        self._most = most
        self._of_one = of_one
        self._open: list[Viewer] = []
        self._lock = threading.Lock()

    def enter(self, client: str) -> Viewer | None:
        """Let one more in, the oldest of the same client making room; ``None`` while there is no room."""
        with self._lock:
            own = [viewer for viewer in self._open if viewer.client == client and not viewer.over]
            staying = sum(not viewer.over for viewer in self._open)
            if own and (len(own) >= self._of_one or staying >= self._most):
                own[0].over = True
            elif staying >= self._most:
                return None
            viewer = Viewer(client)
            self._open.append(viewer)
            return viewer

    def leave(self, viewer: Viewer) -> None:
        """Let the next one in."""
        with self._lock:
            self._open.remove(viewer)

    def __len__(self) -> int:
        """How many are watching."""
        return len(self._open)


@stream.get("/stream/table")
def table_stream() -> Response | tuple[Response, int]:
    """The public view."""
    game = service()

    def newest() -> tuple[View, int]:
        view = game.table()
        return view, view.number

    return _answer("table", newest)


@stream.get("/stream/seat")
def seat_stream() -> Response | tuple[Response, int]:
    """The private view of one's own seat."""
    game, token = service(), own_seat_token()

    def newest() -> tuple[View, int]:
        view = game.seat(token)
        return view, view.table.number

    return _answer("seat", newest)


def _answer(name: str, newest: Callable[[], tuple[View, int]]) -> Response | tuple[Response, int]:
    viewers: Viewers = current_app.extensions[VIEWERS]
    viewer = viewers.enter(request.remote_addr or "")
    if viewer is None:
        return jsonify(error=text("error-busy")), 503
    game, closing = service(), current_app.extensions[CLOSING]
    has_left: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    events = _Events(game, name, newest, language(), lambda: closing.is_set() or has_left(), viewer=viewer)
    response = Response(events.since(request.headers.get("Last-Event-ID", "")), mimetype="text/event-stream")
    response.call_on_close(lambda: viewers.leave(viewer))
    response.headers["X-Accel-Buffering"] = "no"
    return response


class _Events:
    """The events of one stream."""

    def __init__(
        self,
        game: Service,
        name: str,
        newest: Callable[[], tuple[View, int]],
        language: str,
        ended: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
        viewer: Viewer | None = None,
    ) -> None:
        self._game = game
        self._name = name
        self._newest = newest
        self._language = language
        self._ended = ended
        self._clock = clock
        self._viewer = viewer or Viewer("")

    def since(self, last_id: str) -> Iterator[str]:
        """Events for ever, or until the viewer leaves, the seat is no longer one's own or the server closes."""
        yield f"retry: {RETRY_MS}\n\n"
        known, lamps = _number(last_id), None
        spoken_s = self._clock()
        try:
            while not self._ended():
                if self._viewer.over:
                    yield f"retry: {ASKED_TO_REST_MS}\n\n"
                    return
                view, number = self._newest()
                lit = self._game.lamps()
                if number != known:
                    yield self._event(self._name, view, number)
                if lit != lamps:
                    yield self._event("lamps", lit)
                if number != known or lit != lamps:
                    known, lamps, spoken_s = number, lit, self._clock()
                elif self._clock() - spoken_s >= HEARTBEAT_S:
                    yield ": still here\n\n"
                    spoken_s = self._clock()
                self._game.wait(known, LAMP_LOOK_S)
        except Refused:
            yield "event: gone\ndata: {}\n\n"

    def _event(self, name: str, view: object, number: int | None = None) -> str:
        data = json.dumps(
            as_json(view, self._language, names_of(self._game.table())),
            ensure_ascii=False,
            separators=(",", ":"),
        )
        numbered = "" if number is None else f"id: {_run}-{number}\n"
        return f"event: {name}\n{numbered}data: {data}\n\n"


def _number(last_id: str) -> int:
    """The number the browser saw last in this run; -1 for none."""
    run, _, number = last_id.partition("-")
    return int(number) if run == _run and number.isascii() and number.isdigit() else -1
