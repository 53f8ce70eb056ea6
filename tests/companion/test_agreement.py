from dataclasses import replace

import pytest
from builders import chosen, placed, seen, start

from companion.agreement import Agreement, Agrees, Amended, Disagrees, Explained, Patience, Unclear, judge
from companion.comparison import Kind, differences
from companion.engine import Move, Paddle, River, apply
from companion.expectation import expected_picture
from companion.picture import DiscSeen, Piece

PATIENCE = Patience(looks=2, wrong_after_s=3.0)


@pytest.fixture
def reds_turn():
    return chosen(start(), red="3", blue="4", green="5")


def kinds(finding):
    return [item.kind for item in finding.discrepancies]


def test_a_board_that_lies_as_expected_agrees(reds_turn):
    assert judge(reds_turn, seen(reds_turn)) == Agrees()


def test_the_one_legal_action_that_explains_the_picture_is_found(reds_turn):
    action = Paddle("red", (Move("red-1", "M3"),))
    finding = judge(reds_turn, seen(apply(reds_turn, action)))
    assert isinstance(finding, Explained)
    assert finding.story.action == action


def test_two_alike_canoes_of_a_colour_are_no_question(reds_turn):
    moved = apply(reds_turn, Paddle("red", (Move("red-2", "M3"),)))
    assert isinstance(judge(reds_turn, seen(moved)), Explained)


def test_a_gem_that_cannot_be_told_is_asked_about():
    state = chosen(
        placed(start(), blue_1="M3+violet", red_1="M4", red_2="falls"), red="1", blue="4", green="5"
    )
    moved = apply(state, Paddle("red", (Move("red-1", "M3"),)))
    picture = seen(
        moved, canoes=expected_picture(moved).canoes | {"M3": (Piece("blue", None), Piece("red", None))}
    )
    finding = judge(state, picture)
    assert isinstance(finding, Unclear)
    assert {bool(story.action.moves[0].steal) for story in finding.stories} == {True, False}


def test_a_space_that_the_move_changes_must_be_seen_before_it_is_taken(reds_turn):
    moved = apply(reds_turn, Paddle("red", (Move("red-1", "M3"),)))
    hidden = seen(moved, canoes=expected_picture(moved).canoes | {"M3": None})
    assert isinstance(judge(reds_turn, hidden), Unclear)


def test_a_space_elsewhere_may_be_hidden(reds_turn):
    moved = apply(reds_turn, Paddle("red", (Move("red-1", "M3"),)))
    hidden = seen(moved, canoes=expected_picture(moved).canoes | {"R2": None})
    assert isinstance(judge(reds_turn, hidden), Explained)


def test_unseen_is_not_empty(reds_turn):
    nothing = seen(
        reds_turn,
        canoes=dict.fromkeys(expected_picture(reds_turn).canoes),
        beach=None,
        falls=None,
        weather=None,
        buoy=None,
        deposits={},
        discs={},
    )
    assert judge(reds_turn, nothing) == Agrees()


def test_a_move_with_the_wrong_number_of_points_names_the_rule_and_the_place(reds_turn):
    finding = judge(reds_turn, seen(placed(reds_turn, red_1="M4")))
    assert isinstance(finding, Disagrees)
    (item,) = finding.discrepancies
    assert (item.kind, item.where, item.rule) == (Kind.MOVE_ILLEGAL, "M4", "B5")


def test_another_players_canoe_moved_is_named_as_misplaced(reds_turn):
    finding = judge(reds_turn, seen(placed(reds_turn, green_1="M2")))
    assert kinds(finding) == [Kind.CANOE_MISPLACED]
    assert finding.discrepancies[0].where == "M2"


def test_a_weather_marker_moved_two_steps_breaks_b11():
    state = chosen(start(), red="cloud", blue="4", green="5")
    finding = judge(state, seen(state, weather=2))
    assert [(item.kind, item.rule) for item in finding.discrepancies] == [(Kind.WEATHER_WRONG, "B11")]


def test_a_disc_that_is_missing_is_named_even_when_the_move_is_fine(reds_turn):
    moved = apply(reds_turn, Paddle("red", (Move("red-1", "M3"),)))
    discs = dict.fromkeys(expected_picture(moved).discs, DiscSeen.SEATED) | {"R2": DiscSeen.MISSING}
    finding = judge(reds_turn, seen(moved, discs=discs))
    assert [(item.kind, item.where) for item in finding.discrepancies] == [(Kind.DISC_MISSING, "R2")]


