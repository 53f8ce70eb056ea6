"""Real Chromium: the host goes through the first run on a phone and at the table."""

import pytest
from playwright.sync_api import expect

from web.setup import Step

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("screen", ["PHONE", "TABLE"])
def test_the_host_goes_through_every_step(visit, service, sizes, screen):
    page = visit(f"/host/{service.host_key}", getattr(sizes, screen))
    page.locator(".by-hand summary").click()
    page.get_by_role("link", name="Set up").click()
    for number, _ in enumerate(Step, 1):
        expect(page.locator(".steps-list [aria-current=step]")).to_have_count(1)
        assert sizes.fits(page)
        if number < len(Step):
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
