"""The page's limits on both sides: how often, how much, how many."""

import http.client
import itertools
import json
import re
import socket
import threading
import time
from types import SimpleNamespace

import pytest
from flask import Response

from hardware.player import BEAT_S
from web import limits, security, stream
from web.limits import KEYS, KEYS_WITHIN_S, ORDERS, ORDERS_WITHIN_S, Limit
from web.server import serve


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def held_up(limit, clock, every_s, for_s):
    """Whether somebody who comes every so many seconds is ever refused."""
    while clock.now < for_s:
        if not limit.allows("caller"):
            return True
        clock.now += every_s
    return False


@pytest.mark.parametrize(("a_second", "refused"), [(5, False), (7, True)])
def test_five_orders_a_second_are_let_through_for_ever_and_seven_are_not(a_second, refused):
    clock = Clock()
    assert held_up(Limit(ORDERS, ORDERS_WITHIN_S, clock), clock, 1 / a_second, 30) is refused


def test_fifty_orders_at_once_are_let_through_and_seventy_are_not():
    limit = Limit(ORDERS, ORDERS_WITHIN_S, Clock())
    assert all(limit.allows("caller") for _ in range(50))
    assert not all(limit.allows("caller") for _ in range(20))


@pytest.mark.parametrize(("every_s", "refused"), [(7, False), (5, True)])
def test_a_key_may_be_tried_eight_times_a_minute_and_not_twelve_times(every_s, refused):
    clock = Clock()
    assert held_up(Limit(KEYS, KEYS_WITHIN_S, clock), clock, every_s, 300) is refused


def test_eight_wrong_keys_may_follow_one_another_and_twelve_may_not():
    limit = Limit(KEYS, KEYS_WITHIN_S, Clock())
    assert all(limit.allows("caller") for _ in range(8))
    assert not all(limit.allows("caller") for _ in range(4))


@pytest.mark.parametrize(("others", "forgotten"), [(450, False), (550, True)])
def test_some_hundred_devices_are_remembered(others, forgotten):
    limit = Limit(1, 10.0, Clock())
    limit.allows("first")
    for number in range(others):
        limit.allows(str(number))
    assert limit.allows("first") is forgotten


def test_a_foreign_name_is_quoted_by_its_beginning(visitor):
    name = "first-forty-characters-of-a-foreign-name.then-ten.then-the-rest.example"
    told = visitor().get("/table", headers={"Host": name}).text
    assert name[:50] in told
    assert name not in told


@pytest.mark.parametrize(("kib", "status"), [(14, 400), (18, 413)])
def test_an_order_is_a_few_kibibytes_at_most(seated, kib, status):
    red = seated["red"]
    answer = red.client.post(
        "/do/play",
        data=b"{" * 1024 * kib,
        headers={"X-CSRFToken": red.token()},
        content_type="application/json",
    )
    assert answer.status_code == status


@pytest.mark.parametrize(("kib", "too_large"), [(450, False), (570, True)])
def test_a_record_that_is_brought_along_may_be_half_a_mebibyte(host, kib, too_large):
    part = b'--x\r\nContent-Disposition: form-data; name="record"; filename="game.ngr"\r\n\r\n'
    answer = host.client.post(
        "/history/import",
        data=part + b"x" * 1024 * kib + b"\r\n--x--\r\n",
        content_type="multipart/form-data; boundary=x",
        headers={"X-CSRFToken": host.token()},
    )
    assert (answer.status_code == 413) is too_large


def watch(app, number, path="/stream/table"):
    return app.test_client().get(path, environ_base={"REMOTE_ADDR": f"192.168.1.{number}"})


def test_eighty_live_views_are_open_at_once_and_the_next_device_is_asked_to_come_again(app):
    opened = [watch(app, number) for number in range(80)]
    assert {answer.status_code for answer in opened} == {200}
    assert watch(app, 99).status_code == 503
    opened.pop().close()
    opened.append(watch(app, 99))
    assert opened[-1].status_code == 200, "whoever leaves makes room"
    for answer in opened:
        answer.close()


@pytest.mark.parametrize(("views", "ends"), [(19, False), (20, False), (21, True)])
def test_a_device_has_twenty_live_views_and_one_more_ends_its_oldest(app, views, ends):
    opened = [watch(app, 7) for _ in range(views)]
    assert {answer.status_code for answer in opened} == {200}
    first = iter(opened[0].response)
    assert next(first) == b"retry: 2000\n\n"
    assert (next(first) == b"retry: 30000\n\n") is ends
    for answer in opened:
        answer.close()
    assert len(app.extensions[stream.VIEWERS]) == 0


