"""Whose request is answered next."""

import threading
import time

import pytest

from web.fair_queue import ROOMS, FairDispatcher, Lane, Room, lane_of


@pytest.mark.parametrize(
    ("method", "path", "lane"),
    [
        ("POST", "/do/play", "orders"),
        ("GET", "/stream/table", "streams"),
        ("HEAD", "/", "reads"),
        ("GET", "/table", "reads"),
        ("post", "/stream/table", "orders"),
        ("BREW", "/", "orders"),
    ],
)
def test_orders_reads_and_streams_wait_in_lanes_of_their_own(method, path, lane):
    assert lane_of(method, path) == lane


def test_no_client_can_hold_all_threads_of_a_lane():
    assert all(room.of_one < room.threads for room in ROOMS.values())


class ATask:
    """A request that is answered when the gate opens."""

    def __init__(self, client, done, gate=None):
        self.addr = (client, 1)
        self.requests = [object()]
        self.cancelled = False
        self._done, self._gate = done, gate

    def service(self):
        if self._gate is not None:
            self._gate.wait(10)
        self._done.append(self.addr[0])

    def cancel(self):
        self.cancelled = True


def wait_for(said):
    deadline = time.monotonic() + 5
    while not said() and time.monotonic() < deadline:
        time.sleep(0.005)
    assert said()


@pytest.fixture
def lane_of_one():
    """A lane with a single thread."""
    lane = Lane("test", Room(1, 1))
    yield lane
    lane.stop()
    assert lane.join(time.monotonic() + 5) == 0


def test_who_asks_once_waits_for_one_request_of_who_asks_a_hundred_times(lane_of_one):
    done, gate = [], threading.Event()
    lane_of_one.add(ATask("first", done, gate))
    for _ in range(100):
        lane_of_one.add(ATask("greedy", done))
    lane_of_one.add(ATask("modest", done))
    gate.set()
    wait_for(lambda: len(done) == 102)
    assert done.index("modest") <= 2


def test_one_client_has_only_its_share_of_the_threads_and_the_rest_waits():
    done, gate = [], threading.Event()
    lane = Lane("test", Room(3, 2))
    for _ in range(4):
        lane.add(ATask("greedy", done, gate))
    lane.add(ATask("modest", done))
    wait_for(lambda: done == ["modest"])
    gate.set()
    wait_for(lambda: len(done) == 5)
    lane.stop()
    assert lane.join(time.monotonic() + 5) == 0


def test_a_task_does_not_wait_for_a_thread_that_is_on_its_way_to_another_one():
    lane, done, gate = Lane("test", Room(3, 3)), [], threading.Event()
    lane.add(ATask("first", done))
    wait_for(lambda: lane._idle == 1)
    with lane._changed:  # the idle thread is told of both before it wakes
        lane.add(ATask("slow", done, gate))
        lane.add(ATask("quick", done))
    wait_for(lambda: "quick" in done)
    gate.set()
    lane.stop()
    assert lane.join(time.monotonic() + 5) == 0


def test_a_request_that_fails_takes_no_thread_with_it(lane_of_one, caplog):
    done = []

    class Failing(ATask):
        def service(self):
            raise RuntimeError("on purpose")

    lane_of_one.add(Failing("one", done))
    lane_of_one.add(ATask("two", done))
    wait_for(lambda: done == ["two"])
    assert "could not be answered" in caplog.text


def test_threads_are_made_when_they_are_needed():
    before = threading.active_count()
    dispatcher = FairDispatcher()
    assert threading.active_count() == before
    dispatcher.shutdown(timeout=1)


def test_what_waits_when_the_server_closes_is_cancelled():
    done, gate = [], threading.Event()
    lane = Lane("test", Room(1, 1))
    lane.add(ATask("one", done, gate))
    waiting = ATask("two", done)
    wait_for(lambda: not lane._waiting)
    lane.add(waiting)
    lane.stop()
    gate.set()
    assert lane.join(time.monotonic() + 5) == 0
    assert waiting.cancelled
    assert done == ["one"]
