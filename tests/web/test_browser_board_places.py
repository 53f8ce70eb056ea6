"""Real Chromium: places are dragged with the mouse, a finger and the keyboard, and land where they were put."""

import pytest
from playwright.sync_api import expect

from vision.calibration.file import load_calibration

pytestmark = pytest.mark.browser

SMALLEST = {"width": 320, "height": 640}


@pytest.fixture
def service(opened, tmp_path, board_equipment):
    with opened(tmp_path, equipment=board_equipment) as running:
        yield running


@pytest.fixture
def open_places(visit, service):
    def opened_at(viewport, **options):
        page = visit(f"/host/{service.host_key}", viewport, **options)
        page.goto(page.url.replace("/table", "/setup/places/"))
        return page

    return opened_at


def middle(page, name):
    shape = page.locator(f"[data-place='{name}']")
    shape.scroll_into_view_if_needed()
    box = shape.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def value(page, axis, name):
    return float(page.locator(f"[name='{axis}:{name}']").input_value())


def px_per_mm(page):
    return page.evaluate("document.getElementById('drawn-places').getScreenCTM().a")


def test_a_place_is_dragged_with_the_mouse_and_kept_there(open_places, sizes, board_file):
    page = open_places(sizes.TABLE)
    x, y = middle(page, "M3")
    by = 6 * px_per_mm(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by, y - by, steps=4)
    page.mouse.up()
    assert value(page, "x", "M3") == pytest.approx(268, abs=0.6)
    assert value(page, "y", "M3") == pytest.approx(145, abs=0.6)
    expect(page.locator("[data-fields='M3'] [name=confirm]")).to_be_checked()
    page.get_by_role("button", name="Keep what I have moved").click()
    expect(page.get_by_text("1 place is kept as shown.")).to_be_visible()
    assert load_calibration(board_file).layout.spaces["M3"] == pytest.approx((268, 145), abs=0.6)


def test_a_finger_on_a_small_phone_drags_a_place_and_the_page_does_not_scroll_under_it(open_places):
    page = open_places(SMALLEST, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    x, y = middle(page, "amber")
    before, scrolled = value(page, "x", "amber"), page.evaluate("scrollY")
    touch = page.context.new_cdp_session(page)
    for kind, dx in (("touchStart", 0), ("touchMove", 10), ("touchMove", 20)):
        points = [{"x": x + dx, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert value(page, "x", "amber") == pytest.approx(before + 20 / px_per_mm(page), abs=0.6)
    assert page.evaluate("scrollY") == scrolled


def test_the_arrow_keys_push_a_place_and_what_is_done_is_said(open_places, sizes):
    page = open_places(sizes.TABLE)
    shape = page.get_by_role("button", name="M3: ")
    shape.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    assert (value(page, "x", "M3"), value(page, "y", "M3")) == (263.0, 161.0)
    expect(page.locator("#places-said")).to_have_text(
        "M3: 263 millimetres downstream, 161 from the left bank"
    )
    page.get_by_role("button", name="The rope", exact=True).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    assert value(page, "x", "rope") == 120.0


def test_enter_confirms_a_place_where_it_is(open_places, sizes, board_file):
    page = open_places(sizes.TABLE)
    page.get_by_role("button", name="Left beach: ").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-fields='beach/left'] [name=confirm]")).to_be_checked()
    page.get_by_role("button", name="Keep what I have moved").click()
    expect(page.get_by_text("1 place is kept as shown.")).to_be_visible()
    assert "beach/left" not in load_calibration(board_file).unsure


def test_a_row_moves_together_unless_its_squares_are_moved_one_by_one(open_places, sizes):
    page = open_places(sizes.TABLE)
    row = ("weather/-1", "weather/0", "weather/1", "weather/2")
    before = [value(page, "x", name) for name in row]
    page.get_by_role("button", name="Weather +1").focus()
    page.keyboard.press("ArrowRight")
    assert [value(page, "x", name) for name in row] == [x + 1 for x in before]
    page.get_by_label("one by one").check()
    page.get_by_role("button", name="Weather +1").focus()
    page.keyboard.press("ArrowRight")
    assert [value(page, "x", name) - x for name, x in zip(row, before, strict=True)] == [1, 1, 2, 1]


def test_no_place_can_be_pushed_off_the_board(open_places, sizes):
    page = open_places(sizes.TABLE)
    page.get_by_role("button", name="Buoy, seat 1").focus()
    for _ in range(4):
        page.keyboard.press("Shift+ArrowUp")
    assert value(page, "y", "buoy/0") == 0.0


def test_numbers_that_are_typed_move_what_is_drawn(open_places, sizes):
    page = open_places(sizes.PHONE)
    page.locator("[name='x:M1']").fill("155.5")
    page.locator("[name='w:amber']").fill("60")
    expect(page.locator("[data-place='M1']")).to_have_attribute("transform", "translate(155.5 150)")
    expect(page.locator("[data-place='amber'] circle")).to_have_attribute("r", "30")
    expect(page.locator("[data-fields='M1'] [name=confirm]")).to_be_checked()


def test_all_are_confirmed_with_one_button(open_places, sizes):
    page = open_places(sizes.PHONE)
    assert sizes.fits(page)
    page.get_by_role("button", name="All places are right").click()
    expect(page.get_by_text("The camera is sure of every place.")).to_be_visible()
    expect(page.locator(".place.unsure")).to_have_count(0)
