"""Pace, names and secrets."""

import stat
import statistics

import pytest

from companion.bench.pages import announcement_times
from companion.files import private_bytes
from companion.operation.settings import Settings
from companion.operation.wiring import TableParts, open_table
from web import create_app
from web.limits import KEYS, MOST_DEVICES, ORDERS, READS, Limit


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def test_a_limit_holds_for_each_caller_and_lets_go_with_time():
    clock = Clock()
    limit = Limit(2, 10.0, clock)
    assert [limit.allows("a"), limit.allows("a"), limit.allows("a"), limit.allows("b")] == [
        True,
        True,
        False,
        True,
    ]
    clock.now = 10.0
    assert limit.allows("a")


def test_a_limit_forgets_who_was_quiet_longest():
    limit = Limit(1, 10.0, Clock())
    assert limit.allows("first")
    for number in range(MOST_DEVICES):
        assert limit.allows(str(number))
    assert limit.allows("first")


def test_nobody_guesses_the_hosts_key(visitor, service):
    stranger = visitor()
    answers = [stranger.get(f"/host/guess-{number}").status_code for number in range(KEYS + 1)]
    assert answers == [404] * KEYS + [429]
    answer = stranger.get(f"/host/{service.host_key}")
    assert answer.status_code == 429
    assert "too often" in answer.text


def test_the_right_key_may_be_used_as_often_as_one_likes(visitor, service):
    host = visitor()
    assert {host.get(f"/host/{service.host_key}").status_code for _ in range(2 * KEYS)} == {302}


def test_nobody_guesses_a_seats_key(seated, visitor):
    stranger = visitor()
    tries = [
        stranger.order("/do/sit", colour="red", name="x", key=f"guess-{n}").status_code
        for n in range(KEYS + 1)
    ]
    assert tries == [409] * KEYS + [429]


def test_who_loads_pages_in_a_loop_is_slowed_down_and_another_device_is_not(app):
    def read(device):
        return app.test_client().get("/api/lamps", environ_base={"REMOTE_ADDR": device}).status_code

    answers = [read("192.168.1.7") for _ in range(READS + 1)]
    assert answers == [200] * READS + [429]
    assert read("192.168.1.8") == 200


def test_a_device_gone_wild_is_slowed_down_in_a_sentence(seated):
    red = seated["red"]
    token = {"X-CSRFToken": red.token()}
    answers = [red.client.post("/do/undo", json={}, headers=token) for _ in range(ORDERS + 1)]
    assert answers[-1].status_code == 429
    assert "too often" in answers[-1].json["error"]


def test_the_secret_is_its_owners_alone_and_stays_the_same(tmp_path):
    file = tmp_path / "page-secret"
    made = private_bytes(file, 32)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert private_bytes(file, 32) == made


def test_seats_and_host_stay_seated_over_a_restart(tmp_path):
    def opened():
        table = open_table(
            Settings(games=tmp_path / "games.sqlite3"), TableParts(secret_file=tmp_path / "secret")
        )
        app = create_app(table.service, secret_key=private_bytes(tmp_path / "secret", 32))
        return table, app

    table, app = opened()
    with table:
        token = table.service.take_seat("red", "Ada")
        with app.test_client() as client:
            cookies = {"niagara-seat": token, "niagara-host": table.service.host_key}
            for name, value in cookies.items():
                client.set_cookie(name, value)
            assert client.get("/seat").status_code == 200
    table, app = opened()
    with table, app.test_client() as client:
        for name, value in cookies.items():
            client.set_cookie(name, value)
        assert "Ada" in client.get("/seat").text
        assert "You are the host" in client.get("/table").text


@pytest.mark.slow
def test_an_announcement_reaches_thirty_pages_at_once_though_one_more_does_not_read(service, server):
    assert statistics.median(announcement_times(service, server, clients=30, announcements=5)) < 1.0


def test_an_order_given_by_an_address_says_that_it_needs_the_pages_buttons(visitor):
    answer = visitor().get("/do/play?lang=de")
    assert (answer.status_code, "nur mit den Knöpfen der Seite" in answer.text) == (405, True)
