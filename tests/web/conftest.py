"""A real game without camera behind a real page; visitors as test clients."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from playwright.sync_api import sync_playwright

from companion.adapters.board_observer import BoardObserver
from companion.adapters.calibration_file import save_calibration
from companion.adapters.equipment import TableEquipment
from companion.adapters.panel_signals import NoAnnouncer
from companion.engine import setup_from_parts, write_record
from companion.game.log import GameLog
from companion.referee.debounce import Patience
from companion.rehearsal.bots import bots_game
from companion.service import Service
from vision.calibrating.calibrate import calibrate
from vision.layout import default_layout
from vision.simulate import View, VirtualCamera, VirtualTable, empty_scene, set_up
from web import create_app
from web.server import serve

PLAYERS = ("red", "blue", "green")


def _opened(folder, **attached):
    """A game without camera, stored in a folder; with equipment or a doctor where the page is to have one."""
    setup = setup_from_parts(PLAYERS, "red", [], {})
    log = GameLog(folder / "games.sqlite3")
    return Service(log, setup, announcer=NoAnnouncer(), patience=Patience(), camera=False, **attached)


@pytest.fixture
def opened():
    return _opened


@pytest.fixture
def service(tmp_path):
    with _opened(tmp_path) as running:
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
def visitor_of():
    """Makes visitors of any app."""
    return lambda app: lambda: Visitor(app)


@pytest.fixture
def visitor(app):
    return lambda: Visitor(app)


@pytest.fixture
def host_of():
    """Opens a page of its own for a service and comes to it by the host's link."""

    def browser_for(service):
        browser = Visitor(create_app(service, secret_key=b"k" * 32, base_url="http://table.example:8080"))
        browser.get(f"/host/{service.host_key}")
        return browser

    return browser_for


@pytest.fixture
def host(host_of, service):
    return host_of(service)


@pytest.fixture
def seated(visitor):
    """One visitor for each colour, seated."""
    return {colour: visitor().sit(colour, colour.title()) for colour in PLAYERS}


@pytest.fixture
def server(app):
    running = serve(app, "127.0.0.1", 0)
    yield running
    running.close()


UNSURE = ("M3", "weather/-1", "weather/0", "beach/left")
"""Places of which the calibration of `known_board` is not sure."""


@pytest.fixture(scope="session")
def known_board(tmp_path_factory):
    """The file of a calibration that is not sure of every place."""
    layout = default_layout()
    table = VirtualTable(empty_scene())
    with VirtualCamera(table, layout, View(), seed=1, paced=False) as camera:
        empty = camera.frame().bgr
        table.set(set_up(layout, PLAYERS, Random(1)))
        learnt = calibrate(empty, camera.frame().bgr, PLAYERS, layout=layout)
    file = tmp_path_factory.mktemp("board") / "calibration.zip"
    save_calibration(replace(learnt, certainty=dict.fromkeys(UNSURE, 0.4)), file)
    return file


@pytest.fixture
def board_file(known_board, tmp_path):
    """A copy of it, to be changed."""
    return Path(shutil.copy(known_board, tmp_path / "calibration.zip"))


@pytest.fixture
def board_equipment(board_file):
    """The equipment of that table; its camera has delivered nothing yet."""
    return TableEquipment(observer=BoardObserver(None), panel=None, calibration=board_file)


class Sizes:
    """The screens a table meets."""

    PHONE: ClassVar = {"width": 360, "height": 740}
    TABLET: ClassVar = {"width": 820, "height": 1180}
    TABLE: ClassVar = {"width": 1280, "height": 800}

    @staticmethod
    def fits(page):
        """Nothing sticks out sideways."""
        return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.fixture
def sizes():
    return Sizes


QUIET = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium():
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert path, "Chromium is missing: sudo apt install chromium, or set CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


def _complains(line):
    """Whether a console line is a complaint: not what a test does on purpose (a refusal, no such page, no network)."""
    on_purpose = ("409 (CONFLICT)", "ERR_INTERNET_DISCONNECTED")
    answered = any(text in line.text for text in on_purpose) or line.location["url"].endswith("/nowhere")
    return line.type in ("error", "warning") and not answered


@pytest.fixture
def visit(chromium, server):
    """Opens pages in browsers of their own; anything a console complains of fails the test."""
    contexts, complaints = [], []

    def open_page(path, viewport, **options):
        context = chromium.new_context(viewport=viewport, **options)
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        page.on(
            "console",
            lambda line: complaints.append(line.text) if _complains(line) else None,
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"http://127.0.0.1:{server.port}{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def record_text():
    """A whole game of three players, as a record."""
    setup = setup_from_parts(PLAYERS, "red", [], {})
    return write_record(setup, bots_game(setup, Random(7)))
