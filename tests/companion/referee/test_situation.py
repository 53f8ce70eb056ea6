"""What lamps and voice are told of how things stand."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from builders import PLAYERS, placed, seen, start
from tables import Table

from companion.board.picture import DiscSeen
from companion.engine import Move, Paddle, Phase, apply
from companion.referee.situation import Stage, distinct_names, situation_of, stage_of

RED = Paddle("red", (Move("red-1", "M3"),))


@pytest.fixture
def fresh(tmp_path):
    made = Table(tmp_path)
    yield made
    made.service.close()


def situation(table):
    return situation_of(table.service._referee)


def flagged(seats, flag):
    return [seat.colour for seat in seats if getattr(seat, flag)]


def test_while_the_board_is_laid_nobody_has_to_act(fresh):
    told = situation(fresh)
    assert told.stage is Stage.SET_UP
    assert flagged(told.seats, "to_act") == []
    assert (told.disagreement, told.question, told.river_to_move, told.places) == (
        False,
        False,
        False,
        frozenset(),
    )


def test_everybody_whose_card_is_waited_for_has_to_act(fresh):
    fresh.look(seen(start()))
    tokens = fresh.sit_down()
    fresh.service.choose(tokens["blue"], "3")
    told = situation(fresh)
    assert told.stage is Stage.PLAYING
    assert flagged(told.seats, "to_act") == ["red", "green"]
    assert [seat.colour for seat in told.seats] == list(PLAYERS)


def test_in_a_turn_the_places_are_those_where_a_canoe_may_go(table):
    told = situation(table)
    assert flagged(told.seats, "to_act") == ["red"]
    assert told.places == {"M3"}, "card 3 carries a canoe from the beach to the third space"
    assert not told.river_to_move


def test_a_mistake_alerts_the_player_whose_turn_it_is_and_shows_no_places_until_they_are_led_back(table):
    state = table.service.position()
    table.stare(seen(placed(state, blue_1="M5")))
    told = situation(table)
    assert told.disagreement
    assert flagged(told.seats, "alert") == ["red"]
    assert told.places == frozenset()
    table.service.app_is_right(table.service.host_key, table.service.table().disagreement.id)
    led = situation(table)
    assert led.places == {"beach"}
    assert flagged(led.seats, "alert") == ["blue"], "while they are led back it is the piece's owner"


def test_what_is_nobodys_in_particular_alerts_everybody(table):
    table.look(seen(start(), discs={**seen(start()).discs, "M4": DiscSeen.MISSING}), times=1)
    dispute_of_nobody(table)
    assert flagged(situation(table).seats, "alert") == list(PLAYERS)


def dispute_of_nobody(table):
    """The river is to be moved, so that nobody has the turn, and a canoe lies astray."""
    for _ in PLAYERS:
        table.service.play(table.service.host_key, table.service.table().turn.actions[0].key)
    assert situation(table).river_to_move
    state = table.service.position()
    table.now_s += 100
    table.stare(seen(placed(state, red_1="L2")))
    assert table.service.table().disagreement.player is None


def test_it_is_the_rivers_turn_when_everybody_has_played(table):
    for colour in PLAYERS:
        assert not situation(table).river_to_move, colour
        table.service.play(table.service.host_key, table.service.table().turn.actions[0].key)
    told = situation(table)
    assert told.river_to_move
    assert told.places == frozenset()


def test_a_question_is_open_until_it_is_answered(table):
    state = table.service.position()
    table.service._referee.issues.declined = frozenset({RED})
    table.stare(seen(apply(state, RED)))
    assert situation(table).question
    question = table.service.table().question
    table.service.answer(table.service.host_key, question.id, question.choices[0].key)
    assert not situation(table).question


def test_people_are_called_by_name_bots_and_nobody_are_not(fresh):
    fresh.service.take_seat("red", "Ada")
    fresh.service.take_seat("blue", "Bot", bot=True)
    assert situation(fresh).names == {"red": "Ada"}


def test_a_name_that_two_share_has_its_colour_added():
    assert distinct_names([("red", "Ada"), ("blue", "Ada"), ("green", "Cleo"), ("brown", "")]) == {
        "red": "Ada (red)",
        "blue": "Ada (blue)",
        "green": "Cleo",
    }


@pytest.mark.parametrize(
    ("phase", "ready", "stage"),
    [
        (Phase.CHOOSE, False, Stage.SET_UP),
        (Phase.PADDLE, True, Stage.PLAYING),
        (Phase.OVER, True, Stage.OVER),
    ],
)
def test_the_game_is_set_up_then_played_then_over(phase, ready, stage):
    game = SimpleNamespace(state=replace(start(), phase=phase), ready=ready)
    assert stage_of(game) is stage
