"""Real Chromium: while the board is set up the page lists what is still missing, and shows where it belongs."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.adapters.panel_signals import NoAnnouncer
from companion.board.expectation import expected_picture
from companion.board.observation import Observation
from companion.board.picture import DiscSeen
from companion.engine import setup_from_parts
from companion.engine.message import Message
from companion.game.log import GameLog
from companion.referee.debounce import Patience
from companion.service import Service, Watching

pytestmark = pytest.mark.browser


@pytest.fixture
def service(tmp_path):
    """A game whose camera has not seen the board yet."""
    log = GameLog(tmp_path / "games.sqlite3")
    setup = setup_from_parts(("red", "blue", "green"), "red", [], {})
    with Service(log, setup, announcer=NoAnnouncer(), patience=Patience(), camera=True) as running:
        yield running


@pytest.mark.parametrize("screen", ["PHONE", "TABLE"])
def test_what_is_missing_is_listed_and_ringed_piece_by_piece_until_the_game_begins(
    visit, service, sizes, screen
):
    whole = expected_picture(service.position())
    lying = replace(whole, deposits=whole.deposits | {"ruby": {"pink": 6}})
    none_on_m2 = replace(lying, discs=whole.discs | {"M2": DiscSeen.MISSING})
    fewer = replace(none_on_m2, discs=none_on_m2.discs | {"M3": DiscSeen.MISSING})
    page = visit(f"/host/{service.host_key}", getattr(sizes, screen))
    for number, (picture, missing) in enumerate(((fewer, 3), (none_on_m2, 2))):
        look(service, picture, now_s=number)
        expect(page.locator("#set-up li")).to_have_count(missing)
        expect(page.locator("#board .target")).to_have_count(missing)
        assert sizes.fits(page)
    expect(page.locator("#set-up")).to_contain_text("7 pink")
    for now_s in (2.0, 2.5, 3.0):
        look(service, whole, now_s)
    expect(page.locator("#set-up")).to_be_hidden()
    expect(page.locator("#board .target")).to_have_count(0)


def look(service, picture, now_s):
    service.see(Observation(Watching.WATCHING, Message("camera.watching"), picture), now_s, wait=True)