def test_a_river_pushed_once_too_few_is_named_so():
    state = river_to_move(red_1="M2", blue_1="M1", green_1="L1")
    short = placed(state, red_1="M3", blue_1="M2", green_1="L1")
    finding = judge(state, seen(short))
    assert kinds(finding) == [Kind.RIVER_MOVED_TOO_LITTLE]


def test_the_arms_of_the_fork_are_read_from_the_canoes():
    state = river_to_move(red_1="M5", blue_1="M4", green_1="M1")
    moved = apply(state, River(("right", "left")))
    finding = judge(state, seen(moved))
    assert isinstance(finding, Explained)
    assert finding.story.action.arms == ("right", "left")


def test_arms_that_no_canoe_shows_follow_the_alternation():
    state = replace(river_to_move(red_1="M1", blue_1="M1", green_1="M2"), last_arm="left")
    finding = judge(state, seen(apply(state, River(("left", "left")))))
    assert isinstance(finding, Explained)
    assert finding.story.action.arms == ("right", "left")


def test_a_second_canoe_moved_later_amends_the_turn():
    before = chosen(placed(start(), red_1="M2"), red="3", blue="4", green="5")
    half = apply(before, Paddle("red", (Move("red-1", "M5"),)))
    whole = apply(before, Paddle("red", (Move("red-1", "M5"), Move("red-2", "M3"))))
    finding = judge(half, seen(whole), before_last=before)
    assert isinstance(finding, Amended)
    assert len(finding.story.action.moves) == 2


def test_a_wrong_set_up_is_called_set_up_wrong():
    state = start()
    finding = judge(state, seen(state, weather=1))
    assert kinds(finding) == [Kind.SET_UP_WRONG]


def test_every_difference_is_named_at_once():
    state = start()
    expected = expected_picture(state)
    picture = replace(
        expected,
        weather=2,
        buoy=1,
        beach={"red": 2, "blue": 2, "green": 1},
        deposits=expected.deposits | {"ruby": {"pink": 6}},
        discs=expected.discs | {"M1": DiscSeen.DISPLACED},
        extra_disc=True,
    )
    assert {item.kind for item in differences(expected, picture)} == {
        Kind.WEATHER_WRONG,
        Kind.BUOY_WRONG,
        Kind.CANOE_MISSING,
        Kind.DEPOSIT_WRONG,
        Kind.DISC_DISPLACED,
        Kind.DISC_EXTRA,
    }


# --- patience -----------------------------------------------------------------------------------------------


def test_a_move_is_taken_when_two_looks_agree():
    patience, finding = Agreement(), Agrees()
    patience, spoken = patience.look(finding, 0.0, PATIENCE)
    assert spoken is None
    _, spoken = patience.look(finding, 0.1, PATIENCE)
    assert spoken == finding


def test_nothing_is_called_wrong_before_its_time():
    wrong = Disagrees(())
    patience, spoken = Agreement().look(wrong, 0.0, PATIENCE)
    for now_s in (0.5, 1.0, 2.9):
        patience, spoken = patience.look(wrong, now_s, PATIENCE)
        assert spoken is None
    _, spoken = patience.look(wrong, 3.0, PATIENCE)
    assert spoken == wrong


def test_a_finding_is_spoken_once():
    patience = Agreement()
    spoken = []
    for look in range(6):
        patience, said = patience.look(Agrees(), float(look), PATIENCE)
        spoken.append(said)
    assert spoken.count(Agrees()) == 1


def test_another_finding_starts_the_waiting_anew():
    patience, _ = Agreement().look(Disagrees(()), 0.0, PATIENCE)
    patience, _ = patience.look(Agrees(), 2.0, PATIENCE)
    patience, spoken = patience.look(Disagrees(()), 3.5, PATIENCE)
    assert spoken is None


def river_to_move(**canoes):
    """A river of two discs to be pushed, with canoes where they are said to be."""
    state = chosen(start(), red="2", blue="2", green="2")
    for player in ("red", "blue", "green"):
        state = apply(state, Paddle(player, (Move(f"{player}-1", "M2"),)))
    return placed(state, **canoes)
