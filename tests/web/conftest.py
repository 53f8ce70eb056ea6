"""A real game without camera behind a real page; visitors as test clients."""

from __future__ import annotations

import re

import pytest

from companion.adapters.signs import NoSigns
from companion.engine import setup_from_parts
from companion.gamelog import GameLog
from companion.patience import Patience
from companion.service import Service
from web import create_app
from web.server import serve

PLAYERS = ("red", "blue", "green")


@pytest.fixture
def service(tmp_path):
    setup = setup_from_parts(PLAYERS, "red", [], {})
    log = GameLog(tmp_path / "games.sqlite3")
    with Service(log, setup, signs=NoSigns(), patience=Patience(), camera=False) as running:
        yield running


@pytest.fixture
def app(service):
    return create_app(service, secret_key=b"k" * 32, base_url="http://table.example:8080")


class Visitor:
    """One browser without script: follows the page's own forms, its token included."""

    def __init__(self, app):
        self.client = app.test_client()

    def get(self, path, **more):
        return self.client.get(path, **more)

    def page(self, path):
        answer = self.get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer.text

    def token(self):
        return re.search(r'name="csrf-token" content="([^"]+)"', self.page("/"))[1]

    def post(self, path, **fields):
        """A form, sent and followed."""
        data = {"csrf_token": self.token(), **fields}
        return self.client.post(path, data=data, follow_redirects=True)

    def order(self, path, **fields):
        """The same as JSON, as the page's script sends it."""
        return self.client.post(path, json=fields, headers={"X-CSRFToken": self.token()})

    def sit(self, colour, name="Somebody"):
        answer = self.post("/do/sit", colour=colour, name=name, back="seat")
        assert answer.request.path == "/seat"
        return self


@pytest.fixture
def visitor(app):
    return lambda: Visitor(app)


@pytest.fixture
def seated(visitor):
    """One visitor for each colour, seated."""
    return {colour: visitor().sit(colour, colour.title()) for colour in PLAYERS}


@pytest.fixture
def server(app):
    running = serve(app, "127.0.0.1", 0)
    yield running
    running.close()
