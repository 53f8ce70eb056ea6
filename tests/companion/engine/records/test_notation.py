"""Move notation: what people write is what is played, and what is played can be written (docs/notation.md)."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import DOCS
from positions import move, paddle, position

from companion.engine import (
    MODULES,
    Arm,
    ChangeWeather,
    Choose,
    IllegalAction,
    Lasso,
    Move,
    NotClear,
    NotUnderstood,
    Paddle,
    Retrieve,
    River,
    SetupError,
    action_from_notation,
    action_meant,
    header_from_notation,
    header_notation,
    legal_actions,
    notation,
    replay,
    score_sheet,
    setup_from_parts,
    write_record,
)
from companion.engine.random_play import random_game

GRAMMAR = DOCS / "notation.md"

LINES = {
    "red [4]": Choose("red", "4"),
    "red [1/2/3]": Choose("red", "1/2/3"),
    "red 1 M3": paddle(move("red-1", "M3")),
    "red 1 M3 +violet": paddle(move("red-1", "M3", after=["load:violet"])),
    "red 1 +violet M5": paddle(move("red-1", "M5", before=["load:violet"])),
    "red 1 -gem +pink R2": paddle(move("red-1", "R2", before=["unload", "load:pink"])),
    "red 2 -violet -pink M4": paddle(move("red-2", "M4", before=["unload:violet", "unload:pink"])),
    "red 1 M3, 2 beach": paddle(move("red-1", "M3"), move("red-2", "beach")),
    "red 2 M2 xblue-1": paddle(move("red-2", "M2", steal=["blue-1"])),
    "red 2 M2 xblue-2:pink xblue-2:violet": paddle(
        move("red-2", "M2", steal=["blue-2:pink", "blue-2:violet"])
    ),
    "red 1 M2 joe:take": paddle(Move("red-1", "M2", joe="take")),
    "red 2 M2 joe:swap:pink": paddle(Move("red-2", "M2", joe="swap:pink")),
    "red 2 moose -pink L1": paddle(Move("red-2", "L1", before=("unload:pink",), moose=True)),
    "red =2 1 falls": Paddle("red", (Move("red-1", "falls"),), 2),
    "red blue-1 M3": paddle(move("blue-1", "M3")),
    "red -": Paddle("red"),
    "red =3 -": Paddle("red", (), 3),
    "red weather +1": ChangeWeather("red", 1),
    "red weather 0": ChangeWeather("red", 0),
    "red weather -1": ChangeWeather("red", -1),
    "red lasso 1 2": Lasso("red", ("red-1", "red-2")),
    "red lasso -": Lasso("red", ()),
    "red 2 back for violet": Retrieve("red", "red-2", "violet"),
    "red 2 back free": Retrieve("red", "red-2"),
    "river L R L": River((Arm.LEFT, Arm.RIGHT, Arm.LEFT)),
    "river -": River(),
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_means_one_action_and_the_action_is_written_as_this_line(line):
    assert action_from_notation(line) == LINES[line]
    assert notation(LINES[line]) == line


def test_every_line_of_the_documented_table_can_be_read():
    rows = re.findall(r"^\| (.*) \|", GRAMMAR.read_text(encoding="utf-8"), re.MULTILINE)[1:]
    lines = [line for row in rows for line in re.findall(r"`((?:red|river) [^`]+)`", row)]
    assert len(lines) > 20
    assert [notation(action_from_notation(line)) for line in lines] == lines


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "expected a line like"),
        ("red", "expected a line like"),
        ("purple 1 M3", "'purple' is no player"),
        ("red 1 M9", "found 'M9', expected a place"),
        ("red 1 +violet M3 M4", "found 'M4'"),
        ("red 1 M3 +gold", "a gem is 'gold'"),
        ("red 1 M3,", "a move is missing"),
        ("red [9]", "a card is '9'"),
        ("red weather fine", "'fine' is no number"),
        ("red lasso canoe", "'canoe' is no canoe"),
        ("river X", "an arm is 'X', expected one of L, R"),
        ("red M3", "names its canoe and its place"),
        ("red 1 M2 joe:take joe:give", "found 'joe:take'"),
    ],
)
def test_a_line_that_is_no_action_is_quoted_with_what_was_expected(line, complaint):
    with pytest.raises(NotUnderstood, match=re.escape(complaint)) as refused:
        action_from_notation(line)
    assert repr(line) in str(refused.value)


def test_an_action_with_a_word_of_no_game_cannot_be_written():
    with pytest.raises(NotUnderstood, match="cannot be written"):
        notation(Choose("red, or blue", "4"))


# --- shorthand, read in a position --------------------------------------------------------------------------


def test_the_place_may_be_left_out_when_the_canoe_stays():
    state = position("red-1 M3", card="2")
    assert action_meant(state, "red 1 +violet") == paddle(move("red-1", "M3", before=["load:violet"]))


def test_the_canoe_may_be_left_out_when_only_one_can_be_meant():
    state = position("red-1 M3", "red-2 falls", card="2")
    assert action_meant(state, "red M5") == paddle(move("red-1", "M5"))


def test_several_moves_may_leave_out_their_canoes():
    state = position("red-1 M1", "red-2 M3", card="2")
    assert action_meant(state, "red +violet, M3") == paddle(
        move("red-2", "M3", before=["load:violet"]), move("red-1", "M3")
    )


def test_what_may_mean_two_legal_moves_is_not_clear_and_both_are_named():
    with pytest.raises(NotClear, match="'red M3' may mean red 1 M3 or red 2 M3") as unclear:
        action_meant(position(card="3"), "red M3")
    assert unclear.value.candidates == (paddle(move("red-1", "M3")), paddle(move("red-2", "M3")))


def test_what_can_only_be_meant_against_the_rules_is_refused_with_the_rule():
    with pytest.raises(IllegalAction) as refused:
        action_meant(position("red-1 M3", card="3"), "red M5")
    assert refused.value.refusal.rule == "B5"


def test_a_line_with_more_moves_than_canoes_means_nothing():
    with pytest.raises(NotUnderstood, match="no canoe of red can be meant"):
        action_meant(position(card="3"), "red M3, M3, M3")


# --- whole games --------------------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sets(st.sampled_from(MODULES)), st.booleans())
def test_every_game_survives_notation_both_ways(seed, modules, house):
    options = {"retrieve_in": "own-turn", "unload_home": True, "retrieve_limit": 2} if house else {}
    setup = setup_from_parts(["red", "blue", "green"], "blue", sorted(modules), options)
    game = list(random_game(setup, random.Random(seed), 80))
    for state, _ in game:
        for action in legal_actions(state):
            assert action_from_notation(notation(action)) == action
            assert action_meant(state, notation(action)) == action
    played = replay("\n".join(score_sheet(setup, game)))
    assert (played.setup, played.broken) == (setup, None)
    assert played.actions == tuple(action for _, action in game)


def test_the_same_game_in_notation_and_in_json_lines_is_the_same_game():
    text = "niagara red blue green, first blue\nblue [3]\n\n# a remark\nred [4]  # another\ngreen [cloud]\nblue 1 M3\n"
    played = replay(text)
    assert replay(write_record(played.setup, played.actions)) == played


def test_a_line_that_is_not_clear_ends_the_game_there_and_everything_before_is_kept():
    played = replay("niagara red blue green\nred [3]\nblue [3]\ngreen [3]\nred M3\n")
    assert (played.broken.line, played.broken.text) == (5, "'red M3' may mean red 1 M3 or red 2 M3")
    assert len(played.actions) == 3


def test_an_illegal_line_is_answered_with_legal_lines_in_notation():
    played = replay("niagara red blue green\nred [3]\nblue [3]\ngreen [3]\nred 1 M4\n")
    assert (played.broken.line, played.broken.refusal.rule) == (5, "B5")
    assert played.broken.nearest[0] == "red 1 M3"


@pytest.mark.parametrize(
    ("players", "first", "modules", "options"),
    [
        (["red", "blue", "green"], "red", [], {}),
        (["red", "blue", "green", "black"], "black", ["six-players", "cards"], {"retrieve_limit": 2}),
        (
            ["red", "blue", "green"],
            "blue",
            [],
            {"unload_home": True, "moose": "double", "tie_break": "gem-value"},
        ),
    ],
)
def test_a_set_up_survives_notation_both_ways(players, first, modules, options):
    setup = setup_from_parts(players, first, modules, options)
    assert header_from_notation(header_notation(setup)) == setup


@pytest.mark.parametrize(
    ("header", "error", "complaint"),
    [
        ("niagra red blue green", NotUnderstood, "expected a line like 'niagara red blue green"),
        ("niagara red blue green, fist red", NotUnderstood, "found 'fist red'"),
        ("niagara red blue", SetupError, "2 players"),
        ("niagara red blue green, unload_home=perhaps", SetupError, "'unload_home' is 'perhaps'"),
        ("niagara red blue green, retrieve_limit=many", SetupError, "'retrieve_limit' is 'many'"),
        ("niagara red blue green, colour=red", SetupError, "unknown option 'colour'"),
    ],
)
def test_a_bad_header_is_told(header, error, complaint):
    with pytest.raises(error, match=complaint):
        header_from_notation(header)
