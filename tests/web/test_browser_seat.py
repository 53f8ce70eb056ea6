"""Real Chromium: a seat on a phone or a laptop - a move taken back, a reload, a second device, a restart."""

import pytest
from playwright.sync_api import expect

import web.stream
from web import create_app
from web.server import serve

pytestmark = pytest.mark.browser
CHOSEN = "#hand button[aria-pressed=true]"


@pytest.fixture(params=["PHONE", "TABLE"])
def size(request, sizes):
    return getattr(sizes, request.param)


def sit(page, name="Ada"):
    page.fill("main input[name=name]", name)
    page.click("main form button")
    page.wait_for_url("**/seat")


def test_a_move_is_taken_back_until_the_next_player_has_moved(visit, service, sizes, size):
    seat = visit("/join/red", size)
    sit(seat)
    blue, green = (service.take_seat(colour, colour.title()) for colour in ("blue", "green"))
    service.choose(blue, "3")
    service.choose(green, "3")
    seat.click("#hand button[value='3']")
    seat.locator("#turn .choices button").first.click()
    seat.locator("#turn .choices button.primary").click()
    seat.get_by_role("button", name="Take my move back").click()
    expect(seat.locator("#turn")).to_be_visible()
    assert service.position().canoes["red-1"].at == "beach"
    seat.locator("#turn .choices button").first.click()
    seat.locator("#turn .choices button.primary").click()
    expect(seat.locator("#undo")).to_be_visible()
    service.play(blue, service.table().turn.actions[0].key)
    expect(seat.locator("#undo")).to_be_hidden()
    assert sizes.fits(seat)


def test_the_card_lies_there_after_a_reload_and_on_a_second_device(visit, service, size):
    seat = visit("/join/red", size)
    sit(seat)
    seat.click("#hand button[value='4']")
    expect(seat.locator(CHOSEN)).to_have_attribute("value", "4")
    seat.reload()
    expect(seat.locator(CHOSEN)).to_have_attribute("value", "4")
    seat.get_by_role("button", name="Second device").click()
    address = seat.locator(".address").text_content().strip()
    second = visit(address[address.index("/join") :], size)
    second.get_by_role("button", name="Open the seat here").click()
    second.wait_for_url("**/seat")
    expect(second.locator(CHOSEN)).to_have_attribute("value", "4")
    second.click("#hand button[value='5']")
    seat.go_back()
    expect(seat.locator(CHOSEN)).to_have_attribute("value", "5")


def test_a_seat_goes_on_by_itself_when_the_companion_was_restarted(
    chromium, opened, tmp_path, size, monkeypatch
):
    monkeypatch.setattr(web.stream, "RETRY_MS", 300)  # how long a browser waits is told it by the server
    context = chromium.new_context(viewport=size)
    page = context.new_page()
    with opened(tmp_path) as service:
        running = serve(create_app(service, secret_key=b"k" * 32), "127.0.0.1", 0)
        port = running.port
        page.goto(f"http://127.0.0.1:{port}/join/red")
        sit(page)
        page.click("#hand button[value='6']")
        expect(page.locator(CHOSEN)).to_have_attribute("value", "6")
        running.close()
    expect(page.locator("#connection")).to_be_visible()
    with opened(tmp_path) as service:
        running = serve(create_app(service, secret_key=b"k" * 32), "127.0.0.1", port)
        expect(page.locator("#connection")).to_be_hidden(timeout=20_000)
        expect(page.locator(CHOSEN)).to_have_attribute("value", "6")
        page.click("#hand button[value='2']")
        expect(page.locator(CHOSEN)).to_have_attribute("value", "2")
        assert service.position().players["red"].chosen == "2"
        context.close()
        running.close()
