"""How a sentence is said: with names, with numbers that know their noun."""

import pytest

from companion.engine import Message
from companion.present.plain_json import names_of
from companion.present.views import PlayerView
from companion.words import Count, say


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 1, "1 disc"),
        ("en", 2, "2 discs"),
        ("en", 0, "0 discs"),
        ("fr", 1, "1 disque"),
        ("fr", 0, "0 disque"),
    ],
)
def test_one_disc_is_not_discs(language, count, said):
    assert said + "." in say(Message("prompt.river", {"count": count}), language)


def test_a_number_without_a_noun_stays_a_number():
    assert f"{Count(3, 'en')}" == "3"
    assert f"{Count(3, 'en'):+d}" == "+3"


def test_people_are_called_by_name_wherever_a_sentence_speaks_of_players():
    names = {"red": "Ada", "blue": "Ben"}
    assert say(Message("prompt.choose", {"players": ("red", "blue", "green")}), names=names).endswith(
        "Ada, Ben, green."
    )
    inner = Message("told.no-canoe", {"player": "red"})
    assert say(Message("news.mistake", {"what": inner}), names=names).startswith("Ada")


def test_a_colour_that_is_no_player_keeps_its_word():
    message = Message("seen.canoe", {"colour": "red"})
    assert "Ada" not in say(message, names={"red": "Ada"})


def test_a_canoe_is_said_in_the_language():
    assert "rouge 1" in say(Message("told.move", {"canoe": "red-1", "steps": ()}), "fr")


class Table:
    def __init__(self, *players):
        self.players = players


def player(colour, name, *, bot=False):
    return PlayerView(colour, name, not bot, bot, {}, False, None, 7, False, False, False)


def test_two_of_the_same_name_are_told_apart_and_bots_go_by_colour():
    table = Table(
        player("red", "Ada"), player("blue", "Ada"), player("green", "Bot", bot=True), player("brown", "")
    )
    assert names_of(table) == {"red": "Ada (red)", "blue": "Ada (blue)"}
