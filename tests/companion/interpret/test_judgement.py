from dataclasses import replace

import pytest
from builders import chosen, placed, seen, start

from companion.board.comparison import differences
from companion.board.discrepancy import Kind
from companion.board.expectation import expected_picture
from companion.board.picture import DiscSeen, Piece
from companion.engine import ChangeWeather, Move, Paddle, River, apply
from companion.interpret.hypotheses import Hypothesis
from companion.interpret.judgement import (
    Agrees,
    Amended,
    Disagrees,
    Explained,
    History,
    Unclear,
    changes_were_seen,
    housekeeping,
    judge,
    judge_declared_done,
)
from companion.words import say


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
    assert finding.hypothesis.action == action


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
    assert {bool(hypothesis.action.moves[0].steal) for hypothesis in finding.hypotheses} == {True, False}


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


def test_a_disc_that_is_missing_on_an_untouched_board_is_all_that_is_named(reds_turn):
    discs = expected_picture(reds_turn).discs | {"R2": DiscSeen.MISSING}
    assert kinds(judge(reds_turn, seen(reds_turn, discs=discs))) == [Kind.DISC_MISSING]


def test_a_disc_that_is_missing_hides_no_illegal_move(reds_turn):
    wrong = placed(reds_turn, red_1="M4")
    discs = expected_picture(wrong).discs | {"R2": DiscSeen.MISSING}
    finding = judge(reds_turn, seen(wrong, discs=discs))
    assert {Kind.DISC_MISSING, Kind.MOVE_ILLEGAL} <= set(kinds(finding))


def test_gems_and_buoy_are_housekeeping_and_nothing_else_is(reds_turn):
    deposits = expected_picture(reds_turn).deposits | {"ruby": {"pink": 6}}
    picture = seen(placed(reds_turn, red_1="M4"), buoy=2, deposits=deposits)
    assert kinds(housekeeping(reds_turn, picture)) == [Kind.BUOY_WRONG, Kind.DEPOSIT_WRONG]


@pytest.mark.parametrize(
    ("hidden", "sure"),
    [({"beach": None}, False), ({"weather": None}, True), ({"falls": None}, True), ({}, True)],
)
def test_of_a_canoe_launched_the_beach_must_be_seen(reds_turn, hidden, sure):
    launched = Paddle("red", (Move("red-1", "M3"),))
    hypothesis = Hypothesis(launched, apply(reds_turn, launched))
    assert changes_were_seen(reds_turn, hypothesis, seen(hypothesis.state, **hidden)) is sure


@pytest.mark.parametrize(("hidden", "sure"), [({"beach": None}, True), ({"weather": None}, False)])
def test_of_a_cloud_the_marker_must_be_seen(hidden, sure):
    state = chosen(start(), red="cloud", blue="4", green="5")
    hypothesis = Hypothesis(ChangeWeather("red", 1), apply(state, ChangeWeather("red", 1)))
    assert changes_were_seen(state, hypothesis, seen(hypothesis.state, **hidden)) is sure


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
    assert finding.hypothesis.action.arms == ("right", "left")


def test_arms_that_no_canoe_shows_follow_the_alternation():
    state = replace(river_to_move(red_1="M1", blue_1="M1", green_1="M2"), last_arm="left")
    finding = judge(state, seen(apply(state, River(("left", "left")))))
    assert isinstance(finding, Explained)
    assert finding.hypothesis.action.arms == ("right", "left")


def test_a_turn_that_delivered_a_gem_is_not_amended_to_one_that_did_not():
    before = chosen(placed(start(), green_2="M3+yellow", red_2="falls"), red="3", blue="5", green="3")
    before = apply(before, Paddle("red", (Move("red-1", "M3"),)))
    before = apply(before, Paddle("blue", (Move("blue-1", "M5"),)))
    delivered = apply(before, Paddle("green", (Move("green-2", "beach"), Move("green-1", "M3"))))
    moved_by_another = seen(placed(delivered, green_1="M2"))
    finding = judge(delivered, moved_by_another, History(before))
    assert not isinstance(finding, Amended)


