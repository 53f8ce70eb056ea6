"""The referee's page: any action tried, any position corrected, by those who sit at the table."""

import json

import pytest


def paddle(**move):
    return json.dumps({"act": "paddle", "player": "red", "moves": [move]})


@pytest.fixture
def turn(seated):
    """Red's turn with a 3."""
    for visitor in seated.values():
        visitor.order("/do/choose", card="3")
    return seated


def why(visitor, key):
    return visitor.get("/api/why", query_string={"key": key}).json


def test_a_legal_action_has_no_reason_against_it(turn, service):
    assert why(turn["red"], paddle(canoe="red-1", to="M3")) is None
    assert service.position().canoes["red-1"].at == "beach", "asking changes nothing"


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ({"canoe": "red-1", "to": "M2"}, "B5"),
        ({"canoe": "blue-1", "to": "M3"}, None),
        ({"canoe": "red-1", "to": "M3", "steal": ["blue-1"]}, "B9"),
    ],
)
def test_any_other_action_is_answered_with_its_rule_and_a_sentence(turn, move, rule):
    answer = why(turn["red"], paddle(**move))
    assert answer["text"]
    assert rule in (None, answer["rule"])


def test_a_card_is_nothing_to_ask_about(seated):
    seated["red"].order("/do/choose", card="3")
    key = json.dumps({"act": "choose", "player": "red", "card": "3"})
    answer = seated["blue"].get("/api/why", query_string={"key": key})
    assert (answer.status_code, answer.json["error"]) == (409, "This is another player's to do.")


def test_a_corrected_position_is_taken_and_told_to_everybody(turn, service):
    fields = {"red-1": "M4", "red-1-cargo": "clear", "weather": "1"}
    assert turn["blue"].order("/do/correct", **fields).status_code == 200
    state = service.position()
    assert (state.canoes["red-1"].at, state.canoes["red-1"].cargo, state.weather) == ("M4", ("clear",), 1)
    assert "The board was declared right (Blue)" in turn["green"].page("/table")


def test_a_corrected_game_says_so_in_the_history(turn):
    turn["blue"].order("/do/correct", **{"red-1": "M4", "weather": "0"})
    page = turn["blue"].page("/history/1")
    assert "The board was declared right." in page
    assert "can be replayed only up to there" in page


@pytest.mark.parametrize(
    "fields", [{"weather": "hot"}, {"weather": "9"}, {"weather": "0", "red-1": "moon"}, {"red-1": "M1"}]
)
def test_a_position_that_is_none_is_refused(turn, service, fields):
    answer = turn["red"].order("/do/correct", **fields)
    assert answer.status_code in (400, 409)
    assert answer.json["error"]
    assert service.position().canoes["red-1"].at == "beach"


def test_nothing_was_seen_without_a_camera(turn):
    assert turn["red"].get("/api/seen").json is None


def test_a_stranger_may_look_at_the_referees_page_but_change_nothing(visitor):
    page = visitor().page("/referee")
    assert "Correct the position" not in page
    assert visitor().order("/do/correct", weather="0").status_code == 409
