from __future__ import annotations

import pytest

SETTING_UP = ("shot", "calibrate", "recalibrate", "players", "wifi", "sound", "level")
ORDERS = (
    "sit", "leave", "choose", "undo", "play", "answer", "board-right", "app-right", "later", "done", "new-game",
    "take-back",
    "correct",
)  # fmt: skip


@pytest.mark.parametrize(
    "path", [*(f"/do/{order}" for order in ORDERS), "/seat/device", "/history/import", "/guide"]
)
def test_no_write_is_done_without_its_token(seated, path):
    client = seated["red"].client
    assert client.post(path, data={"card": "3"}).status_code == 400
    answer = client.post(path, json={"card": "3"})
    assert answer.status_code == 400
    assert "out of date" in answer.json["error"]


def test_every_write_of_the_app_is_among_those_checked(app):
    writing = {rule.rule for rule in app.url_map.iter_rules() if "POST" in rule.methods}
    assert writing == {
        *(f"/do/{order}" for order in ORDERS),
        "/seat/device",
        "/history/import",
        "/guide",
        *(f"/setup/{step}" for step in SETTING_UP),
    }


@pytest.mark.parametrize("order", [order for order in ORDERS if order != "sit"])
def test_a_stranger_gives_no_orders(visitor, order):
    answer = visitor().order(f"/do/{order}", card="3", key="{}", question=1, disagreement=1)
    assert answer.status_code == 409
    assert answer.json["error"] == "You have no seat at this table."


def test_a_stranger_reads_no_seat(visitor):
    assert visitor().get("/api/seat").status_code == 409
    assert visitor().get("/stream/seat").status_code == 409


def test_nobody_plays_for_another(seated, service):
    for colour in ("red", "blue", "green"):
        seated[colour].order("/do/choose", card="3")
    answer = seated["blue"].order("/do/play", key=service.table().turn.actions[0].key)
    assert (answer.status_code, answer.json["error"]) == (409, "This is another player's to do.")


def test_answers_are_strict_about_what_a_browser_may_load_or_keep(seated):
    answer = seated["red"].get("/seat")
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_cookie_is_closed_to_scripts_and_to_other_sites(visitor):
    answer = visitor().get("/")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_a_large_request_is_refused_in_one_sentence(seated):
    answer = seated["red"].order("/do/play", key="x" * 20_000)
    assert (answer.status_code, answer.json["error"]) == (413, "That was too much at once; send less.")


@pytest.mark.parametrize("body", [{}, {"card": 3}, [], "3", {"card": ["3"]}, {"card": None}], ids=repr)
def test_an_order_that_is_not_understood_is_refused_and_changes_nothing(seated, service, body):
    red = seated["red"]
    answer = red.client.post("/do/choose", json=body, headers={"X-CSRFToken": red.token()})
    assert answer.status_code == 400
    assert answer.json["error"]
    assert not service.table().players[0].has_chosen


@pytest.mark.parametrize("key", ["", "{", "[]", '{"type":"river"}', "null", "é" * 100, "[" * 4000])
def test_an_action_that_is_not_understood_is_refused(seated, key):
    for visitor in seated.values():
        visitor.order("/do/choose", card="3")
    assert seated["red"].order("/do/play", key=key).status_code == 409


@pytest.mark.parametrize("number", ["x", "-1", "1e3", "9" * 50, "²"])
def test_a_number_that_is_none_is_refused(seated, number):
    assert seated["red"].order("/do/later", disagreement=number).status_code == 400


def test_pages_that_do_not_exist_say_so(visitor):
    assert "There is no such page" in visitor().get("/nowhere").text
    assert "There is no such page" in visitor().get("/join/purple").text
    assert visitor().get("/lens.jpg").status_code == 404


@pytest.mark.parametrize("path", ["/seat", "/", "/api/seat", "/static/seat.js", "/stream/seat"])
def test_an_answer_that_changes_no_seat_sends_no_cookie(seated, path):
    # A request that began before somebody sat down may be answered after it: its cookie would take the seat away.
    with seated["red"].client.get(path) as answer:
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("path", ["/static/seat.js", "/stream/table"])
def test_neither_a_file_nor_a_stream_gives_a_stranger_a_cookie(app, path):
    with app.test_client().get(path) as answer:
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers


def test_sitting_down_sends_the_cookie_and_it_outlives_the_browser(visitor):
    answer = visitor().order("/do/sit", colour="red", name="Ada")
    assert "Expires=" in answer.headers["Set-Cookie"]
