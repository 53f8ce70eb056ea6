"""Real Chromium: two phones and the table view play one round, everything entered with fingers."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def sit_down(page, name):
    page.fill("input[name=name]", name)
    page.click("main form button")
    page.wait_for_url("**/seat")


def play_card(page, card):
    page.click(f"#hand button[value='{card}']")
    expect(page.locator(f"#hand button[value='{card}']")).to_have_attribute("aria-pressed", "true")


def play_move(page, text):
    page.locator("#turn .choices button", has_text=text).first.click()
    page.locator("#turn .choices button.primary").click()


def test_two_phones_and_the_table_view_play_a_round(visit, service, sizes):
    red, blue = visit("/join/red", sizes.PHONE), visit("/join/blue", sizes.PHONE)
    table = visit(f"/host/{service.host_key}", sizes.TABLE)
    green = service.take_seat("green", "Cleo")
    sit_down(red, "Ada")
    sit_down(blue, "Ben")
    assert sizes.fits(red)

    play_card(red, "3")
    play_card(red, "2")
    play_card(blue, "4")
    service.choose(green, "5")

    expect(red.locator("#turn")).to_be_visible()
    assert sizes.fits(red)
    play_move(red, "red 1: the beach → M2")
    expect(blue.locator("#turn")).to_be_visible()
    play_move(blue, "blue 1: the beach → M4")
    expect(blue.locator("#turn")).to_be_hidden()
    service.play(green, next(a.key for a in service.table().turn.actions if "M5" in a.key))

    expect(table.locator("#river")).to_be_visible()
    table.locator("#river button").first.click()
    table.locator("#river button").first.click()
    expect(table.locator("#players")).to_contain_text("Round 2")
    expect(table.locator("#places")).to_contain_text("M4")
    assert service.position().canoes["red-1"].at == "M4"
    expect(red.locator("#hand button[value='3']")).to_be_enabled()
    assert red.locator("#hand button[value='2']").count() == 0


def test_a_card_is_chosen_without_any_script(visit, service, sizes):
    phone = visit("/join/red", sizes.PHONE, java_script_enabled=False)
    sit_down(phone, "Ada")
    phone.click("#hand button[value='6']")
    expect(phone.locator("#hand button[value='6']")).to_have_attribute("aria-pressed", "true")
    assert service.position().players["red"].chosen == "6"


def test_the_table_view_shows_a_board_in_both_languages_and_themes(visit, sizes):
    for path, scheme in (("/table", "light"), ("/table?lang=fr", "dark")):
        page = visit(path, sizes.TABLE, color_scheme=scheme)
        expect(page.locator("#board svg")).to_be_visible()
        expect(page.locator("#board svg .canoe")).to_have_count(6)
