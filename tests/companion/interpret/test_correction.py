"""A position laid by hand on the page: what may lie so, and what becomes of the gems."""

import pytest
from builders import chosen, placed, seen, start

from companion.board.expectation import expected_picture
from companion.board.picture import Piece
from companion.engine import initial_state, setup_from_parts
from companion.errors import Refused
from companion.interpret.correction import Laid, Placed, adopt, arranged, untold, with_cargo


def key_of(refused):
    return refused.value.message.key


def test_canoes_lie_where_they_were_laid_and_the_rest_stays():
    state = arranged(start(), Laid({"red-1": Placed("M3", ("violet",)), "blue-1": Placed("falls")}, 2))
    assert state.canoes["red-1"].at == "M3"
    assert state.canoes["red-1"].cargo == ("violet",)
    assert state.canoes["blue-1"].at == "falls"
    assert state.canoes["green-1"].at == "beach"
    assert state.weather == 2
    assert state.deposits["amethyst"]["violet"] == 6


def test_a_loaded_canoe_laid_ashore_has_delivered():
    state = arranged(placed(start(), red_1="M2+pink"), Laid({"red-1": Placed("beach")}, 0))
    assert dict(state.players["red"].delivered) == {"pink": 1}


def test_a_gem_taken_off_a_canoe_is_back_in_its_deposit():
    state = arranged(placed(start(), red_1="M2+pink"), Laid({"red-1": Placed("M2")}, 0))
    assert state.deposits["ruby"]["pink"] == 7


@pytest.mark.parametrize(
    ("canoes", "weather", "key"),
    [
        ({"red-9": Placed("M1")}, 0, "refused.no-such-load"),
        ({"red-1": Placed("M1", ("violet", "pink"))}, 0, "refused.no-such-load"),
        ({"red-1": Placed("nowhere")}, 0, "refused.no-position"),
        ({"red-1": Placed("M1")}, 7, "refused.no-such-weather"),
        ({"red-1": Placed("M1", ("gold",))}, 0, "refused.no-such-load"),
    ],
)
def test_what_cannot_lie_so_is_refused(canoes, weather, key):
    with pytest.raises(Refused) as refused:
        arranged(start(), Laid(canoes, weather))
    assert key_of(refused) == key


def test_more_gems_than_there_are_cannot_be_laid():
    state = start()
    for number, colour in enumerate(("red", "blue", "green")):
        state = placed(state, **{f"{colour}_1": "M3+violet", f"{colour}_2": "M2+violet"})
        assert number < 3
    document = arranged(state, Laid({"red-1": Placed("beach"), "blue-1": Placed("beach")}, 0))
    assert sum(player.delivered.get("violet", 0) for player in document.players.values()) == 2


def test_gems_ashore_are_set_and_come_from_or_go_to_their_deposit():
    state = arranged(start(), Laid({}, 0, {"red": {"violet": 2, "pink": 1}}))
    assert dict(state.players["red"].delivered) == {"violet": 2, "pink": 1}
    assert (state.deposits["amethyst"]["violet"], state.deposits["ruby"]["pink"]) == (5, 6)
    back = arranged(state, Laid({}, 0, {"red": {"violet": 1}}))
    assert (back.deposits["amethyst"]["violet"], back.deposits["ruby"]["pink"]) == (6, 7)


def test_the_buoy_changes_hands_between_rounds_only():
    assert arranged(start(), Laid({}, 0, first="blue")).first == "blue"
    playing = chosen(start(), red="2", blue="2", green="2")
    assert arranged(playing, Laid({}, 0, first="red")).first == "red"
    with pytest.raises(Refused) as refused:
        arranged(playing, Laid({}, 0, first="blue"))
    assert key_of(refused) == "refused.buoy-mid-round"


@pytest.mark.parametrize(
    ("laid", "key"),
    [
        (Laid({}, 0, {"red": {"gold": 1}}), "refused.no-such-gems"),
        (Laid({}, 0, {"red": {"violet": -1}}), "refused.no-such-gems"),
        (Laid({}, 0, {"moon": {}}), "refused.no-such-gems"),
        (Laid({}, 0, {"red": {"violet": 9}}), "refused.too-many-gems"),
        (Laid({}, 0, first="black"), "refused.no-such-seat"),
    ],
)
def test_gems_and_buoy_that_cannot_be_are_refused(laid, key):
    with pytest.raises(Refused) as refused:
        arranged(start(), laid)
    assert key_of(refused) == key


def test_joe_laid_ashore_delivers_to_nobody_and_his_gem_is_back_in_its_deposit():
    with_joe = initial_state(setup_from_parts(("red", "blue", "green"), "red", ["joe"], {}))
    state = arranged(placed(with_joe, joe="M3+pink"), Laid({"joe": Placed("beach")}, 0))
    assert state.canoes["joe"].cargo == ()
    assert state.deposits["ruby"]["pink"] == 7


# --- adopted from the camera's picture ----------------------------------------------------------------------


def between_rounds(**canoes):
    return placed(start(), **canoes)


def test_a_canoe_is_adopted_where_its_colour_was_seen_and_its_neighbour_stays():
    state = between_rounds(red_1="M1", red_2="M2+pink")
    adopted = adopt(state, seen(placed(state, red_1="M4", red_2="M2+pink")))
    assert (adopted.canoes["red-1"].at, adopted.canoes["red-2"].at) == ("M4", "M2")
    assert adopted.canoes["red-2"].cargo == ("pink",)


def test_a_canoe_that_is_seen_nowhere_is_adopted_as_lost_and_its_gem_is_back_in_its_deposit():
    state = between_rounds(red_1="M3+violet")
    adopted = adopt(state, seen(state, canoes=expected_picture(state).canoes | {"M3": ()}))
    assert adopted.canoes["red-1"].at == "falls"
    assert adopted.deposits["amethyst"]["violet"] == 7


def test_a_loaded_canoe_seen_on_the_beach_is_adopted_as_delivered():
    state = between_rounds(red_1="M3+violet")
    adopted = adopt(state, seen(placed(state, red_1="beach")))
    assert dict(adopted.players["red"].delivered) == {"violet": 1}
    assert adopted.deposits["amethyst"]["violet"] == 6


def test_gems_that_were_not_told_are_adopted_as_believed_and_asked_for():
    state = between_rounds(red_1="M3+violet")
    lies = seen(state, canoes=expected_picture(state).canoes | {"M3": (Piece("red", None),)})
    adopted = adopt(state, lies)
    assert adopted.canoes["red-1"].cargo == ("violet",)
    assert untold(adopted, lies) == ("red-1",)


def test_gems_told_by_the_players_come_from_the_deposit_of_their_colour():
    state = with_cargo(between_rounds(red_1="M3+violet"), "red-1", ("pink",))
    assert state.canoes["red-1"].cargo == ("pink",)
    assert (state.deposits["amethyst"]["violet"], state.deposits["ruby"]["pink"]) == (7, 6)


def test_a_marker_that_was_not_seen_is_adopted_where_it_was():
    state = placed(start(), weather=1)
    assert adopt(state, seen(state, weather=None)).weather == 1
    assert adopt(state, seen(state, weather=2)).weather == 2
