"""Hostile requests: every address of the page, with any method, header, cookie and body, by anybody."""

from __future__ import annotations

import io
import json
import logging
import re
import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from companion.adapters.board_observer import BoardObserver
from companion.adapters.equipment import TableEquipment
from companion.adapters.panel_signals import NoAnnouncer
from companion.engine import setup_from_parts
from companion.game.log import GameLog
from companion.game.stored import stored_in
from companion.referee.debounce import Patience
from companion.service import Service
from hardware.gpio import open_panel
from hostile.changes import NASTY_BYTES, NASTY_WORDS, as_text, changed_bytes, changed_document, nasty
from hostile.records import good
from hostile.verdict import Refusal, Tally, Unforeseen, judge
from web import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from werkzeug.test import TestResponse

KIND = "requests"
PLAYERS = ("red", "blue", "green")
METHODS = ("GET",) * 6 + ("POST",) * 8 + ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "BREW", "get")
FIELDS = (
    "colour", "name", "key", "card", "question", "disagreement", "weather", "first", "back", "guide", "shot", "signal",
    "level", "module", "seat-red", "seat-blue", "by-hand", "x0", "y0", "red-1", "red-1-cargo", "red-violet", "record",
    "password", "lang", "step", "q", "csrf_token",
)  # fmt: skip
HEADERS = (
    "Accept", "Accept-Language", "Accept-Encoding", "Content-Type", "Content-Length", "Cookie", "Host", "If-None-Match",
    "If-Modified-Since", "Last-Event-ID", "Origin", "Range", "Referer", "Transfer-Encoding", "User-Agent",
    "X-CSRFToken",
    "X-Forwarded-For", "X-Forwarded-Host", "X-Live", "Expect", "X-HTTP-Method-Override",
)  # fmt: skip
TYPES = (
    "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain",
    "multipart/form-data", "application/json; charset=utf-16", "image/png", "a/b;" * 200, "",
)  # fmt: skip
LOOKED_AT_EVERY = 100
"""Cases after which every visitor opens his pages again: none may be left unable to go on."""
STREAMED = 3
"""Parts that are read of a stream, which has no end."""


class Table:
    """A game behind a page, and three browsers that share no cookie."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "games.sqlite3"
        self.panel = open_panel("mock")
        equipment = TableEquipment(
            observer=BoardObserver(None), panel=self.panel, calibration=folder / "calibration.zip"
        )
        self.service = Service(
            GameLog(self.file),
            setup_from_parts(PLAYERS, "red", [], {}),
            announcer=NoAnnouncer(),
            patience=Patience(),
            camera=False,
            equipment=equipment,
        )
        self.app: Flask = create_app(self.service, secret_key=b"k" * 32)
        self.visitors = {name: self.app.test_client() for name in ("stranger", "player", "host")}
        self.tokens: dict[str, str] = {}
        self.asked = 0
        self.visitors["host"].get(f"/host/{self.service.host_key}")
        self.renew()

    def renew(self) -> None:
        """Everybody opens the first page again; the player sits down if he lost his seat."""
        for name, client in self.visitors.items():
            page = client.get("/", environ_base=self.address())
            if page.status_code != 200:
                raise Unforeseen(f"the {name} cannot open the first page any more: {page.status_code}")
            self.tokens[name] = re.search(r'name="csrf-token" content="([^"]+)"', page.text)[1]  # type: ignore[index]
        if self.visitors["player"].get("/api/seat", environ_base=self.address()).status_code != 200:
            headers = {"X-CSRFToken": self.tokens["player"]}
            for colour in PLAYERS:
                sat = {"colour": colour, "name": "Ada"}
                self.visitors["player"].post(
                    "/do/sit", json=sat, headers=headers, environ_base=self.address()
                )
        for path in ("/table", "/referee", "/history", "/rules"):
            for name, client in self.visitors.items():
                status = client.get(path, environ_base=self.address()).status_code
                if status != 200:
                    raise Unforeseen(f"the {name} cannot open {path} any more: {status}")

    def address(self) -> dict[str, str]:
        """Another device each time, so that nobody is told to wait."""
        self.asked += 1
        return {"REMOTE_ADDR": f"10.{self.asked >> 16 & 255}.{self.asked >> 8 & 255}.{self.asked & 255}"}

    def close(self) -> None:
        """The game is stored as it was played, whatever was asked."""
        self.service.close()
        self.panel.close()
        stored_in(self.file)


class Errors(logging.Handler):
    """What the page noted as its own mistake."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.noted: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        error = record.exc_info[1] if record.exc_info else None
        self.noted.append(f"{record.getMessage()}: {error!r}")


@contextmanager
def table(errors: Errors) -> Iterator[Table]:
    """A table in a folder of its own."""
    logging.getLogger().addHandler(errors)
    with tempfile.TemporaryDirectory() as folder:
        opened = Table(Path(folder))
        try:
            yield opened
        finally:
            opened.close()
            logging.getLogger().removeHandler(errors)


