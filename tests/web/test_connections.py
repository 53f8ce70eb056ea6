"""Nobody is locked out by connections: real sockets before the real server."""

import http.client
import itertools
import socket
import threading
import time

import pytest
from flask import Response

from web import connections
from web.connections import Channel, PageServer
from web.server import serve


def connected(server, device=1):
    """A bare connection of a device; each has an address of its own, as in a network."""
    return socket.create_connection(
        ("127.0.0.1", server.port), timeout=10, source_address=(f"127.0.0.{device}", 0)
    )


def asked(server, path, device=1, method="GET", timeout=10):
    """A request that was sent and whose answer has begun."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", server.port, timeout=timeout, source_address=(f"127.0.0.{device}", 0)
    )
    connection.request(method, path)
    return connection, connection.getresponse()


def status_of(server, path, device=1, timeout=10):
    connection, answer = asked(server, path, device, timeout=timeout)
    answer.read()
    connection.close()
    return answer.status


def until(said, within_s):
    """Whether it is so within the time."""
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        if said():
            return True
        time.sleep(0.02)
    return said()


def is_closed(connection, within_s):
    connection.settimeout(within_s)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_two_hundred_idle_connections_do_not_keep_a_phone_from_the_page(server):
    idle = [connected(server, device=2 + number // 40) for number in range(200)]
    began_s = time.monotonic()
    assert status_of(server, "/api/table") == 200
    assert time.monotonic() - began_s < 2
    for connection in idle:
        connection.close()


def test_one_device_gives_up_its_longest_idle_connection_for_a_newer_one_and_no_other_device_does(server):
    others = connected(server, device=3)
    own = []
    for number in range(connections.CONNECTIONS_OF_ONE):
        own.append(connected(server, device=2))
        assert until(lambda so_many=number + 2: len(server._server.active_channels) == so_many, 5)
    assert not is_closed(own[0], 0.1)
    newest = connected(server, device=2)
    assert is_closed(own[0], 5)
    assert not is_closed(own[1], 0.1)
    assert not is_closed(others, 0.1)
    for connection in (*own, others, newest):
        connection.close()


def test_when_all_places_are_taken_the_longest_idle_one_of_all_makes_room(server, monkeypatch):
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 10)
    idle = [connected(server, device=device) for device in range(2, 12)]
    assert until(lambda: len(server._server.active_channels) == 10, 5)
    assert status_of(server, "/api/table") == 200
    assert is_closed(idle[0], 5)
    assert not is_closed(idle[-1], 0.1)
    for connection in idle:
        connection.close()


def test_forty_viewers_who_left_make_room_within_seconds(app, server):
    watching = app.extensions["niagara-viewers"]
    viewers = [asked(server, "/stream/table", device=2 + number // 4) for number in range(40)]
    assert len(watching) == 40
    for connection, answer in viewers:
        answer.close()
        connection.close()
    assert until(lambda: len(watching) == 0, 3)


def test_a_phone_that_loads_its_page_again_and_again_is_never_sent_away(server):
    for _ in range(60):
        connection, answer = asked(server, "/stream/table", device=5)
        assert answer.status == 200
        answer.close()
        connection.close()
        time.sleep(0.02)


@pytest.fixture
def slow_app(app):
    """The page with an address that answers when it is told to, and one that sends without end."""
    app.go_on = threading.Event()

    @app.get("/slow")
    def slow():
        app.go_on.wait(20)
        return "done"

    @app.get("/flood")
    def flood():
        return Response((b"x" * 8192 for _ in itertools.count()), mimetype="text/plain")

    return app


def test_an_order_is_taken_while_a_device_reads_all_it_can(slow_app):
    server = serve(slow_app, "127.0.0.1", 0)
    reading = []
    for number in range(40):
        reading.append(connected(server, device=2 + number // 20))
        reading[-1].sendall(b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
    began_s = time.monotonic()
    connection, answer = asked(server, "/do/undo", device=2, method="POST")
    assert answer.status == 400, "its token is missing"
    connection.close()
    assert status_of(server, "/api/table", device=7) == 200, "another device is not made to wait either"
    assert time.monotonic() - began_s < 2
    slow_app.go_on.set()
    for connection in reading:
        connection.close()
    server.close()


@pytest.fixture
def quick(monkeypatch):
    """Patience of parts of a second."""
    for name, seconds in {
        "IDLE_S": 0.6,
        "REQUEST_WITHIN_S": 0.6,
        "STALLED_S": 0.6,
        "LOOKED_AFTER_EVERY_S": 0.1,
    }.items():
        monkeypatch.setattr(connections, name, seconds)


def test_a_request_that_is_never_finished_is_hung_up_on_though_a_letter_comes_now_and_then(quick, server):
    dripping = connected(server)
    dripping.sendall(b"GET / HTTP/1.1\r\n")

    def hung_up():
        try:
            dripping.sendall(b"X")
        except ConnectionError:
            return True
        return False

    assert until(hung_up, 5)
    dripping.close()


def test_who_takes_nothing_of_an_answer_is_hung_up_on(quick, slow_app):
    server = serve(slow_app, "127.0.0.1", 0)
    stalled = socket.socket()
    stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    stalled.connect(("127.0.0.1", server.port))
    stalled.sendall(b"GET /flood HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert until(lambda: len(server._server.active_channels) == 1, 5)
    assert until(lambda: len(server._server.active_channels) == 0, 8)
    stalled.close()
    server.close()


def test_a_quiet_stream_is_not_taken_for_somebody_who_takes_nothing(quick, server):
    connection, answer = asked(server, "/stream/table")
    time.sleep(1.5)
    assert len(server._server.active_channels) == 1
    answer.close()
    connection.close()


class AChannel(Channel):
    """A connection of which only the times count."""

    def __init__(self, quiet_s=0.0, requests=(), waiting=0, begun_s=None):
        self._last_activity_s = 1000.0 - quiet_s
        self.requests = list(requests)
        self.total_outbufs_len = waiting
        self.request_begun_s = None if begun_s is None else 1000.0 - begun_s


@pytest.mark.parametrize(
    ("times", "lapsed"),
    [
        ({"quiet_s": 15}, False),
        ({"quiet_s": 25}, True),
        ({"begun_s": 15}, False),
        ({"begun_s": 25}, True),
        ({"quiet_s": 500, "requests": ["stream"]}, False),
        ({"quiet_s": 25, "requests": ["stream"], "waiting": 9000}, False),
        ({"quiet_s": 35, "requests": ["stream"], "waiting": 9000}, True),
    ],
)
def test_a_connection_is_kept_for_twenty_idle_seconds_and_for_thirty_in_which_nothing_is_taken(times, lapsed):
    assert AChannel(**times).has_lapsed(1000.0) is lapsed


def test_a_clock_that_is_set_right_hangs_up_on_nobody(server, monkeypatch):
    connection = connected(server)
    assert until(lambda: len(server._server.active_channels) == 1, 5)
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 3600)
    PageServer.maintenance(server._server, time.time())
    assert not is_closed(connection, 2.5)
    connection.close()


def test_who_leaves_the_network_without_a_word_is_noticed_by_the_system_within_half_a_minute(server):
    connection = connected(server)
    assert until(lambda: len(server._server.active_channels) == 1, 5)
    [channel] = server._server.active_channels.values()
    accepted = channel.socket
    assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
    idle, every, tries, given_up_ms = (
        accepted.getsockopt(socket.IPPROTO_TCP, option)
        for option in (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT, socket.TCP_USER_TIMEOUT)
    )
    assert 10 <= idle + every * tries <= 30
    assert 10_000 <= given_up_ms <= 30_000
    connection.close()


def test_a_body_without_measure_is_not_even_received(server):
    connection = connected(server)
    connection.sendall(b"POST /do/play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000000\r\n\r\n")
    assert connection.recv(100).startswith(b"HTTP/1.1 413")
    connection.close()
