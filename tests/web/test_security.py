from __future__ import annotations

import time

import pytest

SETTING_UP = ("shot", "calibrate", "recalibrate", "players", "wifi", "sound", "level")
OF_THE_HOST = ("places/", "pictures/switch", "pictures/delete", "pictures/delete-all")
"""Writes of the set-up with pages of their own."""
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
        *(f"/setup/{step}" for step in (*SETTING_UP, *OF_THE_HOST)),
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


def cookies_in(answer):
    """The cookies that an answer sets: name and value."""
    return [tuple(line.split(";")[0].split("=", 1)) for line in answer.headers.getlist("Set-Cookie")]


def test_sitting_down_sends_the_seat_and_a_browser_keeps_it_whatever_the_servers_clock_says(visitor):
    answer = visitor().order("/do/sit", colour="red", name="Ada")
    [cookie] = answer.headers.getlist("Set-Cookie")
    assert cookie.startswith("niagara-seat=")
    assert {"HttpOnly", "SameSite=Lax"} <= {part.strip() for part in cookie.split(";")}
    assert int(cookie.partition("Max-Age=")[2].split(";")[0]) > 30 * 24 * 3600


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/do/undo", {"back": "seat"}),
        ("/do/play", {"key": "no such"}),
        ("/do/new-game", {}),
        ("/guide", {"guide": "off"}),
        ("/seat/device", {}),
        ("/do/nothing", {}),
    ],
)
def test_an_answer_to_one_tab_that_comes_after_the_other_sat_down_leaves_the_seat_alone(
    visitor, path, fields
):
    tabs = visitor()
    token = tabs.token()
    # Both tabs have the cookies of a stranger; this one's answer is on its way ...
    late = tabs.client.post(path, data={"csrf_token": token, **fields})
    # ... while the other one sits down, and arrives only then.
    tabs.sit("red", "Ada")
    for name, value in cookies_in(late):
        tabs.client.set_cookie(name, value)
    assert "Ada" in tabs.page("/seat")
    assert not {"niagara-seat", "niagara-host"} & {name for name, _ in cookies_in(late)}


def test_a_tab_that_was_opened_before_the_other_sat_down_gives_orders_for_the_seat(visitor):
    tabs = visitor()
    token = tabs.token()
    tabs.sit("red", "Ada")
    answer = tabs.client.post("/do/choose", json={"card": "3"}, headers={"X-CSRFToken": token})
    assert answer.status_code == 200


def test_leaving_the_seat_takes_its_cookie_away(visitor):
    ada = visitor().sit("red", "Ada")
    answer = ada.order("/do/leave")
    assert cookies_in(answer) == [("niagara-seat", "")]
    assert "Max-Age=0" in answer.headers["Set-Cookie"]
    assert ada.get("/seat").status_code == 302


@pytest.mark.parametrize("set_back_s", [30, 3600, 40 * 365 * 24 * 3600])
@pytest.mark.parametrize("direction", [-1, 1])
def test_a_clock_that_jumps_locks_nobody_out(seated, service, monkeypatch, set_back_s, direction):
    red, token, real = seated["red"], seated["red"].token(), time.time
    monkeypatch.setattr(time, "time", lambda: real() + direction * set_back_s)
    assert "Red" in red.page("/seat")
    answer = red.client.post("/do/choose", json={"card": "3"}, headers={"X-CSRFToken": token})
    assert answer.status_code == 200
    assert service.table().players[0].has_chosen


@pytest.mark.parametrize("value", ["", "x", "ü", "a.b.c", "." * 3000, "eyJhIjoxfQ.x.y"])
@pytest.mark.parametrize("name", ["niagara", "niagara-seat", "niagara-host", "niagara-guide", "language"])
def test_a_cookie_that_was_tampered_with_is_as_none(app, name, value):
    client = app.test_client()
    client.set_cookie(name, value)
    assert client.get("/table").status_code == 200
    assert client.get("/api/seat").status_code == 409