class Case:
    """One request."""

    def __init__(self, at: Table, errors: Errors, who: str, **request: Any) -> None:
        self.at, self.errors, self.who, self.request = at, errors, who, request
        headers: dict[str, str] = dict(request["headers"])
        self.host = headers.get("Host")
        request["headers"] = [(name, value) for name, value in request["headers"] if name != "Host"]

    def __call__(self) -> None:
        client = self.at.visitors[self.who]
        kept = None if self.who == "stranger" else dict(client._cookies)
        # Not among the headers, which a test's client would read itself.
        names = {"HTTP_HOST": self.host} if self.host is not None else {}
        answer = client.open(
            buffered=False, environ_base=self.at.address(), environ_overrides=names, **self.request
        )
        status = _read(answer)
        if kept is not None and self.request["path"] != "/do/leave":
            client._cookies.update(kept)
        if self.errors.noted:
            noted = "; ".join(self.errors.noted)
            self.errors.noted.clear()
            raise Unforeseen(noted)
        if self.at.asked % LOOKED_AT_EVERY == 0:
            self.at.renew()
        if status >= 500 and status != 503:
            raise Unforeseen(f"status {status}")
        if status >= 400:
            raise Refusal

    def __str__(self) -> str:
        return f"{self.who} {self.request}"


def _read(answer: TestResponse) -> int:
    try:
        if answer.mimetype == "text/event-stream":
            for _, part in zip(range(STREAMED), answer.response, strict=False):
                part.decode() if isinstance(part, bytes) else part.encode()
        elif answer.mimetype.startswith(("text/", "application/json")):
            answer.data.decode()
    finally:
        answer.close()
    return answer.status_code


def case(at: Table, errors: Errors, random: Random) -> Case:
    """Any request."""
    who = random.choice(tuple(at.visitors))
    rule = random.choice(list(at.app.url_map.iter_rules()))
    path = re.sub(r"<[^>]+>", lambda _: quote(_part(at, random), safe=""), rule.rule)
    if random.random() < 0.05:
        path = "/" + quote(changed_bytes(path.encode(), random)[:3000]).lstrip("/")
    request: dict[str, Any] = {"path": path, "method": random.choice(METHODS), "headers": []}
    if "POST" in (rule.methods or ()) and random.random() < 0.8:
        request["method"] = "POST"
    if random.random() < 0.4:
        request["query_string"] = "&".join(
            f"{random.choice(FIELDS)}={quote(_value(at, random))}" for _ in range(2)
        )
    if random.random() < 0.85:
        request["headers"].append(("X-CSRFToken", at.tokens[who]))
    for _ in range(random.choice((0, 0, 0, 1, 3))):
        request["headers"].append((random.choice(HEADERS), _header(at, random)))
    if request["method"] not in ("GET", "HEAD"):
        request |= _body(at, random)
    return Case(at, errors, who, **request)


def _part(at: Table, random: Random) -> str:
    return (
        str(
            random.choice(
                (
                    *PLAYERS,
                    "1",
                    "2",
                    "999",
                    "9" * 30,
                    "players",
                    "sound",
                    "B2",
                    at.service.host_key[:-1],
                    "page.css",
                )
            )
            if random.random() < 0.6
            else random.choice(NASTY_WORDS)
        )
        .encode("utf-8", "replace")
        .decode()
    )


def _value(at: Table, random: Random) -> str:
    actions = [action.key for action in at.service.table().turn.actions] if at.service.table().turn else []
    known = (
        *PLAYERS,
        "1",
        "2",
        "3",
        "cloud",
        "on",
        "empty",
        "setup",
        "mistake",
        "night",
        "0.5",
        "nan",
        "table",
        *actions[:5],
    )
    if random.random() < 0.6:
        return random.choice(known)
    return str(random.choice(NASTY_WORDS)).encode("utf-8", "replace").decode()


def _header(at: Table, random: Random) -> str:
    kind = random.randrange(4)
    if kind == 0:
        return random.choice(
            (
                "",
                "bytes=0-",
                "bytes=5-1,9-",
                "0",
                "-1",
                "*/*;q=x",
                "niagara=x; niagara-seat=y",
                "null",
                "x" * 9000,
            )
        )
    if kind == 1:
        return random.choice(TYPES)
    word = random.choice(NASTY_BYTES).decode("latin-1") if kind == 2 else _value(at, random)
    return re.sub(r"[\r\n\0]", "?", word).encode("latin-1", "replace").decode("latin-1")


def _body(at: Table, random: Random) -> dict[str, Any]:
    kind = random.randrange(5)
    fields = {random.choice(FIELDS): _value(at, random) for _ in range(random.choice((0, 1, 3, 8)))}
    if kind == 0:
        return {"data": fields}
    if kind == 1:
        document = changed_document(fields, random) if fields else nasty(random)
        return {"data": as_text(document), "content_type": "application/json"}
    if kind == 2:
        return {
            "data": changed_bytes(json.dumps(fields).encode(), random),
            "content_type": random.choice(TYPES),
        }
    if kind == 3:
        content = changed_bytes(random.choice(random.choice(good())).encode(), random)
        return {"data": fields | {"record": (io.BytesIO(content), random.choice(("a.ngr", "", "x\0", "..")))}}
    return {"json": fields}


def run(cases: int, seed: int) -> Tally:
    """Try so many on one table."""
    errors = Errors()
    with table(errors) as at:
        return judge(KIND, cases, Random(seed), partial(case, at, errors))
