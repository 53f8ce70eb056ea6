"""Real Chromium: what must be at hand is at hand - above the fold, by keyboard, and for those who listen."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def seats(service):
    return {colour: service.take_seat(colour, colour.title()) for colour in ("red", "blue", "green")}


def to_the_river(service, seats, card="4"):
    for token in seats.values():
        service.choose(token, card)
    for token in seats.values():
        service.play(token, service.table().turn.actions[0].key)


@pytest.mark.parametrize("screen", ["TABLE", "TABLET"])
def test_the_arm_buttons_and_the_whole_board_are_seen_without_scrolling(visit, service, sizes, seats, screen):
    to_the_river(service, seats)
    size = getattr(sizes, screen)
    table = visit(f"/host/{service.host_key}", size)
    expect(table.locator("#river .arms")).to_contain_text("Disc 1 of 4")
    for part in (table.locator("#river .arms button").first, table.locator("#board svg")):
        expect(part).to_be_visible()
        box = part.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"]
    assert sizes.fits(table)


def test_each_disc_is_entered_with_one_tap_and_the_last_one_moves_the_river(visit, service, sizes, seats):
    to_the_river(service, seats)
    table = visit(f"/host/{service.host_key}", sizes.PHONE)
    for number in range(1, 5):
        expect(table.locator("#river .arms")).to_contain_text(f"Disc {number} of 4")
        table.get_by_role("button", name="left" if number % 2 else "right").click()
    expect(table.locator("#river")).to_be_hidden()
    assert service.table().round == 2


def test_a_card_is_chosen_and_a_move_entered_by_keyboard_alone(visit, service, sizes):
    phone = visit("/join/red", sizes.PHONE)
    expect(phone.locator("main input[name=name]")).to_be_focused()
    phone.keyboard.type("Ada")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/seat")
    phone.locator("#hand button[value='2']").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#hand button[value='2']")).to_have_attribute("aria-pressed", "true")
    for colour in ("blue", "green"):
        service.choose(service.take_seat(colour, colour), "2")
    phone.get_by_role("button", name="red 1: the beach → M2", exact=True).focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#turn .choices button.primary")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator("#turn")).to_be_hidden()
    assert service.position().canoes["red-1"].at == "M2"


def test_the_keyboard_stays_where_it_was_when_a_turn_is_offered_step_by_step(visit, sizes):
    page = visit("/table", sizes.PHONE)
    focused = page.evaluate("""async () => {
        const { pickByStep } = await import('/static/steps.js');
        const box = document.createElement('div');
        box.innerHTML = '<button> red 2: the beach → M2 </button><button>red 1: the beach → M2</button>';
        document.body.append(box);
        box.firstElementChild.nextElementSibling.focus();
        const actions = ['red 1: the beach → M2', 'red 2: the beach → M2'].map(
            (text) => ({ key: text, text, moves: [{ to: 'M2', text }] }));
        pickByStep(box, { actions }, { light() {} });
        const { activeElement } = document;
        return [box.contains(activeElement), activeElement.textContent, box.querySelectorAll('button').length];
    }""")
    assert focused == [True, "red 1: the beach → M2", 2]


def test_what_is_to_be_done_is_announced_to_those_who_listen(visit, service, sizes, seats):
    phone = visit("/table", sizes.PHONE)
    prompt = phone.locator("#prompt")
    expect(prompt).to_have_attribute("aria-live", "polite")
    to_the_river(service, seats)
    expect(prompt).to_contain_text("Move the river: 4 discs.")
    expect(prompt).to_have_attribute("aria-live", "polite")


def test_the_page_comes_back_by_itself_when_the_companion_was_away(visit, service, sizes, seats):
    phone = visit("/table", sizes.PHONE)
    phone.context.set_offline(True)
    service.choose(seats["red"], "4")
    phone.context.set_offline(False)
    service.choose(seats["blue"], "4")
    expect(phone.locator("#players")).to_contain_text("card face down", timeout=15_000)


def test_the_buttons_follow_the_newest_turn_even_when_the_region_came_before_its_view(
    visit, service, sizes, seats
):
    for token in seats.values():
        service.choose(token, "4")
    table = visit(f"/host/{service.host_key}", sizes.TABLE)
    table.locator(".by-hand summary").click()
    expect(table.locator("#turn .steps")).to_contain_text("red 1")
    offered = table.evaluate("""async () => {
        const { pickByStep } = await import('/static/steps.js');
        const box = document.querySelector('#turn .steps');
        const move = { to: 'M2', text: 'blue 1: the beach → M2' };
        const board = { light() {} };
        pickByStep(box, { actions: [{ key: 'blue', text: move.text, moves: [move] }] }, board);
        return box.textContent;
    }""")
    assert "blue 1" in offered
    assert "red 1" not in offered


def test_all_lamps_stand_in_their_rows_on_the_narrowest_phone(visit, sizes):
    page = visit("/table", sizes.PHONE)
    rows = page.evaluate("""async () => {
        const { showLamps } = await import('/static/lamps.js');
        const box = document.getElementById('lamps');
        const seats = { red: 1, blue: 0, green: 0, yellow: 0, brown: 0, black: 0 };
        showLamps(box, { seats, status_rgb: [0, 1, 0], river: [0, 0, 1, 0, 0, 0, 0], tone: 'A4' });
        return [...box.children].map((row) => new Set([...row.querySelectorAll('.lamp')].map(
            (lamp) => Math.round(lamp.getBoundingClientRect().top))).size);
    }""")
    assert rows == [1, 1]
    assert sizes.fits(page)
