"""Each rule is told when it is first needed, never twice, and never because of a card that lies face down."""

from dataclasses import replace
from random import Random

import pytest
from builders import PLAYERS, chosen, placed, start

from companion.engine import Choose, Phase, apply, legal_actions, setup_from_parts
from companion.engine.frozen import FrozenMap
from companion.game.game import Game
from companion.game.log import GameLog
from companion.present.teaching import RULES, Teacher, needed
from companion.rehearsal.bots import bots_game

EVERYTHING = ("joe", "six-players", "cards", "whirlpool", "beaver", "moose", "double-canoes")


@pytest.fixture
def log(tmp_path):
    with GameLog(tmp_path / "games.sqlite3") as opened:
        yield opened


def lessons_of(log, setup, seed):
    """The lessons of a whole game among bots, moment by moment."""
    game = Game.begin(log, setup)
    teacher = Teacher(game)
    told = [teacher.lesson(setting_up=False)]
    for action in bots_game(setup, Random(seed)):
        game.act(action)
        lesson = teacher.lesson(setting_up=False)
        if lesson != told[-1]:
            told.append(lesson)
    return game, [[rule.number for rule in lesson] for lesson in told if lesson]


def test_no_rule_is_told_twice_in_a_game_and_never_more_than_two_at_once(log):
    _, told = lessons_of(log, setup_from_parts(PLAYERS, "red", [], {}), 7)
    flat = [number for lesson in told for number in lesson]
    assert len(flat) == len(set(flat))
    assert max(map(len, told)) == 2
    assert told[0] == ["B2"]
    assert {"B4", "B5", "B7", "B10", "B13"} <= set(flat)


def test_every_rule_of_the_expansions_that_matters_is_told_with_them(log):
    setup = setup_from_parts(("red", "blue", "green"), "red", EVERYTHING, {})
    _, told = lessons_of(log, setup, 3)
    flat = {number for lesson in told for number in lesson}
    assert {"J1", "J2", "N1", "N2", "N3", "N6"} <= flat
    assert flat <= set(RULES)


def test_a_restarted_companion_does_not_begin_its_lessons_again(log):
    game, told = lessons_of(log, setup_from_parts(PLAYERS, "red", [], {}), 7)
    again = Teacher(Game.resume(log, game.number)).lesson(setting_up=False)
    assert [rule.number for rule in again] in ([], told[-1])


def test_while_the_board_is_laid_the_set_up_is_told(log):
    game = Game.begin(log, setup_from_parts(PLAYERS, "red", [], {}))
    assert [rule.number for rule in Teacher(game).lesson(setting_up=True)] == ["B1"]


def test_stealing_is_told_when_a_loaded_opponent_lies_upstream_of_an_empty_canoe():
    cards = {"red": "2", "blue": "2", "green": "2"}
    assert "B9" in needed(chosen(placed(start(), red_1="M4", blue_1="M3+clear"), **cards))
    assert "B9" not in needed(chosen(placed(start(), red_1="M2", blue_1="M3+clear"), **cards))
    assert "B9" not in needed(chosen(placed(start(), red_1="M4+violet", blue_1="M3+clear"), **cards))


def test_a_cloud_needs_its_own_rule_only():
    assert list(needed(chosen(start(), red="cloud", blue="1", green="1"))) == ["B11"]


@pytest.mark.parametrize(
    ("delivered", "told"),
    [
        ({"pink": 2}, False),
        ({"pink": 3}, True),
        ({"pink": 1, "blue": 1, "clear": 1}, False),
        ({"pink": 1, "blue": 1, "clear": 1, "violet": 1}, True),
        ({"pink": 2, "blue": 2}, False),
        ({"pink": 2, "blue": 2, "clear": 1}, True),
    ],
)
def test_how_a_game_ends_is_told_when_one_more_move_may_end_it(delivered, told):
    state = start()
    red = replace(state.players["red"], delivered=FrozenMap(delivered))
    near = replace(state, table=replace(state.table, players=state.players.put_one("red", red)))
    assert ("B16" in needed(near)) is told


def test_falling_is_told_before_the_first_canoe_may_fall():
    state = chosen(start(), red="1", blue="1", green="1")
    while state.phase == Phase.PADDLE:
        state = apply(state, legal_actions(state)[0])
    assert "B15" in needed(placed(state, red_1="L2"))
    assert "B15" not in needed(placed(state, red_1="M1"))


def test_bringing_a_canoe_back_is_told_once_one_is_lost():
    assert "B3" in needed(placed(start(), red_1="falls"))
    assert "B3" not in needed(start())


def test_a_face_down_card_changes_no_lesson(log):
    setup = setup_from_parts(PLAYERS, "red", [], {})
    lessons = []
    for card in ("1", "cloud"):
        game = Game.begin(log, setup)
        game.act(Choose("blue", card))
        lessons.append(Teacher(game).lesson(setting_up=False))
    assert lessons[0] == lessons[1]
