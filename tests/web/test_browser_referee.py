"""Real Chromium: the referee tries actions, and corrects by dragging or with the keyboard."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def turn(service):
    """Red's turn with a 3."""
    for colour in ("red", "blue", "green"):
        service.choose(service.take_seat(colour, colour.title()), "3")


@pytest.fixture(params=["PHONE", "TABLE"])
def host(request, visit, service, sizes, turn):
    page = visit(f"/host/{service.host_key}", getattr(sizes, request.param))
    page.get_by_role("link", name="Referee").click()
    expect(page.locator("#board .canoe")).to_have_count(6)
    return page


def test_an_action_that_is_not_allowed_is_explained_and_one_that_is_can_be_entered(host, service):
    host.select_option("#try [name=canoe]", "red-1")
    host.select_option("#try [name=to]", "M2")
    host.get_by_role("button", name="May one?").click()
    expect(host.locator("#try .verdict")).to_contain_text("must spend all 3 points")
    expect(host.locator("#try .verdict .why")).to_have_attribute("href", "/rules/B5")
    expect(host.get_by_role("button", name="Enter this")).to_be_hidden()
    host.select_option("#try [name=to]", "M3")
    host.get_by_role("button", name="May one?").click()
    expect(host.locator("#try .verdict")).to_have_text("Yes, the rules allow this.")
    host.locator("#try .enter").click()
    expect(host.locator("#prompt")).to_contain_text("Blue")
    assert service.position().canoes["red-1"].at == "M3"


def test_a_canoe_is_dragged_to_where_it_lies(host, service):
    canoe = host.locator("#board .canoe.red").first.bounding_box()
    there = host.locator("#board .disc").nth(2).bounding_box()
    host.mouse.move(canoe["x"] + canoe["width"] / 2, canoe["y"] + canoe["height"] / 2)
    host.mouse.down()
    host.mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=5)
    host.mouse.up()
    moved = host.locator("#pieces select[data-canoe]").evaluate_all(
        "lists => lists.filter(list => list.value === 'M3').map(list => list.name)"
    )
    assert len(moved) == 1
    host.get_by_role("button", name="Go on from here").click()
    expect(host.locator("#news")).to_contain_text("The board was declared right (the host)")
    assert service.position().canoes[moved[0]].at == "M3"


def test_the_same_is_done_with_the_keyboard(host, service):
    host.locator("[data-canoe=blue-1]").focus()
    host.keyboard.type("M4")
    host.locator("[data-cargo=blue-1]").focus()
    host.keyboard.type("violet")
    host.get_by_role("button", name="Go on from here").press("Enter")
    expect(host.locator("#news")).to_contain_text("The board was declared right")
    canoe = service.position().canoes["blue-1"]
    assert (canoe.at, canoe.cargo) == ("M4", ("violet",))


def test_the_referee_works_on_a_phone_too(visit, sizes, turn):
    page = visit("/referee", sizes.PHONE)
    expect(page.locator("#board .canoe")).to_have_count(6)
    assert sizes.fits(page)


def drag(page, piece, there):
    start, end = piece.bounding_box(), there.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def test_the_cloud_is_dragged_and_gems_ashore_are_counted_anew(host, service):
    drag(host, host.locator("#board .cloud path"), host.locator("#board .weather").nth(3))
    expect(host.locator("[data-weather]")).to_have_value("2")
    host.fill("[name=green-pink]", "2")
    host.get_by_role("button", name="Go on from here").click()
    expect(host.locator("#news")).to_contain_text("The board was declared right")
    state = service.position()
    assert state.weather == 2
    assert dict(state.players["green"].delivered) == {"pink": 2}
    assert state.deposits["ruby"]["pink"] == 5


@pytest.mark.parametrize("screen", ["PHONE", "TABLE"])
def test_the_buoy_is_dragged_to_the_next_player_between_rounds(visit, service, sizes, screen):
    page = visit(f"/host/{service.host_key}", getattr(sizes, screen))
    page.get_by_role("link", name="Referee").click()
    expect(page.locator("#board .canoe")).to_have_count(6)
    drag(page, page.locator("#board .buoy-ring"), page.locator("#board .buoy-space").nth(1))
    expect(page.locator("[data-first]")).to_have_value("blue")
    page.get_by_role("button", name="Go on from here").click()
    expect(page.locator("#news")).to_contain_text("The board was declared right")
    assert service.position().first == "blue"


def test_the_last_move_is_taken_back(host, service):
    host.locator("#turn .choices button").first.click()
    host.locator("#turn .choices button.primary").click()
    expect(host.locator("#prompt")).to_contain_text("Blue")
    host.get_by_role("button", name="Take the last move back").click()
    expect(host.locator("#prompt")).to_contain_text("Red")
    assert service.position().canoes["red-1"].at == "beach"
