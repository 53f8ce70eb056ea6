"""Real Chromium: the host goes through the first run on a phone and at the table."""

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from companion.board.observation import Observation
from companion.engine.message import Message
from companion.service import Watching
from web.setup import SetupStep

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("screen", ["PHONE", "TABLE"])
def test_the_host_goes_through_every_step(visit, service, sizes, screen):
    page = visit(f"/host/{service.host_key}", getattr(sizes, screen))
    page.locator(".by-hand summary").click()
    page.get_by_role("link", name="Set up").click()
    for number, _ in enumerate(SetupStep, 1):
        expect(page.locator(".steps-list [aria-current=step]")).to_have_count(1)
        assert sizes.fits(page)
        if number < len(SetupStep):
            page.get_by_role("link", name="Next").click()
    page.get_by_role("link", name="Show the table").click()
    expect(page.locator("#board svg")).to_be_visible()


def test_corners_are_dragged_or_typed(visit, service, sizes):
    page = visit(f"/host/{service.host_key}", sizes.PHONE)
    page.goto(page.url.replace("/table", "/setup/calibration"))
    expect(page.locator("#corner-fields")).to_be_hidden()
    page.get_by_label("I show its corners").check()
    expect(page.locator("#corner-fields")).to_be_visible()
    page.get_by_label("Corner 1: across %").fill("30")
    expect(page.locator("#corners circle").first).to_have_attribute("cx", "30")


@pytest.mark.parametrize("step", ["camera", "calibration"])
def test_the_cameras_picture_is_live(visit, service, sizes, step):
    def take(colour):
        done, jpeg = cv2.imencode(".jpg", np.full((90, 160, 3), colour, np.uint8))
        assert done
        look = Observation(Watching.UNREADABLE, Message("camera.uncalibrated"), lens=jpeg.tobytes())
        service.see(look, 0.0, wait=True)

    take((255, 0, 0))
    page = visit(f"/host/{service.host_key}", sizes.PHONE)
    page.goto(page.url.replace("/table", f"/setup/{step}"))
    shown = page.locator("#live")
    expect(shown).to_be_visible()
    first = shown.get_attribute("src")
    take((0, 0, 255))
    expect(shown).not_to_have_attribute("src", first, timeout=10_000)
    red = """image => { const canvas = new OffscreenCanvas(1, 1).getContext('2d');
        canvas.drawImage(image, 0, 0); return canvas.getImageData(0, 0, 1, 1).data[0]; }"""
    assert shown.evaluate(red) > 200
