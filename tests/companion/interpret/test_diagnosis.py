"""What is wrong, named as a player would name it, where no legal action explains the picture."""

import pytest
from builders import chosen, placed, seen, start

from companion.board.discrepancy import Kind
from companion.board.picture import RiverSeen
from companion.engine import Move, Paddle, apply
from companion.interpret.diagnosis import diagnose, is_set_up, set_up_faults, still_to_lay


def river_of_two(**canoes):
    state = chosen(start(), red="2", blue="2", green="2")
    for player in state.players:
        state = apply(state, Paddle(player, (Move(f"{player}-1", "M2"),)))
    return placed(state, **canoes)


def named(items):
    return [(item.kind, item.where) for item in items]


def test_before_the_first_card_everything_is_a_matter_of_setting_up():
    assert is_set_up(start())
    assert not is_set_up(chosen(start(), red="2", blue="2", green="2"))
    assert named(set_up_faults(start(), seen(start(), weather=1))) == [(Kind.SET_UP_WRONG, "weather")]


def test_of_what_is_still_to_be_laid_gems_and_buoy_come_last():
    picture = seen(start(), weather=1, buoy=1, deposits={"ruby": {}})
    assert [item.where for item in still_to_lay(start(), picture)] == ["weather", "buoy", "ruby"]


@pytest.mark.parametrize(
    ("pushed", "kind"),
    [(1, Kind.RIVER_MOVED_TOO_LITTLE), (3, Kind.RIVER_MOVED_TOO_FAR), (7, Kind.RIVER_MOVED_TOO_FAR)],
)
def test_a_river_pushed_by_another_number_of_discs_is_told_as_one_mistake(pushed, kind):
    state = river_of_two(red_1="M1", blue_1="M1", green_1="beach")
    course = ("M1", "M2", "M3", "M4", "M5", "L1", "L2", "falls")
    lies = placed(state, red_1=course[pushed], blue_1=course[pushed])
    (item,) = diagnose(state, seen(lies))
    assert (item.kind, item.where) == (kind, "river")
    assert item.remedy.values["missing"] == abs(pushed - 2)


def test_a_river_that_carried_nobody_though_canoes_lay_in_its_way_has_not_moved():
    state = river_of_two()
    assert named(diagnose(state, seen(state))) == [(Kind.RIVER_NOT_MOVED, "river")]


def test_where_the_right_number_of_discs_was_counted_the_canoe_is_to_blame():
    state = river_of_two(red_1="M1", blue_1="M2", green_1="beach")
    lies = placed(state, red_1="M3", blue_1="M3")
    assert named(diagnose(state, seen(lies), RiverSeen(("left", "right")))) == [(Kind.CANOE_MISPLACED, "M3")]


def test_a_turn_against_a_rule_is_named_by_the_rule_beside_what_else_is_wrong():
    state = chosen(start(), red="3", blue="4", green="5")
    items = diagnose(state, seen(placed(state, red_1="M4", green_1="M1")))
    assert [(item.kind, item.where, item.rule) for item in items] == [
        (Kind.MOVE_ILLEGAL, "M4", "B5"),
        (Kind.CANOE_MISPLACED, "M1", "B5"),
    ]
