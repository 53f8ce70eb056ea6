"""What can be done where table and game differ, with the panel's button alone and with the lamps to show the way."""

import pytest
from builders import placed, seen, start
from tables import Table

from companion.adapters.board_observer import BoardObserver
from companion.board.expectation import expected_picture
from companion.board.observation import Observation
from companion.board.picture import DiscSeen
from companion.engine.message import Message
from companion.game.actor import BUTTON
from companion.interpret.correction import Laid, Placed
from companion.operation.settings import Settings
from companion.operation.wiring import TableParts, open_table
from companion.referee.facts import Corrected, Guided, PutRight, Reminded
from companion.service import Stage, Watching
from companion.words import say
from hardware.gpio import GpioPanel, mock_factory
from hardware.panel import Lamp
from hardware.pins import PinLayout


def astray(state):
    """Red's canoe was moved one space too far, and a green one as well."""
    return seen(placed(state, red_1="M4", green_1="M2"))


@pytest.fixture
def red_astray(table):
    table.stare(astray(table.service.position()))
    assert table.service.table().disagreement.left == 2
    return table


def press(table):
    table.service.press_button()
    return table.service.position()


def hold(table):
    table.service.hold_button()
    return table.service.position()


def test_a_press_of_the_button_says_that_the_app_is_right_and_the_pieces_are_led_back_one_at_a_time(
    red_astray,
):
    state = press(red_astray)
    assert red_astray.service.table().disagreement.guiding
    red_astray.stare(seen(placed(state, green_1="M2")))
    red_astray.look(seen(state))
    told = [(item.discrepancy.colour, item.discrepancy.home, item.left) for item in red_astray.of(Guided)]
    assert told == [("red", "beach", 2), ("green", "beach", 1)]
    assert len(red_astray.of(PutRight)) == 1
    assert red_astray.service.position() == state


def test_lamps_show_where_the_piece_belongs_and_whose_it_is(table):
    table.service.correct(table.service.host_key, Laid({"blue-1": Placed("M5")}, weather=0))
    lies = table.service.position()
    table.look(seen(lies))
    table.stare(seen(placed(lies, blue_1="M1")))
    press(table)
    lights = table.panel.shown[-1]
    assert lights.river == {4}, "M5 is the fifth space from the rope"
    assert lights.seats == (Lamp.ON, Lamp.BLINK, Lamp.OFF), "blue's piece, in red's turn"


def test_a_second_press_leaves_the_board_alone_until_it_agrees_again(red_astray):
    press(red_astray)
    press(red_astray)
    assert red_astray.service.table().disagreement is None
    assert red_astray.service.table().camera.watching is Watching.RESTING


def test_holding_the_button_declares_the_board_right_and_everybody_is_told(red_astray):
    after = hold(red_astray)
    assert after.canoes["red-1"].at == "M4"
    assert [fact.by for fact in red_astray.of(Corrected)] == [BUTTON]
    assert any("the button" in say(news.text) for news in red_astray.service.table().news)


def test_a_board_no_game_could_go_on_from_is_not_adopted_however_long_the_button_is_held(table):
    state = table.service.position()
    table.stare(seen(state, discs=expected_picture(state).discs | {"M2": DiscSeen.MISSING}))
    assert hold(table) == state
    assert [item.where for item in table.of(Reminded)[-1].discrepancies] == ["M2"]
    assert table.service.table().disagreement is not None


def test_a_press_is_not_overtaken_by_the_pictures_that_follow(red_astray):
    picture = astray(red_astray.service.position())
    look = Observation(Watching.WATCHING, Message("camera.watching"), picture)
    red_astray.service.press_button()
    for _ in range(50):
        red_astray.service.see(look, red_astray.now_s)
    red_astray.service.position()
    assert red_astray.service.table().disagreement.guiding


def test_the_button_reaches_the_game_through_its_pin(tmp_path):
    factory = mock_factory()
    finger = factory.pin(PinLayout().button)
    settings = Settings(games=tmp_path / "games.sqlite3")
    parts = TableParts(observer=BoardObserver(None), panel=GpioPanel(factory))
    with open_table(settings, parts) as companion:
        assert companion.service.table().stage is Stage.SET_UP
        finger.drive_low()
        finger.drive_high()
        companion.service.position()
        assert companion.service.table().stage is Stage.PLAYING


def test_a_set_up_declared_ready_too_soon_is_led_to_its_end_by_the_lamps_too(tmp_path):
    table = Table(tmp_path)
    table.look(seen(start(), discs=expected_picture(start()).discs | {"M3": DiscSeen.MISSING}))
    table.service.done(table.service.host_key)
    press(table)
    assert table.panel.shown[-1].river == {2}
    table.service.close()