def test_a_second_canoe_moved_later_amends_the_turn():
    before = chosen(placed(start(), red_1="M2"), red="3", blue="4", green="5")
    half = apply(before, Paddle("red", (Move("red-1", "M5"),)))
    whole = apply(before, Paddle("red", (Move("red-1", "M5"), Move("red-2", "M3"))))
    finding = judge(half, seen(whole), history=History(before_last=before))
    assert isinstance(finding, Amended)
    assert len(finding.hypothesis.action.moves) == 2


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


# --- gems: evidence, not facts -------------------------------------------------------------------------------


def carrying(state, space, *cargoes):
    """The canoes on a space as the camera sees them when it sees these gems in them."""
    pieces = tuple(
        Piece(piece.colour, cargo)
        for piece, cargo in zip(expected_picture(state).canoes[space], cargoes, strict=True)
    )
    return seen(state, canoes=expected_picture(state).canoes | {space: pieces})


@pytest.fixture
def red_lies_on_m4():
    """Red on M4 with a 2: he may load a gem there without a move."""
    return chosen(placed(start(), red_1="M4", red_2="falls"), red="2", blue="4", green="5")


def loaded(state, gem="clear"):
    return apply(state, Paddle("red", (Move("red-1", "M4", before=(f"load:{gem}",)),)))


def test_a_gem_loaded_without_a_move_is_read(red_lies_on_m4):
    finding = judge(red_lies_on_m4, seen(loaded(red_lies_on_m4)))
    assert isinstance(finding, Explained)
    assert finding.hypothesis.state == loaded(red_lies_on_m4)


def test_a_count_in_a_deposit_alone_is_asked_about(red_lies_on_m4):
    after = loaded(red_lies_on_m4)
    hidden = replace(carrying(after, "M4", None), deposits=expected_picture(after).deposits)
    finding = judge(red_lies_on_m4, hidden)
    assert isinstance(finding, Unclear)
    assert finding.unfinished


def test_a_clear_gem_nobody_sees_is_no_event(red_lies_on_m4):
    after = loaded(red_lies_on_m4)
    unseen = replace(carrying(after, "M4", ()), deposits={})
    assert judge(red_lies_on_m4, unseen) == Agrees()


def test_whoever_says_done_beside_an_unseen_gem_is_taken_at_his_word(red_lies_on_m4):
    after = loaded(red_lies_on_m4)
    unseen = replace(carrying(after, "M4", ()), deposits={})
    finding = judge_declared_done(red_lies_on_m4, unseen)
    assert isinstance(finding, Explained | Unclear)
    assert after in [s.state for s in getattr(finding, "hypotheses", ()) or (finding.hypothesis,)]


def test_whoever_says_done_with_nothing_moved_hears_the_rule(reds_turn):
    finding = judge_declared_done(reds_turn, seen(reds_turn))
    assert [(item.kind, item.rule) for item in finding.discrepancies] == [(Kind.MOVE_ILLEGAL, "B4")]


def test_a_gem_that_only_rode_along_may_be_misread():
    state = chosen(placed(start(), red_1="M2+violet", red_2="falls"), red="2", blue="4", green="5")
    moved = apply(state, Paddle("red", (Move("red-1", "M4"),)))
    assert isinstance(judge(state, carrying(moved, "M4", ("blue",))), Explained)


def test_a_gem_that_should_have_been_loaded_and_is_not_seen_is_asked_about_once_hands_had_their_time():
    state = chosen(placed(start(), red_2="falls"), red="5", blue="4", green="5")
    after = apply(state, Paddle("red", (Move("red-1", "M3", after=("load:violet",)),)))
    finding = judge(state, carrying(after, "M3", ()))
    assert isinstance(finding, Unclear)
    assert finding.unfinished


def test_what_a_forbidden_move_loaded_is_told_with_it(reds_turn):
    taken = placed(reds_turn, red_1="M2+blue")
    (item,) = judge(reds_turn, seen(taken)).discrepancies
    assert say(item.seen) == "red 1: loads blue, the beach → M2"


