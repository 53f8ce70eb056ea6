"""Real Chromium: what the camera cannot tell is asked with small drawings, and answered on a phone."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.board.expectation import expected_picture
from companion.board.observation import Observation
from companion.engine import Arm, River, apply
from companion.engine.message import Message
from companion.service import Laid, Placed, Watching

pytestmark = pytest.mark.browser


@pytest.fixture
def asked(service):
    """A canoe of red's on M5, the river moves one disc, and a hand hides both arms: into which one did it drift?"""
    seats = {colour: service.take_seat(colour, colour.title()) for colour in ("red", "blue", "green")}
    service.correct(service.host_key, Laid({"red-1": Placed("M5")}, weather=0))
    for token in seats.values():
        service.choose(token, "cloud")
    for token, weather in zip(seats.values(), (1, 0, 1), strict=True):
        step = next(action for action in service.table().turn.actions if f'"to":{weather}' in action.key)
        service.play(token, step.key)
    picture = expected_picture(apply(service.position(), River((Arm.LEFT,))))
    hidden = replace(picture, canoes={**picture.canoes, "L1": None, "R1": None})
    for look in range(8):
        service.see(Observation(Watching.WATCHING, Message("camera.watching"), hidden), 0.6 * look, wait=True)
    assert service.table().question is not None


@pytest.mark.parametrize("screen", ["PHONE", "TABLE"])
def test_each_answer_is_drawn_with_the_places_that_differ_lit(visit, service, sizes, asked, screen):
    page = visit(f"/host/{service.host_key}", getattr(sizes, screen))
    hypotheses = page.locator("#question .hypothesis svg")
    expect(hypotheses).to_have_count(2)
    for number in (0, 1):
        lit = page.locator(f"#question [data-hypothesis='{number}'] .target")
        expect(lit).to_have_count(2)
        assert {ring.get_attribute("data-place") for ring in lit.all()} == {"L1", "R1"}
    assert hypotheses.first.get_attribute("viewBox") != page.locator("#board svg").get_attribute("viewBox")
    assert sizes.fits(page)
    page.locator("#question button").nth(1).click()
    expect(page.locator("#question")).to_be_hidden()
    assert service.position().canoes["red-1"].at == "R1"
