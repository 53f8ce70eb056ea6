"""What somebody may be called."""

import pytest

from companion.errors import Refused
from companion.game.names import name_at_table, shown

COLOURS = ("red", "blue", "green")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada \t\n Lovelace ", "Ada Lovelace"),
        ("Zo\u00eb", "Zo\u00eb"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u674e\u96ea", "\u674e\u96ea"),
        ("\u0645\u0631\u064a\u0645", "\u0645\u0631\u064a\u0645"),
        ("A\0d\x1ba\x7f", "Ada"),
        ("\u202eAda\u2066\u200f", "Ada"),
        ("A\u200bd\ufeffa", "Ada"),
        ("\ud800Ada", "Ada"),
        ("A\u2028da", "A da"),
        ("x" * 100, "x" * 24),
        ("x" * 23 + " y", "x" * 23),
        ("e" + "\u0323\u0302" * 20, "\u1ec7" + "\u0323" * 2),
        ("\u200b\u202e", ""),
        ("", ""),
        ("\U0001f6f6", "\U0001f6f6"),
    ],
)
def test_of_a_name_is_kept_what_can_be_seen_in_one_line(typed, kept):
    assert shown(typed) == kept


@pytest.mark.parametrize(
    ("typed", "others", "called"),
    [
        ("Ada", [], "Ada"),
        ("Ada", ["Ben"], "Ada"),
        ("Ada", ["Ada"], "Ada 2"),
        ("ada", ["Ad\u00e1", "ADA 2"], "ada 3"),
        ("\uff21da", ["Ada"], "\uff21da 2"),
        ("x" * 24, ["x" * 24], "x" * 22 + " 2"),
        ("", ["", ""], ""),
    ],
)
def test_of_two_alike_names_the_later_one_is_numbered(typed, others, called):
    assert name_at_table(typed, "red", COLOURS, others) == called


@pytest.mark.parametrize("typed", ["blue", "BLUE", " Blau ", "vert", "Gr\u00fcn", "b\u200blue"])
def test_nobody_is_called_by_another_seats_colour_in_any_language(typed):
    with pytest.raises(Refused, match="colour of another seat"):
        name_at_table(typed, "red", COLOURS, [])


@pytest.mark.parametrize("typed", ["Red", "rot", "Yellow", "Bluebell"])
def test_ones_own_colour_one_that_does_not_play_and_longer_words_are_names(typed):
    assert name_at_table(typed, "red", COLOURS, []) == typed
