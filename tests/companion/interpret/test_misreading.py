"""A picture that no legal action explains: a mistake at the table, or a misreading - what is likelier?"""

import math
from dataclasses import replace

import pytest
from builders import chosen, placed, seen, start

from companion.board.expectation import expected_picture
from companion.engine import ChangeWeather, Move, Paddle, apply
from companion.interpret.judgement import Disagrees, Explained, History, Unclear, judge
from companion.interpret.misreading import (
    MisreadingThresholds,
    explained_but_for_misreading,
    may_be_misread,
    misreading_cost,
)

STATE = chosen(placed(start(), blue_1="M5"), red="2", blue="3", green="cloud")
LAUNCH = Paddle("red", (Move("red-1", "M2"),))
AFTER = apply(STATE, LAUNCH)


def read(state, sure=0.9999, **doubted):
    """A picture of a position that was read with these probabilities, and ``sure`` elsewhere."""
    picture = seen(state)
    places = [*picture.canoes, "beach", "falls", "weather"]
    return replace(picture, sure=dict.fromkeys(places, sure) | doubted)


def with_weather(picture, value):
    return replace(picture, weather=value)


def test_each_reading_that_contradicts_costs_as_much_as_it_is_sure():
    expected = expected_picture(AFTER)
    assert misreading_cost(expected, read(AFTER)) == 0
    doubted = with_weather(read(AFTER, weather=0.98), 2)
    assert misreading_cost(expected, doubted) == pytest.approx(-math.log(0.02))
    # Launched or not: the beach and the space both say otherwise.
    both = read(STATE, beach=0.9, M2=0.8)
    assert misreading_cost(expected, both) == pytest.approx(-math.log(0.1) - math.log(0.2))


def test_a_reading_without_a_probability_is_not_doubted_and_one_of_probability_1_is_not_beyond_argument():
    expected = expected_picture(AFTER)
    assert misreading_cost(expected, with_weather(seen(AFTER), 2)) == math.inf
    assert misreading_cost(expected, with_weather(read(AFTER, weather=1.0), 2)) == pytest.approx(
        -math.log(0.0001)
    )


@pytest.mark.parametrize(("chance", "misread"), [(0.005, True), (0.0005, False)])
def test_a_misreading_is_thought_of_until_a_mistake_is_clearly_likelier(chance, misread):
    # One turn in fifty is a mistake; twenty times less than that is one in a thousand.
    assert may_be_misread(-math.log(chance)) is misread


def test_on_both_sides_of_the_share_of_mistakes():
    for share, misread in ((0.01, True), (0.03, False)):
        assert may_be_misread(-math.log(0.001), MisreadingThresholds(mistakes=share)) is misread


def test_a_turn_that_is_legal_but_for_one_doubtful_reading_is_asked_about_and_not_called_wrong():
    picture = with_weather(read(AFTER, weather=0.98), 2)
    assert explained_but_for_misreading(STATE, picture)[0].state == AFTER
    finding = judge(STATE, picture)
    assert isinstance(finding, Unclear)
    assert [one.action for one in finding.hypotheses] == [LAUNCH]
    assert judge(STATE, picture, History()) == finding


def test_a_reading_that_is_sure_enough_is_believed():
    picture = with_weather(read(AFTER, weather=0.9995), 2)
    assert explained_but_for_misreading(STATE, picture) == ()
    assert isinstance(judge(STATE, picture), Disagrees)


def test_two_doubtful_readings_that_agree_with_each_other_are_believed():
    # Blue lies neither where it was nor where it may go: the space it left and the one it came to both say so.
    picture = read(placed(AFTER, blue_1="L2"), M5=0.97, L2=0.97)
    assert isinstance(judge(STATE, picture), Disagrees)


def test_without_probabilities_a_contradiction_is_a_mistake_as_ever():
    assert explained_but_for_misreading(STATE, with_weather(seen(AFTER), 2)) == ()
    assert isinstance(judge(STATE, with_weather(seen(AFTER), 2)), Disagrees)


def test_a_board_that_may_lie_as_it_lay_is_looked_at_for_longer_before_it_is_called_wrong():
    doubtful = judge(STATE, with_weather(read(STATE, weather=0.98), 2))
    assert isinstance(doubtful, Disagrees)
    assert doubtful.unfinished
    assert not judge(STATE, with_weather(read(STATE), 2)).unfinished


def test_what_explains_the_picture_without_a_misreading_is_not_doubted():
    cloud = chosen(start(), red="cloud", blue="3", green="4")
    moved = apply(cloud, ChangeWeather("red", 1))
    assert isinstance(judge(cloud, read(moved, weather=0.6)), Explained)
