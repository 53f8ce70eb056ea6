"""The page's limits on both sides: how often, how much, how many."""

import pytest

from hardware.player import BEAT_S
from web import limits, security, server, stream
from web.limits import KEYS, KEYS_WITHIN_S, ORDERS, ORDERS_WITHIN_S, Limit


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


def test_streams_leave_threads_for_requests_and_most_threads_are_streams():
    assert stream.MOST_STREAMS + 10 <= server.THREADS <= 2 * stream.MOST_STREAMS
    assert 30 <= stream.MOST_STREAMS <= 50, "six players with several devices each, and viewers"


def test_lamps_are_compared_often_enough_to_show_each_blink_and_not_oftener():
    assert BEAT_S / 2 < stream.LAMP_LOOK_S < 0.9 * BEAT_S


def test_a_quiet_stream_speaks_before_a_proxy_hangs_up_and_a_browser_is_back_before_a_person_wonders():
    proxies_hang_up_s = 30
    assert proxies_hang_up_s / 3 < stream.HEARTBEAT_S < 0.7 * proxies_hang_up_s
    assert 1500 < stream.RETRY_MS < 2500


def test_a_viewer_who_lags_may_have_some_dozen_views_waiting(visitor):
    view_bytes = len(visitor().get("/api/table").data)
    assert 10 * view_bytes < server.SLOW_VIEWER_BYTES


def test_the_limits_are_the_ones_the_app_works_with(app):
    assert isinstance(app.extensions[limits.KEYRING], Limit)
    assert app.config["MAX_CONTENT_LENGTH"] == security.LARGEST_REQUEST
