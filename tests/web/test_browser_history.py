"""Real Chromium: the slider over a stored game, on a phone and at the table, with mouse and keyboard."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("screen", ["PHONE", "TABLE"])
def test_a_stored_game_is_walked_through_step_by_step(visit, service, sizes, record_text, screen):
    number = service.archive.take_in(record_text)
    last = len(service.archive.story(number).moments) - 1
    page = visit("/history", getattr(sizes, screen))
    page.get_by_role("link", name=f"Game {number}").click()
    expect(page.locator("#where")).to_contain_text(f"step {last} of {last}")
    assert sizes.fits(page)

    page.get_by_label("To the beginning").click()
    expect(page.locator("#happened")).to_have_text("The board is set up.")
    expect(page.locator("#board svg .canoe")).to_have_count(6)
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).to_contain_text(f"step 1 of {last}")
    expect(slider).to_have_attribute("aria-valuetext", page.locator("#happened").text_content())
    page.reload()
    expect(page.locator("#where")).to_contain_text(f"step 1 of {last}")


def test_a_record_is_brought_and_saved_with_a_browser(visit, sizes, record_text, tmp_path):
    file = tmp_path / "evening.ngr"
    file.write_text(record_text)
    page = visit("/join/red", sizes.PHONE)
    page.fill("input[name=name]", "Ada")
    page.click("main form button")
    page.wait_for_url("**/seat")
    page.get_by_role("link", name="Stored games").click()
    page.set_input_files("input[type=file]", file)
    page.get_by_role("button", name="Bring in a game").click()
    expect(page.locator(".flash")).to_have_text("The game is stored here as number 2.")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the record").click()
    assert download.value.suggested_filename == "niagara-2.ngr"
    assert download.value.path().read_text() == record_text
