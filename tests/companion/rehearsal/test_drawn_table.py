"""Which tables a trial draws from its seeds."""

from collections import Counter

from companion.rehearsal.drawn_table import ALL_COLOURS, DrawnTable
from vision.layout import default_layout

MANY = [DrawnTable.of_seed(seed) for seed in range(120)]


def test_the_same_seed_draws_the_same_table():
    assert [DrawnTable.of_seed(seed) for seed in range(6)] == MANY[:6]


def test_every_colour_plays_and_every_number_of_players_sits_down():
    assert {colour for table in MANY for colour in table.players} == set(ALL_COLOURS)
    assert {len(table.players) for table in MANY} == {3, 4, 5, 6}
    assert all(len(set(table.players)) == len(table.players) for table in MANY)


def test_joe_own_boards_and_stickers_come_by_themselves_and_together():
    drawn = Counter((table.joe, table.own, table.stickers) for table in MANY)
    assert len(drawn) == 8
    shares = [sum(count for kind, count in drawn.items() if kind[at]) / len(MANY) for at in range(3)]
    assert all(0.3 < share < 0.7 for share in shares)


def test_a_game_can_be_played_at_every_one_of_them():
    for table in MANY:
        assert table.setup.players == table.players
        assert ("joe" in table.setup.modules) is table.joe
        assert ("six-players" in table.setup.modules) is (len(table.players) == 6 or "black" in table.players)


def test_a_board_without_stickers_is_printed_without_them_and_lies_as_it_does():
    bare = next(table for table in MANY if not table.stickers)
    assert bare.printed.markers.centres == {}
    assert bare.printed.spaces == bare.layout.spaces
    stuck = next(table for table in MANY if table.stickers)
    assert stuck.printed == stuck.layout


def test_only_a_board_of_its_own_lies_otherwise_than_the_default():
    assert all((table.layout != default_layout()) is table.own for table in MANY)


def test_tables_are_told_apart_by_what_may_matter():
    table = DrawnTable(("red", "blue", "black", "green"), joe=True, stickers=False)
    assert table.traits == ("4 players", "Joe", "default board", "no stickers")
