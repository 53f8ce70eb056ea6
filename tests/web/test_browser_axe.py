"""Real Chromium with axe: no page breaks an accessibility rule, in any theme or language."""

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe

from companion.adapters.equipment import TableEquipment
from companion.adapters.picture_store import PicturedTable, PictureStore
from companion.board.expectation import expected_picture
from companion.board.observation import Observation
from companion.engine import Arm, River, apply
from companion.engine.message import Message
from companion.operation.doctor import examine_table
from companion.operation.settings import Settings
from companion.service import LANGUAGES, Watching
from hardware.recording import RecordingPanel
from web.setup import SetupStep

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = (
    "/",
    "/join/blue",
    "/seat",
    "/table",
    "/referee",
    "/rules",
    "/rules/B7",
    "/history",
    "/history/1",
    "/nowhere",
    *(f"/setup/{step}" for step in SetupStep),
    "/setup/doctor",
    "/setup/places/",
    "/setup/pictures/",
)


@pytest.fixture
def kept(tmp_path):
    """Two pictures that were kept, one of them with a doubt."""
    store = PictureStore(tmp_path / "pictures", 1_000_000)
    jpeg = cv2.imencode(".jpg", np.full((90, 160, 3), 90, np.uint8))[1].tobytes()
    for doubtful in ((), ("amber", "M3/cargo")):
        store.add(PicturedTable("table-a", {}, {}), jpeg, {"settled_by": "answer", "doubtful": doubtful})
    return store


@pytest.fixture
def service(opened, tmp_path, board_file, kept):
    """A game with a panel, a board of which not all is sure, pictures, and a doctor who looks at this machine."""
    equipment = TableEquipment(observer=None, panel=RecordingPanel(), calibration=board_file)
    doctor = lambda: examine_table(Settings(), None)  # noqa: E731
    with opened(tmp_path, equipment=equipment, doctor=doctor, pictures=kept) as running:
        yield running


@pytest.fixture
def evening(service, record_text):
    """A game in which there is something to see: a turn, gems, a stored game."""
    service.archive.take_in(record_text)
    return {colour: service.take_seat(colour, colour.title()) for colour in ("blue", "green")}


THEMES = ("light", "dark")


@pytest.fixture(params=list(zip(LANGUAGES, itertools.cycle(THEMES))), ids="-".join)
def screen(request, visit, sizes, service, evening):
    """The host, who also holds the red seat and whose turn it is.

    What axe says of words is the same in every theme, what it says of colours in every language (no style asks for
    one): each language is looked at, and each theme.
    """
    language, theme = request.param
    page = visit(f"/join/red?lang={language}", sizes.PHONE, color_scheme=theme, reduced_motion="reduce")
    page.fill("input[name=name]", "Ada")
    page.click("main form button")
    page.wait_for_url("**/seat")
    page.goto(page.url.replace("/seat", f"/host/{service.host_key}"))
    return page


def look(service, picture, from_s):
    """The camera sees this for a while."""
    for number in range(8):
        seen = Observation(Watching.WATCHING, Message("camera.watching"), picture)
        service.see(seen, from_s + 0.8 * number, wait=True)


def complaints(page):
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    return [
        f"{violation['id']}: {node['html'][:120]} ({node['failureSummary'][:300]})"
        for violation in found.response["violations"]
        for node in violation["nodes"]
    ]


def test_axe_finds_nothing_to_complain_of_on_any_page(screen):
    page, home = screen, screen.url.rsplit("/", 1)[0]
    wrong = {}
    for path in PAGES:
        page.goto(home + path)
        if found := complaints(page):
            wrong[path] = found
    page.goto(home + "/seat")
    page.locator("form[action='/seat/device'] button").evaluate("button => button.click()")
    page.wait_for_url("**/seat/device")
    if found := complaints(page):
        wrong["/seat/device"] = found
    assert wrong == {}


def test_axe_finds_nothing_to_complain_of_while_the_game_is_played(screen, service, evening):
    page, home = screen, screen.url.rsplit("/", 1)[0]
    service.choose(evening["blue"], "3")
    service.choose(evening["green"], "3")
    page.goto(home + "/seat")
    page.click("#hand button[value='5']")
    page.locator("#turn .choices button").first.wait_for()
    wrong = {"a turn": complaints(page)}
    page.goto(home + "/referee")
    page.locator("#try .ask").click()
    page.locator("#try .verdict .why").click()
    page.locator("dialog .rule").wait_for()
    wrong["a reason"] = complaints(page)
    for _ in range(3):
        service.play(service.host_key, service.table().turn.actions[0].key)
    page.goto(home + "/table")
    page.locator("#river .arms button").first.wait_for()
    wrong["the river"] = complaints(page)
    position = expected_picture(service.position())
    arms = dict.fromkeys(("L1", "L2", "R1", "R2"))
    moved = expected_picture(apply(service.position(), River((Arm.LEFT, Arm.RIGHT, Arm.LEFT))))
    look(service, replace(moved, canoes={**moved.canoes, **arms}), 0)
    page.locator("#question .hypothesis svg").first.wait_for()
    wrong["a question"] = complaints(page)
    lost = {place: () if pieces else pieces for place, pieces in position.canoes.items()}
    look(service, replace(position, canoes=lost), 100)
    page.locator("#disagreement button").first.wait_for()
    wrong["a disagreement"] = complaints(page)
    assert {place: found for place, found in wrong.items() if found} == {}