def test_a_gem_taken_with_too_few_points_is_named_as_the_move_it_was(reds_turn):
    state = chosen(placed(start(), red_2="falls"), red="3", blue="4", green="5")
    launched = apply(state, Paddle("red", (Move("red-1", "M3"),)))
    finding = judge(state, carrying(launched, "M3", ("violet",)))
    (item,) = finding.discrepancies
    assert (item.kind, item.where, item.rule) == (Kind.MOVE_ILLEGAL, "M3", "B5")
    assert item.message.key == "why-not.too-few-points"


def test_a_canoe_gone_beside_a_fair_turn_is_named_missing():
    state = chosen(placed(start(), red_1="M1", red_2="M3"), red="2", blue="4", green="5")
    moved = apply(state, Paddle("red", (Move("red-1", "M3"), Move("red-2", "M5"))))
    without = seen(moved, canoes=expected_picture(moved).canoes | {"M5": ()}, falls=None)
    assert [(item.kind, item.where) for item in judge(state, without).discrepancies] == [
        (Kind.CANOE_MISSING, "M5")
    ]


def test_a_gem_taken_where_two_alike_canoes_lie_is_named_as_cargo():
    state = chosen(placed(start(), red_1="M2", red_2="M4"), red="1", blue="4", green="5")
    after = apply(state, Paddle("red", (Move("red-1", "M3"), Move("red-2", "M3"))))
    finding = judge(state, carrying(after, "M3", (), ("violet",)))
    assert kinds(finding) == [Kind.CARGO_WRONG]


def test_a_theft_downstream_is_named_as_such():
    state = chosen(placed(start(), red_1="M1", red_2="falls", blue_1="M3+pink"), red="2", blue="4", green="5")
    robbed = placed(state, red_1="M3+pink", blue_1="M3")
    finding = judge(state, seen(robbed))
    assert [(item.kind, item.rule) for item in finding.discrepancies] == [(Kind.MOVE_ILLEGAL, "B9")]


# --- what may still follow ----------------------------------------------------------------------------------


def test_one_of_two_canoes_moved_may_be_half_a_turn():
    state = chosen(placed(start(), red_1="M1", red_2="M2"), red="2", blue="4", green="5")
    half = judge(state, seen(placed(state, red_1="M3", red_2="M2")))
    assert isinstance(half, Disagrees)
    assert half.unfinished


def test_a_canoe_beside_its_goal_is_no_half_turn(reds_turn):
    assert not judge(reds_turn, seen(placed(reds_turn, red_1="M4"))).unfinished


def test_a_river_pushed_too_little_may_still_be_pushed_on():
    state = river_to_move(red_1="M2", blue_1="M1", green_1="L1")
    assert judge(state, seen(placed(state, red_1="M3", blue_1="M2", green_1="L1"))).unfinished


def test_a_river_pushed_too_far_is_named_so_and_soon():
    state = river_to_move(red_1="M1", blue_1="M1", green_1="M2")
    far = placed(state, red_1="M4", blue_1="M4", green_1="M5")
    finding = judge(state, seen(far))
    assert (kinds(finding), finding.unfinished) == ([Kind.RIVER_MOVED_TOO_FAR], False)


def test_a_canoe_that_should_have_gone_over_the_falls_is_named_where_it_is():
    state = river_to_move(red_1="M5", blue_1="M1", green_1="R2")
    moved = apply(state, River(("right", "left")))
    assert moved.canoes["green-1"].at == "falls"
    finding = judge(state, seen(placed(moved, green_1="R2")))
    assert [(item.kind, item.where) for item in finding.discrepancies] == [(Kind.CANOE_UNEXPECTED, "R2")]


def river_to_move(**canoes):
    """A river of two discs to be pushed, with canoes where they are said to be."""
    state = chosen(start(), red="2", blue="2", green="2")
    for player in ("red", "blue", "green"):
        state = apply(state, Paddle(player, (Move(f"{player}-1", "M2"),)))
    return placed(state, **canoes)
