"""What the board should look like in a position."""

from builders import placed, start

from companion.board.expectation import canoe_colour, expected_picture
from companion.board.picture import WOOD, DiscSeen, Piece
from companion.engine import JOE, SPACES, initial_state, setup_from_parts


def test_at_the_start_all_canoes_are_on_the_beach_and_all_discs_in_their_seats():
    picture = expected_picture(start())
    assert picture.beach == {"red": 2, "blue": 2, "green": 2}
    assert picture.falls == {}
    assert set(picture.canoes.values()) == {()}
    assert picture.discs == dict.fromkeys(SPACES, DiscSeen.SEATED)
    assert picture.whole


def test_canoes_lie_on_their_spaces_sorted_with_their_gems():
    picture = expected_picture(placed(start(), red_1="M3+violet", blue_1="M3", red_2="falls"))
    assert picture.canoes["M3"] == (Piece("blue", ()), Piece("red", ("violet",)))
    assert picture.falls == {"red": 1}
    assert picture.deposits["amethyst"] == {"violet": 6}


def test_the_buoy_lies_before_the_seat_of_the_first_player():
    state = initial_state(setup_from_parts(("red", "blue", "green"), "green", [], {}))
    assert expected_picture(state).buoy == 2


def test_joes_canoe_is_of_wood():
    assert canoe_colour(JOE) == WOOD
    state = initial_state(setup_from_parts(("red", "blue", "green"), "red", ["joe"], {}))
    assert expected_picture(state).canoes["M1"] == (Piece(WOOD, ()),)


def test_a_players_canoe_has_the_players_colour():
    assert canoe_colour("brown-2") == "brown"
