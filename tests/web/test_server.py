"""The live streams and the server over real HTTP."""

import http.client
import json
import threading
import time

import pytest

from web import create_app
from web.server import PortTaken, serve


@pytest.fixture
def stream(server):
    """Opens an event stream; gives what was read of it, event by event."""
    opened = []

    def open_stream(path, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("GET", path, headers=headers or {})
        answer = connection.getresponse()
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        opened.append(connection)
        return answer

    yield open_stream
    for connection in opened:
        connection.close()


def event(answer, kind):
    """The next event of a kind: its id and its document."""
    fields = {}
    while True:
        line = answer.readline().decode().rstrip("\n")
        if line:
            name, _, value = line.partition(":")
            fields[name] = value.strip()
        elif fields.get("event") == kind:
            return fields.get("id"), json.loads(fields["data"])
        else:
            fields = {}


def test_a_stream_begins_with_the_table_as_it_is(stream):
    number, view = event(stream("/stream/table"), "table")
    assert number
    assert view["round"] == 1
    assert [player["colour"] for player in view["players"]] == ["red", "blue", "green"]


def test_a_change_reaches_every_open_stream(stream, service):
    streams = [stream("/stream/table") for _ in range(5)]
    for each in streams:
        event(each, "table")
    service.take_seat("red", "Ada")
    for each in streams:
        _, view = event(each, "table")
        assert view["players"][0]["name"] == "Ada"


def test_a_viewer_who_reads_nothing_holds_nobody_up(stream, service):
    stream("/stream/table")
    brisk = stream("/stream/table")
    event(brisk, "table")
    began = time.monotonic()
    for number in range(30):
        service.leave_seat(service.take_seat("red", f"Ada {number}"))
    service.take_seat("red", "Bea")
    while event(brisk, "table")[1]["players"][0]["name"] != "Bea":
        pass
    assert time.monotonic() - began < 10


def test_a_taken_port_is_one_clear_sentence(server, service):
    with pytest.raises(PortTaken, match=f"Port {server.port} is taken"):
        serve(create_app(service, secret_key=b"k" * 32), "127.0.0.1", server.port)


def test_closing_ends_open_streams_and_every_thread(app):
    running = serve(app, "127.0.0.1", 0)
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)
    connection.request("GET", "/stream/table")
    answer = connection.getresponse()
    event(answer, "table")
    running.close()
    connection.close()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and any(_is_ours(thread) for thread in threading.enumerate()):
        time.sleep(0.05)
    assert [thread.name for thread in threading.enumerate() if _is_ours(thread)] == []


def test_closing_does_not_wait_for_browsers_that_keep_their_connection(app):
    running = serve(app, "127.0.0.1", 0)
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)
    connection.request("GET", "/rules")
    connection.getresponse().read()
    began_s = time.monotonic()
    running.close()
    assert time.monotonic() - began_s < 4, "the loop used to be given up after five seconds"
    connection.close()


def test_closing_while_a_stream_has_just_woken_the_loop_ends_it_too(app, monkeypatch):
    running = serve(app, "127.0.0.1", 0)
    trigger = running._server.trigger
    pull = trigger._physical_pull

    def pull_after_somebody_else():
        pull()
        time.sleep(0.2)
        pull()

    monkeypatch.setattr(trigger, "_physical_pull", pull_after_somebody_else)
    running.close()
    assert not running._thread.is_alive()


def _is_ours(thread):
    return thread.name.startswith(("niagara-web", "waitress"))


def test_a_host_that_is_not_this_machine_is_told_with_its_cure(service):
    with pytest.raises(PortTaken, match=r"192\.0\.2\.77.*0\.0\.0\.0"):
        serve(create_app(service, secret_key=b"x" * 32), "192.0.2.77", 0)
