"""Who may open which seat, and by which name."""

import pytest
from builders import start

from companion.errors import Refused
from companion.game.game import Game
from companion.game.log import GameLog
from companion.game.seating import new_key, seat_of, sit_down


@pytest.fixture
def game(tmp_path):
    with GameLog(tmp_path / "games.sqlite3") as log:
        yield Game.begin(log, start().setup)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada   King ", "Ada King"),
        ("Wilhelmina Charlotte", "Wilhelmina Charlotte"),
        ("Wilhelmina Charlotte Karoline", "Wilhelmina Charlotte Kar"),
    ],
)
def test_a_name_is_tidied_and_kept_as_long_as_a_seat_has_room_for_it(game, given, kept):
    sit_down(game, "red", given, None, bot=False)
    assert game.seats["red"].name == kept


def test_a_token_opens_its_own_seat_and_no_other_does(game):
    token = sit_down(game, "red", "Ada", None, bot=False)
    assert seat_of(game, token) == "red"
    assert seat_of(game, token + "x") is None
    assert token not in str(game.seats), "digests only"


def test_a_key_opens_the_seat_on_a_second_device_until_the_next_key(game):
    first = sit_down(game, "red", "Ada", None, bot=False)
    old, key = new_key(game, "red"), new_key(game, "red")
    with pytest.raises(Refused):
        sit_down(game, "red", "Ada", old, bot=False)
    second = sit_down(game, "red", "Ada", key, bot=False)
    assert {seat_of(game, first), seat_of(game, second)} == {"red"}


def test_a_seat_that_does_not_exist_is_refused(game):
    with pytest.raises(Refused):
        sit_down(game, "black", "Ada", None, bot=False)
