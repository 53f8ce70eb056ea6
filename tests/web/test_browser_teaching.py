"""Real Chromium: a guided first game - lessons, lit targets, and a *why?* on every refusal."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def players(service):
    return {colour: service.take_seat(colour, colour.title()) for colour in ("blue", "green")}


def sit(page, name="Ada"):
    page.fill("input[name=name]", name)
    page.click("main form button")
    page.wait_for_url("**/seat")


@pytest.mark.parametrize("screen", ["PHONE", "TABLE"])
def test_a_rule_is_told_when_it_is_first_needed_and_the_lit_spaces_are_the_legal_ones(
    visit, sizes, service, players, screen
):
    phone = visit("/join/red", getattr(sizes, screen))
    sit(phone)
    expect(phone.locator("#lesson")).to_contain_text("The round")
    for token in players.values():
        service.choose(token, "4")
    phone.click("#hand button[value='6']")
    expect(phone.locator("#lesson")).to_contain_text("Which canoes move")
    expect(phone.locator("#board .target.live")).to_have_count(3)
    lit = {ring.get_attribute("data-place") for ring in phone.locator("#board .target").all()}
    legal = {move.to for action in service.table().turn.actions for move in action.moves[:1]}
    assert lit == legal
    assert sizes.fits(phone)

    phone.locator("#board .target[data-place=L1]").click()
    expect(phone.locator("#turn .choices button")).to_have_count(3)
    phone.get_by_role("button", name="red 1: the beach → L1").click()
    phone.locator("#turn .choices button.primary").click()
    expect(phone.locator("#turn")).to_be_hidden()
    assert service.position().canoes["red-1"].at == "L1"
    expect(phone.locator("#board .target[data-place=M4]")).to_have_class("target")


@pytest.mark.parametrize("screen", ["PHONE", "TABLE"])
def test_a_refusal_explains_itself_without_leaving_the_page(visit, sizes, service, screen):
    phone = visit("/join/red", getattr(sizes, screen))
    sit(phone)
    phone.evaluate("document.querySelector('#hand button').value = 'lasso'")
    phone.click("#hand button >> nth=0")
    why = phone.locator(".flash .why")
    expect(why).to_be_visible()
    why.press("Enter")
    expect(phone.locator("dialog .rule")).to_contain_text("Ten cards")
    phone.keyboard.press("Escape")
    expect(phone.locator("dialog")).to_be_hidden()
    assert phone.url.endswith("/seat")


@pytest.mark.parametrize("screen", ["PHONE", "TABLE"])
def test_rules_are_searched(visit, sizes, screen):
    phone = visit("/rules", getattr(sizes, screen))
    phone.get_by_role("searchbox").fill("steal")
    phone.keyboard.press("Enter")
    expect(phone.locator("#B9")).to_be_visible()
    assert sizes.fits(phone)