def test_while_all_live_views_are_open_pages_are_answered_and_few_threads_are_idle(server):
    at = f"127.0.0.1:{server.port}"
    viewers = [
        http.client.HTTPConnection(at, timeout=10, source_address=(f"127.0.1.{n + 1}", 0)) for n in range(80)
    ]
    for viewer in viewers:
        viewer.request("GET", "/stream/table")
    answers = [viewer.getresponse() for viewer in viewers]
    assert {answer.status for answer in answers} == {200}
    reader = http.client.HTTPConnection(at, timeout=10)
    reader.request("GET", "/api/table")
    assert reader.getresponse().status == 200
    threads = [thread for thread in threading.enumerate() if thread.name.startswith("waitress")]
    assert 0 < len(threads) - len(viewers) <= 30, "each takes memory of a small machine"
    for connection in (*viewers, reader):
        connection.close()
    for answer in answers:
        answer.close()


class StillTable:
    """A game in which nothing happens; its time passes while somebody waits for news."""

    def __init__(self, lamps=lambda _now_s: (), lasts_s=120.0):
        self.now_s = 0.25
        self.looks = 0
        self.closing = threading.Event()
        self._lamps = lamps
        self._lasts_s = lasts_s

    def table(self):
        return SimpleNamespace(players=(), number=1)

    def lamps(self):
        self.looks += 1
        return self._lamps(self.now_s)

    def wait(self, _number, seconds):
        self.now_s += seconds
        if self.now_s > self._lasts_s:
            self.closing.set()

    def sent(self):
        """All that its stream sends: when, and what."""
        events = stream._Events(
            self, "table", lambda: ({}, 1), "en", self.closing.is_set, clock=lambda: self.now_s
        )
        return [(self.now_s, text) for text in events.since("")]


@pytest.fixture
def still_table(monkeypatch):
    monkeypatch.setattr(stream, "names_of", lambda _view: {})
    return StillTable


def test_a_quiet_stream_speaks_before_a_proxy_hangs_up_after_twenty_seconds_and_wakes_no_phone_oftener(
    still_table,
):
    times_s = [now_s for now_s, _ in still_table(lasts_s=120).sent()]
    silences_s = [later - earlier for earlier, later in itertools.pairwise(times_s)]
    assert max(silences_s) < 20
    assert len([silence for silence in silences_s if silence > 0]) <= 10, "five times a minute at most"


def test_a_blinking_lamp_is_shown_before_it_changes_again_by_some_looks_a_second(still_table):
    def lit_since(now_s):
        return round(now_s // BEAT_S * BEAT_S, 6)

    table = still_table(lamps=lit_since, lasts_s=12)
    shown = {}
    for now_s, text in table.sent():
        if text.startswith("event: lamps"):
            shown[json.loads(text.partition("data: ")[2])] = now_s
    assert len(shown) >= 12 / BEAT_S - 1, "none is left out"
    late_s = [now_s - since_s for since_s, now_s in shown.items()]
    assert max(late_s[1:]) < 2 / 3 * BEAT_S
    assert table.looks / 12 < 7


def test_a_browser_whose_stream_ended_is_back_before_a_person_wonders_and_forty_do_not_storm_the_page(
    still_table,
):
    [_, first] = still_table(lasts_s=1).sent()[0]
    back_after_s = int(re.fullmatch(r"retry: (\d+)\n\n", first)[1]) / 1000
    assert back_after_s < 2.5
    assert 40 / back_after_s < 30, "requests a second"


def test_for_a_viewer_who_does_not_read_a_quarter_of_a_mebibyte_waits_and_no_more(app):
    made = []

    @app.get("/flood")
    def flood():
        def chunks():
            for number in range(5000):
                made.append(number)
                yield b"x" * 8192

        return Response(chunks(), mimetype="text/plain")

    running = serve(app, "127.0.0.1", 0)
    viewer = socket.socket()
    viewer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    viewer.connect(("127.0.0.1", running.port))
    viewer.sendall(b"GET /flood HTTP/1.1\r\nHost: localhost\r\n\r\n")
    before = -1
    while len(made) > before:
        before = len(made)
        time.sleep(0.2)
    [channel] = running._server.active_channels.values()
    assert 0 < len(made) < 5000
    assert 200 * 1024 < channel.total_outbufs_len < 300 * 1024
    viewer.close()
    running.close()


def test_a_device_remembers_its_language_over_the_winter_and_not_for_ever(visitor):
    told = visitor().get("/rules?lang=fr").headers["Set-Cookie"]
    days = int(re.search(r"Max-Age=(\d+)", told)[1]) / (24 * 3600)
    assert 300 < days < 400


@pytest.mark.parametrize(("letters", "kept"), [(50, True), (70, False)])
def test_fifty_letters_can_be_searched_for_and_of_more_the_rest_is_dropped(visitor, letters, kept):
    page = visitor().page("/rules?q=" + "z" * letters)
    assert ("z" * letters in page) is kept


def test_the_limits_are_the_ones_the_app_works_with(app):
    assert isinstance(app.extensions[limits.KEYRING], Limit)
    assert app.config["MAX_CONTENT_LENGTH"] == security.LARGEST_REQUEST
